# A format that always has weights, read without them, by one thread and by many.
for weights in file unit random; do
    for threads in 1 2 5; do
        multigraph cc weights_unit.csr --weights $weights --threads $threads >out || echo "$weights, $threads: $?"
        seq 0 15 | sed 's/$/\t0/' | diff - out
    done
done
