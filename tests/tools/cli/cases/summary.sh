multigraph bfs chain.mtx -r 1 -v --trials 4 --verify -o /dev/null 2>narrow.txt
sed '/^  wait    [0-9.]* ms, start /,$d' narrow.txt >&2
mkdir a_folder_whose_name_is_long_enough_to_make_a_line_wider && cp chain.mtx a_folder*/
multigraph bfs a_folder*/chain.mtx -v -o /dev/null 2>wide.txt
grep -v ^multigraph: wide.txt | awk 'length > 80' >&2
grep -A 1 chain.mtx wide.txt >&2
grep -o "from .*depth" wide.txt >&2
echo "-- quiet says nothing" >&2
multigraph bfs chain.mtx -r 1 -q -o /dev/null
multigraph pagerank chain.mtx --max-iterations 1 -q -o /dev/null
