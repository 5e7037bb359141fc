#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run_case.sh CASE.sh: runs one case in a new folder with `multigraph` on the PATH and compares its output and exit
# status with the files beside it:
#     CASE.stdout, CASE.stderr            the exact text (no file: no output allowed)
#     CASE.stdout.glob, CASE.stderr.glob  the same with a shell pattern per line
#     CASE.exit                           the exit status (no file: 0)
# A case that exits 77 is skipped. A temporary file that is left in the folder fails any case.
# Environment: MULTIGRAPH the command, DATA the small graphs, REAL the shipped real ones, EXAMPLES the programs, CMAKE for
# json_get, MULTIGRAPH_CACHE a cache of compiled programs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
case_file=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
expected=${case_file%.sh}
PATH=$(dirname "$MULTIGRAPH"):$PATH
export PATH DATA REAL EXAMPLES CMAKE MULTIGRAPH_CACHE
LC_ALL=C
export LC_ALL

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/folder"
cd "$work/folder" || exit 1
cp "$DATA"/* .

(
    . "$here/helpers.sh"
    . "$case_file"
) >"$work/stdout" 2>"$work/stderr" </dev/null
status=$?
[ "$status" = 77 ] && exit 77

failed=0
complain() {
    echo "$(basename "$case_file"): $*"
    failed=1
}

# Compares line by line; each expected line is a glob pattern.
matches_patterns() {
    while IFS= read -r pattern <&3; do
        IFS= read -r line <&4 || return 1
        # shellcheck disable=SC2254 # it is a pattern
        case $line in
        $pattern) ;;
        *) echo "expected $pattern" && echo "found    $line" && return 1 ;;
        esac
    done 3<"$1" 4<"$2"
    [ "$(wc -l <"$1")" = "$(wc -l <"$2")" ]
}

for stream in stdout stderr; do
    if [ -e "$expected.$stream.glob" ]; then
        matches_patterns "$expected.$stream.glob" "$work/$stream" || complain "wrong $stream:" && cat "$work/$stream"
    elif [ -e "$expected.$stream" ]; then
        diff -u "$expected.$stream" "$work/$stream" || complain "wrong $stream"
    elif [ -s "$work/$stream" ]; then
        complain "nothing was expected on $stream:" && cat "$work/$stream"
    fi
done
wanted=0
[ -e "$expected.exit" ] && wanted=$(cat "$expected.exit")
[ "$status" = "$wanted" ] || complain "exit status $status, expected $wanted"
left=$(find . -name '.*.??????')
[ -z "$left" ] || complain "left behind: $left"
[ "$failed" = 0 ] || { echo "--- stderr was:" && cat "$work/stderr"; }
exit "$failed"
