# Small graphs with known edges; the same options give the same graph; written files can be read.
multigraph generate path --vertices 4
echo "-- cycle"
multigraph generate cycle --vertices 3 -o -
echo "-- star"
multigraph generate star --scale 2 --to mtx
echo "-- complete"
multigraph generate complete --vertices 3 -o complete.mtx
cat complete.mtx
echo "-- empty"
multigraph generate empty --vertices 5 --to mtx
echo "-- grid"
multigraph generate grid --width 3 --height 2 | multigraph info - --undirected | grep '^vertices\|^edges'
echo "-- road with all edges is the grid"
multigraph generate road --width 3 --height 2 --keep 1 >road.el
multigraph generate grid --width 3 --height 2 | cmp - road.el
echo "-- kron"
multigraph generate kron --scale 8 --edgefactor 4 --seed 5 -o a.mtx.gz
multigraph generate kron -g 8 -k 4 --seed 5 --threads 1 -o b.mtx
gzip -dc a.mtx.gz | cmp - b.mtx
multigraph generate kron --scale 8 --edgefactor 4 --seed 6 -o c.mtx
cmp -s b.mtx c.mtx && echo "another seed gave the same graph"
multigraph generate kron --scale 8 --edgefactor 4 --seed 5 --order natural -o d.mtx
cmp -s b.mtx d.mtx && echo "another order gave the same numbering"
multigraph generate kron --scale 8 --edgefactor 4 --seed 5 --quadrants 0.25,0.25,0.25 -o e.mtx
cmp -s b.mtx e.mtx && echo "other chances gave the same graph"
multigraph cc b.mtx --verify -o /dev/null
multigraph info b.mtx | grep '^directed\|^vertices\|^self-loops\|^parallel'
echo "-- rmat keeps every arc"
multigraph generate rmat --scale 6 --edgefactor 3 --to mtx | multigraph info - | grep '^directed\|^edges'
echo "-- rgg joins what is near: a diagonal of 1.5 is all pairs"
multigraph generate rgg --vertices 10 --radius 1.5 --to mtx | multigraph info - | grep '^edges'
multigraph generate rgg --scale 9 --degree 3 --to mtx | multigraph info - | grep '^vertices'
echo "-- weights"
multigraph generate uniform --scale 6 --edgefactor 8 --max-weight 3 --to mtx | multigraph info - | grep '^weight'
echo "-- standard output goes on where it was"
(
    echo before
    multigraph generate path --vertices 2
    echo after
) >all.txt
cat all.txt
