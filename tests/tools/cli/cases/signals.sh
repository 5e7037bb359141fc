# INT, TERM and HUP end what waits or loops, too, within a second, and leave no file and no process behind.
top=$PWD
mkdir bin
mkfifo silent
sleep 60 >silent &
silence=$!

# ends_soon STATUS SIGNAL COMMAND...: sends the signal after a second. In a folder of its own.
ends_soon() (
    soon_status=$1 soon_signal=$2
    shift 2
    folder=$(mktemp -d "$top/run.XXXXXXX")
    cd "$folder" && mkdir temporary && mkfifo pipe && ln -s ../path.el ../loop.c ../trace.json . || exit
    TMPDIR=$folder/temporary
    export TMPDIR
    begun=$(date +%s)
    # Background commands of a shell ignore INT.
    ends_with "$soon_status" interrupt_after 1 "$soon_signal" env --default-signal=INT "$@" 2>>"$top/messages"
    [ $(($(date +%s) - begun)) -le 5 ] || echo "too slow: $*"
    [ -z "$(ls -A temporary)" ] || echo "left in TMPDIR by $*: $(ls temporary)"
    left=$(find . -name 'out*')
    [ -z "$left" ] || echo "written: $left by $*"
)

# in_three_ways COMMAND...: in the background. Standard input stays silent.
in_three_ways() {
    ends_soon 130 INT "$@" <silent &
    three_ways="$three_ways $!"
    ends_soon 143 TERM "$@" <silent &
    three_ways="$three_ways $!"
    ends_soon 129 HUP "$@" <silent &
    three_ways="$three_ways $!"
}

# Waits for those in the background.
all_end() {
    # shellcheck disable=SC2086 # words
    wait $three_ways
    three_ways=
}

three_ways=
# The input or the output is a FIFO at whose other end nobody is, or standard input stays silent.
in_three_ways multigraph bfs pipe --source 1 -o out
in_three_ways multigraph bfs path.el --source 1 -o pipe
in_three_ways multigraph bench pipe --algorithm bfs --backend cpu -o out
in_three_ways multigraph bfs - --source 1 -o out
all_end

# A compiler that does not end, with a child process of its own; and a child process of ours.
cat >bin/slow-cc <<END
#!/bin/sh
sleep 60 &
echo \$! >>"$top/children"
touch "\$TMPDIR/cc.temporary"
wait
END
cat >bin/gnuplot <<END
#!/bin/sh
echo \$\$ >>"$top/children"
exec sleep 60
END
chmod +x bin/*
PATH=$PWD/bin:$PATH
in_three_ways env CC=slow-cc MULTIGRAPH_CACHE=off multigraph run "$EXAMPLES/hops.c" path.el --source 1 -o out
multigraph bfs path.el -o /dev/null --trace trace.json
in_three_ways multigraph plot frontier trace.json -o out.svg
all_end

# A callback that does not end, unless there is only one vertex: compiled before the signals.
sed 's/^MG_FN bool start(.*/&\n    for (volatile uint32_t on = ctx->vertices > 1; on;) { }/' "$EXAMPLES/hops.c" >loop.c
echo 0 0 >one.el
multigraph run loop.c one.el -o /dev/null -q
in_three_ways multigraph run loop.c path.el -o out
all_end

kill "$silence"
while read -r child; do # process 1 may be slow to take note of its end: state Z
    ! grep -q '^State:[^Z]*$' "/proc/$child/status" 2>/dev/null || echo "a child process is left"
done <children
[ "$(wc -l <children)" = 6 ] || echo "not all of the slow commands ran"
sort messages | uniq -c | sed 's/^ *//'
