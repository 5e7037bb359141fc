# What others bring: byte order marks in files of ids, lines to leave out, archives, warnings that name an option.
printf '1 2\n2 3\n' >g.el
printf '\357\273\2771\n2\n' >sources.txt
multigraph bfs g.el --sources sources.txt
printf '\357\273\2771 1\n' >jumps.txt
multigraph pagerank g.el --personalization jumps.txt --tolerance 0 --max-iterations 1 | cut -f 1
echo "-- a first line of counts"
printf '16 3\n0 6\n6 5\n15 6\n' >counts.txt
multigraph info counts.txt | grep ^edges
multigraph info counts.txt --skip-lines 1 | grep ^edges
echo "-- few edges for many vertices"
printf '%%%%MatrixMarket matrix coordinate pattern general\n30000000 30000000 0\n' >many.mtx
multigraph info many.mtx
multigraph info many.mtx --most-vertices 30000000 | grep vertices
