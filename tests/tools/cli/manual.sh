#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# manual.sh FOLDER MULTIGRAPH: the manual pages of the build, one for the command and each verb: groff gives no
# warnings, and every option of --help is in them.
set -eu
folder=$1 multigraph=$2
command -v groff >/dev/null || { echo "skipped: there is no groff" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

verbs=$("$multigraph" help all | sed -n '/^Verbs:/,/^To learn more:/s/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$verbs" | wc -w)" -ge 10 ]
[ "$(find "$folder" -name '*.1' | wc -l)" = "$(($(echo "$verbs" | wc -w) + 1))" ]
for page in "$folder"/*.1; do
    groff -man -ww -Tascii -P-c -P-b -P-u "$page" >"$work/page" 2>"$work/warnings"
    [ ! -s "$work/warnings" ] || { cat "$work/warnings" && exit 1; }
    awk -v page="$page" 'length > 80 { print page ": too wide: " $0; exit 1 }' "$work/page"
done
for verb in $verbs; do
    groff -man -Tascii -P-c -P-b -P-u "$folder/multigraph-$verb.1" | tr -s ' ' >"$work/page"
    "$multigraph" manual "$verb" | cmp - "$folder/multigraph-$verb.1"
    grep -q "^ *multigraph-$verb - " "$work/page"
    "$multigraph" help "$verb" | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/--\2/p' >"$work/options"
    [ -s "$work/options" ]
    while read -r option; do
        grep -q -e "^ *\(-., \)\?$option\( \|$\)" "$work/page" || { echo "$verb: no $option" && exit 1; }
    done <"$work/options"
done
