# SPDX-License-Identifier: Apache-2.0
"""Communities of undirected graphs for the NetworkX backend."""

from typing import Any, Hashable, Iterable, List, Optional, Set

import networkx as nx
import numpy as np

from .communities import leiden, louvain
from .communities import modularity as modularity_of
from .nx_graph import BackendGraph
from .results import Result


def _seed(seed: Any) -> int:
    """Converts a seed to a number; a random generator gives its next number. NetworkX passes a generator: without a
    seed that of the module random, so that results differ from run to run, as in NetworkX. None, which only direct
    calls pass, is 0."""
    if seed is None or isinstance(seed, int):
        return (seed or 0) % 2**64
    return int(seed.randint(0, 2**31 - 1))


def _levels(max_level: Optional[int]) -> int:
    if max_level is not None and max_level <= 0:
        raise ValueError("max_level argument must be a positive integer or None")
    return max_level or 0


def _sets(graph: BackendGraph, result: Result) -> List[Set[Hashable]]:
    found: List[Set[Hashable]] = [set() for _ in range(len(graph))]
    for node, label in zip(graph.nodes, result.community.tolist()):
        found[label].add(node)
    return [nodes for nodes in found if nodes]


def louvain_communities(G: BackendGraph, weight: Optional[str] = "weight", resolution: float = 1,
                        threshold: float = 1e-07, max_level: Optional[int] = None,
                        seed: Any = None) -> List[Set[Hashable]]:  # fmt: skip
    levels = _levels(max_level)
    graph = G.graph(G.distances(weight))
    return _sets(G, louvain(graph, resolution=resolution, threshold=threshold, max_levels=levels, seed=_seed(seed)))


def leiden_communities(G: BackendGraph, weight: Optional[str] = "weight", resolution: float = 1,
                       max_level: Optional[int] = None, seed: Any = None) -> List[Set[Hashable]]:  # fmt: skip
    levels = _levels(max_level)
    return _sets(G, leiden(G.graph(G.distances(weight)), resolution=resolution, max_levels=levels, seed=_seed(seed)))


def modularity(G: BackendGraph, communities: Iterable[Iterable[Hashable]], weight: Optional[str] = "weight",
               resolution: float = 1) -> float:  # fmt: skip
    given = list(communities)
    labels = np.full(len(G), len(given), np.uint32)
    positions = [(G.position(node), at) for at, nodes in enumerate(given) for node in nodes]
    for position, at in positions:
        if position is not None:
            labels[position] = at
    if len(positions) != len(G) or (labels == len(given)).any():
        raise nx.community.quality.NotAPartition(G, given)
    if not G.number_of_edges():
        raise ZeroDivisionError("division by zero")
    return modularity_of(G.graph(G.distances(weight)), labels, resolution=resolution)
