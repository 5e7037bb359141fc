# SPDX-License-Identifier: Apache-2.0
"""Lengths of shortest paths for the NetworkX backend, with the arguments, exceptions and order of NetworkX."""

from typing import Any, Dict, Hashable, Iterable, Iterator, List, Optional, Set, Tuple, Union

import networkx as nx
import numpy as np

from .algorithms import bfs, sssp
from .arrays import Array
from .nx_graph import BackendGraph

Lengths = Dict[Hashable, Any]
BATCH = 64  # number of searches that share a pass over the edges


def _found(graph: BackendGraph, node: Any, message: str, error: Any = nx.NodeNotFound) -> int:
    position = graph.position(node)
    if position is None:
        raise error(message)
    return position


def _lengths(graph: BackendGraph, start: int, weight: Optional[str], reverse: bool = False) -> Tuple[Array, Array]:
    """The length of the shortest path to every vertex, and flags of the vertices to which there is a path."""
    weight = graph.distances(weight)
    made = graph.graph(weight, reverse=reverse)
    result = bfs(made, start) if weight is None else sssp(made, start)
    return result[next(iter(result.columns))], result.reached()


def as_dict(graph: BackendGraph, start: Union[int, List[int]], lengths: Array, reached: Array,
            cutoff: Optional[float]) -> Lengths:  # fmt: skip
    """A dict {node: length} of the reached nodes, by ascending length, in which a search finds them."""
    if cutoff is not None:
        reached = reached & (lengths <= cutoff)
        reached[start] = True
    there = np.flatnonzero(reached)
    there = there[np.argsort(lengths[there], kind="stable")]
    return {graph.nodes[v]: length for v, length in zip(there.tolist(), lengths[there].tolist())}


def single(graph: BackendGraph, start: int, cutoff: Optional[float] = None, weight: Optional[str] = None,
           reverse: bool = False) -> Lengths:  # fmt: skip
    """The lengths of the shortest paths from one node as a dict."""
    return as_dict(graph, start, *_lengths(graph, start, weight, reverse), cutoff)


def depths(graph: BackendGraph, starts: Iterable[int], reverse: bool = False, weight: Optional[str] = None
           ) -> Iterator[Tuple[int, Array, Array]]:  # fmt: skip
    """Runs a search from each start; yields the start, the lengths of paths, and flags of the reached vertices."""
    if graph.distances(weight) is not None:
        yield from ((start, *_lengths(graph, start, weight, reverse)) for start in starts)
        return
    made, waiting = graph.graph(reverse=reverse), list(starts)
    for first in range(0, len(waiting), BATCH):
        several = waiting[first : first + BATCH]
        result = bfs(made, sources=several)
        table = result.depth.reshape(len(graph), -1)  # one search gives a vector
        reached = result.reached("depth").reshape(table.shape)
        for lane, start in enumerate(several):
            yield start, table[:, lane], reached[:, lane]


def single_source_shortest_path_length(G: BackendGraph, source: Any, cutoff: Optional[float] = None) -> Lengths:
    return single(G, _found(G, source, f"Source {source} is not in G"), cutoff)


def single_target_shortest_path_length(G: BackendGraph, target: Any, cutoff: Optional[float] = None) -> Lengths:
    return single(G, _found(G, target, f"Target {target} is not in G"), cutoff, reverse=True)


def all_pairs_shortest_path_length(G: BackendGraph, cutoff: Optional[float] = None
                                   ) -> Iterator[Tuple[Hashable, Lengths]]:  # fmt: skip
    for start, lengths, reached in depths(G, range(len(G))):
        yield G.nodes[start], as_dict(G, start, lengths, reached, cutoff)


def single_source_dijkstra_path_length(G: BackendGraph, source: Any, cutoff: Optional[float] = None,
                                       weight: Optional[str] = "weight") -> Lengths:  # fmt: skip
    return single(G, _found(G, source, f"Node {source} not found in graph"), cutoff, weight)


def single_source_bellman_ford_path_length(G: BackendGraph, source: Any, weight: Optional[str] = "weight") -> Lengths:
    return single(G, _found(G, source, f"Source {source} not in G"), None, weight)


def dijkstra_path_length(G: BackendGraph, source: Any, target: Any, weight: Optional[str] = "weight") -> Any:
    start = _found(G, source, f"Node {source} not found in graph")
    if source == target:
        return 0
    lengths, reached = _lengths(G, start, weight)
    end = G.position(target)
    if end is None or not reached[end]:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return lengths[end].item()


def bellman_ford_path_length(G: BackendGraph, source: Any, target: Any, weight: Optional[str] = "weight") -> Any:
    if source == target:
        _found(G, source, f"Node {source} not found in graph")
        return 0
    start = _found(G, source, f"Source {source} not in G")
    lengths, reached = _lengths(G, start, weight)
    end = G.position(target)
    if end is None or not reached[end]:
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return lengths[end].item()


def _between(graph: BackendGraph, source: Any, target: Any) -> int:
    start = _found(graph, source, f"Source {source} is not in G")
    end = _found(graph, target, f"Target {target} is not in G")
    lengths, reached = _lengths(graph, start, None)
    if not reached[end]:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return int(lengths[end])


def _all_weighted(graph: BackendGraph, weight: str) -> Iterator[Tuple[Hashable, Lengths]]:
    for start, node in enumerate(graph.nodes):
        yield node, single(graph, start, weight=weight)


def shortest_path_length(G: BackendGraph, source: Any = None, target: Any = None, weight: Optional[str] = None,
                         method: str = "dijkstra") -> Any:  # fmt: skip
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")
    if source is None and target is None:
        return all_pairs_shortest_path_length(G) if weight is None else _all_weighted(G, weight)
    if source is not None and target is not None:
        if weight is None:
            return _between(G, source, target)
        pair = dijkstra_path_length if method == "dijkstra" else bellman_ford_path_length
        return pair(G, source, target, weight)
    end = source if target is None else target
    message = f"Node {end} not found in graph" if method == "dijkstra" else f"Source {end} not in G"
    if weight is None:
        message = f"Source {end} is not in G"
    return single(G, _found(G, end, message), None, weight, reverse=source is None)


def has_path(G: BackendGraph, source: Any, target: Any) -> bool:
    try:
        _between(G, source, target)
    except nx.NetworkXNoPath:
        return False
    return True


def _reachable(graph: BackendGraph, source: Any, reverse: bool) -> Set[Hashable]:
    kind = "digraph" if graph.is_directed() else "graph"
    start = _found(graph, source, f"The node {source} is not in the {kind}.", nx.NetworkXError)
    _, reached = _lengths(graph, start, None, reverse)
    return {graph.nodes[v] for v in np.flatnonzero(reached).tolist() if v != start}


def descendants(G: BackendGraph, source: Any) -> Set[Hashable]:
    return _reachable(G, source, False)


def ancestors(G: BackendGraph, source: Any) -> Set[Hashable]:
    return _reachable(G, source, True)


def descendants_at_distance(G: BackendGraph, source: Any, distance: float) -> Set[Hashable]:
    start = _found(G, source, f"The node {source} is not in the graph.", nx.NetworkXError)
    lengths, reached = _lengths(G, start, None)
    return {G.nodes[v] for v in np.flatnonzero(reached & (lengths == distance)).tolist()}


def eccentricity(G: BackendGraph, v: Any = None, sp: Any = None, weight: Optional[str] = None) -> Any:
    one = None if v is None else G.position(v)
    if v is None:
        starts: List[int] = list(range(len(G)))
    elif one is not None:
        starts = [one]
    else:
        starts = bunch(G, v)
    found: Dict[Hashable, float] = {}
    for start, lengths, reached in depths(G, starts, weight=weight):
        if not reached.all():
            why = "digraph is not strongly connected" if G.is_directed() else "graph is not connected"
            raise nx.NetworkXError(f"Found infinite path length because the {why}")
        found[G.nodes[start]] = lengths.max().item()
    return found if one is None else found[v]


def bunch(graph: BackendGraph, nodes: Any) -> List[int]:
    """The positions of the elements of a container that are nodes, as nbunch_iter() of NetworkX gives them."""
    try:
        positions = [graph.position(node) for node in nodes]
    except TypeError:
        raise nx.NetworkXError("nbunch is not a node or a sequence of nodes.") from None
    return [position for position in positions if position is not None]


def diameter(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Optional[str] = None) -> float:
    return max(eccentricity(G, weight=weight).values())  # type: ignore[no-any-return]


def radius(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Optional[str] = None) -> float:
    return min(eccentricity(G, weight=weight).values())  # type: ignore[no-any-return]


def _extreme(graph: BackendGraph, of: Any) -> List[Hashable]:
    found = eccentricity(graph)
    wanted = of(found.values())
    return [node for node in found if found[node] == wanted]


def center(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> List[Hashable]:
    if not len(G) and not G.is_directed():  # NetworkX first tests whether an undirected graph is a tree
        raise nx.NetworkXPointlessConcept("G has no nodes.")
    return _extreme(G, min)


def periphery(G: BackendGraph, e: Any = None, usebounds: bool = False, weight: Any = None) -> List[Hashable]:
    return _extreme(G, max)
