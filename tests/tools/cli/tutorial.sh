#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# tutorial.sh TUTORIAL BUILD CMAKE: executes docs/vertex-programs.md with an installed library. An indented
# block that begins with the comment of a file's name becomes that file; one that begins with `$ ` is a session whose
# commands must print what it shows. There is no other indented block.
set -eu
tutorial=$1 build=$2 cmake=$3
command -v pkg-config >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
mkdir "$work/reader"
cd "$work/reader"
PATH=$work/prefix/bin:$PATH
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name multigraph.pc)")
CMAKE_PREFIX_PATH=$work/prefix
LD_LIBRARY_PATH=$work/prefix/lib:$work/prefix/lib64
MULTIGRAPH_CACHE=$work/cache
export PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH LD_LIBRARY_PATH MULTIGRAPH_CACHE

# Processes the blocks in order: files are written at once, sessions become a script that prints commands and output.
awk -v script="$work/session.sh" -v shown="$work/shown" '
    function quote(text) { gsub(/\047/, "\047\\\047\047", text); return "\047" text "\047" }
    !/^    / && !/^$/ { inside = 0 }
    /^    / {
        line = substr($0, 5)
        if (!inside) {
            inside = 1
            file = ""
            if (match(line, /^\/\* [a-z]+\.c:/)) { file = substr(line, 4, RLENGTH - 4) }
            else if (line ~ /^# CMakeLists.txt/) { file = "CMakeLists.txt" }
            else if (line !~ /^\$ /) { print "a block is neither a file nor a session: " line; exit 1 }
        }
        if (file) { print line >file; next }
        print line >shown
        if (line ~ /^\$ /) {
            print "printf \"%s\\n\" " quote(line) >script
            print substr(line, 3) " 2>&1 || true" >script
        }
    }
    /^$/ && inside && file { print "" >file }' "$tutorial"

[ "$(find . -name '*.c' | wc -l)" -ge 5 ]
for file in *.c; do
    # shellcheck disable=SC2046 # flags are words
    ${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror $(pkg-config --cflags multigraph) -c "$file" -o "${file%.c}.o"
done
sh "$work/session.sh" >"$work/printed" 2>&1
diff -u "$work/shown" "$work/printed"
