#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# load-graph.sh: makes a snapshot, --output-path/graph.mgb, of a graph in two files.
known='graph-name input-vertex-path input-edge-path output-path directed weighted'
. "$(dirname "$0")/options.sh"
need input-vertex-path input-edge-path output-path directed weighted
mkdir -p "$output_path"
ln -sf "$(realpath "$input_vertex_path")" "$output_path/graph.v"
ln -sf "$(realpath "$input_edge_path")" "$output_path/graph.e"
{
    echo "graph.graph.vertex-file = graph.v"
    echo "graph.graph.edge-file = graph.e"
    echo "graph.graph.directed = $directed"
    if [ "$weighted" = true ]; then
        echo "graph.graph.edge-properties.names = weight"
        echo "graph.graph.edge-properties.types = real"
    fi
} >"$output_path/graph.properties"
"$multigraph" convert "$output_path/graph.properties" "$output_path/graph.mgb" --quiet
