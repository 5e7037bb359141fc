#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# cookbook.sh PAGE SOURCE: runs the commands of a page, the lines that begin with four blanks and `$ `, in one folder, and
# compares what each prints with the indented lines below it. MULTIGRAPH: the command.
set -u
page=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$source/datasets" "$source/examples" "$work"
cd "$work" || exit 1
PATH=$(dirname "$MULTIGRAPH"):$PATH
LC_ALL=C
export PATH LC_ALL
command='' failed=0 commands=0

# Runs the command that was read, if there is one.
run_command() {
    [ -n "$command" ] || return 0
    commands=$((commands + 1))
    if ! sh -c "$command" >printed 2>messages; then
        printf 'failed: %s\n' "$command"
        cat messages
        failed=1
    elif ! diff -u expected printed; then
        printf 'other output: %s\n' "$command"
        failed=1
    fi
    command=''
}

while IFS= read -r line; do
    case $line in
    '    $ '*)
        run_command
        command=${line#'    $ '}
        : >expected
        ;;
    '    '*) printf '%s\n' "${line#'    '}" >>expected ;;
    *) run_command ;;
    esac
done <"$page"
run_command
[ "$commands" -ge 20 ] || { echo "only $commands commands were found in $page" && failed=1; }
exit $failed
