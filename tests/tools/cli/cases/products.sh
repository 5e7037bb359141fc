# npy SHAPE TYPE: the header of a NumPy file, 128 bytes.
npy() {
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<$2', 'fortran_order': False, 'shape': ($1), }"
}
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 2\n1 3 -1\n2 2 5\n2 3 4\n' >a.mtx
{ npy 3, i4 && printf '\001\000\000\000\002\000\000\000\003\000\000\000'; } >x.npy
{ npy 2, i4 && printf '\001\000\000\000\002\000\000\000'; } >t.npy
echo "-- A (1 2 3) in every format"
for format in auto csr coo ell split; do
    multigraph spmv a.mtx --x x.npy --format $format --verify -o y.npy >report.txt || echo failed
    grep -q "^verified	yes" report.txt || echo "not verified"
    tail -c +129 y.npy | od -A n -t d4
done
cut -f 1 report.txt | tr '\n' ' ' && echo
head -c 128 y.npy | grep -c "'shape': (2,)"
echo "-- the transposed matrix times (1 2)"
multigraph spmv a.mtx --transpose --x t.npy -o y.npy --repeat 3 | sed -n '1,2p'
tail -c +129 y.npy | od -A n -t d4
echo "-- two columns"
{ npy '3, 2' i4 && printf '\001\000\000\000\000\000\000\000\002\000\000\000\001\000\000\000\003\000\000\000\000\000\000\000'; } >xx.npy
multigraph spmm a.mtx --x xx.npy -o yy.npy --verify | grep -c verified
tail -c +129 yy.npy | od -A n -t d4
head -c 128 yy.npy | grep -c "'shape': (2, 2)"
echo "-- sddmm: a_ij x_i y_j, and of the transposed matrix"
multigraph sddmm a.mtx --x t.npy --y x.npy -o s.npy --verify | grep -c verified
tail -c +129 s.npy | od -A n -t d4
multigraph sddmm a.mtx --transpose --x x.npy --y t.npy -o s.npy --verify | grep -c verified
tail -c +129 s.npy | od -A n -t d4
echo "-- random operands: the same for the same seed"
for seed in 1 1 2; do
    multigraph spmm a.mtx --k 4 --seed $seed -o r$seed.npy --verify | grep "^[kt]"
    [ -e first.npy ] || cp r$seed.npy first.npy
    cmp -s first.npy r$seed.npy && echo same || echo other
done
echo "-- the backend"
multigraph spmv a.mtx --backend cpu | grep -c seconds
