#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# debian.sh BUILD CPACK [-n]: the Debian packages of a build, unpacked into an empty folder: each has its files and its
# dependencies, and the command, its manual pages and completions, the library and the Python package work from there.
set -eu
build=$1 cpack=$2 only_paths=${3:-}
here=$(cd "$(dirname "$0")" && pwd)
hardening=$here/hardening.sh
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: there is no dpkg-dev" && exit 77; }
command -v file >/dev/null || { echo "skipped: there is no file, which cpack needs" && exit 77; }
command -v fakeroot >/dev/null || [ "$(id -u)" = 0 ] || { echo "skipped: neither root nor fakeroot" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$cpack" -G DEB --config "$build/CPackConfig.cmake" -B "$work/made" >log 2>&1 || { cat log && exit 1; }
set -- made/*.deb
mpi=
[ ! -e "$build/multigraph_mpi.so" ] || mpi=multigraph-mpi
expected="libmultigraph-dev $mpi multigraph-tools python3-multigraph"
for package in "$@"; do
    dpkg-deb --info "$package" >/dev/null
    dpkg --extract "$package" root
    name=$(dpkg-deb --field "$package" Package)
    [ -s "root/usr/share/doc/$name/copyright" ]
    dpkg-deb --field "$package" >"$name.control"
    dpkg-deb --contents "$package" | awk '{ print $6 }' >"$name.files"
done

for name in $expected; do
    [ -e "$name.control" ] || { echo "there is no package $name" && exit 1; }
done
library=$(basename "$(ls libmultigraph0*.control libmultigraph[1-9]*.control 2>/dev/null)" .control)
for needed in libc6 libgomp1 libzstd1 libarchive13 libexpat1 zlib1g libxxhash0; do
    grep -q "^Depends:.*$needed " "$library.control" || { echo "$library does not need $needed" && exit 1; }
done
if objdump -p root/usr/bin/multigraph | grep -q 'NEEDED *libmultigraph'; then
    grep -q "^Depends:.*$library (= " multigraph-tools.control
else
    grep -q "^Depends:.*libzstd1 " multigraph-tools.control
fi
grep -q "^Depends:.*libcjson1 " multigraph-tools.control
grep -q "^Depends:.*$library (= " libmultigraph-dev.control
grep -q "^Depends:.*python3-numpy" python3-multigraph.control
[ -z "$mpi" ] || { grep "^Depends:.*$library (= " multigraph-mpi.control | grep -q 'mpi[0-9]'; }
! grep '^Depends:.*mpi' ./*tools.control ./lib*.control || { echo "only $mpi may need MPI" && exit 1; }
grep -q "^Suggests:.*gnuplot" multigraph-tools.control
for control in ./*.control; do
    [ "$(sed -n '/^Description:/,$p' "$control" | wc -l)" -ge 3 ] || { echo "$control has no description" && exit 1; }
    ! grep '^Homepage:' "$control" || exit 1
done
grep -q 'libmultigraph\.so\.[0-9.]*$' "$library.files"
if grep -E 'include|\.a$|/bin/|libmultigraph\.so$' "$library.files"; then
    echo "$library has what belongs to others" && exit 1
fi
for file in include/multigraph/multigraph.h 'libmultigraph\.a' 'libmultigraph\.so$' multigraph.pc multigraphConfig.cmake; do
    grep -q "$file" libmultigraph-dev.files || { echo "libmultigraph-dev has no $file" && exit 1; }
done
for file in bin/multigraph man1/multigraph.1.gz man1/multigraph-bfs.1.gz bash-completion/completions/multigraph \
    site-functions/_multigraph vendor_completions.d/multigraph.fish; do
    grep -q "/$file\$" multigraph-tools.files || { echo "multigraph-tools has no $file" && exit 1; }
done

# shellcheck disable=SC2086 # none or one word
"$hardening" $only_paths root/usr/bin/multigraph "$(find root -name 'libmultigraph.so.*' -type f)"

LD_LIBRARY_PATH=$(dirname "$(find "$work/root" -name 'libmultigraph.so.*' | head -n 1)")
PATH=$work/root/usr/bin:$PATH
MULTIGRAPH_CACHE=$work/cache
export LD_LIBRARY_PATH PATH MULTIGRAPH_CACHE
printf '1 2\n2 3\n' >graph.el
printf '1\t0\n2\t1\n3\t2\n' >expected
multigraph bfs graph.el --source 1 | diff - expected
multigraph run root/usr/share/multigraph/examples/hops.c graph.el --source 1 | diff - expected
if [ -n "$mpi" ] && command -v mpirun >/dev/null; then
    . "$here/mpi.sh"
    mpirun -n 2 multigraph bfs graph.el --source 1 -o ranks.tsv
    diff ranks.tsv expected
fi
if python3 -c 'import numpy' 2>/dev/null; then
    cd root/usr/lib/python3/dist-packages
    python3 -c 'import multigraph as mg; print(mg.bfs(mg.from_edges([1, 2], [2, 3]), 1).depth.tolist())' |
        grep -qx '\[0, 1, 2\]'
    # what NetworkX finds is what pip would install
    python3 - "$here/../../../tools/python/pyproject.toml" <<'END'
import importlib.metadata, re, sys
[found] = importlib.metadata.distributions(name="multigraph", path=["."])
wanted = re.findall(r'^multigraph = "(multigraph\S*:\w+)"$', open(sys.argv[1]).read(), re.MULTILINE)
assert len(wanted) == 2 and sorted(wanted) == sorted(point.value for point in found.entry_points), wanted
assert all(callable(point.load()) for point in found.entry_points if point.group == "networkx.backend_info")
END
fi
