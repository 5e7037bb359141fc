#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# run_python.sh PYTHON FILE: runs a file of unittest cases; skipped where a package that it imports is missing.
set -eu
python=$1 file=$2
command -v "$python" >/dev/null || { echo "skipped: there is no $python" && exit 77; }
for package in $(sed -n 's/^import \(numpy\|scipy\|networkx\)\b.*/\1/p' "$file" | sort -u); do
    "$python" -c "import $package" 2>/dev/null || { echo "skipped: $python has no $package" && exit 77; }
done
exec "$python" -W error::ResourceWarning "$file"
