# Two triangles joined by the edge 3-4. After one iteration 1 has the labels 2, 3 (2 is smaller), 2: 1, 3; 3: 1, 2, 4;
# 4: 3, 5, 6; 5: 4, 6; 6: 4, 5.
printf '1 2\n2 3\n3 1\n4 5\n5 6\n6 4\n3 4\n' >pair.el
multigraph cdlp pair.el -s --max-iterations 1 --verify
echo "-- a second iteration: 1 has 1, 1; 2 has 2, 1; 3: 2, 1, 3; 4: 1, 4, 4; 5: 3, 4; 6: 3, 4"
multigraph cdlp pair.el -s -i 2 --verify
echo "-- ten iterations; sizes of the largest communities"
multigraph cdlp pair.el --verify
multigraph cdlp pair.el --top 2
echo "-- a directed edge counts at both ends, and twice in both directions: 1 hears 3 twice, 2 once"
printf '1 2\n1 3\n3 1\n' | multigraph cdlp - -i 1 --verify
echo "-- a vertex without neighbours keeps its label"
printf '5 5\n' | multigraph cdlp - --drop-self-loops --verify
echo "-- what does not go"
multigraph cdlp pair.el --max-iterations 0 2>&1 || echo "exit $?"
