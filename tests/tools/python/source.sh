#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# source.sh PYTHON SOURCE: `pip install .` builds the library by CMake and gives a package that has it; both
# pyproject.toml describe the same package, and nothing is left in the source tree.
set -eu
python=$1 source=$2
for module in pip numpy scikit_build_core tomllib; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: $python has no $module" && exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset PYTHONPATH MULTIGRAPH_LIBRARY
"$python" - "$source" <<'END'
import sys, tomllib
whole, part = (tomllib.load(open(f"{sys.argv[1]}/{name}", "rb"))["project"]
               for name in ("pyproject.toml", "tools/python/pyproject.toml"))
assert whole.pop("readme") == "tools/python/README.md" and part.pop("readme") == "README.md"
assert whole == part, f"{whole}\n{part}"
END
find "$source" -path "$source/build*" -prune -o -path "$source/.git" -prune -o -print | sort >"$work/before"
command -v ccache >/dev/null && export CMAKE_C_COMPILER_LAUNCHER=ccache CCACHE_BASEDIR="$source" CCACHE_NOHASHDIR=1
PATH=$(dirname "$(command -v "$python")"):$PATH SKBUILD_CMAKE_DEFINE=MG_CUDA=OFF "$python" -m pip wheel --quiet \
    --disable-pip-version-check --no-index --no-deps --no-build-isolation --wheel-dir "$work/wheels" "$source" \
    >"$work/log" 2>&1 || { cat "$work/log" && exit 1; }
find "$source" -path "$source/build*" -prune -o -path "$source/.git" -prune -o -print | sort | diff "$work/before" - ||
    { echo "pip left these in the source tree" && exit 1; }
"$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index --no-deps \
    --target "$work/site" "$work"/wheels/multigraph-*-py3-none-linux_*.whl
cat >"$work/use.py" <<'END'
import multigraph as mg, multigraph_networkx, importlib.metadata as metadata
assert metadata.version("multigraph") == mg.__version__ == mg.version()
assert {p.group for p in metadata.distribution("multigraph").entry_points} == {"networkx.backends", "networkx.backend_info"}
print(mg.bfs(mg.from_edges(["a", "a"], ["b", "c"]), "a").to_dict(), mg.library_path())
END
cd "$work"
shown=$(PYTHONPATH=$work/site "$python" use.py)
case $shown in
"{'a': 0, 'b': 1, 'c': 1} $work/site/multigraph/lib/libmultigraph.so."*) ;;
*) echo "the installed package says: $shown" && exit 1 ;;
esac
[ -e "$work/site/multigraph/include/multigraph/program.h" ]
[ -e "$work/site/multigraph/py.typed" ]
