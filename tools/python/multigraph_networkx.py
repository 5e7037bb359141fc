# SPDX-License-Identifier: Apache-2.0
"""What NetworkX asks about the backend when it is imported: apart from the package, so that neither NumPy nor the
library is loaded before a function is run."""

from typing import Any, Dict

_WEIGHTED = "Weights are numbers of at least 0."
_CLUSTERS = "Undirected graphs without weights."
_COMMUNITIES = "Undirected graphs; weights are numbers of at least 0. The same in every run for a seed."
_ANY = ""

# name: what differs from NetworkX
FUNCTIONS = {
    "all_pairs_bellman_ford_path_length": _WEIGHTED, "all_pairs_dijkstra_path_length": _WEIGHTED,
    "all_pairs_shortest_path_length": _ANY, "ancestors": _ANY, "attracting_components": _ANY,
    "average_clustering": _CLUSTERS, "average_shortest_path_length": _WEIGHTED,
    "barycenter": "Without weights; no trees.", "bellman_ford_path_length": _WEIGHTED,
    "betweenness_centrality": "Without weights and endpoints; to about six digits.", "center": "Without weights.",
    "closeness_centrality": _WEIGHTED, "clustering": _CLUSTERS,
    "connected_components": _ANY, "core_number": _ANY, "descendants": _ANY, "descendants_at_distance": _ANY,
    "diameter": _WEIGHTED, "dijkstra_path_length": _WEIGHTED, "eccentricity": _WEIGHTED, "eigenvector_centrality": _ANY,
    "global_efficiency": _ANY, "global_reaching_centrality": "Without weights.",
    "group_closeness_centrality": _WEIGHTED, "harmonic_centrality": _WEIGHTED, "has_path": _ANY,
    "hits": _ANY, "is_arborescence": _ANY, "is_attracting_component": _ANY, "is_bipartite": _ANY,
    "is_branching": _ANY, "is_connected": _ANY,
    "is_directed_acyclic_graph": _ANY, "is_forest": _ANY, "is_strongly_connected": _ANY, "is_tree": _ANY,
    "is_weakly_connected": _ANY, "katz_centrality": _ANY, "leiden_communities": _COMMUNITIES,
    "local_reaching_centrality": "Without weights.",
    "louvain_communities": _COMMUNITIES, "modularity": _COMMUNITIES,
    "multi_source_dijkstra_path_length": _WEIGHTED, "node_connected_component": _ANY,
    "number_attracting_components": _ANY, "number_connected_components": _ANY,
    "number_strongly_connected_components": _ANY, "number_weakly_connected_components": _ANY,
    "overall_reciprocity": _ANY, "pagerank": _ANY, "periphery": "Without weights.", "radius": _WEIGHTED,
    "reciprocity": "Of the whole graph.", "shortest_path_length": _WEIGHTED,
    "single_source_bellman_ford_path_length": _WEIGHTED, "single_source_dijkstra_path_length": _WEIGHTED,
    "single_source_shortest_path_length": _ANY, "single_target_shortest_path_length": _ANY,
    "strongly_connected_components": "Those that others lead to come first.",
    "transitivity": "Undirected graphs.", "triangles": _ANY,
    "weakly_connected_components": _ANY, "wiener_index": _WEIGHTED,
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
