npy() {
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '$2', 'fortran_order': $3, 'shape': ($1), }"
}
try() {
    multigraph "$@"
    echo "exit $?" >&2
}
printf '%%%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 2\n' >a.mtx
echo "no array" >text.npy
{ npy 3, '<f4' False && printf '1234'; } >short.npy
{ npy 2, '<f4' False && printf '12345678'; } >two.npy
{ npy '3, 1' '<f8' True && printf '123456781234567812345678'; } >fortran.npy
{ npy '1, 3, 1' '<f4' False && printf '123412341234'; } >cube.npy
{ npy 3, '<c8' False && printf '12345678'; } >complex.npy
{ npy '3, 2' '<f4' False && printf '%24s' 'x'; } >columns.npy
{ npy '2, 3' '<f4' False && printf '%24s' 'x'; } >wide.npy
for file in missing.npy text.npy short.npy two.npy fortran.npy cube.npy complex.npy columns.npy; do
    try spmv a.mtx --x $file -o y.npy
done
try sddmm a.mtx --x wide.npy --y columns.npy
try spmm a.mtx --k 0
try spmm a.mtx --format dense
try spmv a.mtx --k 3
try matrix a.mtx --format auto
try spmv
echo "-- files" >&2
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 1\n1 4 2\n' >far.mtx
printf '%%%%MatrixMarket matrix coordinate integer symmetric\n2 3 1\n1 2 2\n' >symmetric.mtx
printf '%%%%MatrixMarket matrix coordinate complex general\n2 3 1\n1 2 2 3\n' >complex.mtx
printf '%%%%MatrixMarket matrix array real general\n1 1\n2\n' >array.mtx
printf '1 2\n' >edges.mtx
for file in missing far symmetric complex array edges; do
    try matrix $file.mtx
done
[ ! -e y.npy ]
echo "-- names of outputs" >&2
ends_with 2 multigraph spmv good.mtx -o y.csv
ends_with 2 multigraph sddmm good.mtx -o y.txt
[ ! -e y.csv ] && [ ! -e y.txt ] || echo "something was written" >&2
