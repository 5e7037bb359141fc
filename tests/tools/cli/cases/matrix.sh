echo "-- properties, and the bytes of every format by its formula"
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 2\n1 3 -1\n2 2 5\n2 3 4\n' >a.mtx
multigraph matrix a.mtx --format all | sed 's/\t[0-9]*\.[0-9]*$//'
echo "-- one format; compressed; from standard input; symmetric, skew-symmetric, pattern"
gzip -c a.mtx >a.mtx.gz
multigraph matrix a.mtx.gz --format coo -o coo.tsv && cut -f 1-5 coo.tsv | tail -n 2
multigraph matrix - <a.mtx | sed -n '2,4p'
printf '%%%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 2\n2 1 0.5\n3 1 4\n' | multigraph matrix - | sed -n '4,5p'
printf '%%%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 2\n3 1\n' | multigraph matrix - | sed -n '4,5p'
echo "-- a format that would be too large has no numbers"
{
    printf '%%%%MatrixMarket matrix coordinate pattern general\n100 100 199\n'
    i=1
    while [ $i -le 100 ]; do
        echo "1 $i"
        [ $i -gt 1 ] && echo "$i 1"
        i=$((i + 1))
    done
} >hub.mtx
multigraph matrix hub.mtx --format all 2>why.txt | cut -f 1-2 | tail -n 4
grep -c "the longest row has 100 nonzeros" why.txt
