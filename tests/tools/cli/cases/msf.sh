# A square 1-2-3-4 with a diagonal, of which two sides and the diagonal weigh the same, and an edge 5-6 in both
# directions with different weights.
printf '1 2 1\n2 3 2\n3 4 2\n4 1 2\n2 4 2\n5 6 3\n6 5 -1\n7 7 1\n' >square.wel
multigraph msf square.wel --verify
echo "-- ties go by ids; without weights all edges are alike"
printf '4 3\n3 2\n2 1\n1 4\n2 4\n' | multigraph msf - -s --verify
echo "-- real weights, the summary, npy"
printf '1 2 0.5\n2 3 0.25\n1 3 1e-3\n' >real.wel
multigraph msf real.wel --verify -v 2>summary.txt
grep -o 'msf: .*' summary.txt
multigraph msf real.wel --output-format npy -o forest.npy
grep -ao "{.*}" forest.npy
wc -c <forest.npy
echo "-- what does not go"
multigraph msf real.wel --top 3 2>&1 | head -1
multigraph msf real.wel --output-format csv 2>&1 | head -1
multigraph msf real.wel -o forest.json 2>&1 || echo "exit $?"
