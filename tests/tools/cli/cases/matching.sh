# A square 1-2-3-4, a triangle 5-6-7 and a vertex 8 with a loop: 8 is a cycle of one edge.
printf '1 2\n2 3\n3 4\n4 1\n5 6\n6 7\n7 5\n8 8\n' >shapes.el
multigraph bipartite shapes.el --verify
multigraph bipartite shapes.el -v -o sides.tsv 2>&1 | grep -o 'bipartite: .*'
printf '3 1\n4 1\n4 2\n' | multigraph bipartite - -v -o sides.tsv 2>&1 | grep -o 'bipartite: .*'
echo "-- a matching is that of a serial loop over priorities"
multigraph matching shapes.el --verify
multigraph matching shapes.el -s --verify --seed 1
multigraph matching shapes.el -v -o mates.tsv 2>&1 | grep -o 'matching: .*'
echo "-- every mode and number of threads has the same"
for mode in auto sparse pull dense; do
    for threads in 1 2 3; do
        multigraph matching shapes.el --mode $mode --threads $threads | cmp - mates.tsv
    done
done
