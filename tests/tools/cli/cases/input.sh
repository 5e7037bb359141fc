echo "-- standard input: a file and a pipe"
multigraph bfs - -r 30 <path.el
cat path.el | multigraph bfs - -r 30 | tail -n 1
echo "-- compressed, known by content"
gzip -c path.el >path.unknown
multigraph bfs path.unknown -r 30 | tail -n 1
gzip -c path.el | multigraph bfs - -r 30 | tail -n 1
echo "-- ids up to 2^64 - 1, comments, commas, CRLF"
printf '%% c\r\n18446744073709551615,3\r\n' >wide.csv
multigraph bfs wide.csv -r 18446744073709551615
