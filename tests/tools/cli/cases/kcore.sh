# A clique of four, 1 to 4, with a triangle 4-5-6 and a tail 6-7-8; 9 has a loop alone.
printf '1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n4 5\n5 6\n6 4\n6 7\n7 8\n9 9\n' >cores.el
multigraph kcore cores.el --verify
echo "-- the two largest; the summary"
multigraph kcore cores.el --undirected --verify --top 2
multigraph kcore cores.el -o core.tsv -v 2>&1 | grep -o 'largest core.*'
echo "-- parallel edges and both directions count"
printf '1 2\n1 2\n2 1\n2 3\n' | multigraph kcore - --verify
echo "-- what does not go"
multigraph kcore cores.el --max-iterations 2 2>&1 || echo "exit $?"
