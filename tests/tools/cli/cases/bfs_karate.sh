# Zachary's karate club: member 1 has 16 neighbours; 9 members have distance 2, 8 distance 3.
for mode in auto sparse pull; do
    multigraph bfs "$REAL/karate.mtx" --source 1 --mode $mode --threads 2 --verify |
        awk '{ count[$2]++ } $2 == 3 { far = far " " $1 } END { print count[0], count[1], count[2], count[3], far }'
done
