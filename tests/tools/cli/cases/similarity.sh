# npy SHAPE TYPE: the header of a NumPy file, 128 bytes.
npy() {
    printf '\223NUMPY\001\000v\000%-117s\n' "{'descr': '<$2', 'fortran_order': False, 'shape': ($1), }"
}
# Rows (1 0), (0 2), (3 0), (1 1), (0 0), for the vertices 10, 20, 30, 40, 50.
numbers() {
    for n in 1 0 0 2 3 0 1 1 0 0; do
        printf "\\00$n\\000\\000\\000"
    done
}
{ npy '5, 2' i4 && numbers; } >x.npy
printf '30 10\n10 20\n20 40\n40 50\n10 20\n40 40\n' >g.el
echo "-- sums of products, of integers"
multigraph similarity g.el --x x.npy --measure dot --verify
echo "-- cosines: 1, 0, 1/sqrt 2, 0 with zeros; an undirected edge once, also in another order of the vertices"
multigraph similarity g.el --x x.npy --verify | awk '{ printf "%s %s %.6f\n", $1, $2, $3 }'
multigraph similarity g.el -s --x x.npy --order degree --verify | awk '{ printf "%s %s %.6f\n", $1, $2, $3 }'
echo "-- npy: records"
multigraph similarity g.el --x x.npy --measure dot --output-format npy -o s.npy
head -c 128 s.npy | tail -c 118 | sed 's/ *$//'
tail -c +129 s.npy | od -A n -t d8 -N 16
echo "-- common neighbours: 1 2, 1 3, 2 3, 3 4: sets {2 3} {1 3} {1 2 4} {3}"
printf '1 2\n1 3\n2 3\n3 4\n' >t.el
multigraph similarity t.el -s --measure jaccard --verify
multigraph similarity t.el -s --measure overlap --verify --order shuffled
multigraph similarity t.el -s --measure cosine-sets --verify | awk '{ printf "%s %s %.6f\n", $1, $2, $3 }'
printf '# pairs\n1 4\n4,2\n4 4\n' >pairs.txt
multigraph similarity t.el -s --measure jaccard --pairs pairs.txt --verify
multigraph similarity t.el -s --measure overlap --top 4 --verify
multigraph similarity t.el -s --measure overlap --top 4 --verify --order degree --threads 1
multigraph similarity t.el -s --measure jaccard --top 2 -o top.npy
head -c 128 top.npy | tail -c 118 | sed 's/ *$//'
tail -c +129 top.npy | od -A n -t d8 -N 16
printf 'a b,x\nc,x\n' | multigraph similarity - --format csv --measure jaccard --top 1
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph similarity g.el
fails multigraph similarity g.el --x missing.npy
{ npy '4, 2' i4 && numbers; } >short.npy
fails multigraph similarity g.el --x short.npy
fails multigraph similarity g.el --x x.npy -o s.csv
fails multigraph similarity g.el --x x.npy --measure manhattan
fails multigraph similarity g.el --x x.npy --output-format npy -o x.npy
fails multigraph similarity t.el --measure jaccard --x x.npy
fails multigraph similarity t.el --measure jaccard --pairs pairs.txt --top 2
fails multigraph similarity t.el --x x.npy --top 2
fails multigraph similarity t.el --measure jaccard --pairs missing.txt
printf '1\n' >one.txt
fails multigraph similarity t.el --measure jaccard --pairs one.txt
printf '\n1 9\n' >nine.txt
fails multigraph similarity t.el --measure jaccard --pairs nine.txt
printf '# none\n' >none.txt
fails multigraph similarity t.el --measure jaccard --pairs none.txt
