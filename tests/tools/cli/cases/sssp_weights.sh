# On a path the distances show the weights: random ones are in range, repeatable, and depend on the seed.
weights() { multigraph sssp chain.mtx --source 1 --weights "$1" | awk '{ printf "%s%d", (NR > 1 ? " " : ""), $2 - d; d = $2 }'; }
[ "$(weights random:7)" = "$(weights random:7)" ] || echo "the same seed gave different weights"
[ "$(weights random:7:1000000)" != "$(weights random:8:1000000)" ] || echo "another seed gave the same weights"
[ "$(weights random:7:1)" = "0 1 1 1 1" ] || echo "1..1 is not 1: $(weights random:7:1)"
multigraph sssp chain.mtx --source 1 --weights random:1:5 | awk '$2 - d > 5 || (NR > 1 && $2 - d < 1) { print "out of 1..5: " $0 } { d = $2 }'
[ "$(weights random:9)" = "$(multigraph sssp chain.mtx --source 1 --weights random --seed 9 |
    awk '{ printf "%s%d", (NR > 1 ? " " : ""), $2 - d; d = $2 }')" ] || echo "--seed is not the seed of random weights"
