#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# exports.sh LIBRARY INCLUDE: the shared library exports exactly the functions that the public headers declare with MG_API,
# all of one version, and has a SONAME.
set -eu
library=$1 include=$2
command -v objdump >/dev/null || { echo "skipped: there is no binutils" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A declaration may go over several lines; the name is the last word before its first parenthesis.
cat "$include"/multigraph/*.h | tr '\n' ' ' | sed 's/;/;\n/g' |
    sed -n 's/.*\bMG_API \([^(]*[ *]\)\(mg_[a-z0-9_]*\)(.*/\2/p' | sort >"$work/declared"
nm -D --defined-only "$library" | sed -n 's/.* T \([^@]*\)@@MULTIGRAPH_.*/\1/p' | sort >"$work/exported"
[ "$(wc -l <"$work/declared")" -ge 40 ] || { echo "only these declarations were found:" && cat "$work/declared" && exit 1; }
diff "$work/declared" "$work/exported"

others=$(nm -D --defined-only "$library" | grep -v ' T mg_[a-z]' | grep -v ' A MULTIGRAPH_[0-9.]*' || true)
[ -z "$others" ] || { echo "exported without being public: $others" && exit 1; }
soname=$(objdump -p "$library" | sed -n 's/.*SONAME *libmultigraph\.so\.//p')
version=$(nm -D --defined-only "$library" | sed -n 's/.* A MULTIGRAPH_//p')
[ -n "$soname" ] && [ "$soname" = "$version" ] || { echo "SONAME $soname, but symbols of version $version" && exit 1; }
