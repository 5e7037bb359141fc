#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# fuzz.sh BUILD SECONDS [FORMAT...]: runs the libFuzzer targets of a build with -DMG_FUZZ=ON one after another, each for
# so many seconds, at low priority, from the seeds and from small graphs that `multigraph` (on the PATH, or $MULTIGRAPH)
# writes. Prints a line for each: inputs, coverage, crashes. What it found stays in BUILD/corpus/FORMAT; a crash is kept
# in BUILD/crashes. Exit status 1: something was found.
set -eu
build=$(cd "$1" && pwd) seconds=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
multigraph=${MULTIGRAPH:-multigraph}
export OMP_WAIT_POLICY=passive # threads that spin between inputs only cost time
[ $# -gt 0 ] || set -- any mtx edgelist csv dimacs metis ligra ldbc galois sg wsg csr mgb matrix
mkdir -p "$build/crashes"
failed=0

# Small graphs in the target's format, none for matrices; an LDBC graph is three files in one, separated by form feeds.
write_seeds() {
    format=$1 corpus=$2
    [ "$format" != matrix ] || return 0
    for kind in path star kron; do
        for weights in '' '--max-weight 9'; do
            graph=$corpus/$kind${weights:+-weighted}
            # shellcheck disable=SC2086 # words
            "$multigraph" generate $kind --scale 3 $weights -o "$graph.mgb" 2>/dev/null
            case $format in
            any) "$multigraph" convert "$graph.mgb" "$graph.el.zst" ;;
            mgb)
                "$multigraph" convert "$graph.mgb" "$graph.ordered" --to mgb --order degree
                printf '0 zero\n3 three\n' >"$build/names.txt"
                "$multigraph" convert "$graph.mgb" "$graph.named" --to mgb --names "$build/names.txt"
                "$multigraph" convert "$graph.mgb" "$graph.in" --to mgb-in --directed
                ;;
            ldbc)
                "$multigraph" convert "$graph.mgb" "$graph.e"
                { cat "$graph.properties" && printf '\f' && cat "$graph.v" && printf '\f' && cat "$graph.e"; } >"$graph"
                rm -f "$graph.properties" "$graph.v" "$graph.e"
                ;;
            *) "$multigraph" convert "$graph.mgb" "$graph" --to "$format" ;;
            esac 2>/dev/null || true
            [ "$format" = mgb ] || rm -f "$graph.mgb"
        done
    done
}

for format in "$@"; do
    corpus=$build/corpus/$format
    mkdir -p "$corpus"
    cp "$here/seeds/$format"-* "$corpus" 2>/dev/null || true
    write_seeds "$format" "$corpus"
    log=$build/corpus/$format.log
    status=0
    nice -n 19 "$build/tests/fuzz/fuzz_$format" "$corpus" -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=4096 \
        -timeout=60 -print_final_stats=1 -artifact_prefix="$build/crashes/$format-" >"$log" 2>&1 || status=1
    inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    [ $status = 0 ] || failed=1
    printf '%s: %s inputs in %s s, coverage %s%s\n' "$format" "${inputs:-?}" "$seconds" "${coverage:-?}" \
        "$([ $status = 0 ] || echo ", FAILED, see $log")"
done
exit $failed
