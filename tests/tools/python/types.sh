#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# types.sh PYTHON SOURCE: the package's annotations under mypy --strict; skipped where there is no mypy.
set -eu
python=$1 source=$2
"$python" -c "import numpy" 2>/dev/null || { echo "skipped: there is no numpy" && exit 77; }
if command -v mypy >/dev/null; then
    set -- mypy --python-executable "$(command -v "$python")"
elif "$python" -m mypy --version >/dev/null 2>&1; then
    set -- "$python" -m mypy
else
    echo "skipped: there is no mypy" && exit 77
fi
cd "$source/tools/python"
exec "$@" --cache-dir=/dev/null
