# SPDX-License-Identifier: Apache-2.0
#
# options.sh: reads `--key value` pairs into variables: --graph-name into graph_name. The caller sets `known`, the keys
# that it takes; others are an error. MULTIGRAPH is the command, multigraph if it is not set.
set -eu
multigraph=${MULTIGRAPH:-multigraph}
while [ $# -gt 0 ]; do
    key=${1#--}
    case " $known " in
    *" $key "*) [ $# -ge 2 ] || { echo "$0: --$key needs a value" >&2; exit 1; } ;;
    *) echo "$0: unknown option $1" >&2; exit 1 ;;
    esac
    eval "$(echo "$key" | tr - _)=\$2"
    shift 2
done
# need NAME...: fails where an option is missing.
need() {
    for name; do
        eval "[ -n \"\${$(echo "$name" | tr - _)-}\" ]" || { echo "$0: --$name is missing" >&2; exit 1; }
    done
}
