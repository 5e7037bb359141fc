#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# prepare-benchmark.sh: nothing is to be prepared but the command, which must be there. The harness's run-benchmark.sh
# sources this file and takes the driver's jar from LIBRARY_JAR; it does not set all variables that it reads.
known=
. "$(dirname "$0")/options.sh"
"$multigraph" version
set +u
LIBRARY_JAR=$(ls lib/graphalytics-*-default.jar 2>/dev/null | tail -n 1)
export LIBRARY_JAR
