# INT, TERM and HUP end what waits or loops, too, within a second, and leave no file and no process behind.
TMPDIR=$PWD/temporary
export TMPDIR
mkdir bin "$TMPDIR"
mkfifo pipe

# ends_soon STATUS SIGNAL SECONDS COMMAND...: sends the signal after so many seconds.
ends_soon() {
    soon_status=$1 soon_signal=$2 soon_seconds=$3
    shift 3
    begun=$(date +%s)
    ends_with "$soon_status" interrupt_after "$soon_seconds" "$soon_signal" "$@" 2>>messages
    [ $(($(date +%s) - begun)) -le $((soon_seconds + 4)) ] || echo "too slow: $*"
    [ -z "$(ls -A "$TMPDIR")" ] || echo "left in TMPDIR by $*: $(ls "$TMPDIR")"
    [ ! -e out ] || echo "written: $*"
}

# in_three_ways SECONDS COMMAND...
in_three_ways() {
    ends_soon 130 INT "$@"
    ends_soon 143 TERM "$@"
    ends_soon 129 HUP "$@"
}

# The input or the output is a FIFO at whose other end nobody is, or standard input stays silent.
in_three_ways 1 multigraph bfs pipe --source 1 -o out
in_three_ways 1 multigraph bfs path.el --source 1 -o pipe
in_three_ways 1 multigraph bench pipe --algorithm bfs --backend cpu -o out
mkfifo silent
sleep 30 >silent &
in_three_ways 1 multigraph bfs - --source 1 -o out <silent
kill $!

# A compiler that does not end, with a child process of its own.
cat >bin/slow-cc <<'END'
#!/bin/sh
sleep 60 &
echo $! >>children
touch "$TMPDIR/cc.temporary"
wait
END
cat >bin/gnuplot <<'END'
#!/bin/sh
echo $$ >>children
exec sleep 60
END
chmod +x bin/*
PATH=$PWD/bin:$PATH
(
    CC=slow-cc MULTIGRAPH_CACHE=off
    export CC MULTIGRAPH_CACHE
    in_three_ways 1 multigraph run "$EXAMPLES/hops.c" path.el --source 1 -o out
)
# A callback that does not end, unless there is only one vertex: compiled before the signals.
MULTIGRAPH_CACHE=$PWD/cache
export MULTIGRAPH_CACHE
sed 's/^MG_FN bool start(.*/&\n    for (volatile uint32_t on = ctx->vertices > 1; on;) { }/' "$EXAMPLES/hops.c" >loop.c
echo 0 0 >one.el
multigraph run loop.c one.el -o /dev/null -q
in_three_ways 1 multigraph run loop.c path.el -o out

# A child process of ours.
multigraph bfs path.el -o /dev/null --trace trace.json
in_three_ways 1 multigraph plot frontier trace.json -o out.svg
while read -r child; do
    ! kill -0 "$child" 2>/dev/null || echo "a child process is left"
done <children
[ "$(wc -l <children)" = 6 ] || echo "not all of the slow commands ran"
sort messages | uniq -c | sed 's/^ *//'
