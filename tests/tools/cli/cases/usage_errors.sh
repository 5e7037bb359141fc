ends_with 2 multigraph bfss path.el
ends_with 2 multigraph pagernak path.el
ends_with 2 multigraph frobnicate path.el
ends_with 2 multigraph help bsf
ends_with 2 multigraph bfs
ends_with 2 multigraph bfs path.el path.el
ends_with 2 multigraph bfs path.el --sorce 10
ends_with 2 multigraph bfs path.el --damping 0.5
ends_with 2 multigraph bfs path.el --p 1
ends_with 2 multigraph bfs path.el -x
ends_with 2 multigraph bfs path.el --source
ends_with 2 multigraph bfs path.el --verify=yes
ends_with 2 multigraph bfs path.el --source ten
ends_with 2 multigraph bfs path.el --source -1
ends_with 2 multigraph bfs path.el --source 18446744073709551616
ends_with 2 multigraph bfs path.el --mode spares
ends_with 2 multigraph bfs path.el --backend gpu
ends_with 2 multigraph bfs path.el --output-format jsn
ends_with 2 multigraph bfs path.el --progress often
ends_with 2 multigraph bfs path.el --threads 0
ends_with 2 multigraph bfs path.el --trials 0
ends_with 2 multigraph bfs path.el --top x
ends_with 2 multigraph bfs path.el -o ""
ends_with 2 multigraph sssp path.el --delta -1
ends_with 2 multigraph sssp path.el --weights randm
ends_with 2 multigraph sssp path.el --weights random:1:0
ends_with 2 multigraph sssp path.el --weights unit:1
ends_with 2 multigraph pagerank path.el --damping 1
ends_with 2 multigraph pagerank path.el --tolerance nan
ends_with 2 multigraph bc path.el --source 10
ends_with 2 multigraph bc path.el --sources 1,x
ends_with 2 multigraph bc path.el --sources 0
ends_with 2 multigraph completions tcsh
ends_with 2 multigraph manual bsf
ends_with 2 multigraph compare path.el --gapbs no-such-folder
