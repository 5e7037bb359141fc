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
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph similarity g.el
fails multigraph similarity g.el --x missing.npy
{ npy '4, 2' i4 && numbers; } >short.npy
fails multigraph similarity g.el --x short.npy
fails multigraph similarity g.el --x x.npy -o s.csv
fails multigraph similarity g.el --x x.npy --measure jaccard
fails multigraph similarity g.el --x x.npy --output-format npy -o x.npy
