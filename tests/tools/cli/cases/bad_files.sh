# Every kind of damage for every text format, then for binary formats: exit status 2 and a message that names the file
# and, for text, the line; with bounded time and memory.
ulimit -v 4000000
refused() { # FILE [PATTERN]: PATTERN is the text after the file's name in the message, by default a line number
    message=$(multigraph info "$1" 2>&1 >/dev/null)
    status=$?
    [ $status = 2 ] || echo "$1: exit status $status"
    case $message in
    "multigraph: $1"${2-:[0-9]*}) ;;
    *) echo "$1: $message" ;;
    esac
}

wrong() { # SUFFIX: the beginning of a file of each format, up to the first id of its first edge
    case $1 in
    el | wel | csv | txt) ;;
    mtx) printf '%%%%MatrixMarket matrix coordinate real general\n3 3 1\n' ;;
    gr) printf 'p sp 3 1\na ' ;;
    graph) printf '3 1 1\n\n' ;;
    adj) printf 'WeightedAdjacencyGraph\n1\n1\n0\n' ;;
    e) ;;
    esac
}

: >x.v
echo 'graph.x.directed = true' >x.properties
for suffix in el wel csv txt mtx gr graph adj e; do
    weighted='1 2 '
    [ $suffix = graph ] && weighted='2 '
    [ $suffix = adj ] && weighted='0 '
    wrong $suffix >begin
    for weight in nan NaN inf -inf Infinity 1e999 0x10 -- '' '1.5.5'; do
        (cat begin && printf '%s%s\n' "$weighted" "$weight") >x.$suffix
        [ -z "$weight" ] && case $suffix in el | wel | csv | txt | e) continue ;; esac
        refused x.$suffix
    done
    for id in 18446744073709551616 99999999999999999999999999 -1 1.5 one 3,,4; do
        (cat begin && printf '%s 2 1\n' "$id") >x.$suffix
        refused x.$suffix
    done
    (cat begin && printf '1\000 2 1\n') >x.$suffix && refused x.$suffix
    (cat begin && printf '\357\273\2771 2 1\n') >x.$suffix
    case $suffix in el | wel | csv | txt | e) multigraph info x.$suffix >/dev/null || echo "$suffix: byte order mark" ;;
    *) refused x.$suffix ;; esac
    (cat begin && head -c 1000000 /dev/zero | tr '\0' 7 && echo) >x.$suffix && refused x.$suffix
    (cat begin && head -c 9000000 /dev/zero | tr '\0' 7 && echo) >x.$suffix && refused x.$suffix
    (cat begin && printf '%sx\r\n' "$weighted") >x.$suffix && refused x.$suffix
    mkdir -p d.$suffix && refused d.$suffix ': is a folder*'
    (cat begin && printf '%sx\n' "$weighted") >x.$suffix
    gzip -kf x.$suffix && refused x.$suffix.gz
    head -c 12 x.$suffix.gz >t.$suffix.gz && refused t.$suffix.gz
    [ $suffix = e ] || (mkfifo p.$suffix && (cat x.$suffix >p.$suffix &) && refused p.$suffix && rm p.$suffix)
done

echo "-- a claim of 10^12 edges"
printf '%%%%MatrixMarket matrix coordinate pattern general\n9 9 1000000000000\n1 2\n' >x.mtx && refused x.mtx
printf 'p sp 9 1000000000000\na 1 2 3\n' >x.gr && refused x.gr
printf '9 1000000000000\n\n' >x.graph && refused x.graph
printf 'AdjacencyGraph\n9\n1000000000000\n0\n' >x.adj && refused x.adj

echo "-- binary formats: cut short at several lengths, also in a pipe; folders; bombs"
for suffix in sg wsg csr mgb galois; do
    printf '1 2 3\n2 3 4\n' >small.wel
    multigraph convert small.wel x.$suffix --to $suffix 2>/dev/null
    size=$(wc -c <x.$suffix)
    for length in 1 7 8 12 16 17 31 32 $((size / 2)) $((size - 1)); do
        head -c $length x.$suffix >t.bin
        multigraph info t.bin --format $suffix >/dev/null 2>message
        [ $? = 2 ] || echo "$suffix cut to $length"
        grep -q '^multigraph: t.bin: ' message || cat message
    done
    mkdir -p d.$suffix && refused d.$suffix ': is a folder*'
    mkfifo p.$suffix && (cat t.bin >p.$suffix &) && multigraph info p.$suffix --format $suffix >/dev/null 2>message
    [ $? = 2 ] || echo "$suffix cut short in a pipe"
    grep -q "^multigraph: p.$suffix: " message || cat message
    head -c 100 /dev/zero | gzip >t.bin && ends_with 2 multigraph info t.bin --format $suffix 2>/dev/null
done
head -c 300000000 /dev/zero | gzip >bomb.gz
for suffix in el mtx gr graph adj sg wsg csr mgb galois; do
    multigraph info bomb.gz --format $(echo $suffix | sed 's/^el$/edgelist/; s/^gr$/dimacs/; s/^graph$/metis/; s/^adj$/ligra/') >/dev/null 2>message
    [ $? = 2 ] || echo "bomb as $suffix"
    grep -q '^multigraph: bomb.gz' message || cat message
done
