# The thesis's tables and figures on given matrices, with its numbers beside ours; wrong calls.
printf '%%%%MatrixMarket matrix coordinate real general\n3 4 5\n1 1 2\n1 4 -1\n2 2 5\n3 3 4\n3 1 0.5\n' >a.mtx
echo "-- chapter 5"
multigraph bench papers aspt a.mtx --quick --backend cpu >aspt.txt || exit
sed -n 's/^\(Table [0-9.]*\|Figure [0-9.]*\):.*/\1/p' aspt.txt
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
echo "-- what does not go"
fails() { "$@" 2>&1 >/dev/null; echo "exit $?"; }
fails multigraph bench papers
fails multigraph bench papers a.mtx
fails multigraph bench papers rs missing.mtx
