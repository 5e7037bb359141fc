# A fatal signal leaves no unfinished file.
large_graph >large.el
ends_with 143 interrupt_after 1 TERM multigraph bc large.el -o new.tsv
[ ! -e new.tsv ] || echo "the output was written"
