# A gnuplot whose picture cannot be read, or that draws none: an error, and no file is left.
mkdir bin
cat >bin/gnuplot <<'EOF'
#!/bin/sh
picture=$(sed -n "s/^picture = '\(.*\)'$/\1/p" "$1")
case $DRAWS in
folder) mkdir "$picture" ;;
nothing) echo "no picture today" ;;
picture) echo drawn >"$picture" ;;
esac
EOF
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH
printf '1 2\n2 3\n' >g.el
mkdir tmp
export TMPDIR=$PWD/tmp # the folder stays there
multigraph bfs g.el --source 1 --trace trace.json -q -o /dev/null
for DRAWS in folder nothing picture; do
    export DRAWS
    echo "-- $DRAWS"
    multigraph plot frontier trace.json -o p.svg 2>&1
    echo "status $?"
    [ ! -e p.svg ] || cat p.svg
done
