# Ranks that are processes of mpirun, on this machine.
command -v mpirun >/dev/null || exit 77
. "$here/mpi.sh"
mpirun -n 2 multigraph bfs chain.mtx --source 1 >/dev/null 2>first.err || {
    grep -q "built without MPI" first.err && exit 77
    cat first.err
}
same() {
    multigraph "$@" >one.out
    for ranks in 2 4; do
        mpirun -n $ranks multigraph "$@" --partition degree --verify -o several.tsv || echo "$*: failed on $ranks ranks"
        cmp one.out several.tsv || echo "$*: not the same on $ranks ranks"
    done
    echo "$1: the same"
}
mpirun -n 2 multigraph bfs chain.mtx -v -v -o /dev/null 2>&1 | grep -q 'rank 0 of 2: partition block' || echo "not on ranks"
same bfs path.el --source 10
same sssp diamond.wel --source 1
same cc "$REAL/les-miserables.mtx"
same bc chain.mtx
mpirun -n 3 multigraph pagerank "$REAL/karate.mtx" --verify --top 4 -o ranks.tsv
cut -f 1 ranks.tsv | tr '\n' ' '
echo
mpirun -n 3 multigraph bfs "$REAL/karate.mtx" --metrics m.json -o /dev/null
json_get m.json ranks
json_get m.json rank_arcs | tr -d '[] \n' | awk -F , '{ print $1 + $2 + $3 }'
[ "$(json_get m.json exchanged_bytes)" -gt 1000 ] || echo "too few bytes"
echo "-- the first process writes, also what needs no ranks"
mpirun -n 3 multigraph info path.el | grep -c vertices
echo "-- an error of all, once"
mpirun -n 3 multigraph bfs chain.mtx --source 77 -o none.tsv 2>all.err && echo "no failure"
grep "^multigraph:" all.err
mpirun -n 3 multigraph bfs chain.mtx --no-such 2>all.err && echo "no failure"
grep "^multigraph:" all.err
mpirun -n 2 multigraph bfs - <path.el 2>all.err && echo "no failure"
grep "^multigraph:" all.err
echo "-- an error of one process is that of all, once"
mpirun -n 1 multigraph bfs chain.mtx -o none.tsv : -n 1 multigraph bfs missing.mtx -o none.tsv 2>one.err && echo "no failure"
grep "^multigraph:" one.err
echo "-- all must have the same graph"
mpirun -n 1 multigraph bfs path.el -o none.tsv : -n 1 multigraph bfs chain.mtx 2>graphs.err && echo "no failure"
grep "^multigraph:" graphs.err | sed "s/has [0-9].*/has .../"
echo "-- a process that is killed ends all, also the one that writes"
large_graph >large.el
start=$(date +%s)
for killed in 1 0; do
    ls .none.tsv* 2>/dev/null
    # shellcheck disable=SC2016 # the shell of each process expands it
    KILLED=$killed mpirun -x KILLED -n 2 sh -c 'if [ "$OMPI_COMM_WORLD_RANK" = $KILLED ]; then (sleep 1; kill -s KILL $$) & fi
                   exec multigraph bc large.el -o none.tsv' >lost.out 2>lost.err && echo "no failure"
done
[ $(($(date +%s) - start)) -lt 60 ] || echo "it took more than a minute"
ls none.tsv* 2>/dev/null || echo "nothing is left"
rm -f .none.tsv.?????? # the process that writes was killed, and cannot remove it
