# SPDX-License-Identifier: Apache-2.0
"""Connected components for the NetworkX backend."""

from typing import Any, Dict, Hashable, Iterable, Iterator, Set

import networkx as nx
import numpy as np

from .algorithms import bfs, cc
from .arrays import Array
from .nx_graph import BackendGraph


def sets(graph: BackendGraph, component: Array) -> Dict[int, Set[Hashable]]:
    """The sets of nodes of the components. The keys are the indices of their first nodes, in ascending order."""
    if not len(graph):
        return {}
    order = np.argsort(component, kind="stable")
    cuts = np.flatnonzero(np.diff(component[order])) + 1
    return {int(component[part[0]]): {graph.nodes[v] for v in part.tolist()} for part in np.split(order, cuts)}


def _components(graph: BackendGraph) -> Iterable[Set[Hashable]]:
    return sets(graph, cc(graph.graph()).component).values() if len(graph) else ()


def count_components(graph: BackendGraph) -> int:
    return int(np.unique(cc(graph.graph()).component).size)


def _is_one(graph: BackendGraph) -> bool:
    if not len(graph):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return count_components(graph) == 1


def connected_components(G: BackendGraph) -> Iterator[Set[Hashable]]:
    yield from _components(G)


def weakly_connected_components(G: BackendGraph) -> Iterator[Set[Hashable]]:
    yield from _components(G)


def number_connected_components(G: BackendGraph) -> int:
    return count_components(G)


def number_weakly_connected_components(G: BackendGraph) -> int:
    return count_components(G)


def is_connected(G: BackendGraph) -> bool:
    return _is_one(G)


def is_weakly_connected(G: BackendGraph) -> bool:
    return _is_one(G)


def is_strongly_connected(G: BackendGraph) -> bool:
    if not len(G):
        raise nx.NetworkXPointlessConcept("Connectivity is undefined for the null graph.")
    return all(bool(bfs(G.graph(reverse=turned), 0).reached("depth").all()) for turned in (False, True))


def node_connected_component(G: BackendGraph, n: Any) -> Set[Hashable]:
    start = G.position(n)
    if start is None:
        raise KeyError(n)
    return {G.nodes[v] for v in np.flatnonzero(bfs(G.graph(), start).reached("depth")).tolist()}
