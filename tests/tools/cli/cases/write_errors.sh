ends_with 1 multigraph bfs path.el -o no/such/folder/out.tsv
ends_with 1 multigraph bfs path.el -o /dev/full
multigraph bfs path.el >/dev/full
echo "status $?"
ends_with 1 multigraph bfs path.el -o out.tsv --trace /dev/full
[ ! -e out.tsv ] || echo "written although another output failed"
echo "-- a limit on the size of files stands for a full disk; the old file stays"
large_graph >large.el
echo old >kept.tsv
(ulimit -f 64 && trap '' XFSZ && ends_with 1 multigraph bfs large.el -o kept.tsv)
cat kept.tsv
echo "-- bad input leaves the old file, too"
ends_with 2 multigraph bfs broken.el -o kept.tsv
cat kept.tsv
echo "-- a link stays a link, permissions stay"
ln -s kept.tsv link.tsv
chmod 640 kept.tsv
multigraph bfs path.el -r 40 -o link.tsv
[ -L link.tsv ] && ls -l kept.tsv | cut -c 1-10
tail -n 1 kept.tsv
