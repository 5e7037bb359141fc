echo "-- a suffix that promises another format, or none that is written" >&2
for name in a.parquet a.xyz a.parquet.gz a.tsv.xz; do
    ends_with 2 multigraph bfs path.el -o $name
done
ends_with 2 multigraph bfs path.el -o a.csv --output-format json
ends_with 2 multigraph bfs path.el -o a.csv.zst --output-format json
ends_with 2 multigraph bfs path.el -o a.tsv --metrics m.csv
ends_with 2 multigraph bfs path.el -o a.tsv --trace t.json.gz
ends_with 2 multigraph info path.el -o a.csv
ends_with 2 multigraph sssp path.el -o a.tsv --metrics m.json.gz
ends_with 2 multigraph devices -q -o a.json
ends_with 2 multigraph bench path.el -o a.json
ends_with 2 multigraph compare path.el --gapbs . -o a.txt --metrics m.txt
ls | grep '^[amt]\.'
echo "-- what is fine"
multigraph bfs path.el -r 40 -o a.TXT && cat a.TXT
multigraph bfs path.el -r 40 -o rank-0.85 && cat rank-0.85
multigraph bfs path.el -r 40 -o a.depths --output-format csv && cat a.depths
multigraph bfs path.el -r 40 -o a.txt --output-format graphalytics && tail -n 1 a.txt
echo "-- the suffix is the format"
for name in a.json a.csv b.tsv.gz b.csv.zst b.gz; do
    multigraph bfs path.el -r 40 -o $name --parents p.tsv
done
cat a.json a.csv
gzip -dc b.tsv.gz | cmp - a.TXT && gzip -dc b.gz | cmp - a.TXT
multigraph bfs path.el -r 40 -o a.npy && od -An -c -N 6 a.npy
multigraph bfs path.el -r 40 --from b.tsv.gz --verify -o c.tsv && multigraph bfs path.el -r 40 --from b.csv.zst -o c.tsv
head -c 20 b.csv.zst >cut.csv.zst
ends_with 2 multigraph bfs path.el -r 40 --from cut.csv.zst
multigraph info path.el -o i.json && head -n 2 i.json
ls -A | grep '^\..*\.......$'
echo "-- two outputs in one file" >&2
mkdir sub && ln -s . sub/here
ends_with 2 multigraph bfs path.el -o x.tsv --parents x.tsv
ends_with 2 multigraph bfs path.el -o x.tsv --parents ./sub/../x.tsv
ends_with 2 multigraph bfs path.el -o sub/x --metrics sub/here/x
touch y.json && ln y.json z.json
ends_with 2 multigraph bfs path.el --metrics y.json --trace z.json
ends_with 2 multigraph bfs path.el --parents - | cat
ends_with 2 multigraph bfs path.el --parents out.tsv >out.tsv
ends_with 2 multigraph bench path.el -o r --metrics r
multigraph bfs path.el -o /dev/null --parents /dev/null --metrics /dev/null
echo "-- an output over an input" >&2
cp path.el in.txt
ends_with 2 multigraph bfs in.txt -o in.txt
ends_with 2 multigraph bfs - -o in.txt <in.txt
ends_with 2 multigraph bfs in.txt >>in.txt
ends_with 2 multigraph info in.txt -o sub/../in.txt
ends_with 2 multigraph bench in.txt -o in.txt
cmp path.el in.txt
echo 10 >ids.txt
ends_with 2 multigraph bfs path.el --sources ids.txt -o ids.txt
ends_with 2 multigraph pagerank path.el --personalization ids.txt -o ids.txt
cp "$EXAMPLES/hops.c" hops.txt
ends_with 2 multigraph run hops.txt path.el -o hops.txt
multigraph convert path.el g.e
ends_with 2 multigraph bfs g.v -o g.properties --output-format tsv
ends_with 2 multigraph bfs g -o g.e --output-format tsv
echo '{}' >old.json && cp old.json old.svg
ends_with 2 multigraph bench path.el --against old.json --metrics old.json
ends_with 2 multigraph plot mteps old.json old.svg -o old.svg
cat ids.txt old.json old.svg
echo "-- links and long names" >&2
ln -s nowhere.tsv gone.tsv
ends_with 1 multigraph bfs path.el -o gone.tsv
[ -L gone.tsv ] && [ ! -e nowhere.tsv ] || echo "the link was replaced"
long=$(printf '%251s' | tr ' ' x).tsv
multigraph bfs path.el -r 40 -o "$long" && tail -n 1 "$long"
echo "-- a limit of the file size is an error as a full disk is, and leaves nothing behind"
large_graph >large.el
(ulimit -f 64 && ends_with 1 multigraph bfs large.el -o new.tsv)
(ulimit -f 64 && ends_with 1 multigraph convert large.el new.mtx)
(ulimit -f 64 && ends_with 1 multigraph convert large.el new.npz)
(ulimit -f 64 && ends_with 1 multigraph convert large.el new.e)
ls -A | grep new || echo "nothing new"
