# Numbers of ranks: all results are those of one rank; what the ranks exchanged; what cannot be.
multigraph generate rmat --scale 8 --seed 3 -q -o rmat.el
multigraph bench ranks rmat.el --ranks 1,2,4 --threads 4 --trials 3 --partition degree --metrics m.json >table.txt || exit
awk 'length > 80 { print "too wide: " $0 }' table.txt
sed -n '/^algorithm/,$p' table.txt | awk 'NR > 1 { print $1, $2, $NF }'
echo "-- the report"
for i in 0 1 2 14; do
    for key in primitive graph mode scaling partition threads outcome ranks; do
        printf '%s ' "$(json_get m.json runs $i $key)"
    done
    echo
    json_get m.json runs $i process_times 2 | grep -q '^[0-9]' || echo "row $i has not three times"
done
json_get m.json runs 0 ratio
json_get m.json runs 0 rank_arcs 2>/dev/null && echo "one rank has no parts"
json_get m.json runs 15 primitive 2>/dev/null && echo "more than 15 rows"
arcs=$(json_get m.json runs 0 num_arcs)
for i in 1 2; do
    sum=$(json_get m.json runs $i rank_arcs | tr -d '[] \n' | awk -F , '{ for (k = 1; k <= NF; k++) s += $k; print s }')
    [ "$sum" = "$arcs" ] || echo "row $i: $sum arcs of $arcs"
    [ "$(json_get m.json runs $i exchanged_bytes)" -gt 500 ] || echo "row $i: nothing was exchanged"
done
echo "-- the same graphs as of modes where none is given; with weights for sssp"
multigraph bench ranks --shrink 8 --ranks 3 --trials 1 --algorithm sssp,cc | awk '$NF == "verified" { print $1, $2 }'
echo "-- a run of fewer iterations than it needs is another result"
multigraph generate road --width 40 --height 40 --max-weight 64 -q -o road.el
ends_with 3 multigraph bench ranks road.el --ranks 2 --threads 2 --trials 2 --algorithm sssp --max-iterations 60 >table.txt
sed -n 's/^sssp *\([12]\) .* \(verified\|WRONG.*\)$/\1 \2/p' table.txt
echo "-- what cannot be"
for wrong in "--ranks 0" "--ranks 2,x" "--ranks 2000" "--gpus 2" "--algorithm bfs,scc"; do
    # shellcheck disable=SC2086 # words of the options
    multigraph bench ranks rmat.el --trials 1 $wrong >/dev/null 2>why.txt && echo "$wrong: no failure"
    cat why.txt
done
if multigraph bench ranks rmat.el --trials 1 --backend cuda >/dev/null 2>&1; then
    echo "it ran on a GPU"
fi
