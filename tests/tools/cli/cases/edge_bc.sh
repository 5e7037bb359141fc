# 1 - 2 - 4 - 5 and 1 - 3 - 4: equal by weight (1 + 2, 2 + 1).
printf '1 2 1\n1 3 2\n2 4 2\n3 4 1\n4 5 1\n' >g.wel
echo "-- of vertices, by weight: 4 is on paths of 1, 2, 3 to 5, and on one of the two from 2 to 3"
multigraph bc g.wel -s --weighted --verify
multigraph bc g.wel -s --weighted --verify --order shuffled --threads 1 --top 1
echo "-- of edges: pairs, a half where there are two ways; ends count"
multigraph bc g.wel -s --edges --weighted --verify
multigraph bc g.wel -s --edges --verify --order degree | cut -f 3 | paste -s -d ' '
echo "-- normalized: of 20 pairs in both directions; from one source: 5 times its paths, a half"
multigraph bc g.wel -s --edges --normalized --verify | tail -n 1
multigraph bc g.wel -s --edges --sources 5, --verify | tail -n 1
multigraph bc g.wel --directed --edges --sources 2 --seed 3 --weighted --verify | wc -l
echo "-- npy"
multigraph bc g.wel -s --edges -o e.npy
head -c 128 e.npy | tail -c 118 | sed 's/ *$//'
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph bc g.wel --edges --top 2
fails multigraph bc g.wel --edges --output-format json
fails multigraph bc g.wel --edges --metrics m.json
fails multigraph bc g.wel --weighted --lanes 4
printf '1 2 0\n' >zero.wel
fails multigraph bc zero.wel --weighted
