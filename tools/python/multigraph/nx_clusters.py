# SPDX-License-Identifier: Apache-2.0
"""Triangles and clustering of undirected graphs for the NetworkX backend."""

from typing import Any, Dict, Hashable, List, Tuple, Union

import networkx as nx
import numpy as np

from .nx_graph import BackendGraph
from .nx_paths import bunch
from .structures import triangles as count_triangles

Counts = Dict[Hashable, int]
Share = Union[int, float]


def _counts(graph: BackendGraph) -> List[int]:
    """The number of triangles of every vertex."""
    found: List[int] = count_triangles(graph.graph()).triangles.tolist() if len(graph) else []
    return found


def _pairs(graph: BackendGraph) -> List[Tuple[int, int]]:
    """For every vertex twice the number of its triangles, and the number of ordered pairs of its neighbours."""
    if graph.is_multigraph():
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    joins = graph.source != graph.target
    ends = np.concatenate([graph.source[joins], graph.target[joins]])
    degrees = np.bincount(ends, minlength=len(graph)).tolist()
    return [(2 * count, degree * (degree - 1)) for count, degree in zip(_counts(graph), degrees)]


def triangles(G: BackendGraph, nodes: Any = None) -> Union[int, Counts]:
    if nodes is None:
        return dict(zip(G.nodes, _counts(G)))
    if G.is_multigraph():
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    counts, one = _counts(G), G.position(nodes)
    return counts[one] if one is not None else {G.nodes[v]: counts[v] for v in bunch(G, nodes)}


def clustering(G: BackendGraph, nodes: Any = None, weight: None = None) -> Union[Share, Dict[Hashable, Share]]:
    shares = [0 if twice == 0 else twice / pairs for twice, pairs in _pairs(G)]
    if nodes is None:
        return dict(zip(G.nodes, shares))
    one = G.position(nodes)
    return shares[one] if one is not None else {G.nodes[v]: shares[v] for v in bunch(G, nodes)}


def average_clustering(G: BackendGraph, nodes: Any = None, weight: None = None, count_zeros: bool = True) -> float:
    found = clustering(G, nodes)
    shares = [share for share in found.values() if count_zeros or share]  # type: ignore[union-attr]
    return sum(shares) / len(shares)


def transitivity(G: BackendGraph) -> Share:
    counted = _pairs(G)
    twice = sum(count for count, _ in counted)
    return 0 if twice == 0 else twice / sum(pairs for _, pairs in counted)
