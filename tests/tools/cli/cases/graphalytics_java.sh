# The Java driver of tools/graphalytics, compiled with the part of graphalytics-core's interface that it uses
# (tests/tools/graphalytics/core), in the hands of a small harness: loads graphs, runs, compares, reads the times.
command -v javac >/dev/null || { echo "skipped: there is no javac" && exit 77; }
tools=$EXAMPLES/../tools/graphalytics
tests=$EXAMPLES/../tests/tools/graphalytics
MULTIGRAPH=$(command -v multigraph)
export MULTIGRAPH
mkdir harness config ldbc
javac -Xlint:all,-options,-serial -Werror --release 8 -d harness -sourcepath "$tests/core:$tools/src/main/java" \
    "$tests/Harness.java" "$tools"/src/main/java/science/atlarge/graphalytics/multigraph/*.java || exit
mkdir bin && ln -s "$(realpath "$tools")/bin/sh" bin/sh
sed 's/num-threads =.*/num-threads = 2/' "$tools/config-template/platform.properties" >config/platform.properties
printf '1\n2\n3\n4\n' >ldbc/small.v
printf '1 2 0.5\n1 3 1.0\n2 3 0.25\n' >ldbc/small.e
cat >ldbc/small.properties <<END
graph.small.meta.vertices = 4
graph.small.meta.edges = 3
graph.small.directed = true
graph.small.edge-properties.names = weight
graph.small.edge-properties.types = real
graph.small.algorithms = bfs, cdlp, lcc, pr, sssp, wcc
graph.small.bfs.source-vertex = 1
graph.small.cdlp.max-iterations = 1
graph.small.pr.damping-factor = 0.85
graph.small.pr.num-iterations = 1
graph.small.sssp.weight-property = weight
graph.small.sssp.source-vertex = 1
END
# By hand, as in graphalytics.sh.
printf '1 0\n2 1\n3 1\n4 9223372036854775807\n' >ldbc/small-BFS
printf '1 2\n2 1\n3 1\n4 4\n' >ldbc/small-CDLP
printf '1 0.5\n2 0.5\n3 0.5\n4 0.0\n' >ldbc/small-LCC
printf '1 0.14375\n2 0.25\n3 0.4625\n4 0.14375\n' >ldbc/small-PR
printf '1 0.0\n2 0.5\n3 0.75\n4 infinity\n' >ldbc/small-SSSP
printf '1 7\n2 7\n3 7\n4 9\n' >ldbc/small-WCC
play() { java -XX:TieredStopAtLevel=1 -cp config:harness Harness "$@" 2>errors.txt | grep -v '^MultiGraph \|^multigraph [0-9]'; }
play ldbc small
sed 's|.*/||' errors.txt
echo "-- a wrong result is told"
printf '1 0\n2 1\n3 2\n4 9223372036854775807\n' >ldbc/small-BFS
printf '1 7\n2 7\n3 7\n4 7\n' >ldbc/small-WCC
play ldbc small | grep -v ' valid$'
echo "-- LDBC's examples, where they are"
for properties in "${MG_TEST_DATA:-none}"/reference/ldbc/example-*.properties; do
    [ -e "$properties" ] || continue
    play "$(dirname "$properties")" "$(basename "$properties" .properties)" >results.txt
    [ "$(grep -c ' valid$' results.txt)" = 6 ] || cat results.txt errors.txt
done
echo "-- the threads of platform.properties, the version"
grep -o '"threads":[^,]*' log/*/platform/metrics.json | cut -d : -f 2- | sort -u
version=$(multigraph version | sed -n '1s/^multigraph //p')
grep -qx "platform.version = $version" config/platform.properties && grep -qx "  <version>$version</version>" "$tools/pom.xml" &&
    echo "that of multigraph"
