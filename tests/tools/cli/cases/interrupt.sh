# Ctrl-C during a long run: exit 130, one line, the old file untouched, no new one.
large_graph >large.el
echo old >kept.tsv
ends_with 130 interrupt_after 1.5 INT multigraph bc large.el -o kept.tsv --metrics metrics.json
cat kept.tsv
[ ! -e metrics.json ] || echo "metrics were written"
