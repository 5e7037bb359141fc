#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# readme_programs.sh README BUILD CMAKE: the library, installed into a folder, compiles the C program that the README
# shows, without a warning, and it gives the right answer.
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
[ ! -e program2.c ] || { echo "there is a second program, which is not tested" && exit 1; }
# shellcheck disable=SC2046 # flags are words
${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror -O2 program1.c -o program1 $(pkg-config --cflags --libs multigraph)
./program1 graph.wel >program1.txt
# Vertex 1 has the most edges; these are its depths.
printf '1 0\n2 1\n3 1\n4 2\n5 4294967295\n' | diff - program1.txt
if ./program1 missing.wel 2>message.txt; then
    echo "a missing file was not noticed" && exit 1
fi
grep -q missing.wel message.txt
