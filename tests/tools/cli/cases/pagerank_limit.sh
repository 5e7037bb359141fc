multigraph pagerank path.el --max-iterations 2 --tolerance 1e-9 | awk '{ sum += $2 } END { printf "%.4f\n", sum }'
