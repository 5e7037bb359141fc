# A cycle of three with a way out: 1 -> 2 -> 3 -> 1, 3 -> 4 of weight 0, 4 -> 5; 5 has no edge.
printf '10 20 1\n20 30 2\n30 10 1\n30 40 0\n40 50 1\n' >g.wel
echo "-- edges of weight 0 are never taken; a walk ends where there is none; seeds do not matter where there is no choice"
multigraph walks g.wel --directed --kind weighted --length 4 --verify
multigraph walks g.wel --directed --kind node2vec --p 2 --q 0.5 --length 4 --seed 9 --verify | cut -f 1,2 | head -n 3
echo "-- the same from some, twice; in another order of the vertices"
multigraph walks g.wel --directed --kind weighted --length 2 --walks 2 --sources 40,20 --order degree
multigraph walks g.wel --directed --sources 20, --length 0
multigraph walks g.wel --directed --length 6 --seed 4 -o a.tsv
multigraph walks g.wel --directed --length 6 --seed 4 --order shuffled --threads 1 | cmp - a.tsv
echo "-- npy: -1 after the end; int64 where ids need it"
multigraph walks g.wel --directed --kind weighted --length 2 --sources 40, -o w.npy
head -c 128 w.npy | tail -c 118 | sed 's/ *$//'
tail -c +129 w.npy | od -A n -t d4
printf '5000000000 1\n' | multigraph walks - --directed --length 1 --output-format npy >w64.npy
head -c 128 w64.npy | tail -c 118 | sed 's/ *$//'
tail -c +129 w64.npy | od -A n -t d8 -w16
echo "-- names"
printf 'ann,bob\nbob,"c d"\n' >n.csv
multigraph walks n.csv --directed --length 2 --sources ann,
echo "-- a drawn source, many walks: each choice occurs"
printf '1 2\n1 3\n1 4\n' >star.el
multigraph walks star.el --directed --sources 1, --walks 100 --length 1 | sort -u
multigraph walks star.el --directed --sources 2 --length 1 | wc -l
echo "-- what does not go"
fails() { "$@" 2>&1; echo "exit $?"; }
fails multigraph walks g.wel --p 2
fails multigraph walks g.wel --kind node2vec --q 0
fails multigraph walks g.wel --kind lazy
fails multigraph walks g.wel --sources 60,
fails multigraph walks g.wel --sources 6
fails multigraph walks g.wel -o w.csv
printf '1 2 -1\n' >negative.wel
fails multigraph walks negative.wel --kind weighted
