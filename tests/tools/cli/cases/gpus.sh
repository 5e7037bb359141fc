# --gpus takes 1 to 16 or all; where there are fewer GPUs the run fails and writes nothing.
for wrong in 0 17 two -1 1.5; do
    ends_with 2 multigraph bfs path.el --gpus "$wrong" -o out.tsv 2>why.txt
    grep -q -- "--gpus" why.txt || cat why.txt
done
present=$(multigraph devices -q | wc -l)
ends_with 0 multigraph bfs path.el --gpus 1 -q -o one.tsv
if [ "$present" -lt 16 ]; then
    [ "$present" -gt 0 ] && status=2 || status=1 # a number that this machine does not have, or no driver
    ends_with "$status" multigraph bfs path.el --gpus 16 -o out.tsv 2>why.txt
    grep -q 'GPU\|driver' why.txt || cat why.txt
fi
[ -e out.tsv ] && echo "there is a result of a run that failed"
if [ "$present" -gt 0 ]; then
    ends_with 0 multigraph bfs path.el --gpus all -q -o all.tsv
else
    cp one.tsv all.tsv
fi
cmp one.tsv all.tsv
