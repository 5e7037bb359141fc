printf '1 2\n2 3\n' >old.el
printf '2 9\n' >unknown.el
printf '3 1\n' >missing.el
ends_with 2 multigraph edit old.el
ends_with 2 multigraph edit old.el -o out.el
ends_with 2 multigraph edit old.el --insert unknown.el
ends_with 2 multigraph edit old.el --insert unknown.el -o out.el
ends_with 2 multigraph edit old.el --insert nothing.el -o out.el
ends_with 2 multigraph edit old.el --remove missing.el --strict -o out.el
ends_with 2 multigraph edit old.el --remove unknown.el --strict -o out.el
ends_with 2 multigraph edit old.el --insert missing.el -o out.parquet
[ ! -e out.el ] || echo "something was written"
multigraph bfs old.el -r 1 -o depth.tsv
multigraph bfs old.el -r 1 -o depth.npy --output-format npy
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from none.tsv
ends_with 2 multigraph cc old.el --remove missing.el --from depth.npy
ends_with 2 multigraph bfs old.el -r 2 --remove missing.el --from depth.tsv
printf '1\t0\n2\tx\n' >wrong.tsv
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from wrong.tsv
printf '1\t0\n2\t1\n' >short.tsv
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from short.tsv
printf '1\t0\n7\t1\n' >other.tsv
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from other.tsv
head -c 150 depth.npy >cut.npy
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from cut.npy
ends_with 2 multigraph bfs old.el --sources 1,2 --remove missing.el --from depth.tsv
ends_with 2 multigraph bfs old.el -r 1 --remove missing.el --from depth.tsv -o depth.tsv
echo "-- without the changes the run is a fresh one"
multigraph bfs old.el -r 1 --from depth.tsv
