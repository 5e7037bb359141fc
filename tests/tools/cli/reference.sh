#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# reference.sh SOURCE: Doxygen gives no warnings: everything public is documented. The links between the pages of the
# documentation point to existing files.
# shellcheck disable=SC2013,SC2016 # links are words
set -eu
cd "$1"
for page in README.md CONTRIBUTING.md docs/*.md docs/notebook/*.md tools/python/README.md; do
    folder=$(dirname "$page")
    for link in $(sed 's/`[^`]*`//g' "$page" | grep -o '](\([^)#]*\)' | sed 's/^](//'); do
        case $link in
        http*) ;;
        *) [ -e "$folder/$link" ] || { echo "$page: no file $link" && exit 1; } ;;
        esac
    done
done
command -v doxygen >/dev/null || { echo "skipped: there is no doxygen" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cat docs/Doxyfile && echo "WARN_AS_ERROR = FAIL_ON_WARNINGS") >"$work/Doxyfile"
MG_VERSION=test MG_DOCS_OUTPUT=$work doxygen "$work/Doxyfile" >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
[ ! -s "$work/log" ] || { cat "$work/log" && exit 1; }
grep -q 'mg_graph_from_csr' "$work/html/graphs_8h.html"
