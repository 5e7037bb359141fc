ends_with 2 multigraph bfs broken.el
ends_with 2 multigraph bfs missing.el
ends_with 2 multigraph bfs .
ends_with 2 multigraph bfs path.el --format no-such-format
ends_with 2 multigraph bfs path.el --source 11
ends_with 2 multigraph bc path.el --sources 10,11
ends_with 2 multigraph bc path.el --sources 6
echo "10 1" >jumps.txt && echo "11 2" >>jumps.txt
ends_with 2 multigraph pagerank path.el --personalization jumps.txt
echo "10 -1" >jumps.txt
ends_with 2 multigraph pagerank path.el --personalization jumps.txt
echo "10" >jumps.txt
ends_with 2 multigraph pagerank path.el --personalization jumps.txt
ends_with 2 multigraph pagerank path.el --personalization missing.txt
