# SPDX-License-Identifier: Apache-2.0
"""Centralities and sums of distances for the NetworkX backend, with the tolerances, scales and errors of NetworkX."""

import math
import warnings
from typing import Any, Dict, Hashable, Mapping, Optional, Set, Union

import networkx as nx
import numpy as np

from .algorithms import bc
from .algorithms import pagerank as ranks
from .arrays import Array
from .centralities import closeness
from .errors import NotConverged
from .nx_components import is_connected, is_strongly_connected
from .nx_graph import BackendGraph
from .nx_paths import bunch, depths, single
from .products import spmv

Values = Dict[Hashable, float]
Given = Optional[Mapping[Hashable, float]]


def _values(graph: BackendGraph, values: Array) -> Values:
    return dict(zip(graph.nodes, values.tolist()))


def _vector(graph: BackendGraph, given: Mapping[Hashable, float], default: float = 0) -> Array:
    return np.array([given.get(node, default) for node in graph.nodes], np.float64)


def pagerank(G: BackendGraph, alpha: float = 0.85, personalization: Given = None, max_iter: int = 100,
             tol: float = 1.0e-6, nstart: Given = None, weight: Optional[str] = "weight",
             dangling: Given = None) -> Values:  # fmt: skip
    n = len(G)
    if n == 0:
        return {}
    jumps = np.full(n, 1 / n) if personalization is None else _vector(G, personalization)
    if jumps.sum() == 0:
        raise ZeroDivisionError
    jumps /= jumps.sum()
    values = None if weight is None else G.weights.get(weight)
    plain = values is None or (values.size > 0 and bool((values == values[0]).all()) and values[0] > 0)
    plain = plain and nstart is None and dangling is None and 0 < alpha < 1 and tol > 0 and max_iter > 0
    if plain and jumps.min() >= 0:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotConverged)
            result = ranks(G.graph(), damping=alpha, tolerance=n * tol, max_iterations=max_iter, personalization=jumps)
        if not result.converged:
            raise nx.PowerIterationFailedConvergence(max_iter)
        return _values(G, result.rank)
    start = np.full(n, 1 / n) if nstart is None else _vector(G, nstart)
    lost = jumps if dangling is None else _vector(G, dangling)
    start, lost = start / start.sum(), lost / lost.sum()
    return _values(G, _weighted_pagerank(G, weight, alpha, start, jumps, lost, max_iter, n * tol))


def _weighted_pagerank(graph: BackendGraph, weight: Optional[str], alpha: float, x: Array, jumps: Array, lost: Array,
                       max_iter: int, tolerance: float) -> Array:  # fmt: skip
    made = graph.graph(weight, np.float64)
    total = spmv(made, np.ones(len(graph)), transpose=True)
    dangling = total == 0
    share = np.divide(1, total, out=np.zeros(len(graph)), where=~dangling)
    for _ in range(max_iter):
        last = x
        x = alpha * (spmv(made, last * share) + last[dangling].sum() * lost) + (1 - alpha) * jumps
        if np.abs(x - last).sum() < tolerance:
            return x
    raise nx.PowerIterationFailedConvergence(max_iter)


def eigenvector_centrality(G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-6, nstart: Given = None,
                           weight: Optional[str] = None) -> Values:  # fmt: skip
    n = len(G)
    if n == 0:
        raise nx.NetworkXPointlessConcept("cannot compute centrality for the null graph")
    x = np.ones(n) if nstart is None else np.array([nstart[node] for node in G.nodes], np.float64)
    if not x.any():
        raise nx.NetworkXError("initial vector cannot have all zero values")
    x = x / x.sum()
    made = G.graph(weight, np.float64)
    for _ in range(max_iter):
        last = x
        x = last + spmv(made, last)
        x = x / (float(np.linalg.norm(x)) or 1)
        if np.abs(x - last).sum() < n * tol:
            return _values(G, x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def katz_centrality(G: BackendGraph, alpha: float = 0.1, beta: Union[float, Mapping[Hashable, float]] = 1.0,
                    max_iter: int = 1000, tol: float = 1.0e-6, nstart: Given = None, normalized: bool = True,
                    weight: Optional[str] = None) -> Values:  # fmt: skip
    n = len(G)
    if n == 0:
        return {}
    x = np.zeros(n) if nstart is None else np.array([nstart[node] for node in G.nodes], np.float64)
    try:
        added = np.full(n, float(beta))  # type: ignore[arg-type]
    except (TypeError, ValueError, AttributeError):
        if set(beta) != set(G.nodes):  # type: ignore[arg-type]
            raise nx.NetworkXError("beta dictionary must have a value for every node") from None
        added = np.array([beta[node] for node in G.nodes], np.float64)  # type: ignore[index]
    made = G.graph(weight, np.float64)
    for _ in range(max_iter):
        last = x
        x = alpha * spmv(made, last) + added
        if np.abs(x - last).sum() < n * tol:
            norm = float(np.linalg.norm(x)) if normalized else 1.0
            return _values(G, x / norm if norm else x)
    raise nx.PowerIterationFailedConvergence(max_iter)


def _fractions(sums: Array) -> Array:
    """Removes rounding errors from sums of shares of paths. The library adds with 24 bits. A sum becomes the nearest
    fraction with a denominator of at most 10 if the rounding error can explain the difference and the sum is so small
    that the fraction is certain."""
    multiple = np.rint(sums * 2520)
    near = (np.abs(sums * 2520 - multiple) <= 1e-7 * multiple) & (multiple < 1e6)
    return np.where(near, multiple / 2520, sums)


def betweenness_centrality(G: BackendGraph, k: Optional[int] = None, normalized: bool = True, weight: None = None,
                           endpoints: bool = False, seed: Any = None) -> Values:  # fmt: skip
    sources = None
    if k is not None and k != len(G):
        drawn = nx.utils.create_py_random_state(seed).sample(range(len(G)), k)  # as NetworkX draws them
        if not drawn:
            raise NotImplementedError("multigraph: betweenness without sources is not supported")
        sources = drawn
    if not len(G):
        return {}
    if sources is not None:
        return _values(G, bc(G.graph(), sources=sources, normalized=normalized).centrality)
    n, pairs_of_two = len(G), 1 if G.is_directed() else 2
    summed = _fractions(bc(G.graph()).centrality * pairs_of_two)
    if n < 3:
        return _values(G, summed)
    # NetworkX multiplies by the same factors; so equal sums give equal results.
    return _values(G, summed * (1 / ((n - 1) * (n - 2)) if normalized else 1 / pairs_of_two))


def closeness_centrality(G: BackendGraph, u: Any = None, distance: Optional[str] = None,
                         wf_improved: bool = True) -> Any:  # fmt: skip
    if u is not None and u not in G:
        if distance is None:
            raise nx.NodeNotFound(f"Source {u} is not in G")
        raise nx.NodeNotFound(f"Node {u} not found in graph")
    n = len(G)
    if u is None and G.distances(distance) is None and wf_improved:  # searches from 64 nodes at once
        return _values(G, closeness(G.graph()).closeness)
    starts = range(n) if u is None else [G.position(u) or 0]
    found: Values = {}
    weight = G.distances(distance)
    if weight is None:
        sums = ((start, int(lengths[reached].sum()), int(reached.sum()))
                for start, lengths, reached in depths(G, starts, True))  # fmt: skip
    else:
        each = ((start, single(G, start, None, weight, True)) for start in starts)
        sums = ((start, sum(lengths.values()), len(lengths)) for start, lengths in each)
    for start, total, count in sums:
        value = 0.0
        if total > 0 and n > 1:
            value = (count - 1.0) / total
            if wf_improved:
                value *= (count - 1.0) / (n - 1)
        found[G.nodes[start]] = value
    return found if u is None else found[u]


def harmonic_centrality(G: BackendGraph, nbunch: Any = None, distance: Optional[str] = None,
                        sources: Any = None) -> Values:  # fmt: skip
    wanted = _nodes(G, nbunch)
    starts = _nodes(G, sources)
    found = np.zeros(len(G))
    turned = len(wanted) < len(starts)
    for start, lengths, reached in depths(G, wanted if turned else starts, turned, distance):
        near = np.divide(1, lengths, out=np.zeros(len(G)), where=reached & (lengths > 0))
        if turned:
            found[start] = near[list(starts)].sum()
        else:
            found += near
    return {G.nodes[v]: found[v].item() for v in sorted(wanted)}


def _nodes(graph: BackendGraph, nbunch: Any) -> Set[int]:
    """The positions of one node, of the nodes in a container, or of all nodes if nbunch is None."""
    if nbunch is None:
        return set(range(len(graph)))
    one = graph.position(nbunch)
    return set(bunch(graph, nbunch)) if one is None else {one}


def _total(graph: BackendGraph, weight: Optional[str]) -> float:
    found = depths(graph, range(len(graph)), weight=weight)
    return sum(lengths[reached].sum().item() for _, lengths, reached in found)  # type: ignore[no-any-return]


def average_shortest_path_length(G: BackendGraph, weight: Optional[str] = None, method: Optional[str] = None) -> float:
    n = len(G)
    if n == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length"
        )
    if n == 1:
        return 0
    if G.is_directed() and not is_strongly_connected(G):
        raise nx.NetworkXError("Graph is not strongly connected.")
    if not G.is_directed() and not is_connected(G):
        raise nx.NetworkXError("Graph is not connected.")
    return _total(G, None if method == "unweighted" else weight) / (n * (n - 1))


def wiener_index(G: BackendGraph, weight: Optional[str] = None) -> float:
    if not (is_strongly_connected(G) if G.is_directed() else is_connected(G)):
        return math.inf
    total = _total(G, weight)
    return total if G.is_directed() else total / 2


def global_efficiency(G: BackendGraph) -> float:
    n = len(G)
    if n < 2:
        return 0
    sums = (np.divide(1, lengths, out=np.zeros(n), where=reached & (lengths > 0)).sum()
            for _, lengths, reached in depths(G, range(n)))  # fmt: skip
    return float(sum(sums)) / (n * (n - 1))
