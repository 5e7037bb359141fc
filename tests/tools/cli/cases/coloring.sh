# A cycle of five and a clique of four, joined by 5-6. The colours are those of a serial loop over priorities.
printf '1 2\n2 3\n3 4\n4 5\n5 1\n5 6\n6 7\n6 8\n6 9\n7 8\n7 9\n8 9\n8 8\n' >joined.el
multigraph coloring joined.el --verify
echo "-- without directions the same; the set of the first colour"
multigraph coloring joined.el -s --verify --output-format csv | head -3
multigraph mis joined.el --verify
echo "-- another seed; the summaries"
multigraph mis joined.el --verify --seed 3
multigraph mis joined.el -v -o set.tsv 2>&1 | grep -o '[0-9]* of 9 vertices in the set'
multigraph coloring joined.el -v -o colors.tsv 2>&1 | grep -o '[0-9]* colours'
echo "-- every backend, mode and number of threads has the same"
for mode in auto sparse pull dense; do
    for threads in 1 2 3; do
        multigraph coloring joined.el --mode $mode --threads $threads | cmp - colors.tsv
    done
done
