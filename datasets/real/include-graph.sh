#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# include-graph.sh: writes the #include graph of the C headers of Debian's libc6-dev and linux-libc-dev.
#
# A vertex is a header under /usr/include that includes a header of the two packages or is included by one; its id is its
# rank by path, from 1. An edge a -> b says that a has an #include line, active or not, that names b. <name> is looked for in
# /usr/include and then in /usr/include/<machine>, "name" first beside the including file. Lines that name no file of
# the two packages are left out; several lines of one pair are one edge.
#
# usage: include-graph.sh OUTPUT-FOLDER
set -eu
export LC_ALL=C
out=${1:?usage: include-graph.sh OUTPUT-FOLDER}
machine=$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || gcc -print-multiarch)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

dpkg -L libc6-dev linux-libc-dev | sed -n 's|^/usr/include/\(.*\.h\)$|\1|p' | sort -u >"$work/headers"

cd /usr/include
xargs grep -H -E '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"]' <"$work/headers" |
    sed -E 's/^([^:]*):[[:space:]]*#[[:space:]]*include[[:space:]]*([<"])([^>"]*)[>"].*$/\1\t\2\t\3/' >"$work/lines"
cd - >/dev/null

awk -F '\t' -v machine="$machine" '
    function resolve(folder, name,    path, parts, count, kept, i) {
        path = folder name
        count = split(path, parts, "/")
        kept = 0
        for (i = 1; i <= count; i++) {
            if (parts[i] == "..") kept--
            else if (parts[i] != ".") parts[++kept] = parts[i]
        }
        path = parts[1]
        for (i = 2; i <= kept; i++) path = path "/" parts[i]
        return (path in header) ? path : ""
    }
    NR == FNR { header[$1] = 1; next }
    {
        folder = $1
        sub(/[^\/]*$/, "", folder)
        found = $2 == "\"" ? resolve(folder, $3) : ""
        if (found == "") found = resolve("", $3)
        if (found == "") found = resolve(machine "/", $3)
        if (found != "") print $1 "\t" found
    }' "$work/headers" "$work/lines" | sort -u >"$work/edges"

tr '\t' '\n' <"$work/edges" | sort -u | awk '{ print NR "\t" $0 }' >"$out/debian12-includes.names.tsv"
{
    echo "# includer, included: C headers of libc6-dev $(dpkg-query -W -f '${Version}' libc6-dev)" \
        "and linux-libc-dev $(dpkg-query -W -f '${Version}' linux-libc-dev)"
    awk -F '\t' 'NR == FNR { id[$2] = $1; next } { print id[$1] "\t" id[$2] }' "$out/debian12-includes.names.tsv" \
        "$work/edges" | sort -n -k 1,1 -k 2,2
} >"$out/debian12-includes.el"
