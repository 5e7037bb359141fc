# SPDX-License-Identifier: Apache-2.0
"""Strongly connected components, and tests for cycles, trees and forests, for the NetworkX backend."""

from typing import Hashable, Iterator, List, Set

import networkx as nx
import numpy as np

from .arrays import Array
from .nx_components import count_components, sets
from .nx_graph import BackendGraph
from .structures import scc


def _component(graph: BackendGraph) -> Array:
    return scc(graph.graph()).component if len(graph) else np.empty(0, np.uint32)


def _ordered(graph: BackendGraph, component: Array) -> List[int]:
    """The components, given by their first vertices, in the order in which a depth-first search finishes them: each
    after all components that it leads to. Without cycles this is the order of NetworkX."""
    leads = component[graph.source] != component[graph.target]
    source, target = component[graph.source[leads]], component[graph.target[leads]]
    order = np.argsort(source, kind="stable")
    starts = np.searchsorted(source[order], np.arange(len(graph) + 1)).tolist()
    targets, edge = target[order].tolist(), starts[:-1]
    found: List[int] = []
    seen = bytearray(len(graph))
    for root in np.unique(component).tolist():
        path = [] if seen[root] else [root]
        seen[root] = 1
        while path:
            at, end = edge[path[-1]], starts[path[-1] + 1]
            while at < end and seen[targets[at]]:
                at += 1
            edge[path[-1]] = at
            if at == end:
                found.append(path.pop())
            else:
                path.append(targets[at])
                seen[targets[at]] = 1
    return found


def strongly_connected_components(G: BackendGraph) -> Iterator[Set[Hashable]]:
    component = _component(G)
    members = sets(G, component)
    yield from (members[first] for first in _ordered(G, component))


def number_strongly_connected_components(G: BackendGraph) -> int:
    return int(np.unique(_component(G)).size)


def attracting_components(G: BackendGraph) -> Iterator[Set[Hashable]]:
    component = _component(G)
    leaves = component[G.source] != component[G.target]
    attracts = np.ones(len(G), bool)
    attracts[component[G.source[leaves]]] = False
    members = sets(G, component)
    yield from (members[first] for first in _ordered(G, component) if attracts[first])


def number_attracting_components(G: BackendGraph) -> int:
    return sum(1 for _ in attracting_components(G))


def is_attracting_component(G: BackendGraph) -> bool:
    found = list(attracting_components(G))
    return len(found) == 1 and len(found[0]) == len(G)


def is_directed_acyclic_graph(G: BackendGraph) -> bool:
    if not G.is_directed() or bool((G.source == G.target).any()):
        return False
    return number_strongly_connected_components(G) == len(G)


def _not_empty(graph: BackendGraph) -> None:
    if not len(graph):
        raise nx.NetworkXPointlessConcept("G has no nodes.")


def is_tree(G: BackendGraph) -> bool:
    _not_empty(G)
    return G.number_of_edges() == len(G) - 1 and count_components(G) == 1


def is_forest(G: BackendGraph) -> bool:
    _not_empty(G)  # every component has at least the edges of a spanning tree
    return G.number_of_edges() < len(G) and G.number_of_edges() == len(G) - count_components(G)


def _is_rooted(graph: BackendGraph) -> bool:
    """Returns whether every vertex has at most one in-edge."""
    return int(np.bincount(graph.target, minlength=1).max()) <= 1


def is_arborescence(G: BackendGraph) -> bool:
    return is_tree(G) and _is_rooted(G)


def is_branching(G: BackendGraph) -> bool:
    return is_forest(G) and _is_rooted(G)
