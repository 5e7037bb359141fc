# SPDX-License-Identifier: Apache-2.0
"""Distances from groups of nodes, reaching centralities, barycentre and reciprocity for the NetworkX backend."""

from typing import Any, Dict, Hashable, Iterator, List, Optional, Tuple

import networkx as nx
import numpy as np

from .algorithms import sssp
from .arrays import Array
from .makers import from_edges
from .nx_graph import BackendGraph
from .nx_paths import Lengths, as_dict, depths, single


def _from_several(graph: BackendGraph, starts: List[int], weight: Optional[str], reverse: bool) -> Tuple[Array, Array]:
    """The length of the shortest path from any of the starts to every vertex, and flags of the reached vertices. The
    search begins at an additional vertex with edges of length 0 to all starts."""
    weight, extra = graph.distances(weight), len(graph)
    values = np.ones(graph.number_of_edges(), np.int32) if weight is None else graph.weights[weight]
    source, target = (graph.target, graph.source) if reverse and graph.is_directed() else (graph.source, graph.target)
    made = from_edges(
        np.concatenate([source, np.full(len(starts), extra, np.uint32)]),
        np.concatenate([target, np.array(starts, np.uint32)]),
        np.concatenate([values, np.zeros(len(starts), np.int32)]), vertices=extra + 1, directed=graph.is_directed(),
    )  # fmt: skip
    result = sssp(made, extra)
    return result.distance[:-1], result.reached()[:-1]


def _starts(graph: BackendGraph, nodes: Any) -> List[int]:
    if not nodes:
        raise ValueError("sources must not be empty")
    found = [(node, graph.position(node)) for node in nodes]
    for node, position in found:
        if position is None:
            raise nx.NodeNotFound(f"Node {node} not found in graph")
    return [position for _, position in found if position is not None]


def multi_source_dijkstra_path_length(G: BackendGraph, sources: Any, cutoff: Optional[float] = None,
                                      weight: Optional[str] = "weight") -> Lengths:  # fmt: skip
    starts = _starts(G, sources)
    return as_dict(G, starts, *_from_several(G, starts, weight, False), cutoff)


def group_closeness_centrality(G: BackendGraph, S: Any, weight: Optional[str] = None) -> float:
    group = set(S)
    starts = _starts(G, group)
    lengths, reached = _from_several(G, starts, weight, True)
    total: float = lengths[reached].sum().item()
    return (len(G) - len(group)) / total if total else 0


def all_pairs_dijkstra_path_length(G: BackendGraph, cutoff: Optional[float] = None, weight: Optional[str] = "weight"
                                   ) -> Iterator[Tuple[Hashable, Lengths]]:  # fmt: skip
    for start, node in enumerate(G.nodes):
        yield node, single(G, start, cutoff, weight)


def all_pairs_bellman_ford_path_length(G: BackendGraph, weight: Optional[str] = "weight"
                                       ) -> Iterator[Tuple[Hashable, Lengths]]:  # fmt: skip
    for start, node in enumerate(G.nodes):
        yield node, single(G, start, None, weight)


def _reaching(graph: BackendGraph, starts: List[int]) -> Dict[int, float]:
    """The share of the other vertices that each start reaches; in undirected graphs each counts 1 / distance."""
    found: Dict[int, float] = {}
    for start, lengths, reached in depths(graph, starts):
        there = reached & (lengths > 0)
        count = int(there.sum()) if graph.is_directed() else float((1 / lengths[there]).sum())
        found[start] = count / (len(graph) - 1)
    return found


def local_reaching_centrality(G: BackendGraph, v: Any, paths: None = None, weight: None = None,
                              normalized: bool = True) -> float:  # fmt: skip
    if G.number_of_edges() and len(G) == 1:
        raise nx.NetworkXError("local_reaching_centrality of a single node with self-loop not well-defined")
    if not G.number_of_edges():
        raise nx.NetworkXError("Size of G must be positive")
    start = G.position(v)
    if start is None:
        raise nx.NodeNotFound(f"Source {v} not in G")
    return _reaching(G, [start])[start]


def global_reaching_centrality(G: BackendGraph, weight: None = None, normalized: bool = True) -> float:
    if not G.number_of_edges():
        raise nx.NetworkXError("Size of G must be positive")
    if len(G) == 1:
        raise nx.NetworkXError("local_reaching_centrality of a single node with self-loop not well-defined")
    found = list(_reaching(G, list(range(len(G)))).values())
    largest = max(found)
    return sum(largest - value for value in found) / (len(G) - 1)


def barycenter(G: BackendGraph, weight: None = None, attr: None = None, sp: None = None) -> List[Hashable]:
    if not len(G) and not G.is_directed():  # NetworkX first tests whether an undirected graph is a tree
        raise nx.NetworkXPointlessConcept("G has no nodes.")
    sums: List[int] = []
    for _, lengths, reached in depths(G, range(len(G))):
        if not reached.all():
            raise nx.NetworkXNoPath(
                f"Input graph {G} is disconnected, so every induced subgraph has infinite barycentricity."
            )
        sums.append(int(lengths.sum()))
    return [node for node, total in zip(G.nodes, sums) if total == min(sums)]


def overall_reciprocity(G: BackendGraph) -> float:
    count: int = G.number_of_edges()
    if count == 0:
        raise nx.NetworkXError("Not defined for empty graphs")
    low, high = np.minimum(G.source, G.target), np.maximum(G.source, G.target)
    pairs: int = np.unique(low.astype(np.uint64) << np.uint64(32) | high).size
    return (count - pairs) * 2 / count


def reciprocity(G: BackendGraph, nodes: None = None) -> float:
    return overall_reciprocity(G)
