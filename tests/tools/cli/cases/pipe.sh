# A closed pipe ends the command silently by SIGPIPE; if the signal is ignored, the write error is reported.
large_graph >large.el
multigraph bfs large.el -r 0 | head -n 1
(trap '' PIPE && { multigraph bfs large.el -r 0 || echo "status $?" >status; }) | head -n 1
cat status
