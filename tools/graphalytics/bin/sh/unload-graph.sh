#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# unload-graph.sh: removes what load-graph.sh made, and the folder if nothing else is in it.
known='graph-name output-path'
. "$(dirname "$0")/options.sh"
need output-path
rm -f "$output_path/graph.v" "$output_path/graph.e" "$output_path/graph.properties" "$output_path/graph.mgb"
rmdir "$output_path" 2>/dev/null || true
