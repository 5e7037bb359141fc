# Peers that are small scripts: correct, slow, crashing, wrong, unreadable. Our times and ratios are not checked.
mkdir gap groute gunrock gunrock1 ecl old blest temporary
TMPDIR=$PWD/temporary
export TMPDIR
peer() { # FOLDER/NAME, the script on standard input; its arguments are logged
    {
        echo '#!/bin/sh'
        echo 'echo "$(basename "$0")" "$@" | sed "s#/[^ ]*/##g" >>"$(dirname "$0")/../calls"'
        cat
    } >"$1"
    chmod +x "$1"
}
# correct count and own check; three trials with a median of 4 ms
printf '%s\n' 'printf "Trial Time:  0.00900\nVerification:  PASS\nTrial Time:  0.00400\nTrial Time:  0.00100\n"' \
    'echo "BFS Tree has 4 nodes and 3 edges"' | peer gap/bfs
echo 'sleep 60' | peer gap/sssp
# the stack limit is raised to the hard limit
printf '%s\n' '[ "$(ulimit -S -s)" = "$(ulimit -H -s)" ] || exit 9' \
    'printf "Trial Time:  0.00100\nThere are 2 components\nVerification:  PASS\n"' | peer gap/cc
echo 'printf "Trial Time:  0.00100\nVerification:  FAIL\n"' | peer gap/pr
echo 'echo "cannot read the graph" >&2; kill -SEGV $$' | peer gap/bc
# correct values in a file; more output than is kept, and a child process keeps the pipe open
printf '%s\n' 'for word; do case $word in -output=*) file=${word#-output=} ;; esac; done' \
    'printf "0 INF\n1 0\n2 1\n3 2\n4 3\n" >"$file"; echo "BFS: 2.500000 ms. <filter>"' 'sleep 60 &' \
    'head -c 20000000 /dev/zero | tr "\0" "x"; exit 0' | peer groute/bfs
# one wrong value in its file
printf '%s\n' 'for word; do case $word in -output=*) file=${word#-output=} ;; esac; done' \
    'printf "0 INF\n1 0\n2 1\n3 2\n4 INF\n" >"$file"; echo "SSSP: 2.5 ms. <filter>"' | peer groute/sssp
echo 'echo "Trial Time: a while"' | peer groute/cc
echo 'exit 7' | peer groute/pr
# correct and wrong first values
printf '%s\n' 'cat "$2" >"$(dirname "$0")/../graph"; echo "GPU distances[:40] = 2147483647 0 1 2 3"' \
    'case $* in *merge_path) echo "GPU Elapsed Time : 1.5 (ms)" ;; *) echo "GPU Elapsed Time : 2 (ms)" ;; esac' | peer gunrock/bfs
printf '%s\n' 'echo "GPU distances[:40] = 3.40282e+38 0 1 2 2147483647"; echo "GPU Elapsed Time : 1.5 (ms)"' | peer gunrock/sssp
echo 'echo "GPU Elapsed Time : 1e-1 (ms)"' | peer gunrock/pr
# first values with ids
printf '%s\n' 'printf "First 40 labels of the GPU result:\n[0:4294967295 1:0 2:1 3:2 4:3 ]\n avg. elapsed: 2.25 ms\n"' | peer gunrock1/bfs
printf '%s\n' 'printf "First 40 distances of the GPU result.\n[0:2147483647 1:0 2:1 3:1 ]\n avg. elapsed: 2.25 ms\nPASS\n"' | peer gunrock1/sssp
# undirected graphs only; missing executable; missing interpreter
echo 'echo "preprocessing : 9.0 ms,processing : 1.5 ms,3 MTEPS,validation : PASS"' | peer old/BFS
printf '#!/no/such/interpreter\n' >blest/blest
chmod +x blest/blest

multigraph compare path.el --gapbs gap --groute groute --gunrock gunrock --gunrock1 gunrock1 --multigraph old --ecl ecl --blest blest \
    --numbering original --backend cpu --trials 3 --time-limit 1 --source 10 --weights unit --metrics metrics.json -o table.txt
sed 's/  *[0-9.]* m*s cpu  */ OURS /; s/ [0-9.]*x / RATIO /; s/  */ /g' table.txt | sed '/^Speedup/,/^$/d; / ours, /,/^$/d'
sed -n '/^Speedup/,/^$/p' table.txt | sed 's/[0-9][0-9]*\.[0-9][0-9]/MEAN/g; s/  */ /g'
echo "-- called with"
cat calls
echo "-- the graph it was given"
cat graph
echo "-- the report"
for i in 0 1 2; do
    for key in engine primitive graph numbering verdict; do
        printf '%s ' "$(json_get metrics.json results $i $key)"
    done
    echo
done
json_get metrics.json results 0 process_time
json_get metrics.json results 0 speedup | grep -q '^[0-9]' || echo "no ratio"
json_get metrics.json complete
echo "-- an undirected graph, both numberings: the peer gets the same graph with other numbers"
rm graph calls
printf '%s\n' 'od -A n -t d4 -v "$1" | tr -s " \n" " " >>"$(dirname "$0")/../graph"; echo >>"$(dirname "$0")/../graph"' \
    'echo "compute time: 0.0010 s"; echo "number of connected components: 1"' | peer ecl/ecl-cc
multigraph compare diamond.wel --undirected --ecl ecl --multigraph old --algorithm bfs,cc --trials 1 --backend cpu --paper -o table.txt
awk '$1 != "algorithm" && $2 ~ /^(ECL|Multi)/ { print $1, $2, $0 ~ / right/ ? "right" : "not" }' table.txt
tr ' ' '\n' <graph | grep -c .
tr ' ' '\n' <graph | sort -n | uniq -c | sed 's/^ *//' | head -n 3
echo "-- peers that read arcs; 2^30 means no path, and vertices without a path may be missing at the end"
mkdir cusha ws
printf '%s\n' 'cat "$2" >"$(dirname "$0")/../arcs"; printf "0:\t0\n1:\t1\n2:\t1\n3:\t2\n" >"$6"' \
    'echo "Processing finished in 2.5 (ms)."' | peer cusha/cusha_bfs
printf '%s\n' 'printf "0:\t1073741824\n1:\t0\n2:\t9\n" >"$6"; echo "Processing finished in 1.5 (ms)."' | peer ws/ws_sssp
rm calls
printf '0 1 2\n0 2 3\n1 3 4\n4 4 1\n' >tail.wel
multigraph compare tail.wel --cusha cusha --warp-segmentation ws --algorithm bfs,sssp --trials 1 --backend cpu --source 0 \
    --numbering original -o table.txt
sed 's/  *[0-9.]* m*s cpu  */ OURS /; s/ [0-9.]*x / RATIO /; s/  */ /g' table.txt | grep -E '^ *(bfs|sssp) (CuSha|WS-VR) OURS'
cat calls arcs
echo "-- CPU peers that read a file of sources, or run with several bucket widths"
mkdir -p lagraph/src/benchmark wasp
printf '%s\n' 'cat "$2" >"$(dirname "$0")/../../sources"' 'echo "parent only  pushpull trial:  0 threads:  2 src:   3     0.0082 sec"' |
    peer lagraph/src/benchmark/bfs_demo
echo 'echo "SV6:      nthreads:  2 trial:  0 time:     0.0026 sec"' | peer lagraph/src/benchmark/cc_demo
echo 'echo "trial:  0 time:     0.0012 sec"' | peer lagraph/src/benchmark/gappagerank_demo
printf '%s\n' 'printf "External Trial Time: 0.00${10}\nSSSP Tree reaches 4 nodes\nVerification:  PASS\n"' | peer wasp/sssp-int32
rm calls
multigraph compare diamond.wel --undirected --lagraph lagraph --wasp wasp --algorithm bfs,sssp,cc,pagerank --trials 2 --backend cpu \
    --source 2 --numbering original -o table.txt
sed 's/  *[0-9.]* m*s cpu  */ OURS /; s/ [0-9.]*x / RATIO /; s/  */ /g' table.txt | grep -E ' (LAGraph|Wasp) OURS'
cat calls lagraph/sources lagraph/src/calls
echo "-- nothing is left behind"
ls temporary
echo "-- a peer does not outlive us, its files neither, and Ctrl-C leaves a report"
mkdir slow
runs() { [ -e "/proc/$1" ] && ! grep -q '^State:.Z' "/proc/$1/status"; }
printf '%s\n' 'echo $$ >"$(dirname "$0")/../pid"; exec sleep 60' | peer slow/cc
ends_with 143 interrupt_after 1 TERM multigraph compare path.el --gapbs slow --algorithm cc --backend cpu -o table.txt
! runs "$(cat pid)" || echo "it runs still"
ends_with 130 interrupt_after 1 INT multigraph compare path.el --gapbs slow --algorithm cc --backend cpu --metrics cut.json -o table.txt
! runs "$(cat pid)" || echo "it runs still"
json_get cut.json complete
ls temporary
echo "-- usage"
ends_with 2 multigraph compare path.el
ends_with 2 multigraph compare --gapbs gap
ends_with 2 multigraph compare missing.el --gapbs gap -o table.txt
ends_with 2 multigraph compare path.el --gapbs gap --source 11 -o table.txt
ends_with 2 multigraph compare path.el --gapbs gap --algorithm bfs,spmv -o table.txt
