# SPDX-License-Identifier: Apache-2.0
"""What NetworkX asks about the backend when it is imported: apart from the package, so that neither NumPy nor the
library is loaded before a function is run."""

from typing import Any, Dict

_WEIGHTED = "Weights are numbers of at least 0."
_ANY = ""

# name: what differs from NetworkX
FUNCTIONS = {
    "all_pairs_shortest_path_length": _ANY, "ancestors": _ANY, "average_shortest_path_length": "Without weights.",
    "bellman_ford_path_length": _WEIGHTED,
    "betweenness_centrality": "Without weights and endpoints; to about six digits.", "center": "Without weights.",
    "closeness_centrality": "Distances are numbers of at least 0.", "connected_components": _ANY, "core_number": _ANY,
    "descendants": _ANY, "descendants_at_distance": _ANY, "diameter": "Without weights.",
    "dijkstra_path_length": _WEIGHTED, "eccentricity": "Without weights.", "eigenvector_centrality": _ANY,
    "global_efficiency": _ANY, "harmonic_centrality": "Without distances.", "has_path": _ANY, "is_bipartite": _ANY,
    "is_connected": _ANY, "is_strongly_connected": _ANY, "is_weakly_connected": _ANY, "katz_centrality": _ANY,
    "node_connected_component": _ANY, "number_connected_components": _ANY, "number_weakly_connected_components": _ANY,
    "pagerank": _ANY, "periphery": "Without weights.", "radius": "Without weights.", "shortest_path_length": _WEIGHTED,
    "single_source_bellman_ford_path_length": _WEIGHTED, "single_source_dijkstra_path_length": _WEIGHTED,
    "single_source_shortest_path_length": _ANY, "single_target_shortest_path_length": _ANY,
    "weakly_connected_components": _ANY, "wiener_index": "Without weights.",
}  # fmt: skip


def get_info() -> Dict[str, Any]:
    """The entry point networkx.backend_info."""
    return {
        "backend_name": "multigraph",
        "project": "multigraph",
        "package": "multigraph",
        "short_summary": "Graph analytics on GPUs and multicore CPUs by libmultigraph.",
        "functions": {name: {"additional_docs": note} if note else {} for name, note in FUNCTIONS.items()},
    }
