# The gnuplot scripts: data, names, units and the machine, from fixed files. Needs no gnuplot.
cell() {
    printf '%s{"graph": "%s", "primitive": "%s", "backend": "%s", "mode": "%s", "threads": %s, "scaling": "%s", "num_arcs": %s,' \
        "$comma" "$1" "$2" "$3" "$4" "$5" "$6" "$7"
    printf '"outcome": "verified", "median_process_time": %s, "paper_mteps": %s, "csr_bytes": 1000, "kept_bytes": 500,' "$8" "$9"
    printf '"build_time": 2.5}\n'
    comma=,
}
report() {
    comma=
    printf '{"schema": "multigraph-bench/1", "engine_version": "0.0.9", "machine": "an \\"old\\" `box`, 4 threads", "device": "%s",\n' "$1"
    printf '"runs": ['
}
{
    report "a GPU"
    cell kron16 bfs cpu auto 4 none 1000000 10 100.5
    cell kron16 bfs cuda dense 4 none 1000000 1 1234
    cell road_300 bfs cpu auto 4 none 1000000 100 9.994
    cell kron16 cc cpu auto 4 none 1000000 10 100
    echo ']}'
} >bench.json
echo "-- mteps"
multigraph plot mteps bench.json -o mteps.gp
grep '^set terminal\|^set label\|^set ylabel' mteps.gp
sed -n '/<< END/,/^END/p' mteps.gp
echo "-- one algorithm"
multigraph plot mteps bench.json --algorithm cc -o cc.gp
sed -n '/<< END/,/^END/p' cc.gp
echo "-- memory"
multigraph plot memory bench.json -o memory.gp
sed -n '/<< END/,/^END/p' memory.gp
echo "-- compare: ours and theirs, as the file numbers the vertices and at random; what was wrong has no bar"
cat >compare.json <<'END'
{"schema": "multigraph-compare/1", "engine_version": "0.0.9", "machine": "a box, 4 threads", "device": "", "results": [
{"engine": "GAPBS", "primitive": "bc", "graph": "kron16", "num_arcs": 1000000, "numbering": "original", "our_backend": "cpu",
 "our_process_time": 10, "process_time": 20, "verdict": "right"},
{"engine": "GAPBS", "primitive": "bc", "graph": "kron16", "num_arcs": 1000000, "numbering": "random", "our_backend": "cpu",
 "our_process_time": 20, "process_time": 40, "verdict": "unchecked"},
{"engine": "Groute", "primitive": "bc", "graph": "kron16", "num_arcs": 1000000, "numbering": "original", "our_backend": "cpu",
 "our_process_time": 10, "process_time": 1, "verdict": "wrong"}]}
END
multigraph plot mteps compare.json -o compare.gp
sed -n '/<< END/,/^END/p' compare.gp
echo "-- scaling: 1, 2 and 4 threads; 2 and 8 million arcs on a GPU"
{
    report ""
    cell kron18 bfs cpu auto 1 strong 1000 80 1
    cell kron18 bfs cpu auto 2 strong 1000 40 1
    cell kron18 bfs cpu auto 4 strong 1000 32 1
    cell kron16 bfs cpu auto 1 weak 1000 10 1
    cell kron17 bfs cpu auto 2 weak 2000 12.5 1
    cell kron18 bfs cuda auto 4 sizes 2000000 2 1000
    cell kron20 bfs cuda auto 4 sizes 8000000 4 2000
    echo ']}'
} >scaling.json
multigraph plot scaling scaling.json -o scaling.gp
sed -n '/<< END/,/^END/p' scaling.gp
multigraph plot mteps scaling.json -o sizes.gp
sed -n '/<< END/,/^END/p' sizes.gp
echo "-- ranks of bench, and metrics: two GPUs or more, by their clock; a run of ranks, from one"
metrics() {
    printf '{"schema": "multigraph-metrics/1", "primitive": "%s", "graph_file": "/tmp/kron25.mgb", "backend": "%s", "threads": 3,' "$1" "$2"
    printf '"gpuinfo": {"name": "a GPU"}, "sysinfo": {"processor": "a box"}, "engine_version": "0.0.9",'
    printf '"median_process_time": 90, %s}\n' "$3"
}
{
    report ""
    cell kron18 cc cpu ranks 1 ranks 1000 80 1 | sed 's/"mode"/"ranks": 1, "mode"/'
    comma=,
    cell kron18 cc cpu ranks 2 ranks 1000 50 1 | sed 's/"mode"/"ranks": 2, "mode"/'
    echo ']}'
} >ranks.json
metrics bfs cuda '"gpus": 4, "median_device_time": 6' >four.json
metrics bfs cuda '"gpus": 2, "median_device_time": 10' >two.json
metrics bfs cpu '"ranks": 3' >three.json
metrics bfs cpu '"converged": true' >one.json
multigraph plot scaling four.json ranks.json two.json three.json one.json -o ranks.gp
sed -n '/<< END/,/^END/p' ranks.gp
grep -o '^set label 2 "[^"]*"\|^plot x title "ideal"\|title "[a-z]*, [^"]*"' ranks.gp
echo "-- roofline: 2 Gflop/s at 0.25 flop/byte, below 100 GB/s"
cat >spmv.json <<'END'
{"schema": "multigraph-bench/1", "machine": "a box", "device": "", "runs": [
{"graph": "kron16", "primitive": "spmv", "backend": "cpu", "mode": "auto", "outcome": "verified", "median_process_time": 1,
 "flops": 2000000, "compulsory_bytes": 8000000}]}
END
multigraph plot roofline spmv.json --bandwidth 100 -o roofline.gp
sed -n '/<< END/,/^END/p' roofline.gp
grep -o '^plot .* GB/s"' roofline.gp
multigraph plot roofline spmv.json -o roofline.gp
grep -o '^plot .* GB/s"' roofline.gp
echo "-- on a GPU by its own clock"
sed 's/"cpu"/"cuda"/; s/"median_process_time": 1/"median_device_time": 0.5, "median_process_time": 9/' spmv.json >gpu.json
multigraph plot roofline gpu.json -o roofline.gp
sed -n '/<< END/,/^END/p' roofline.gp
echo "-- two points have names; two hundred have numbers, and a key of 40 names below the panel, which stays as high"
for points in 2 200; do
    awk -v points="$points" 'BEGIN {
        printf "{\"schema\": \"multigraph-bench/1\", \"machine\": \"a box\", \"device\": \"\", \"runs\": ["
        for (i = 0; i < points; i++)
            printf "%s\n{\"graph\": \"matrix%d\", \"primitive\": \"spmv\", \"backend\": \"cpu\", \"mode\": \"f%d\", \"outcome\": \"verified\",%s",
                   i ? "," : "", i % 40, i / 40, " \"median_process_time\": " 1 + i / 900 ", \"flops\": 2000000, \"compulsory_bytes\": 8000000}"
        print "]}" }' >spmv.json
    multigraph plot roofline spmv.json --bandwidth 100 -o points.gp
    sed -n '/<< END/,/^END/p' points.gp | awk -F'"' '!/END/ { print $2 $4 }' | sort | uniq -c |
        awk '{ labels += $1; names++; each[$1]++ } END { print labels " labels of " names " names, each on " $1 }'
    sed -n 's/^set label [1-9][0-9] "\([0-9]*  [^"]*\)".*/\1/p' points.gp | sed -n '1p;$p'
    awk '/^set terminal/ { split($0, size, ","); high = size[2] + 0 }
         /^set bmargin/ { below = $NF } /^set tmargin/ { printf "%.0f\n", high * ($NF - below) }' points.gp
done
echo "-- frontier: a real trace"
multigraph bfs path.el -r 10 --mode auto --trace auto.json -o /dev/null
multigraph bfs path.el -r 10 --mode sparse --trace sparse.json -o /dev/null
multigraph plot frontier sparse.json auto.json -o frontier.gp
sed -n '/<< END/,/^END/p' frontier.gp | awk '{ print $1, $2, $3 }'
grep -o 'title "[^"]*"' frontier.gp | grep -v 'chose\|expected'
echo "-- wrong ones"
ends_with 2 multigraph plot bars bench.json -o bars.svg
ends_with 2 multigraph plot mtep bench.json -o bars.svg
ends_with 2 multigraph plot mteps bench.json
ends_with 2 multigraph plot mteps bench.json -o picture.jpg
ends_with 2 multigraph plot mteps -o picture.svg
ends_with 2 multigraph plot frontier bench.json -o picture.svg
ends_with 2 multigraph plot mteps auto.json -o picture.svg
ends_with 2 multigraph plot roofline bench.json -o picture.svg
ends_with 2 multigraph plot scaling bench.json -o picture.svg
ends_with 2 multigraph plot mteps bench.json --algorithm sssp -o picture.svg
mkdir empty
PATH=$PWD/empty ends_with 1 "$MULTIGRAPH" plot mteps bench.json -o picture.svg
[ ! -e picture.svg ] || echo "a picture was left"
