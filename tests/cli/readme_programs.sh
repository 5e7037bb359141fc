#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# readme_programs.sh README BUILD CMAKE: the library, installed into a folder, compiles the C programs that the README
# shows, without a warning, and they give the right answers.
set -eu
readme=$1 build=$2 cmake=$3
command -v pkg-config >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name multigraph.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
cd "$work"

# A program is an indented block that begins with #include and ends with main's brace.
awk '/^    #include/ && !inside { inside = 1; file = "program" ++count ".c" }
     inside { print substr($0, 5) >file }
     inside && /^    }$/ && in_main { inside = in_main = 0 }
     inside && /^    int main/ { in_main = 1 }' "$readme"

printf '1 2 5\n1 3 2\n2 4 3\n3 4 4\n5 1 9\n' >graph.wel
for program in program1 program2; do
    # shellcheck disable=SC2046 # flags are words
    ${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror -O2 $program.c -o $program \
        $(pkg-config --cflags --libs multigraph)
    ./$program graph.wel >$program.txt
done
# Vertex 1 has the most edges. Its depths; its widest paths: 4 is reached by 1-2-4 (3), not by 1-3-4 (2).
printf '1 0\n2 1\n3 1\n4 2\n5 4294967295\n' | diff - program1.txt
printf '1 inf\n2 5\n3 2\n4 3\n5 0\n' | diff - program2.txt
if ./program1 missing.wel 2>message.txt; then
    echo "a missing file was not noticed" && exit 1
fi
grep -q missing.wel message.txt
