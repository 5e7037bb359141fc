# A path of five vertices: the shortest paths of 3 pairs contain the second vertex, those of 4 pairs the middle one.
multigraph bc chain.mtx --verify
echo "-- divided by the 6 pairs"
multigraph bc chain.mtx --normalized
echo "-- from 1 alone the second lies on 3 paths, ...; each of 4 sources counts the same, undirected halves it"
multigraph bc chain.mtx --sources 1, --verify
echo "-- all, by their ids"
multigraph bc chain.mtx --sources 5,4,3,2,1
echo "-- the largest"
multigraph bc chain.mtx --top 2
echo "-- directed: each ordered pair once"
multigraph bc path.el
echo "-- two drawn ones, the same ones again"
multigraph bc chain.mtx --sources 2 --seed 3 --verify --metrics metrics.json -o first.tsv
multigraph bc chain.mtx --sources 2 --seed 3 -o second.tsv
cmp first.tsv second.tsv
json_get metrics.json srcs | tr -d '\n ' | tr ',' '\n' | awk 'END { print NR }'
echo "-- a number is not an id"
multigraph bc chain.mtx --sources 1 -v 2>&1 | grep -o 'from 1 random source, [0-9]*' | grep -c .
multigraph bc chain.mtx --sources 1, -v 2>&1 | grep -o "from 1 source,"
