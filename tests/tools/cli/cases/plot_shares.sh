# Performance profiles and break-even, from a fixed report. Needs no gnuplot.
cell() {
    printf '%s{"graph": "%s", "primitive": "spmm-8", "backend": "cpu", "mode": "%s", "storage_format": "%s", "outcome": "%s"' \
        "$comma" "$1" "$2" "$2" "$3"
    [ -z "${4:-}" ] || printf ', "median_process_time": %s' "$4"
    [ -z "${5:-}" ] || printf ', "break_even": %s' "$5"
    echo '}'
    comma=,
}
comma=
{
    printf '{"schema": "multigraph-bench/1", "engine_version": "0.0.9", "machine": "a box", "device": "", "runs": [\n'
    cell a csr verified 10 0
    cell a split verified 5 3
    cell a ell skipped
    cell b csr verified 4 0
    cell b split verified 8
    cell b ell verified 2 40
    cell c csr wrong 1 0
    cell c split verified 6
    cell d csr verified 1 0
    echo ']}'
} >set.json
echo "-- profile: csr is within 2 times the best of a, b, d, and wrong for c; split on a, c, in 4 times on b; ell on b only"
multigraph plot profile set.json -o profile.gp
sed -n '/<< END/,/^END/p' profile.gp
grep '^plot' profile.gp | grep -o '"[a-z ]*"' | grep cpu | tr '\n' ' ' && echo
echo "-- break-even: split pays after 3 products on one of three, ell after 40 on one of two"
multigraph plot breakeven set.json -o even.gp
sed -n '/<< END/,/^END/p' even.gp
echo "-- nothing to draw"
printf '{"schema": "multigraph-bench/1", "runs": []}' >none.json
multigraph plot profile none.json -o none.gp 2>&1 || echo "exit $?"
multigraph plot breakeven none.json -o none.gp 2>&1 || echo "exit $?"
