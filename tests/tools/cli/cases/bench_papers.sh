# The publications' tables and figures on given matrices, with their numbers beside ours; wrong calls.
printf '%%%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 2\n1 4 -1\n2 2 5\n3 3 4\n3 1 0.5\n' >a.mtx
names() { sed -n 's/^\(Tables\{0,1\} [0-9. and]*[0-9]\|Figures\{0,1\} [0-9. and]*[0-9]\):.*/\1/p' "$1"; }
echo "-- chapter 5"
multigraph bench papers aspt a.mtx --quick --backend cpu >aspt.txt || exit
names aspt.txt
grep -c '^not at hand: .*, but those given$' aspt.txt
echo "-- the thesis's column, and ours: each adds up to 100 %"
awk '/^Table 5.1/ { on = 1 } /^Table 5.2/ { on = 0 } on && /^(slowdown|speedup)/ { for (i = 3; i <= 10; i++) sum[i] += $i }
     END { for (i = 3; i <= 10; i++) printf "%.0f ", sum[i]; print "" }' aspt.txt
grep '^thesis' aspt.txt
echo "-- chapter 4; rs has no kernels on the CPU"
multigraph bench papers rs a.mtx --quick --backend cpu >rs.txt || exit
sed -n 's/^\(Figures\{0,1\} [0-9. and]*[0-9]\).*/\1/p' rs.txt
grep '^rs has' rs.txt
awk '/^Figure 4.8/ { on = 1 } /^Figure 4.9/ { on = 0 } on && /^a / { print $1, $2, $3 }' rs.txt
echo "-- HiSparse: a dense matrix of 2 x 2 leaves, all of them dense, and one that has two nonzeros far apart"
printf '%%%%MatrixMarket matrix coordinate pattern general\n300 20000 2\n1 1\n300 20000\n' >far.mtx
multigraph bench papers hisparse dense:256:256 far.mtx --quick --backend cpu --metrics m.json >hisparse.txt || exit
names hisparse.txt
sed -n '/^Figure 2/,/^$/p; /^Figure 4/,/^$/p' hisparse.txt
awk '/^Figure 5/ { on = 1 } /^Table 2/ { on = 0 } on && /^dense/ { print NF, ($2 > 0 && $4 > 0 && $6 > 0 && $8 > 0) }' hisparse.txt
awk '/^Figure 6/ { on = 1 } on && /^dense/ { ok = 1; for (i = 2; i <= NF; i++) ok = ok && $i > 0; print NF, ok }' hisparse.txt
grep -c poisson3Da hisparse.txt
echo "-- the report: figure 2 of far, and the mean of 262172 / 65536 and 28 bytes with all digits"
for field in suite number rows\ 1\ matrix rows\ 1\ csr rows\ 2\ predicted; do json_get m.json tables 0 $field; done
for field in row_max sparse_nodes dense_leaves; do json_get m.json tables 1 rows 1 $field; done
echo "-- AdELL: the bytes a nonzero down the ladder: 12 nonzeros in 4 rows, warps of 32 lanes"
multigraph bench papers adell band:4:3 --quick --backend cpu >adell.txt || exit
awk '/bytes a nonzero/ { on = 1 } /geometric mean/ { on = 0 } on && /^band/ { print $3, $5, $7, $9 }' adell.txt
grep -c '^[^ ].* CoAdELL  *[-0-9.]*  *[01]$' adell.txt
echo "-- GCSB: bytes as the thesis has them for random_0.005"
multigraph bench papers gcsb sampled:8192:335544 --quick --backend cpu >gcsb.txt || exit
names gcsb.txt
awk '/^Figure 4.5/ { on = 1 } on && /^sampled/ { print $2, $3, $4, $6; on = 0 }' gcsb.txt
grep '^thesis, random_0.005' gcsb.txt
awk '/^Table 4.8/ { on = 1 } on && /^ours, both/ { print ($3 > 4 * $4 ? "fewer sectors" : "not fewer"); on = 0 }' gcsb.txt
echo "-- several papers; no file is all that is not one"
multigraph bench papers adell hisparse a.mtx --quick --backend cpu | sed -n 's/^=== \([A-Za-z]*\) .* \([0-9]*\) matrices,.*/\1 \2/p'
echo "-- what does not go"
fails() { "$@" 2>&1 >/dev/null; echo "exit $?"; }
fails multigraph bench papers rs missing.mtx
fails multigraph bench papers adell band:3:9
fails multigraph bench papers adell band:3
fails multigraph bench papers adell a.mtx --vendor --backend cpu
