# New versions of graphs, and runs on them that start from earlier results.
printf '1 2 5\n2 3 6\n3 4 7\n5 6 8\n' >old.el
printf '4 5 1\n1 2 2\n' >new.el
printf '2 3\n1 6\n1 77\n' >gone.el
echo "-- inserted and removed edges"
multigraph edit old.el --insert new.el --remove gone.el -o - --to edgelist
echo "-- undirected, replacing"
multigraph edit old.el -s --insert new.el --replace -o next.mtx
cat next.mtx
echo "-- new vertices"
printf '6 9\n' >more.el
multigraph edit old.el --insert more.el --grow -o - --to csv
echo "-- the old file as it was"
cat old.el
echo "-- what was done"
multigraph edit old.el --insert new.el --remove gone.el -v -o next.mgb 2>&1 | sed 's/;.*//'
echo "-- results of every format are starts"
for format in tsv csv json npy graphalytics; do
    for verb in "bfs -r 1" "sssp -r 1" cc pagerank; do
        # shellcheck disable=SC2086 # words
        multigraph $verb old.el -s -o result --output-format $format
        # shellcheck disable=SC2086
        multigraph $verb old.el -s --insert new.el --remove gone.el -o fresh.tsv
        # shellcheck disable=SC2086
        multigraph $verb old.el -s --insert new.el --remove gone.el --from result --verify -o found.tsv
        [ "$verb" = pagerank ] || cmp fresh.tsv found.tsv
    done
done
cat found.tsv | wc -l
multigraph cc old.el -s --insert new.el -o - -q
echo "-- snapshots are edits, too"
multigraph convert new.el new.mgb
multigraph edit old.el --insert new.mgb -o - --to edgelist
