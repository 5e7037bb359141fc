# The table of ratios beside a GAPBS of small scripts, whose times are fixed: PageRank at equal errors, SSSP with the
# best of five bucket widths. Our times and ratios are not checked.
mkdir gap
program() { # NAME, the script on standard input; its arguments are logged
    {
        echo '#!/bin/sh'
        echo 'echo "$(basename "$0")" "$OMP_NUM_THREADS" "$@" | sed "s#/[^ ]*/##g" >>"$(dirname "$0")/../calls"'
        cat
    } >"gap/$1"
    chmod +x "gap/$1"
}
printf '%s\n' 'echo "Trial Time:  0.00400"' 'echo "BFS Tree has 34 nodes and 78 edges"' | program bfs
printf '%s\n' 'case $* in *"-d 4 "*|*"-d 4") time=1 ;; *) time=2 ;; esac' 'echo "Trial Time:  0.00${time}00"' \
    'echo "SSSP Tree reaches 34 nodes"' | program sssp
printf '%s\n' 'echo "Trial Time:  0.00100"' 'echo "There are 1 components"' | program cc
echo 'echo "Trial Time:  0.00300"' | program pr
# the faster one to 1e-6 only
printf '%s\n' 'case $* in *"-i 18"*) time=4 ;; *) time=2 ;; esac' 'echo "Trial Time:  0.00${time}00"' | program pr_spmv
echo 'exit 1' | program bc
cp "$REAL/karate.mtx" other.mtx
multigraph compare "$REAL/karate.mtx" other.mtx --gapbs gap --numbering original --trials 2 --threads 1 --weights unit --source 34 \
    --verify none --algorithm bfs,sssp,cc,pagerank-1e-4,pagerank-1e-6,bc -o table.txt
sed 's/  *[0-9.]* m*s cpu  */ OURS /; s/ [0-9.]*x / RATIO /; s/  */ /g' table.txt | sed '/^Speedup/,/^$/d; /^GAPBS/,$d'
sed -n '/^GAPBS/,$p' table.txt | sed 's/ [0-9][0-9]*\.[0-9][0-9]/ RATIO/g; s/  */ /g'
echo "-- called with"
sed '/graph.*/!d' calls | head -n 12
echo "-- directed, without pr_spmv: the same table"
rm gap/pr_spmv gap/sssp calls
multigraph compare path.el --gapbs gap --numbering original --trials 1 --threads 1 --algorithm sssp,pagerank-1e-4 -o table.txt
sed 's/  *[0-9.]* m*s cpu  */ OURS /; s/ [0-9.]*x / RATIO /; s/  */ /g' table.txt | grep '^ [a-z].* GAPBS '
cat calls
echo "-- usage"
ends_with 2 multigraph compare path.el --gapbs gap --algorithm pagerank-1e-5
ends_with 2 multigraph compare path.el --gapbs gap --verify last
