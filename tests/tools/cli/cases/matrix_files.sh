# member NAME DESCR SHAPE: adds an array, whose elements are standard input, to the folder of an archive.
member() {
    { printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '$2', 'fortran_order': False, 'shape': ($3), }" && cat; } >"npz/$1.npy"
}
try() {
    multigraph "$@"
    echo "exit $?" >&2
}
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 2\n1 3 -1\n2 2 5\n2 3 4\n' >a.mtx
echo "-- to .npz and back, transposed twice"
multigraph matrix a.mtx --write a.npz --transpose | sed -n '2,5p'
multigraph matrix a.npz --write b.mtx --transpose | sed -n '2,3p'
cmp a.mtx b.mtx && echo same
multigraph matrix - <a.npz | sed -n '4p'
multigraph spmm a.npz --k 3 --verify | grep verified
echo "-- the scores of sddmm as a matrix"
multigraph sddmm a.mtx --k 2 -o s.mtx >/dev/null
sed -n '1,2p' s.mtx
multigraph sddmm a.mtx --k 2 -o s.npz >/dev/null && multigraph matrix s.npz | sed -n '2,5p'
echo "-- errors" >&2
try matrix a.mtx --write a.csv >/dev/null
[ ! -e a.csv ]
mkdir npz
printf 'csr' | member format '|S3' ''
printf '\002\000\000\000\003\000\000\000' | member shape '<i4' 2,
printf '\000\000\000\000\003\000\000\000' | member indices '<i4' 2,
printf '\000\000\000\000\001\000\000\000\002\000\000\000' | member indptr '<i4' 3,
printf '\001\001' | member data '|b1' 2,
(cd npz && "$CMAKE" -E tar cf ../bad.npz --format=zip format.npy shape.npy indices.npy indptr.npy data.npy)
try matrix bad.npz
(cd npz && "$CMAKE" -E tar cf ../less.npz --format=zip format.npy shape.npy)
try matrix less.npz
