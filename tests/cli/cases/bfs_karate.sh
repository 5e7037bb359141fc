# Zachary's club: member 1 knows 16 others; 9 are two steps away, 8 three.
for mode in auto sparse pull; do
    multigraph bfs "$REAL/karate.mtx" --source 1 --mode $mode --threads 2 --verify |
        awk '{ count[$2]++ } $2 == 3 { far = far " " $1 } END { print count[0], count[1], count[2], count[3], far }'
done
