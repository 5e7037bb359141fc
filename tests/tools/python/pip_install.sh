#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# pip_install.sh PYTHON SOURCE LIBRARY: `pip install tools/python` gives a package that works outside of the source tree
# and finds the library beside it or by the environment variable; without both the error says what to do.
set -eu
python=$1 source=$2 library=$3
for module in pip setuptools numpy; do
    "$python" -c "import $module" 2>/dev/null || { echo "skipped: $python has no $module" && exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$source/tools/python" "$work/package"
cd "$work"
unset PYTHONPATH MULTIGRAPH_LIBRARY
"$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore --no-index --no-deps \
    --no-build-isolation --target "$work/site" "$work/package" 2>pip.log || { cat pip.log && exit 1; }
[ -e site/multigraph/py.typed ]
cat >use.py <<'END'
import multigraph as mg
print(mg.bfs(mg.from_edges([1, 1, 2], [2, 3, 4]), 1).depth.tolist(), mg.library_path())
END
PYTHONPATH=$work/site
export PYTHONPATH
[ "$(MULTIGRAPH_LIBRARY=$library "$python" use.py)" = "[0, 1, 1, 2] $library" ]
if MULTIGRAPH_LIBRARY=$work/missing.so "$python" -c 'import multigraph' 2>message; then
    echo "a missing library was not noticed" && exit 1
fi
installed=$("$python" -c 'import importlib.metadata as m; print(m.version("multigraph"))')
[ "$installed" = "$(MULTIGRAPH_LIBRARY=$library "$python" -c 'import multigraph; print(multigraph.version())')" ]
grep -q 'ImportError: libmultigraph was not found: .*missing.so' message
name=$(MULTIGRAPH_LIBRARY=$library "$python" -c 'import multigraph.library; print(multigraph.library.NAME)')
cp -L "$library" "site/multigraph/$name"
[ "$("$python" use.py)" = "[0, 1, 1, 2] $work/site/multigraph/$name" ]
