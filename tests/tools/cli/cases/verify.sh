for graph in "$REAL"/*.mtx "$REAL"/*.el; do
    for verb in bfs sssp cc pagerank bc; do
        ends_with 0 multigraph $verb "$graph" --verify -o /dev/null
    done
done
multigraph pagerank "$REAL/debian12-includes.el" --data-driven --verify -o /dev/null
multigraph bc "$REAL/debian12-includes.el" --sources 20 --seed 5 --normalized --verify -o /dev/null
multigraph sssp "$REAL/les-miserables.mtx" --parents /dev/null --verify -o /dev/null
