#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# prepare-benchmark.sh: nothing is to be prepared but the command, which must be there.
known=
. "$(dirname "$0")/options.sh"
"$multigraph" version
