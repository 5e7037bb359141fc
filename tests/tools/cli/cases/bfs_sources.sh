echo "-- a column for each source, in their order"
multigraph bfs path.el --sources 10,40 --verify
echo "-- in one lane after the other, as csv, undirected"
multigraph bfs path.el -s --sources 40,10 --lanes 1 --output-format csv --verify
echo "-- one id, the source's depths and parents"
multigraph bfs path.el --sources 20, --parents parents.json --output-format json
cat parents.json
echo "-- from a file, with the parents of both"
printf '# two of them\n20\n\n10 \n' >ids.txt
multigraph bfs path.el --sources ids.txt --output-format json --parents parents.json
cat parents.json
echo "-- drawn ones: those of bc with the same seed"
multigraph bfs chain.mtx --sources 2 --seed 3 --metrics bfs.json -o /dev/null --verify
multigraph bc chain.mtx --sources 2 --seed 3 --metrics bc.json -o /dev/null --lanes 2 --verify
json_get bfs.json srcs | tr -d ' \n' && echo
[ "$(json_get bfs.json srcs)" = "$(json_get bc.json srcs)" ] && echo same
echo "-- npy: a field with two values"
multigraph bfs path.el --sources 10,40 --output-format npy -o depth.npy
head -c 90 depth.npy | tail -c 80 | tr -d '\n'
echo
fails() { "$@" 2>&1; echo "exit $?"; }
echo "-- what does not go"
fails multigraph bfs path.el --sources 10,99
fails multigraph bfs path.el --sources 0
fails multigraph bfs path.el --sources 1000
fails multigraph bfs path.el --sources missing.txt
printf '10\nten\n' >bad.txt
fails multigraph bfs path.el --sources bad.txt
: >empty.txt
fails multigraph bfs path.el --sources empty.txt
fails multigraph bfs path.el --sources 10,20 --source 10
fails multigraph bfs path.el --sources 10,20 --top 3
fails multigraph bfs path.el --sources 10,20 --output-format graphalytics
fails multigraph bfs path.el --sources 10,20 --lanes 65
