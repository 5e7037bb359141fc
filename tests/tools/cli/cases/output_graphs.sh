# The graph with a result as an attribute of its vertices: GraphML, GEXF, DOT.
printf 'a,b,3\nb,"c & ""d""",4\ne,a,0.5\n' >named.csv
for name in r.graphml r.gexf r.dot; do
    multigraph bfs named.csv --source a -o $name
    cat $name
done
echo "-- the vertices of --top and the edges between them; parents; several sources"
multigraph pagerank path.el --undirected --top 2 --damping 0.5 --output-format dot | sed 's/"0\.2[0-9]*"/"0.2"/'
multigraph sssp named.csv --source a -o /dev/null --parents p.graphml && grep '<data key="v' p.graphml
multigraph bfs path.el --sources 10,40 -o s.gexf && grep 'attribute id\|id="40"' s.gexf
echo "-- they are read as graphs"
multigraph sssp r.graphml --source e
ends_with 2 multigraph bfs named.csv --source a --output-format gexf -o r.json
