#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# consumer.sh SOURCE BUILD CMAKE: the library, installed into a folder, as a new user meets it outside of the source tree:
# the examples compile from the installed headers alone, programs run from the shell, and a project of one's own is built
# through find_package and through pkg-config.
set -eu
source=$1 build=$2 cmake=$3
command -v pkg-config >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$cmake" --install "$build" --prefix "$work/prefix" >/dev/null
cp -r "$source/tests/cli/consumer" "$work/consumer"
cd "$work"
export MULTIGRAPH_CACHE="$work/cache"
unset MULTIGRAPH_INCLUDE
PATH=$work/prefix/bin:$PATH
printf '1 2 5\n1 3 2\n2 4 3\n3 4 4\n5 1 9\n' >graph.wel
printf '1\t9\n2\t5\n3\t2\n4\t7\n5\t0\n' >expected

set -- prefix/share/multigraph/examples/*.c
[ $# -ge 10 ]
for example in "$@"; do
    ${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror -Iprefix/include -c "$example" -o example.o
done

# From the shell, a file of one's own and an installed example; the second time from the cache.
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

# A project of one's own, by CMake. The prefix was moved since it was made: everything in it is relative.
mv prefix moved
"$cmake" -S consumer -B made -DCMAKE_PREFIX_PATH="$work/moved" >cmake.log || { cat cmake.log && exit 1; }
"$cmake" --build made >build.log || { cat build.log && exit 1; }
export LD_LIBRARY_PATH="$work/moved/lib:$work/moved/lib64"
made/consumer graph.wel | diff - expected
export MULTIGRAPH_INCLUDE="$work/moved/include"
made/consumer graph.wel consumer/strength.c | diff - expected
unset MULTIGRAPH_INCLUDE

# The same by pkg-config, two files and no build system.
PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name multigraph.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # flags are words
${CC:-cc} -std=c11 -Wall -Wextra -pedantic -Werror -O2 consumer/consume.c consumer/strength.c -o consume \
    $(pkg-config --cflags --libs multigraph)
./consume graph.wel | diff - expected
