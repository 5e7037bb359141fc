#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# hardening.sh [-n] FILE...: programs and shared libraries that were built for users: no entry of their search path for
# libraries depends on the current folder, all relocations are read-only after loading, stacks are protected, libc's
# calls are checked, and programs lie at random addresses. -n: only the search path (debug and sanitizer builds).
set -eu
command -v readelf >/dev/null || { echo "skipped: there is no binutils" && exit 77; }
whole=yes
[ "$1" != -n ] || { whole=no && shift; }
failed=0

complain() {
    echo "$1"
    failed=1
}

# A search path is made of $ORIGIN only; an empty entry is the current folder.
# shellcheck disable=SC2016 # the loader's variable, not the shell's
check_path() {
    readelf -dW "$1" | sed -n 's/.*(R[UN]*PATH).*\[\(.*\)\]$/\1/p' | tr : '\n' | while read -r entry; do
        case $entry in
        '$ORIGIN'*) ;;
        *) echo "'$entry'" ;;
        esac
    done
}

[ $# -ge 1 ]
for file in "$@"; do
    entries=$(check_path "$file")
    [ -z "$entries" ] || complain "$file: looks for libraries in $entries"
    [ $whole = yes ] || continue
    readelf -lW "$file" | grep -q GNU_RELRO || complain "$file: no read-only relocations"
    readelf -dW "$file" | grep -q 'FLAGS.*NOW' || complain "$file: relocations are not read-only at once"
    readelf -hW "$file" | grep -q 'Type: *DYN' || complain "$file: at a fixed address"
    readelf -lW "$file" | grep 'GNU_STACK' | grep -q 'RW ' || complain "$file: the stack can be executed"
    readelf -W --dyn-syms "$file" | grep -q '__stack_chk_fail' || complain "$file: no stack protector"
    readelf -W --dyn-syms "$file" | grep -q '__[a-z]*_chk\b' || complain "$file: no checked calls of libc"
done
exit $failed
