# Products of matrices in storage formats: the cells, their results, and what the report has of them.
printf '%%%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 2\n1 4 -1\n2 2 5\n3 3 4\n3 1 0.5\n' >a.mtx
multigraph matrix a.mtx --write a.npz >/dev/null
cells() { awk '/^[^ ]/ && / x / { print $1, $2, $3, $4, $5 } /^  s[pd]/ { print $1, $2, $3, ($4 == "skipped:" ? "skipped" : $NF) }'; }
echo "-- files of any shape follow the suite"
multigraph bench spmv-formats a.mtx a.npz --format csr,coo,ell,split --backend cpu --trials 2 | cells
echo "-- columns and formats of choice; a format without a kernel is skipped"
multigraph bench sddmm a.mtx --k 3,8 --format ell,split,auto --backend cpu --trials 2 --verify last | cells
echo "-- the report"
multigraph bench spmm a.mtx --k 8 --format csr,coo --backend cpu --trials 3 --bandwidth 10 --metrics m.json >table.txt
grep -c '%' table.txt
for field in primitive graph mode storage_format columns num_vertices num_columns num_arcs flops compulsory_bytes outcome; do
    json_get m.json runs 1 $field
done
multigraph bench m.json --against m.json | tail -n 1
echo "-- the share of the roofline: of a bandwidth that is given, and of one that is measured"
awk -v share="$(json_get m.json runs 1 roofline_share)" -v bytes="$(json_get m.json runs 1 compulsory_bytes)" \
    -v ms="$(json_get m.json runs 1 median_process_time)" 'BEGIN { x = bytes / 10e9 / (1e-3 * ms); print (share > 0.999 * x && share < 1.001 * x) }'
multigraph bench spmv-formats a.mtx --format csr --backend cpu --trials 1 --metrics m.json >table.txt
grep -c ' csr .*%' table.txt
awk -v b="$(json_get m.json runs 0 bandwidth)" 'BEGIN { print (b > 1e8 && b < 1e13) }'
echo "-- no file: generated matrices"
multigraph bench spmm --shrink 11 --k 4 --format csr --backend cpu --trials 1 | cells | cut -d ' ' -f 1-3
echo "-- what does not go"
fails() { "$@" 2>&1 >/dev/null; echo "exit $?"; }
fails multigraph bench spmm a.mtx --k 0
fails multigraph bench spmm a.mtx --k 8,x
fails multigraph bench spmm a.mtx --format dense
fails multigraph bench spmm missing.mtx
fails multigraph bench spmm a.mtx --vendor --backend cpu
