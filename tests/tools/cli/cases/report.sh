# The page of all measurements: its sections, pictures and tables; it refers to no other file. Wrong calls.
multigraph report diamond.wel multi.el --trials 1 --backend cpu -q -o page.html || exit
sed -n 's/^<h2>\(.*\)<\/h2>$/\1/p' page.html
sed -n 's/^<p><code>\(.*\)<\/code><\/p>$/\1/p' page.html
echo "-- tables"
grep -c '^<pre>' page.html
[ "$(grep -c 'verified$' page.html)" -ge 30 ] || echo "too few results"
grep -c 'WRONG' page.html
grep -c 'This ended' page.html
grep -o '<[^<>"= ]*>' page.html | sort | uniq -c | sed -n 's/^ *\([0-9]*\) <\(\/\{0,1\}pre\|\/\{0,1\}body\|\/\{0,1\}html\)>$/\1 \2/p'
sed 's/src="data:[^"]*"//' page.html | grep -c 'src=\|href=\|url(\|<script'
echo "-- pictures, by gnuplot"
if command -v gnuplot >/dev/null; then
    [ "$(grep -c '<figure><img alt="[^"]*" src="data:image/svg+xml;base64,' page.html)" = 9 ] || echo "not nine pictures"
    sed -n 's/^<figure><img .*base64,\([^"]*\)">.*/\1/p' page.html | while read -r picture; do
        echo "$picture" | base64 -d | grep -c '</svg>' | grep -qx 1 || echo "a picture is not whole"
    done
else
    grep -q 'gnuplot' page.html || echo "it is not said why there is no picture"
fi
echo "-- what does not go"
fails() { "$@" 2>&1 >/dev/null; echo "exit $?"; }
fails multigraph report diamond.wel
fails multigraph report missing.el -o other.html
fails multigraph report diamond.wel -o page.txt
echo '%%MatrixMarket nothing' >broken.mtx
fails multigraph report diamond.wel broken.mtx -o other.html
ls ./*.html
[ -z "$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'multigraph-report-*' -newer page.html)" ] || echo "a folder was left"
