ends_with 2 multigraph convert path.el out --to gmll
ends_with 2 multigraph convert path.el out --to sgg
ends_with 2 multigraph convert path.el
ends_with 2 multigraph convert missing.el out.mtx
ends_with 2 multigraph convert missing.el out.parquet
ends_with 2 multigraph generate path --scale 3 -o out.parquet
ends_with 2 multigraph convert broken.el out.mtx
ends_with 1 multigraph convert path.el no/such/folder/out.mtx
ends_with 1 multigraph convert path.el /dev/full --to sg
[ ! -e out ] && [ ! -e out.mtx ] || echo "something was written"
echo "-- in place"
cp path.el both.csv
multigraph convert both.csv both.csv
cat both.csv
