echo "-- properties, and the bytes of every format by its formula"
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 2\n1 3 -1\n2 2 5\n2 3 4\n' >a.mtx
multigraph matrix a.mtx --format all --backend cpu | sed 's/\t[0-9]*\.[0-9]*\t/\t-\t/; s/ (.*//'
echo "-- one format; compressed; from standard input; symmetric, skew-symmetric, pattern"
gzip -c a.mtx >a.mtx.gz
multigraph matrix a.mtx.gz --format coo -o coo.tsv && cut -f 1-5 coo.tsv | sed -n '/^format/,/^coo/p'
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
multigraph matrix hub.mtx --format all 2>why.txt | cut -f 1-2 | sed -n "/^csr/,/^k/p" | sed "/^k/d"
echo "-- sizes of aspt and rs; a choice for a GPU"
multigraph matrix a.mtx --format aspt --panel-rows 1 --tile-columns 2 --threshold 1 | cut -f 1-5 | grep ^aspt
multigraph matrix a.mtx --format rs --tile-columns 1 --threshold 1 | cut -f 1-5 | grep ^rs
multigraph matrix a.mtx --format aspt --tile-columns 3 2>&1
multigraph matrix a.mtx --backend cuda | grep ^32 | sed "s/ (.*//"
grep -c "the longest row has 100 nonzeros" why.txt
