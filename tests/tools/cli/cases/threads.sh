# Threads sleep soon when they wait, unless the environment says otherwise; child processes do not inherit the setting.
# The default number of threads respects the process's affinity.
mkfifo pipe
# waits_with NAME=VALUE...: the setting of a process that waits for its input, and its name.
waits_with() {
    env "$@" multigraph bfs pipe --source 1 &
    pid=$!
    tries=0
    until grep -q '^multigraph$' "/proc/$pid/comm" 2>/dev/null &&
        tr '\0' '\n' <"/proc/$pid/environ" | grep -q -E '^(GOMP_SPINCOUNT|OMP_WAIT_POLICY)='; do
        sleep 0.05
        tries=$((tries + 1))
        [ "$tries" -lt 200 ] || break
    done
    tr '\0' '\n' <"/proc/$pid/environ" | grep -E '^(GOMP_SPINCOUNT|OMP_WAIT_POLICY)='
    cat "/proc/$pid/comm"
    kill -KILL "$pid"
    wait "$pid" 2>/dev/null
}
unset GOMP_SPINCOUNT OMP_WAIT_POLICY OMP_NUM_THREADS
waits_with A=1
waits_with OMP_WAIT_POLICY=active
waits_with GOMP_SPINCOUNT=7

cat >show-cc <<'END'
#!/bin/sh
env | grep -E '^(GOMP_SPINCOUNT|MULTIGRAPH_STARTED_AGAIN)=' >inherited
exit 1
END
chmod +x show-cc
CC=./show-cc MULTIGRAPH_CACHE=off multigraph run "$EXAMPLES/hops.c" path.el 2>/dev/null && echo "it was compiled"
[ -e inherited ] || echo "the compiler was not called"
cat inherited

if command -v taskset >/dev/null; then
    cpu=$(taskset -cp $$ | sed 's/.*: *//; s/[-,].*//')
    taskset -c "$cpu" multigraph bfs path.el -o /dev/null --metrics metrics.json
    [ "$(json_get metrics.json threads)" = 1 ] || echo "more threads than CPUs"
fi

multigraph generate grid --width 60 --height 60 -o grid.mgb
# The OpenMP runtime gives fewer threads than asked for.
for verb in bfs sssp cc pagerank bc; do
    [ "$verb" = bc ] && sources='--sources 3' || sources=
    # shellcheck disable=SC2086 # words
    OMP_THREAD_LIMIT=2 multigraph "$verb" grid.mgb $sources --threads 4 --verify --quiet -o /dev/null || echo "$verb failed"
done
echo "-- far more threads than processors" >&2
multigraph info grid.mgb --threads 4096 2>&1 >/dev/null | sed 's/use [0-9]* processors*/use N processors/' >&2
