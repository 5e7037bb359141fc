# Ctrl-C during the second graph: exit 130; the report has the complete cells and "complete": false.
large_graph >large.el
ends_with 130 interrupt_when '^large:' '.table.txt.??????' INT multigraph bench path.el large.el --algorithm bc \
    --trials 1000 --verify last --backend cpu --metrics metrics.json -o table.txt
json_get metrics.json complete
json_get metrics.json runs 0 graph
json_get metrics.json runs 0 outcome
json_get metrics.json runs 1 graph >/dev/null 2>&1 && echo "the second cell is said to be complete"
grep -c ' cpu  .* verified$' table.txt
