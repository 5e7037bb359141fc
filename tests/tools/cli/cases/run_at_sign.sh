# A path that begins with @ is a program, not a compiler's file of options.
export MULTIGRAPH_CACHE=off
mkdir @folder
cp "$EXAMPLES/hops.c" @hops.c
cp "$EXAMPLES/hops.c" @folder/hops.c
printf '1 2\n2 3\n' >g.el
for program in @hops.c @folder/hops.c; do
    echo "-- $(basename "$program")"
    multigraph run "$program" g.el --param source=1
done
echo "-- a message names the file"
echo "this is no C" >@broken.c
multigraph run @broken.c g.el 2>message
echo "status $?"
grep -q '@broken.c:1:' message || cat message
