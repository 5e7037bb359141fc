#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# rank_process.sh PROGRAM PLUGIN: runs rank_process under mpirun with a fault in one of three processes, in the middle of
# a run: mpirun ends in time, with a failure, and those that can say why.
set -u
command -v mpirun >/dev/null || { echo "mpirun is not installed" && exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tools/cli/mpi.sh
. "$here/../../tools/cli/mpi.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$1" "$folder/rank_process" && ln -s "$2" "$folder/multigraph_mpi.so" || exit 1
failed=0

# with FAULT AT STATUS TEXT...: the exit status is 0 or not, and each text is in the output.
with() {
    fault=$1 at=$2 wanted=$3
    shift 3
    timeout -k 5 60 mpirun -n 3 "$folder/rank_process" "$fault" "$at" >"$folder/out" 2>&1
    status=$?
    right=true
    [ "$status" -lt 124 ] || [ "$status" -gt 127 ] || right=false
    [ "$wanted" = 0 ] && [ "$status" != 0 ] && right=false
    [ "$wanted" != 0 ] && [ "$status" = 0 ] && right=false
    for text; do
        grep -q "$text" "$folder/out" || right=false
    done
    $right && return
    echo "$fault at $at: exit status $status"
    cat "$folder/out"
    failed=1
}

with none 0 0 "^0: right" "^1: right" "^2: right"
for at in 0 20; do
    with break "$at" 3 ": \(a rank did not take part in an exchange\|the link broke\)"
    with stop "$at" 3 "^[02]: a rank did not take part in an exchange for 0.03 seconds"
    with kill "$at" 137
done
for at in 0 1 2 5 7 20; do
    with memory "$at" 3 "^0: rank 1: out of memory" "^1: out of memory" "^2: rank 1: out of memory"
done
exit $failed
