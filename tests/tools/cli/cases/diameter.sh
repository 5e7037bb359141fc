# A path of four with a branch, and a pair beside it.
printf '1 2\n2 3\n3 4\n2 5\n8 9\n' >g.el
multigraph eccentricity g.el -s --verify
multigraph eccentricity g.el -s --verify --order shuffled --threads 1 --top 2
multigraph eccentricity g.el -s -v -o /dev/null 2>&1 | grep -o 'eccentricity: .*'
multigraph diameter g.el -s
multigraph diameter g.el -s --order degree --backend cpu -o d.tsv
cat d.tsv
echo "-- a grid of 40 x 30, which needs few searches; no edges"
multigraph generate grid --width 40 --height 30 -o grid.el
multigraph diameter grid.el -s
multigraph generate empty --vertices 3 -o empty.mtx
multigraph diameter empty.mtx -s
echo "-- along the edges; a cycle of four with a way in and a way out"
multigraph diameter g.el --directed
printf '1 2\n2 3\n3 4\n4 1\n9 1\n4 7\n' | multigraph diameter - --directed
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph eccentricity g.el --directed
fails multigraph diameter g.el -s -o d.json
