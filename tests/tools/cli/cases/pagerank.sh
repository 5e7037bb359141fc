# 1 -> 2, and 2 has no out-edge: r1 = 0.15/2 + 0.85 r2/2 and r1 + r2 = 1, so r1 = 0.5/1.425.
round() { awk '{ printf "%s %.4f\n", $1, $2 }'; }
echo "1 2" >dangling.el
multigraph pagerank dangling.el | round
multigraph pagerank dangling.el --data-driven | round
echo "-- damping 0.5: r1 = 0.25 + 0.25 r2, so r1 = 0.5/1.25"
multigraph pagerank dangling.el --damping 0.5 --tolerance 1e-9 --verify | round
echo "-- a ring: all alike"
printf '1 2\n2 3\n3 4\n4 1\n' >ring.el
multigraph pagerank ring.el --mode pull | round
echo "-- a ring with jumps to 1 (1/4) and 3 (3/4) only: r1 = 0.15/4 + 0.85 r4, r2 = 0.85 r1, ..."
multigraph pagerank ring.el --personalization jumps.txt | round
echo "-- by weight, 3/4 and 1/4 of 1: r1 = 0.05 + 0.85 (r2 + r3), r2 = 0.05 + 0.85 * 3/4 r1, so r1 = 0.135/0.2775"
printf '1 2 3\n1 3 1\n2 1 5\n3 1 1\n' >weighted.wel
multigraph pagerank weighted.wel --directed --weighted --tolerance 1e-9 --max-iterations 300 --verify | round
multigraph pagerank weighted.wel --weighted --data-driven 2>&1 || echo "exit $?"
