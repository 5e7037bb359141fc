#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# compile-benchmark.sh: there is nothing to compile; says which multigraph is used.
known=
. "$(dirname "$0")/options.sh"
"$multigraph" version
