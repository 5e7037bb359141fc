#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# check_no_calls.sh [--expect-calls] OBJECT...: the loops that are compiled for vertex programs (functions mg__*_push,
# _pull, _dense_gather and so on) call nothing but mg__next_active_avx2, which is compiled for other processors and is no
# callback: every callback was inlined. A function may only jump to an identical one, which is checked itself, and the
# stack protector may end the process. With --expect-calls the script succeeds only if it finds a call; this tests the script.
set -u

expect=0
if [ "$1" = "--expect-calls" ]; then
    expect=1
    shift
fi
command -v objdump >/dev/null || { echo "objdump is not there (Debian package binutils)"; exit 77; }
case $(uname -m) in
x86_64) call='^call' jump='^jmp' ;;
aarch64) call='^blr?$' jump='^b$' ;;
*) echo "the instructions of $(uname -m) are not known to this check"; exit 77 ;;
esac

found=$(for object in "$@"; do
    objdump -dr --no-show-raw-insn "$object" | awk -v object="$object" -v call="$call" -v jump="$jump" '
        function is_loop(name) {
            return name ~ /^mg__.*_(init|reset|scatter|push|apply|pull|pull_list|dense_load_columns|dense_gather|dense_apply|relax|vertices|edges)([.].*)?$/
        }
        held { # a call, whose target is in the next line
            if ($0 !~ /R_[A-Z0-9_]+[ \t]+__stack_chk_fail/) print held
            held = ""
        }
        /^[0-9a-f]+ <.*>:$/ {
            name = substr($2, 2, length($2) - 3)
            loops += is_loop(name)
            next
        }
        is_loop(name) && $2 ~ call && $NF != "<mg__next_active_avx2>" { held = object ": " name ": " $0 }
        is_loop(name) && $2 ~ jump && $NF ~ /^<[^+]*>$/ {
            target = substr($NF, 2, length($NF) - 2)
            if (!is_loop(target)) print object ": " name ": " $0
        }
        END { if (held) print held; if (!loops) print object ": no loop functions found" }'
done)

if [ "$expect" = 1 ]; then
    [ -n "$found" ] && echo "$found" | grep -q _push && exit 0
    echo "calls inside a loop were not noticed"
    exit 1
fi
if [ $# = 0 ]; then
    echo "no object files given"
    exit 1
fi
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi
echo "$# object files, no call in any loop"
