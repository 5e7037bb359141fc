#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# check_names.sh PAGE SOURCE PYTHON: every verb, function and class of ours that a page names in backquotes exists, and every
# name of NetworkX and igraph where these are installed. MULTIGRAPH: the command.
set -u
page=$1 source=$2 python=$3 failed=0 checked=0

complain() {
    echo "$page: there is no $1"
    failed=1
}

names=$(grep -o '`[^`]*`' "$page" | tr -d '`' | sed 's/[( ]*(.*//' | sort -u)
for name in $(printf '%s\n' "$names" | grep '^mg_'); do
    grep -rqw "$name" "$source/include/multigraph" || complain "$name"
    checked=$((checked + 1))
done
for name in $(printf '%s\n' "$names" | sed -n 's/^mg\.//p'); do
    grep -q "\"$name\"" "$source/tools/python/multigraph/__init__.py" || complain "mg.$name"
    checked=$((checked + 1))
done
for verb in $(printf '%s\n' "$names" | sed -n 's/^multigraph \([a-z]*\).*/\1/p'); do
    "$MULTIGRAPH" help "$verb" >/dev/null 2>&1 || complain "multigraph $verb"
    checked=$((checked + 1))
done
# Names of other packages: `prefix.name` is an attribute of the object.
check_package() { # module prefix object title
    if ! "$python" -c "import $1" 2>/dev/null; then
        echo "$4 is not installed: its names are not checked"
        return
    fi
    printf '%s\n' "$names" | grep "^$2\.[A-Za-z_.]*\$" | "$python" -c '
import importlib, sys
module, prefix, path, title = sys.argv[1:]
wrong = []
for line in sys.stdin:
    value = importlib.import_module(module)
    for part in path.split(".")[1:] + line.strip().split(".")[1:]:
        value = getattr(value, part, None)
    wrong += [line.strip()] if value is None else []
print(*(f"{title} has no {name}" for name in wrong), sep="\n", end="\n" if wrong else "")
sys.exit(bool(wrong))' "$1" "$2" "$3" "$4" || failed=1
}
check_package networkx nx networkx NetworkX
check_package igraph Graph igraph.Graph igraph
[ "$checked" -gt 0 ] || complain "name at all"
exit $failed
