# Two triangles joined by the edge 3-4: with m = 7 the modularity of {1, 2, 3}, {4, 5, 6} is 6 / 7 - 2 (7 / 14)^2.
printf '1 2\n2 3\n3 1\n4 5\n5 6\n6 4\n3 4\n' >pair.el
for verb in louvain leiden; do
    echo "-- $verb"
    multigraph $verb pair.el -s --verify
    multigraph $verb pair.el -s --top 5 --seed 9 --verify
    multigraph $verb pair.el -s -v -o labels.tsv 2>&1 | grep "$verb:"
done
echo "-- no word on GPUs, which do not run them"
multigraph louvain pair.el -s -v -o labels.tsv 2>&1 | grep -c 'backend auto'
echo "-- the modularity of a file, and with another resolution: 6 / 7 - 4 / 2"
multigraph modularity pair.el -s --from labels.tsv
multigraph modularity pair.el -s --from labels.tsv --resolution 4
echo "-- labels are words, csv has a heading: {1}, {2 to 6}"
printf 'id,group\n1,a\n2,b\n3,b\n4,b\n5,b\n6,b\n' >groups.csv
multigraph modularity pair.el -s --from groups.csv
echo "-- names with blanks, commas and quotes, a vertex named id: as louvain writes them"
printf 'a b,"x, y"\n"x, y","q""r"\n"q""r",a b\nid,a b\n' >names.csv
for format in tsv csv; do
    multigraph louvain names.csv -s -o named.$format
    multigraph modularity names.csv -s --from named.$format
done
printf 'id\tp\na b\tp q\nx, y\tp q\nq"r\tp q\n' | multigraph modularity names.csv -s --from /dev/stdin
printf 'id 1\na b 2\nx, y 2\nq"r 2\n' | multigraph modularity names.csv -s --from /dev/stdin
echo "-- names that begin with # and %, after a comment: {#a}, {b, %c}: 1 / 2 - (1 / 4)^2 - (3 / 4)^2"
printf 'source,target\nb,"#a"\nb,"%%c"\n' >marked.csv
printf '# vertex community\n#a\t1\nb\t2\n%%c\t2\n' | multigraph modularity marked.csv -s --from /dev/stdin
multigraph louvain marked.csv -s -o marked.tsv
multigraph modularity marked.csv -s --from marked.tsv
echo "-- the same in other files of names"
printf '# from\n%%c\n' >marked.txt
multigraph bfs marked.csv -s --sources marked.txt
printf '%% none\n#a 1\n' >marked.txt
multigraph pagerank marked.csv -s --personalization marked.txt --damping 0.000001 --top 1 | cut -f 1
printf '# pair\n#a\t%%c\n' >marked.txt
multigraph similarity marked.csv -s --measure jaccard --pairs marked.txt
echo "-- of cdlp, which finds the same"
multigraph cdlp pair.el -s -v -o labels.tsv 2>&1 | grep cdlp: | sed 's/.*modularity/modularity/'
echo "-- resolution 0: components; resolution 100: vertices"
printf '1 2\n2 3\n4 5\n' | multigraph louvain - -s --resolution 0 --verify
printf '1 2\n2 3\n4 5\n' | multigraph leiden - -s --resolution 100 --verify
echo "-- weights: {1, 2}, {3, 4} without them"
printf '1 2 1\n2 3 8\n3 4 1\n' >path.wel
multigraph louvain path.wel -s --verify --top 9
multigraph louvain path.wel -s --verify --top 9 --weights unit
echo "-- weights whose sum twice is infinite; a resolution far beyond the modularity"
printf '1 2 1e307\n2 3 7e307\n' | multigraph louvain - -s --weights-type float64 --verify
printf '1 2 1e307\n2 3 7e307\n' | multigraph leiden - -s --weights-type float64 --verify
multigraph leiden pair.el -s --resolution 1e300 --verify
echo "-- directions do not count, loops do"
printf '2 1\n1 2\n5 5\n' | multigraph leiden - --verify
echo "-- what does not go"
fails() { "$@" 2>&1 || echo "exit $?"; }
printf '1 2 -1\n' | fails multigraph louvain -
fails multigraph louvain pair.el --resolution -1
fails multigraph louvain pair.el --passes 2
fails multigraph modularity pair.el
printf '1 a\n2 a\n' >short.tsv
fails multigraph modularity pair.el -s --from short.tsv
printf '1 a\n9 a\n' >unknown.tsv
fails multigraph modularity pair.el -s --from unknown.tsv
printf '1 a\n1 b\n' >twice.tsv
fails multigraph modularity pair.el -s --from twice.tsv
printf '1\n' >alone.tsv
fails multigraph modularity pair.el -s --from alone.tsv
