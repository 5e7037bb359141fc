# Two cycles 1-2-3 and 5-6, joined by 3-4-5; 7 leads to 1.
printf '1 2\n2 3\n3 1\n3 4\n4 5\n5 6\n6 5\n7 1\n' >flow.el
multigraph scc flow.el --verify
echo "-- the largest; without directions they are the connected components"
multigraph scc flow.el --top 2
multigraph scc flow.el -s --verify --top 1
echo "-- no vertices are joined; a loop alone"
printf '9 8\n8 7\n7 7\n' | multigraph scc - --verify
echo "-- what does not go"
multigraph scc flow.el --max-iterations 2 2>&1 || echo "exit $?"
