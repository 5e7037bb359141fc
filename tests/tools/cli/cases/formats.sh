echo "-- csv"
multigraph bfs path.el -r 20 --output-format csv
echo "-- json"
multigraph bfs path.el -r 20 --output-format json -o out.json --parents parents.json
cat out.json
json_get out.json 3 depth
json_get parents.json 4 parent
echo "-- graphalytics"
multigraph bfs path.el -r 20 --output-format graphalytics
multigraph sssp diamond.wel -r 3 --output-format graphalytics
multigraph cc parts.el --output-format graphalytics
multigraph pagerank path.el --output-format graphalytics | grep -c ' [1-9]\.[0-9]\{15\}e-0[1-9]$'
echo "-- npy: magic, version, header length, header, then records of 8 + 4 bytes"
multigraph bfs path.el -r 20 --output-format npy -o out.npy
head -c 10 out.npy | od -A n -t x1
tail -c +11 out.npy | head -c 118 | tr -s ' '
tail -c +129 out.npy | od -A n -v -t u4 -w12
multigraph bfs path.el -r 20 --output-format npy -o /dev/null --parents parents.npy
tail -c +129 parents.npy | od -A n -v -t u8 -w16
