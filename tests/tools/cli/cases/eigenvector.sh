# A star: the centre has 1 / sqrt(2), each of its two leaves 1/2. Along a path Katz adds 1, 1/2, 1/4.
printf '1 2\n1 3\n' >star.el
multigraph eigenvector star.el -s --tolerance 1e-12 --max-iterations 1000 --verify | cut -c 1-8
printf '1 2\n2 3\n' >path.el
multigraph katz path.el --alpha 0.5 --raw --verify
multigraph katz path.el --alpha 0.5 --raw --beta 2 --verify
echo "-- to length 1: divided by sqrt(1 + 2.25 + 3.0625)"
multigraph katz path.el --alpha 0.5 --verify | cut -c 1-8
echo "-- the summaries"
multigraph eigenvector star.el -s -v -o e.tsv 2>&1 | grep -o 'eigenvector: .*'
multigraph katz star.el -s --alpha 5 -v -o e.tsv 2>&1 | grep -o 'katz: not converged\|warning: .*'
echo "-- what does not go"
multigraph katz star.el --alpha x 2>&1 || echo "exit $?"
multigraph eigenvector star.el --tolerance -1 2>&1 || echo "exit $?"
printf '0 1\n1 0\n' >pair.el
multigraph katz pair.el --alpha 5 --tolerance 0 -v -o e.tsv 2>&1 | grep -o 'katz: not converged'
