#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# example_bicg.sh BICG: the solvers on a convection-diffusion matrix in formats that hold one copy for A and A^T, on one
# whose solution takes two steps; wrong calls.
set -eu
bicg=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failed() { echo "FAILED: $*"; cat out; exit 1; }
# five points on a grid, twice as strong against the wind as with it
awk -v side=20 'BEGIN {
    n = side * side
    for (row = 1; row <= n; row++) {
        x = (row - 1) % side; line[++count] = row " " row " 4.5"
        if (x > 0) line[++count] = row " " row - 1 " -1.5"
        if (x < side - 1) line[++count] = row " " row + 1 " -0.5"
        if (row > side) line[++count] = row " " row - side " -1.2"
        if (row <= n - side) line[++count] = row " " row + side " -0.8"
    }
    print "%%MatrixMarket matrix coordinate real general"; print n, n, count
    for (i = 1; i <= count; i++) print line[i] }' >wind.mtx
small() { awk -v name="$1" '$1 == name { exit !($2 + 0 < 1e-8) }' out; }
for format in csr csb gcsb hisparse; do
    for method in bicg qmr; do
        "$bicg" wind.mtx $format $method >out 2>&1 || failed "$format $method"
        small residual && small error || failed "$format $method"
        awk '$1 == "iterations" { exit !($2 > 5 && $2 < 200) }' out || failed "$format $method: iterations"
        echo "$format $method $(sed -n 's/^iterations.//p' out)"
    done
done
# a diagonal of two different values is solved in two steps
printf '%%%%MatrixMarket matrix coordinate real general\n4 4 4\n1 1 2\n2 2 2\n3 3 5\n4 4 5\n' >two.mtx
for method in bicg qmr; do
    "$bicg" two.mtx csb $method >out 2>&1 && grep -q '^iterations.2$' out && small error || failed "two.mtx $method"
done
printf '%%%%MatrixMarket matrix coordinate real general\n2 3 1\n1 2 1\n' >wide.mtx
expect() { status=0; shift; "$@" >out 2>&1 || status=$?; }
for call in "2 $bicg" "2 $bicg none.mtx" "2 $bicg wide.mtx" "2 $bicg two.mtx nothing"; do
    # shellcheck disable=SC2086 # words of a call
    expect $call
    [ "$status" = "${call%% *}" ] || failed "$call: exit $status"
done
