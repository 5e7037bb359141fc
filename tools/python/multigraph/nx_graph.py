# SPDX-License-Identifier: Apache-2.0
"""The backend's form of a NetworkX graph: arrays of edges and attributes, and the library's graphs made from them."""

from typing import TYPE_CHECKING, Any, Dict, Hashable, Iterator, List, Mapping, Optional, Tuple

import numpy as np

from .arrays import Array
from .graphs import Graph
from .makers import from_csr, from_edges
from .nx_edges import Arcs, adjacency

if TYPE_CHECKING:
    import networkx


class BackendGraph:
    """A converted graph. NetworkX passes it to the functions of the backend, and caches it with its own graph."""

    __networkx_backend__ = "multigraph"

    def __init__(self, nodes: List[Hashable], arcs: Arcs, parallel: bool) -> None:
        self.nodes, self.arcs = nodes, arcs
        self._directed, self._parallel = arcs.directed, parallel
        self.weights: Dict[str, Optional[Array]] = {}
        self._index: Optional[Dict[Hashable, int]] = None
        self._graphs: Dict[Tuple[Optional[str], Any, bool], Graph] = {}

    def is_directed(self) -> bool:
        return self._directed

    def is_multigraph(self) -> bool:
        return self._parallel

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.nodes)

    def __contains__(self, node: Any) -> bool:
        return self.position(node) is not None

    @property
    def source(self) -> Array:
        """The positions of the sources of the edges; each edge is listed once. `target` has the targets."""
        return self.arcs.listed()[0]

    @property
    def target(self) -> Array:
        return self.arcs.listed()[1]

    def number_of_nodes(self) -> int:
        return len(self.nodes)

    def number_of_edges(self) -> int:
        return self.arcs.edge_count()

    def __str__(self) -> str:
        kind = f"{'Multi' if self._parallel else ''}{'Di' if self._directed else ''}Graph"
        return f"{kind} with {len(self)} nodes and {self.number_of_edges()} edges"

    def position(self, node: Any) -> Optional[int]:
        """The index of a node; None if the graph has no such node."""
        if self._index is None:
            self._index = dict(zip(self.nodes, range(len(self.nodes))))
        try:
            return self._index.get(node)
        except TypeError:
            return None

    def graph(self, weight: Optional[str] = None, dtype: Any = None, reverse: bool = False) -> Graph:
        """The library's graph with the attribute `weight` as weights. reverse: True reverses all edges if the graph is
        directed."""
        reverse = reverse and self._directed
        values = None if weight is None else self.weights.get(weight)
        key = (None if values is None else weight, dtype, reverse)
        if key not in self._graphs:
            self._graphs[key] = self._made(values, None if values is None else dtype, reverse)
        return self._graphs[key]

    def _made(self, values: Optional[Array], dtype: Any, reverse: bool) -> Graph:
        if self.arcs.starts is None and not reverse and (values is None or self._directed):  # the rows are CSR already
            return from_csr(self.arcs.offsets(), self.arcs.targets, values, directed=self._directed, dtype=dtype)
        source, target = (self.target, self.source) if reverse else (self.source, self.target)
        return from_edges(source, target, values, vertices=len(self), directed=self._directed, dtype=dtype)

    def distances(self, weight: Optional[str]) -> Optional[str]:
        """The name of the attribute with the lengths of the edges; None if all edges have length 1. Negative or
        infinite lengths are a NotImplementedError, so that NetworkX runs the function."""
        values = None if weight is None else self.weights.get(weight)
        if values is None:
            return None
        if values.size and not (np.isfinite(values).all() and values.min() >= 0):
            raise NotImplementedError(f"multigraph: an edge has a {weight!r} that is negative or not finite")
        return weight


def convert_from_nx(graph: "networkx.Graph", edge_attrs: Optional[Mapping[str, Any]] = None, node_attrs: Any = None,
                    preserve_edge_attrs: bool = False, preserve_node_attrs: bool = False,
                    preserve_graph_attrs: bool = False, preserve_all_attrs: bool = False, name: Optional[str] = None,
                    graph_name: Optional[str] = None) -> BackendGraph:  # fmt: skip
    """Converts a NetworkX graph. NetworkX calls this before a function of the backend, unless the graph is cached."""
    if preserve_edge_attrs or preserve_all_attrs:
        raise NotImplementedError("multigraph: only attributes that are named can be converted")
    edges = adjacency(graph, next(iter(edge_attrs or ()), None))
    converted = BackendGraph(edges.nodes, edges.arcs, edges.parallel)
    for attribute, default in (edge_attrs or {}).items():
        if default is None:
            raise NotImplementedError("multigraph: edges without a weight need a default")
        try:
            converted.weights[attribute] = edges.weights(attribute, default)
        except TypeError as failure:
            raise NotImplementedError(f"multigraph: {failure}") from None
    return converted


def convert_to_nx(result: Any, *, name: Optional[str] = None) -> Any:
    """Converts a graph of the backend to a NetworkX graph. Other results are objects of Python and stay as they are."""
    if not isinstance(result, BackendGraph):
        return result
    import networkx

    kinds = {(False, False): networkx.Graph, (True, False): networkx.DiGraph, (False, True): networkx.MultiGraph,
             (True, True): networkx.MultiDiGraph}  # fmt: skip
    network = kinds[result.is_directed(), result.is_multigraph()]()
    network.add_nodes_from(result.nodes)
    pairs = [(result.nodes[u], result.nodes[v]) for u, v in zip(result.source.tolist(), result.target.tolist())]
    lists = {name: values.tolist() for name, values in result.weights.items() if values is not None}
    network.add_edges_from((*pair, {name: values[e] for name, values in lists.items()}) for e, pair in enumerate(pairs))
    return network
