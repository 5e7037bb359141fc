# The division of the wait: its parts add up, in --metrics, with -v and in bench wait; results formatted by threads.
multigraph generate uniform --scale 16 --edgefactor 2 -q -o u.mgb || exit
echo "-- parts of the metrics add up to the total"
multigraph cc u.mgb --threads 2 --backend cpu --metrics m.json -q -o one.tsv || exit
for part in total start check run write other; do
    json_get m.json wait $part
done | awk 'NR == 1 { total = $1 } NR > 1 { sum += $1; if ($1 <= 0) print "nothing" } END { print (sum > 0.9 * total && sum < 1.0001 * total) }'
echo "-- also where verifying builds in-edges anew"
multigraph generate rmat --scale 16 -q -o d.mgb
multigraph kcore d.mgb --threads 1 --backend cpu --memory-budget 1 --verify --metrics m.json -q -o one.tsv || exit
for part in total start check in-edges run write verify other; do
    json_get m.json wait $part
done | awk 'NR == 1 { total = $1 } NR > 1 { sum += $1 } END { print (sum > 0.9 * total && sum < 1.0001 * total) }'
multigraph cc u.mgb --backend cpu -v -o /dev/null 2>&1 | sed -n 's/^  wait    [0-9.]* ms, start .*/wait/p'
multigraph cc u.mgb --backend cpu -o /dev/null 2>&1 | grep -c wait
echo "-- whole processes"
multigraph bench wait u.mgb --trials 3 --algorithm bfs,cc,spmv --backend cpu --undirected --metrics w.json >wait.txt || exit
sed -n 's/^(one edge) /floor /; s/^\([a-z.]*\) *\([a-z]*\) *cpu *[0-9.]* ms *[0-9.]* ms .*, end [0-9.]*.*$/\1 \2/p' wait.txt
multigraph plot wait w.json -o wait.gp && grep -c '^\$wait' wait.gp
echo '{"schema": "multigraph-bench/1", "runs": [{"wait": [1, 2]}, {"wait": 5}, {"wait": {"run": "x"}}]}' >bad.json
multigraph plot wait bad.json -o bad.gp && grep -c '^\$wait' bad.gp
cp u.mgb ./-u.mgb
multigraph bench wait --trials 3 --algorithm cc --backend cpu -- -u.mgb | grep -c '^-u.mgb .*, end '
ends_with 2 multigraph bench wait 2>&1 >bench.txt
ends_with 2 multigraph bench wait u.mgb --drop-self-loops 2>&1 >bench.txt
echo "-- one thread and several write the same"
for format in tsv csv json graphalytics; do
    for threads in 1 3; do
        multigraph pagerank u.mgb --backend cpu --threads $threads --max-iterations 1 --output-format $format -q -o $threads.out
    done
    cmp 1.out 3.out && wc -l <1.out
done
multigraph pagerank u.mgb --backend cpu --threads 3 --max-iterations 1 -q -o 3.tsv.gz
multigraph pagerank u.mgb --backend cpu --threads 1 --max-iterations 1 -q -o 1.tsv
gzip -dc 3.tsv.gz | cmp - 1.tsv
