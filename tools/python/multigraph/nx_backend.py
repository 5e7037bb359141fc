# SPDX-License-Identifier: Apache-2.0
"""The backend of NetworkX: nx.pagerank(G, backend="multigraph"), or NETWORKX_BACKEND_PRIORITY=multigraph.

NetworkX asks `can_run` and `should_run`, converts the graph, keeps what was converted with it, and calls the function.
The tables here say which arguments are NetworkX's own business. """

from typing import Any, Callable, Dict, Mapping, Tuple, Union

import multigraph_networkx
import networkx as nx

from . import nx_centrality, nx_components, nx_paths, nx_structures
from .nx_graph import BackendGraph, convert_from_nx, convert_to_nx

Answer = Union[bool, str]

# arguments that must have their default
_ONLY_DEFAULT: Dict[str, Tuple[str, ...]] = {
    "average_shortest_path_length": ("weight",),
    "betweenness_centrality": ("weight", "endpoints"),
    "center": ("weight", "e"),
    "diameter": ("weight", "e"),
    "eccentricity": ("weight", "sp"),
    "harmonic_centrality": ("distance",),
    "periphery": ("weight", "e"),
    "radius": ("weight", "e"),
    "wiener_index": ("weight",),
}

# Nodes from which on a conversion pays; others read the edges once, like the conversion itself.
_MANY_PASSES = 100
_ONE_PASS = 5000
_FEW = {name: _MANY_PASSES for name in (
    "all_pairs_shortest_path_length", "average_shortest_path_length", "betweenness_centrality", "center",
    "closeness_centrality", "diameter", "eccentricity", "eigenvector_centrality", "global_efficiency",
    "harmonic_centrality", "katz_centrality", "periphery", "radius", "wiener_index",
)}  # fmt: skip
_SEARCHES_FEW_EDGES = {"bellman_ford_path_length", "descendants_at_distance", "dijkstra_path_length", "has_path"}


class _Backend:
    """What the entry point networkx.backends names."""

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)

    @staticmethod
    def can_run(name: str, args: Tuple[Any, ...], kwargs: Mapping[str, Any]) -> Answer:
        given = _bind(name, args, kwargs)
        for argument in _ONLY_DEFAULT.get(name, ()):
            if given.get(argument) not in (None, False):
                return f"{argument} is not supported"
        for argument in ("weight", "distance"):
            if callable(given.get(argument)):
                return f"a function as {argument} is not supported"
        if name == "average_shortest_path_length" and given.get("method") not in (None, "unweighted"):
            return f"the method {given['method']} is not supported"
        if name == "betweenness_centrality" and given.get("k") is not None and _version() < (3, 6):
            return "samples are scaled as by NetworkX 3.6"
        if name == "single_target_shortest_path_length" and _version() < (3, 5):
            return "the result is that of NetworkX 3.5"
        return True

    @staticmethod
    def should_run(name: str, args: Tuple[Any, ...], kwargs: Mapping[str, Any]) -> Answer:
        graph = _bind(name, args, kwargs).get("G")
        cache = getattr(graph, "__networkx_cache__", None) or {}
        if isinstance(graph, BackendGraph) or cache.get("backends", {}).get("multigraph"):
            return True
        if name in _SEARCHES_FEW_EDGES:
            return "it may read a few edges only, a conversion reads all"
        if len(graph) < _FEW.get(name, _ONE_PASS):  # type: ignore[arg-type]
            return "the graph is small"
        return True


def _version() -> Tuple[int, ...]:
    return tuple(int(part) for part in nx.__version__.split(".")[:2])


def _bind(name: str, args: Tuple[Any, ...], kwargs: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments by name."""
    code = _functions()[name].__code__
    return {**dict(zip(code.co_varnames[: code.co_argcount], args)), **kwargs}


def _functions() -> Dict[str, Callable[..., Any]]:
    modules = (nx_paths, nx_components, nx_centrality, nx_structures)
    return {name: next(getattr(m, name) for m in modules if hasattr(m, name)) for name in multigraph_networkx.FUNCTIONS}


interface = _Backend()
for _name, _function in _functions().items():
    setattr(interface, _name, _function)
