#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# consumer.sh SOURCE BUILD CMAKE: the library used outside of the source tree. Installed into a folder,
# the examples compile with the installed headers only and programs run from the shell. Then the folder is moved, and a
# user project is built through find_package and through pkg-config, with the shared and with the static library;
# and again with the build tree.
set -eu
source=$1 build=$2 cmake=$3
command -v pkg-config >/dev/null || { echo "skipped: there is no pkg-config" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
cp -r "$source/tests/tools/cli/consumer" "$work/consumer"
"$source/tests/tools/cli/hardening.sh" -n "$work/prefix/bin/multigraph"
cd "$work"
export MULTIGRAPH_CACHE="$work/cache"
unset MULTIGRAPH_INCLUDE LD_LIBRARY_PATH
PATH=$work/prefix/bin:$PATH
printf '1 2 5\n1 3 2\n2 4 3\n3 4 4\n5 1 9\n' >graph.wel
printf '1\t9\n2\t5\n3\t2\n4\t7\n5\t0\n' >expected

set -- prefix/share/multigraph/examples/*.c prefix/share/multigraph/examples/matrices/*.c
[ $# -ge 11 ]
# -O1, here and below: without optimising the inlined loops take six times as long to compile.
for example in "$@"; do
    ${CC:-cc} -std=c11 -O1 -Wall -Wextra -pedantic -Werror -Iprefix/include -c "$example" -o example.o
done

# From the shell, a user's file and an installed example; the second time from the cache.
entries() {
    find cache -name '*.entry' | wc -l
}
multigraph run consumer/strength.c graph.wel -q --check | diff - expected
first=$(entries)
[ "$first" -ge 1 ]
multigraph run consumer/strength.c graph.wel --param factor=2 --top 1 | grep -q '^1	18$'
[ "$(entries)" = "$first" ]
printf '1\t0\n2\t1\n3\t1\n4\t2\n5\tinf\n' >hops.expected
multigraph run prefix/share/multigraph/examples/hops.c graph.wel --source 1 | diff - hops.expected
[ "$(entries)" = "$((2 * first))" ]
CC=no-such-compiler multigraph run consumer/strength.c graph.wel 2>message && exit 1
grep -q 'no-such-compiler was not found' message

# The installation must be relocatable: move the prefix.
mv prefix moved
libraries=$work/$(dirname "$(find moved -name libmultigraph.a)")

# by_cmake NAME PREFIX [CMake argument]...: the project by find_package, run with its own and with a loaded program.
by_cmake() {
    name=$1 prefix=$2
    shift 2
    "$cmake" -S consumer -B "$name" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_FLAGS=-O1 "$@" >cmake.log 2>&1 || { cat cmake.log && exit 1; }
    "$cmake" --build "$name" >build.log 2>&1 || { cat build.log && exit 1; }
    "$name/consumer" graph.wel | diff - expected
    "$name/consumer" graph.wel consumer/strength.c | diff - expected
}

# by_pkg_config NAME FOLDER [--static]: two files and no build system; FOLDER has the .pc file.
by_pkg_config() {
    name=$1 folder=$2
    shift 2
    # shellcheck disable=SC2046 # flags are words
    ${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror -O1 consumer/consume.c consumer/strength.c -o "$name" \
        $(PKG_CONFIG_PATH=$folder pkg-config "$@" --cflags --libs multigraph)
    "./$name" graph.wel | diff - expected
}

# uses_shared yes|no PROGRAM
uses_shared() {
    found=no
    ! objdump -p "$2" | grep -q 'NEEDED *libmultigraph' || found=yes
    [ "$found" = "$1" ] || { echo "$2: shared library: $found, expected $1" && exit 1; }
}

# The build tree first, before any installation could be found instead; programs get its RPATH.
by_cmake of_build_tree "$build"
by_pkg_config of_build_tree_pc "$build"

by_cmake of_static "$work/moved" -Dmultigraph_USE_STATIC_LIBS=ON
uses_shared no of_static/consumer
if [ -e "$libraries/libmultigraph.so" ]; then
    by_cmake of_shared "$work/moved"
    uses_shared yes of_shared/consumer
    LD_LIBRARY_PATH=$libraries
    export LD_LIBRARY_PATH
    by_pkg_config of_shared_pc "$libraries/pkgconfig"
    uses_shared yes of_shared_pc
    unset LD_LIBRARY_PATH
    rm "$libraries"/libmultigraph.so*
    by_pkg_config of_static_pc "$libraries/pkgconfig" --static
else
    by_pkg_config of_static_pc "$libraries/pkgconfig"
fi
uses_shared no of_static_pc

# Headers are found where MULTIGRAPH_INCLUDE says, and only there.
MULTIGRAPH_INCLUDE=$work/moved/include
export MULTIGRAPH_INCLUDE
of_static/consumer graph.wel consumer/strength.c | diff - expected
MULTIGRAPH_INCLUDE=$work/consumer
of_static/consumer graph.wel consumer/strength.c 2>message && exit 1
grep -q 'set MULTIGRAPH_INCLUDE' message
