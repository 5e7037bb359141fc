#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# rank_gpus.sh MULTIGRAPH: processes of mpirun, each with a GPU, on a generated graph: results are those of the CPU, over
# NCCL where it is and each process has a GPU of its own, and through host memory.
set -u
command -v mpirun >/dev/null || { echo "mpirun is not installed" && exit 77; }
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/tools/cli/mpi.sh
. "$here/../../tools/cli/mpi.sh"
multigraph=$1
[ -n "$("$multigraph" devices 2>/dev/null)" ] || { echo "there is no GPU" && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failed=0
"$multigraph" generate kron --scale 13 --max-weight 64 -o g.mgb -q || exit 1

library= # of NCCL; empty: it is looked for
# ranks N VERB OPTION...: a run of N processes
ranks() {
    count=$1
    shift
    timeout -k 5 120 mpirun -n "$count" env MULTIGRAPH_NCCL="$library" "$multigraph" "$@" --backend cuda -v \
        >messages 2>&1 && return
    echo "mpirun -n $count multigraph $*: exit status $?"
    cat messages
    failed=1
}

# has TEXT: the messages of the last run have it
has() {
    grep -q "$1" messages && return
    echo "no message: $1"
    cat messages
    failed=1
}

for verb in bfs sssp cc; do
    "$multigraph" $verb g.mgb --backend cpu -o one.tsv -q || failed=1
    library=
    ranks 2 $verb g.mgb -o several.tsv
    cmp one.tsv several.tsv || failed=1
    has "2 ranks, each with a GPU, exchange \(over NCCL\|through host memory\)"
    library=none
    ranks 2 $verb g.mgb -o several.tsv
    cmp one.tsv several.tsv || failed=1
    has "through host memory: MULTIGRAPH_NCCL is none"
done
library=
for verb in bfs sssp; do
    "$multigraph" $verb g.mgb --backend cpu -o one.tsv -q || failed=1
    ranks 3 $verb g.mgb --partition degree -o several.tsv
    cmp one.tsv several.tsv || failed=1
done
ranks 2 pagerank g.mgb --partition degree --verify -o several.tsv
ranks 2 cc g.mgb --partition degree --verify -o several.tsv
has "the parts are blocks"
for count in 2 3; do
    ranks "$count" pagerank g.mgb --verify -o several.tsv
    ranks "$count" bc g.mgb --sources 4 --verify -o several.tsv
done
ranks 2 triangles g.mgb --verify -o several.tsv
has "every rank runs the whole on its GPU"
exit $failed
