#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# completions.sh SHELL MULTIGRAPH: what `multigraph completions SHELL` prints completes command lines in that shell (bash, zsh or
# fish). The expected verbs and options are those of --help.
# shellcheck disable=SC2016,SC2317 # programs in single quotes; functions that are called by name
set -eu
shell=$1 multigraph=$2
command -v "$shell" >/dev/null || { echo "skipped: there is no $shell" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/folder"
cd "$work/folder"
touch graph.el 'two words.el'
"$multigraph" completions "$shell" >"$work/script"

# complete_bash LINE: calls the completion function like bash, which splits words at `=`.
complete_bash() {
    bash -c '. "$1"
        line=${2//=/ = }
        read -ra COMP_WORDS <<<"$line"
        [[ $2 != *[\ =] ]] || COMP_WORDS+=("")
        [[ $2 != *= ]] || unset "COMP_WORDS[-1]"
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        $(complete -p multigraph | sed "s/.*-F \([^ ]*\) .*/\1/")
        printf "%s\n" "${COMPREPLY[@]}"' bash "$work/script" "$1"
}

# complete_fish LINE: the candidates, without their descriptions.
complete_fish() {
    HOME=$work fish --no-config -c 'source $argv[1]; complete -C $argv[2]' "$work/script" "$1" | cut -f 1 | sed 's/^.*=//'
}

# complete_zsh LINE: sends the line and a Tab to an interactive zsh and captures the candidates.
complete_zsh() {
    cat >"$work/setup" <<'END'
autoload -Uz compinit && compinit -u -d $WORK/dump
source $WORK/script
compadd() {
    local -a hits
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        builtin compadd -A hits "$@"
        print -l -- $hits >>$WORK/hits
    fi
    builtin compadd "$@"
}
finish() { print >$WORK/finished }
comppostfuncs=(finish)
bindkey '^I' complete-word
print >$WORK/ready
END
    cat >"$work/driver" <<'END'
zmodload zsh/zpty zsh/zselect
wait_for() { repeat 2000 { [[ -e $1 ]] && return; zpty -r -t z text || true; zselect -t 1 || true }; print "no $1" >&2; exit 1 }
zpty z zsh -f -i
zpty -w z "source $WORK/setup"
wait_for $WORK/ready
zpty -w -n z "$1"$'\t'
wait_for $WORK/finished
zpty -d z
END
    rm -f "$work/hits" "$work/ready" "$work/finished"
    touch "$work/hits"
    WORK=$work TERM=dumb zsh -f "$work/driver" "$1" >/dev/null
    cat "$work/hits"
}

# offers LINE: the candidates at the end of the line, sorted.
offers() {
    "complete_$shell" "$1" | sed '/^$/d' | LC_ALL=C sort -u
}

failed=0
# expect LINE CANDIDATE...
expect() {
    line=$1
    shift
    printf '%s\n' "$@" | sed '/^$/d' | LC_ALL=C sort -u >"$work/expected"
    offers "$line" >"$work/offered"
    diff "$work/expected" "$work/offered" || { echo "... completing '$line'" && failed=1; }
}

verbs=$("$multigraph" help all | sed -n '/^Verbs:/,/^Examples:/s/^  \([a-z]*\) .*/\1/p')
[ "$(echo "$verbs" | wc -w)" -ge 12 ]
for verb in $verbs; do
    offers "multigraph $verb" | grep -qx "$verb" || { echo "verb $verb is not offered" && failed=1; }
done
expect "multigraph pag" pagerank
for verb in bfs run generate; do
    options=$("$multigraph" help $verb | sed -n 's/^  \(-.,\|   \) --\([a-z-]*\).*/--\2/p')
    # shellcheck disable=SC2086 # words
    expect "multigraph $verb --" $options
done
expect "multigraph bfs graph.el --mode sp" sparse
expect "multigraph bfs graph.el --mode=" auto dense pull sparse
expect "multigraph bc graph.el --sources " all
expect "multigraph bfs --source "
expect "multigraph convert graph.el --to me" metis
expect "multigraph generate ro" road
expect "multigraph bfs gr" graph.el
expect "multigraph bench qu" quick
expect "multigraph bench graph." graph.el
expect "multigraph bfs graph.el --output gr" graph.el
expect "multigraph bfs tw" "two words.el"
expect "multigraph help sss" sssp
expect "multigraph completions z" zsh
expect "multigraph devices gr"
exit $failed
