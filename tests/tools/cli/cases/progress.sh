# The bar is drawn over one line with the time left and erased before the message.
large_graph >large.el
ends_with 130 interrupt_after 3 INT multigraph bc large.el -o /dev/null --progress always 2>bar.txt
grep -q '\[#*\.*\] *[0-9]*%, .* left' bar.txt || cat bar.txt
tail -n 1 bar.txt | tr '\r\033' '<^'
