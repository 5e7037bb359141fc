#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# check_names.sh PAGE SOURCE PYTHON: every verb, function and class of ours that a page names in backquotes exists, and every
# name of NetworkX where that is installed. MULTIGRAPH: the command.
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
if "$python" -c 'import networkx' 2>/dev/null; then
    printf '%s\n' "$names" | grep '^nx\.[a-z_.]*$' | "$python" -c '
import sys, networkx as nx
wrong = []
for line in sys.stdin:
    value = nx
    for part in line.strip().split(".")[1:]:
        value = getattr(value, part, None)
    wrong += [line.strip()] if value is None else []
print(*(f"NetworkX has no {name}" for name in wrong), sep="\n", end="\n" if wrong else "")
sys.exit(bool(wrong))' || failed=1
else
    echo "NetworkX is not installed: its names are not checked"
fi
[ "$checked" -gt 0 ] || complain "name at all"
exit $failed
