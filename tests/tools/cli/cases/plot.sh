# Pictures by gnuplot, if it is installed: SVG with the names, values and units, and PNG.
command -v gnuplot >/dev/null || { echo "gnuplot is not installed"; exit 77; }
multigraph bench diamond.wel multi.el --trials 2 --algorithm bfs,cc --mode auto,sparse --backend cpu --metrics bench.json -o /dev/null
multigraph bench spmv --shrink 12 --trials 1 --backend cpu --metrics spmv.json -o /dev/null
multigraph bench scaling --shrink 12 --trials 1 --threads 4 --backend cpu --metrics scaling.json -o /dev/null
multigraph bfs "$REAL/karate.mtx" --trace auto.json -o /dev/null
multigraph bfs "$REAL/karate.mtx" --mode dense --trace dense.json -o /dev/null
# draw KIND FILE..., then the words that the picture must have
draw() {
    kind=$1
    shift
    multigraph plot "$kind" "$@" -o "$kind.svg" && multigraph plot "$kind" "$@" -o "$kind.png"
    head -c 400 "$kind.svg" | grep -q '<svg' || echo "$kind.svg is no SVG"
    tail -n 3 "$kind.svg" | grep -q '</svg>' || echo "$kind.svg is not complete"
    [ "$(head -c 4 "$kind.png" | tail -c 3)" = PNG ] || echo "$kind.png is no PNG"
    grep -q 'thread' "$kind.svg" || echo "$kind.svg does not name the machine"
    grep -o '<text>.*</text>' "$kind.svg" | sed 's/<[!/]*[a-z]*>*//g; s/\[CDATA\[//; s/]]>//' >words
    while read -r word; do
        grep -qF "$word" words || echo "$kind.svg does not say $word"
    done
}
printf '%s\n' bfs cc diamond multi 'cpu auto' 'cpu sparse' 'million arcs / s' | draw mteps bench.json
awk 'BEGIN { RS = "\"paper_mteps\":" }
    NR > 1 { digits = 2
             for (v = $1 + 0; v < 1; v *= 10) digits++
             for (; v >= 10 && digits > 0; v /= 10) digits--
             printf "%.*f\n", digits, $1 + 0 }' bench.json >values
while read -r value; do
    grep -o '>[0-9.]*<' mteps.svg | grep -qF ">$value<" || echo "mteps.svg lacks the value $value"
done <values
wc -l <values | tr -d ' '
# The label of the axis is left of the widest ticks, and in the picture.
sed 's/"paper_mteps":[^,]*/"paper_mteps": 12345678/' bench.json >fast.json
multigraph plot mteps fast.json -o fast.svg
grep -q '10 000 000' fast.svg || echo "fast.svg has no tick of 10 000 000"
left=$(grep -B 1 'million arcs' fast.svg | sed -n 's/.*translate(\([0-9.]*\),.*/\1/p' | sort -n | head -n 1)
awk -v left="$left" 'BEGIN { if (left < 12) print "the label is cut off:", left }'
rm fast.svg
printf '%s\n' diamond multi cpu 'memory / CSR' 'plain CSR' | draw memory bench.json
printf '%s\n' spmm8 spmm32 'cpu auto' 'Gflop / s' 'flop / byte' 'GB/s' | draw roofline spmv.json
printf '%s\n' 'bfs, kron6' 'bfs, kron' threads ideal 'strong: the same graph' 'weak: the graph grows' | draw scaling scaling.json
multigraph bench ranks diamond.wel --ranks 1,2 --trials 1 --metrics ranks.json -o /dev/null
mv scaling.svg threads.svg && mv scaling.png threads.png
printf '%s\n' 'cc, diamond' 'bc, diamond' 'ranks or GPUs' ideal 'times faster than one' | draw scaling ranks.json
printf '%s\n' 'bfs on karate' iteration 'time, ms' 'all dense' taken vertices | draw frontier auto.json dense.json
grep '10^' frontier.svg
echo "-- of a graph file"
# picture KIND GRAPH [OPTION]..., then the words that the picture must have
picture() {
    kind=$1
    shift
    multigraph plot "$kind" "$@" -o "$kind.svg"
    tail -n 3 "$kind.svg" | grep -q '</svg>' || echo "$kind.svg is not complete"
    sed -n 's/.*<text>\(.*\)<.text>.*/\1/p' "$kind.svg" | sed 's/<[!/]*[a-z]*>*//g; s/\[CDATA\[//; s/]]>//' >words
    while read -r word; do
        grep -qF -e "$word" words || echo "$kind.svg does not say $word"
    done
}
karate=$REAL/karate.mtx
printf '%s\n' degree 'vertices without edges: 0' 'karate.mtx: undirected, 34 vertices, 78 edges' | picture degree "$karate"
printf '%s\n' in-degree 'without out-edges: 1, without in-edges: 1' | picture degree path.el
printf '%s\n' 'from 10: 4 of 5 vertices' vertices 3 | picture distances path.el --source 10
multigraph generate star --vertices 2187 -o star.el # ticks differ from each other, though they are above a thousand
printf '%s\n' 500 1500 2000 | picture distances star.el
multigraph generate star --vertices 40001 -o star.el
printf '%s\n' '10 k' '30 k' '40 k' | picture distances star.el
printf '%s\n' '2 connected components, the largest of 4 vertices' | picture components path.el --undirected
printf 'ann bob\nbob "c d"\n' >people.el
printf '%s\n' ann bob 'c d' PageRank | picture graph people.el
multigraph bc people.el --output-format json -o bc.json
printf 'id,value\nann,inf\nbob,3\n' >mine.csv
printf '%s\n' ann 'c d' 'Colour and area: bc.json' | picture graph people.el --values bc.json
printf '%s\n' ann bob 'c d' 'area: mine.csv' | picture graph people.el --values mine.csv
printf 'ann 1\nzoe 2\n' >stranger.tsv
multigraph plot graph people.el --values stranger.tsv -o wrong.svg
printf 'ann 1 2\n' >wide.tsv
multigraph plot graph people.el --values wide.tsv -o wrong.svg
multigraph plot degree people.el --values bc.json -o wrong.svg
multigraph plot degree "$karate" -o degree.gp && sed -n '/^$out/,/^END/p' degree.gp
multigraph plot distances people.el --source nobody -o distances.png
multigraph plot degree "$karate" path.el -o degree.png
multigraph generate grid --width 40 --height 40 -o grid.el
multigraph plot graph grid.el -o grid.png
ls ./*.svg ./*.png
echo "-- a script of one's own"
multigraph plot mteps bench.json -o mine.gp && gnuplot mine.gp 2>/dev/null && head -c 400 picture.svg | grep -c '<svg'
