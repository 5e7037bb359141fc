ends_with 2 multigraph bench quik
ends_with 2 multigraph bench path.el missing.el
ends_with 2 multigraph bench --algorithm bfs,bsf
ends_with 2 multigraph bench --backend gpu
ends_with 2 multigraph bench --mode auto,,dense
ends_with 2 multigraph bench --trials 0
ends_with 2 multigraph bench broken.el --algorithm cc --trials 1 -o /dev/null
