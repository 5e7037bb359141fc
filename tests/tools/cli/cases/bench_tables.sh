# Tables of graphs: the modes by iteration, preprocessing, the tables of MultiGraph; runs as published; the diameter.
multigraph generate cycle --vertices 8 -o cycle.el
echo "-- table 3.2: frontiers of a cycle, which all modes share"
multigraph bench modes cycle.el --undirected --trials 2 --algorithm bfs,cc --backend cpu --metrics modes.json >modes.txt || exit
awk '/^ Iter/ { on = 1; next } /^total/ { on = 0 } on { print $1, $2, $3, NF }' modes.txt
awk '/^total / { print NF }  /^(bfs|cc) / { print $1, NF, ($2 > 0) }' modes.txt
echo "-- the same in the report, which has all digits"
for field in suite number graph backend; do json_get modes.json tables 0 $field; done
for i in 0 1 2 3 4 5; do
    echo $(for field in iteration vertices edges; do [ $i.$field = 5.vertices ] && break; json_get modes.json tables 0 rows $i $field; done)
done
awk -v text="$(awk '/^total / { print $2 }' modes.txt)" -v exact="$(json_get modes.json tables 0 rows 5 sparse)" \
    'BEGIN { print (text - exact < 0.0006 && exact - text < 0.0006) }'
json_get modes.json tables 1 rows 1 algorithm
json_get modes.json runs
echo "-- tables 3.7 and 3.8: a directed graph needs its in-edges"
multigraph generate rmat --scale 9 -q -o rmat.el
multigraph bench preprocessing rmat.el --trials 1 --backend cpu --metrics built.json >built.txt || exit
grep -c '^rmat .*([ 0-9.]*).*([ 0-9.]*)' built.txt
awk '/^Table 3.8/ { on = 1 } on && /^pagerank / { print $1, ($2 > 0), $4, $5 }' built.txt
for field in suite number; do json_get built.json tables 1 $field; done
json_get built.json tables 1 rows 4 algorithm
printf '%.2f %.2f\n' "$(json_get built.json tables 1 rows 4 thesis_original)" "$(json_get built.json tables 1 rows 4 thesis_renumbered)"
json_get built.json tables 0 rows 0 graph
multigraph bench preprocessing rmat.el --trials 1 --backend cpu --paper | awk '/^Table 3.8/ { on = 1 } on && /^bfs / { print $1, ($2 > 0), $4, $5 }'
echo "-- the paper's chapter 3"
cp rmat.el kron_g500-logn21.el
multigraph bench papers multigraph kron_g500-logn21.el --quick --backend cpu --metrics paper.json >paper.txt || exit
sed -n 's/^\(Table [0-9.]*\|Figure [0-9.]*\)[: ].*/\1/p' paper.txt
awk '/^Figure 3.9/ { on = 1 } on && /^kron_g500-logn21 / { ok = 1; for (i = 2; i <= 10; i++) ok = ok && ($i == "|" || $i > 0); print NF, ok; on = 0 }' paper.txt
grep -c 'kron_g500-logn21 (DIMACS10)' paper.txt
grep -c 'hollywood-2009 (LAW)' paper.txt
grep -c '^  thesis: 2.1M, 182.1M, 213904, 6$' paper.txt
json_get paper.json tables 0 notes 0
[ "$(json_get paper.json tables 0 rows 0 vertices)" = "$(multigraph info rmat.el | awk '$1 == "vertices" { print $2 }')" ] && echo "as many vertices"
echo "-- as published: every result is right; bfs pulls in no iteration"
multigraph bench rmat.el --paper --trials 2 --backend cpu --metrics m.json >table.txt || exit
awk '$2 == "cpu" { print $1, $3, $NF }' table.txt
grep -c '^paper: ' table.txt
multigraph bfs rmat.el --choice sampled --backend cpu --trace t.json --verify -o /dev/null || exit
grep -c '"mode":[[:space:]]*"pull"' t.json
json_get m.json paper
multigraph bench rmat.el --algorithm bfs --paper --mode dense --trials 1 --backend cpu | awk '$2 == "cpu" { print $1, $3, $NF }'
echo "-- the diameter: of paths and cycles, of a part, along arcs"
diameter() { multigraph info "$@" --diameter | grep diameter; }
diameter path.el --undirected
diameter cycle.el --undirected
multigraph generate cycle --vertices 9 -o odd.el && diameter odd.el --undirected
diameter cycle.el --directed
diameter cycle.el --undirected --output-format json
printf '1 2\n1 3\n1 4\n5 6\n6 7\n7 8\n' >parts.el && diameter parts.el --undirected
echo "-- and of grids with holes, where every vertex is tried"
for seed in 1 2 3; do
    multigraph generate road --width 7 --height 6 --seed $seed -q -o road.el
    source=$(multigraph info road.el --undirected | sed -n 's/^default-source.//p')
    found=$(multigraph info road.el --undirected --diameter | sed -n 's/^diameter.//p')
    for v in $(multigraph bfs road.el --undirected --source "$source" | awk '$2 ~ /^[0-9]+$/ { print $1 }'); do
        multigraph bfs road.el --undirected --source "$v"
    done | awk '$2 ~ /^[0-9]+$/ && $2 > most { most = $2 } END { print most }' >most.txt
    [ "$found" = "$(cat most.txt)" ] || echo "seed $seed: $found, not $(cat most.txt)"
done
