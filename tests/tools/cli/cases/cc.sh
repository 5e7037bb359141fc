multigraph cc parts.el --verify
echo "-- the largest ones"
multigraph cc parts.el --top 5
multigraph cc parts.el --top 1
echo "-- karate is connected"
multigraph cc "$REAL/karate.mtx" | cut -f 2 | sort | uniq -c | awk '{ print $1, $2 }'
