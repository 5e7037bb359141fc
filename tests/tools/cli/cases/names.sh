# Names of vertices: in results, options, files and snapshots.
printf 'alice bob\nbob carol\ncarol dave\ndave alice\nerin alice\n' >people.el
printf 'who,whom,cost\n"Smith, John",Bob,3\nBob,"say ""hi""",4\n' >quoted.csv
multigraph bfs people.el --source erin --parents parents.tsv
cat parents.tsv
echo "-- quotes"
multigraph sssp quoted.csv --source 'Smith, John'
multigraph sssp quoted.csv --output-format csv
multigraph sssp quoted.csv --output-format json
echo "-- lists of names"
multigraph bfs people.el --sources alice,dave --output-format csv
printf '# a comment\ncarol\n' >some.txt
multigraph bfs people.el --sources some.txt
printf 'bob 2\ncarol 1\n' >jumps.txt
multigraph pagerank people.el --personalization jumps.txt --damping 0.000001 --top 2 | cut -f 1
multigraph cc people.el --top 1
echo "-- snapshots keep them, in any order"
multigraph convert people.el people.mgb
multigraph convert people.mgb ordered.mgb --order degree
multigraph bfs ordered.mgb -r erin
multigraph info ordered.mgb | grep -e '^names' -e '^default'
echo "-- an earlier result, in three formats, and new vertices"
printf 'zoe alice\nerin carol\n' >new.el
for format in tsv csv json; do
    multigraph bfs people.mgb -r erin --output-format $format -o before
    multigraph bfs people.mgb -r erin --insert new.el --grow --from before --verify
done
multigraph cc people.mgb -o before.tsv
multigraph cc people.mgb --from before.tsv --verify | tail -1
echo "-- a file of names"
printf '1 2\n2 3\n' >numbers.el
printf 'id;name\n1;One\n3;Two words\n' >names.csv
multigraph bfs numbers.el --names names.csv --source One
multigraph bfs numbers.el --names names.csv -s --source 'Two words' --top 1
multigraph convert numbers.el named.graphml --names names.csv
grep node named.graphml
echo "-- how a table is built"
printf 'when|who|whom|cost\n1|a|b|2\n2|b|c|3\n' >table.txt
multigraph sssp table.txt --columns who,whom,cost
multigraph sssp table.txt --columns 2,3
printf 'a b:c\nc:d, e\n' >odd.txt
multigraph bfs odd.txt --delimiter :
printf '007 1\n1 7\n' >agents.el
multigraph bfs agents.el --named --source 007
echo "-- what is wrong"
multigraph bfs people.el --source alise
multigraph bfs people.el --sources alice,nobody
multigraph bfs numbers.el --source alice
multigraph bfs numbers.el --insert new.el
multigraph bfs people.el --insert new.el
multigraph bc people.el --sources alice
multigraph bfs table.txt --columns who,nobody
multigraph bfs table.txt --delimiter xy
multigraph convert people.el people.mtx
true
echo "-- a number of --columns is a position; names may be numbers"
printf '1 2\n3 4\n' >positions
multigraph cc positions --columns 1,2
printf 'alice bob\ncarol 42\ndave alice\n' >mixed
multigraph cc mixed --named
echo "-- columns without the dictionary"
printf "a b {'weight': 3}\nb c {'weight': 4}\n" >nx.edges
multigraph sssp nx.edges --columns 1,2 --source a
multigraph sssp nx.edges --source a
echo "-- names that look like ids stay names; --insert takes no ids for names"
printf 'id name\n1 007\n2 10\n3 source\n4 target\n' >agents.txt
printf '1 2\n3 4\n' >pairs.el
for suffix in el csv graphml mgb; do
    multigraph convert pairs.el back.$suffix --names agents.txt
    multigraph bfs back.$suffix --source source | tr '\n' ' '
done
echo
printf '0 1\n' >ids.el
multigraph edit back.mgb --insert ids.el -o new.el
printf '007 source\n' >agent.el
multigraph edit back.mgb --insert agent.el -o - --to csv
multigraph edit pairs.el --names agents.txt --insert pairs.el -o - --to csv | wc -l
echo "-- equal names, line breaks"
printf '1 x\n2 y\n3 x\n' >twice.txt
multigraph bfs pairs.el --names twice.txt
printf '1 x\n2 y\n1 z\n' >twice.txt
multigraph bfs pairs.el --names twice.txt
printf 'graph [ node [ id 1 label "two&#10;lines" ] node [ id 2 ] edge [ source 1 target 2 ] ]\n' >lines.gml
multigraph convert lines.gml lines.csv
multigraph convert lines.gml lines.graphml && multigraph cc lines.graphml --output-format json
true
