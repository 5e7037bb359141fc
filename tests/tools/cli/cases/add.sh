echo "-- csr and hisparse, factors, transposed"
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 4\n1 1 2\n1 3 -1\n2 2 5\n2 3 4\n' >a.mtx
printf '%%%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 2 7\n2 3 -4\n' >b.mtx
multigraph add a.mtx b.mtx -o sum.mtx | sed '/^seconds/d'
tail -n +2 sum.mtx
multigraph add a.mtx b.mtx --format hisparse --alpha 2 --beta -1 --transpose --repeat 3 -o sum.mtx | sed '/^seconds/d'
tail -n +2 sum.mtx
multigraph add a.mtx b.mtx --alpha 0.5 | sed -n '/^values/p'
multigraph add a.mtx b.mtx --backend cpu | sed -n '/^values/p'
echo "-- the numbers of the tree"
multigraph matrix a.mtx --format hisparse --tile-columns 4 | sed -n '/^sparse-nodes/,/^dense-leaves/p'
echo "-- errors"
printf '%%%%MatrixMarket matrix coordinate integer general\n3 2 1\n1 2 7\n' >c.mtx
multigraph add a.mtx c.mtx 2>&1
echo "exit $?"
multigraph add a.mtx 2>&1
echo "exit $?"
multigraph add a.mtx b.mtx -o sum.txt 2>&1
echo "exit $?"
