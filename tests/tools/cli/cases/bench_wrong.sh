# Depths after one iteration are wrong; later cells are still measured, and the report is written.
multigraph bench path.el multi.el --algorithm bfs,cc --trials 2 --max-iterations 1 --backend cpu --metrics wrong.json -o table.txt
status=$?
awk '$2 == "cpu" { print $1, ($0 ~ /WRONG/ ? "wrong" : $NF) }' table.txt
grep -o 'WRONG.*' table.txt | head -n 1
for i in 0 1; do
    echo "$(json_get wrong.json runs $i primitive) $(json_get wrong.json runs $i outcome)"
done
json_get wrong.json runs 0 reason
json_get wrong.json complete
exit $status
