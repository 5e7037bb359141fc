# Wrong kinds and options are rejected before generation; a file that cannot be written is a failure.
ends_with 2 multigraph generate
ends_with 2 multigraph generate krn
ends_with 2 multigraph generate lattice
ends_with 2 multigraph generate kron path
ends_with 2 multigraph generate kron --scale 32
ends_with 2 multigraph generate kron --edgefacter 3
ends_with 2 multigraph generate kron --mode pull
ends_with 2 multigraph generate kron --quadrants 0.5,0.4,0.3
ends_with 2 multigraph generate kron --quadrants 0.5,0.4
ends_with 2 multigraph generate kron --quadrants 0.5,0.4,0.1,0
ends_with 2 multigraph generate kron --quadrants 0.5,x,0.1
ends_with 2 multigraph generate road --keep 1.5
ends_with 2 multigraph generate grid --width 0
ends_with 2 multigraph generate grid --width 100000 --height 100000
ends_with 2 multigraph generate path --order random
ends_with 2 multigraph generate path --vertices 3 --to metiss
ends_with 2 multigraph bfs path.el --scale 3
ends_with 1 multigraph generate path --vertices 3 -o missing/path.el
ends_with 1 multigraph generate path --vertices 3 >/dev/full
