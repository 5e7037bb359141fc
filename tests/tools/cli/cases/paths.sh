# Two ways from 1 to 4: one edge of weight 9, or three of weight 2; then 4-5; 6 leads to 1.
printf '1 4 9\n1 2 2\n2 3 2\n3 4 2\n4 5 1\n6 1 1\n' >ways.wel
multigraph path ways.wel --source 1 --target 5 --verify
multigraph path ways.wel 1 5 --verify
multigraph path ways.wel 1 5 -v -o /dev/null 2>&1 | grep -o 'path: .*'
printf 'ann,bob,2\nbob,cy,3\n' | multigraph path - ann cy --directed --format csv
echo "-- fewest edges"
multigraph path ways.wel --weights unit --source 1 --target 5 --verify --output-format csv
echo "-- a vertex to itself; the summary; JSON"
multigraph path ways.wel --source 3 --target 3
multigraph path ways.wel --source 1 --target 5 -v -o way.json --output-format json 2>&1 | grep -o 'path: .*'
cat way.json
echo "-- searches that end early"
multigraph bfs ways.wel --source 1 --target 2 --verify
multigraph sssp ways.wel --source 1 --target 3 --verify --parents parents.tsv
cat parents.tsv
multigraph sssp ways.wel --source 1 --cutoff 4.5 --verify | tail -n +4
multigraph bfs ways.wel --source 1 --cutoff 0 --verify | head -2
echo "-- what does not go"
multigraph path ways.wel --source 1 --target 6 -o none.tsv 2>&1 || echo "exit $?"
test ! -e none.tsv || echo "none.tsv was written"
multigraph path ways.wel --source 1 2>&1 || echo "exit $?"
multigraph path ways.wel --source 1 --target 7 2>&1 || echo "exit $?"
multigraph bfs ways.wel --sources 1,2 --target 3 2>&1 || echo "exit $?"
multigraph sssp ways.wel --target x 2>&1 || echo "exit $?"
multigraph path ways.wel 1 2>&1 || echo "exit $?"
multigraph path ways.wel 1 5 2 2>&1 || echo "exit $?"
multigraph path ways.wel 1 5 --target 2 2>&1 || echo "exit $?"
multigraph path ways.wel 1 7 2>&1 || echo "exit $?"
multigraph path ways.wel 1 6 2>&1 || echo "exit $?"
echo "-- distances beyond float32 that are farther than the target or the cutoff"
printf '1 2 1\n2 3 3e38\n3 4 3e38\n' >far.wel
multigraph path far.wel --weights-type float32 --source 1 --target 2 --verify 2>/dev/null
multigraph sssp far.wel --weights-type float32 --source 1 --cutoff 5 --verify 2>/dev/null
multigraph sssp far.wel --weights-type float32 --source 1 --cutoff 0 --verify 2>/dev/null
multigraph path far.wel --weights-type float32 --source 1 --target 4 --verify 2>&1 | grep -o 'a distance beyond.*'
