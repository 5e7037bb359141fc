# A column of ranks for each id: on a ring 1 -> 2 -> 3 -> 4 the rank of the source is 0.15 / (1 - 0.85^4), that of each
# further vertex 0.85 times as much.
round() { awk '{ printf "%s %.4f %.4f\n", $1, $2, $3 }'; }
printf '1 2\n2 3\n3 4\n4 1\n' >ring.el
multigraph pagerank ring.el --personalization 1,3 --tolerance 1e-9 --max-iterations 300 --verify | round
echo "-- one lane after the other, as csv; a single id; the summary"
multigraph pagerank ring.el --personalization 1,3 --lanes 1 --tolerance 1e-9 --max-iterations 300 --verify --output-format csv | head -n 1
multigraph pagerank ring.el --personalization 2, --tolerance 1e-9 --max-iterations 300 --verify | round
multigraph pagerank ring.el --personalization 1,3 --tolerance 1e-9 --max-iterations 300 -o /dev/null -v 2>&1 | grep converged
echo "-- an iteration limit"
multigraph pagerank ring.el --personalization 1,3 --max-iterations 2 --verify 2>&1 | tail -n 4 | round
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph pagerank ring.el --personalization 1,9
fails multigraph pagerank ring.el --personalization 1,2 --top 3
fails multigraph pagerank ring.el --personalization 1,2 --data-driven
fails multigraph pagerank ring.el --lanes 2
fails multigraph pagerank ring.el --personalization missing.txt
