# SPDX-License-Identifier: Apache-2.0
"""The description of the backend that NetworkX reads when it is imported. This module is separate from the package, so
that neither NumPy nor the library is loaded before a function runs."""

from typing import Any, Dict

_WEIGHTED = "Weights must be numbers of at least 0."
_UNWEIGHTED = "Only without weights."
_CLUSTERS = "Only undirected graphs without weights."
_COMMUNITIES = "Only undirected graphs; weights must be at least 0. The same seed always gives the same communities."
_ANY = ""

# name of a function: the differences from NetworkX, which NetworkX adds to its documentation
FUNCTIONS = {
    "all_pairs_bellman_ford_path_length": _WEIGHTED, "all_pairs_dijkstra_path_length": _WEIGHTED,
    "all_pairs_shortest_path_length": _ANY, "ancestors": _ANY, "attracting_components": _ANY,
    "average_clustering": _CLUSTERS, "average_shortest_path_length": _WEIGHTED,
    "barycenter": "Only without weights, and not of trees.", "bellman_ford_path_length": _WEIGHTED,
    "betweenness_centrality": "Only without weights and endpoints; exact to about six digits.", "center": _UNWEIGHTED,
    "closeness_centrality": _WEIGHTED, "clustering": _CLUSTERS,
    "connected_components": _ANY, "core_number": _ANY, "descendants": _ANY, "descendants_at_distance": _ANY,
    "diameter": _WEIGHTED, "dijkstra_path_length": _WEIGHTED, "eccentricity": _WEIGHTED, "eigenvector_centrality": _ANY,
    "global_efficiency": _ANY, "global_reaching_centrality": _UNWEIGHTED,
    "group_closeness_centrality": _WEIGHTED, "harmonic_centrality": _WEIGHTED, "has_path": _ANY,
    "hits": _ANY, "is_arborescence": _ANY, "is_attracting_component": _ANY, "is_bipartite": _ANY,
    "is_branching": _ANY, "is_connected": _ANY,
    "is_directed_acyclic_graph": _ANY, "is_forest": _ANY, "is_strongly_connected": _ANY, "is_tree": _ANY,
    "is_weakly_connected": _ANY, "katz_centrality": _ANY, "leiden_communities": _COMMUNITIES,
    "local_reaching_centrality": _UNWEIGHTED,
    "louvain_communities": _COMMUNITIES, "modularity": _COMMUNITIES,
    "multi_source_dijkstra_path_length": _WEIGHTED, "node_connected_component": _ANY,
    "number_attracting_components": _ANY, "number_connected_components": _ANY,
    "number_strongly_connected_components": _ANY, "number_weakly_connected_components": _ANY,
    "overall_reciprocity": _ANY, "pagerank": _ANY, "periphery": _UNWEIGHTED, "radius": _WEIGHTED,
    "reciprocity": "Only of the whole graph.", "shortest_path_length": _WEIGHTED,
    "single_source_bellman_ford_path_length": _WEIGHTED, "single_source_dijkstra_path_length": _WEIGHTED,
    "single_source_shortest_path_length": _ANY, "single_target_shortest_path_length": _ANY,
    "strongly_connected_components": "A component comes after all components that it leads to.",
    "transitivity": "Only undirected graphs.", "triangles": _ANY,
    "weakly_connected_components": _ANY, "wiener_index": _WEIGHTED,
}  # fmt: skip


def get_info() -> Dict[str, Any]:
    """The function that the entry point `networkx.backend_info` names."""
    return {
        "backend_name": "multigraph",
        "project": "multigraph",
        "package": "multigraph",
        "short_summary": "Graph analytics on GPUs and multicore CPUs by libmultigraph.",
        "functions": {name: {"additional_docs": note} if note else {} for name, note in FUNCTIONS.items()},
    }
