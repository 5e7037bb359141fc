# With a real peer, if MG_GAPBS names the folder of its build: all its results must equal ours; it does not print
# its ranks, but must take the fixed numbers of iterations.
[ -n "${MG_GAPBS:-}" ] && [ -x "$MG_GAPBS/bfs" ] || exit 77
multigraph generate kron --scale 10 --max-weight 64 -o kron.mtx
multigraph generate rmat --scale 10 --max-weight 64 -o rmat.mtx
multigraph compare "$REAL/karate.mtx" kron.mtx rmat.mtx --gapbs "$MG_GAPBS" --trials 2 --backend cpu --time-limit 60 -o table.txt
awk '$2 == "GAPBS" && $1 != "algorithm" { print $1, ($0 ~ / right: / ? "right" : $0 ~ / unchecked: / ? "unchecked" : $0) }' table.txt | sort | uniq -c | sed 's/^ *//'
