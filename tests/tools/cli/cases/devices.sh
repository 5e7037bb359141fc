# Six columns for each GPU; without a GPU no output, and the reason on standard error.
ends_with 0 multigraph devices -o devices.tsv 2>why.txt
awk -F '\t' 'NF != 6 || $1 != NR - 1 || $3 !~ /^[0-9]+\.[0-9]$/ || $5 < 1 || $6 == "" { print "odd line: " $0 }' devices.tsv
if [ -s devices.tsv ]; then
    cat why.txt
else
    grep -q '^multigraph: .*\(GPU\|CUDA\)' why.txt || echo "no message says why there is no GPU"
fi
ends_with 0 multigraph devices -q | cmp - devices.tsv
ends_with 2 multigraph devices path.el 2>why.txt
grep -c 'is unexpected' why.txt
