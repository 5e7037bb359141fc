# SPDX-License-Identifier: Apache-2.0
#
# helpers.sh: functions for the cases.

# ends_with STATUS COMMAND...: runs the command; prints its exit status if it is not this one.
ends_with() {
    wanted_status=$1
    shift
    "$@"
    found_status=$?
    [ "$found_status" = "$wanted_status" ] || echo "exit status $found_status, expected $wanted_status: $*"
}

# json_get FILE KEY...: the value at this path of a JSON file, read by CMake.
json_get() {
    json_file=$1
    shift
    keys=
    for key in "$@"; do
        keys="$keys;$key"
    done
    "$CMAKE" -DFILE="$json_file" -DKEYS="${keys#;}" -P "$DATA/../json_get.cmake"
}

# A ring with chords, large enough for exact betweenness to take minutes.
large_graph() {
    awk 'BEGIN { n = 40000; for (v = 0; v < n; v++) { print v, (v + 1) % n; print v, (v * 7919 + 13) % n
                 print v, (v * 104729 + 5) % n } }'
}

# interrupt_after SECONDS SIGNAL COMMAND...: its exit status is the command's.
interrupt_after() {
    seconds=$1 signal=$2
    shift 2
    timeout --foreground --preserve-status -s "$signal" "$seconds" "$@"
}

# interrupt_when TEXT FILE SIGNAL COMMAND...: sends the signal when the text is in the file.
# FILE is a glob pattern, since an incomplete output has a temporary name. The exit status is the command's.
interrupt_when() {
    text=$1 file=$2 signal=$3
    shift 3
    (
        # shellcheck disable=SC2086 # it is a pattern
        until cat $file 2>/dev/null | grep -q "$text"; do
            sleep 0.05
            kill -0 "$$" 2>/dev/null || exit
        done
        kill -s "$signal" "$(cat command.pid)"
    ) &
    watcher=$!
    # Not with `&`: background commands of a shell ignore INT.
    sh -c 'echo $$ >command.pid && exec "$@"' sh "$@"
    ended=$?
    kill "$watcher" 2>/dev/null
    wait "$watcher"
    return "$ended"
}
