# SPDX-License-Identifier: Apache-2.0
"""The class of graphs, which are immutable. makers.py has the functions that make them."""

import ctypes as c
import logging
import operator
import os
import tempfile
import weakref
from typing import Any, Callable, Dict, Hashable, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import layouts as l
from .arguments import count, flag, one_of, several, text
from .arguments import path as file_name
from .arrays import TYPES, Array, K, Type, view
from .context import Context, context_of, default_context
from .edits import Edits
from .errors import NoSuchVertex
from .library import AnyPath, library
from .names import checked, plain

_log = logging.getLogger("multigraph")

# The function that makes a graph of an object of another package, by the first part of the module of its class.
_MAKERS = {"networkx": "from_networkx", "igraph": "from_igraph", "scipy": "from_scipy", "pandas": "from_frame",
           "polars": "from_frame", "pyarrow": "from_frame", "numpy": "from_edges"}  # fmt: skip


class Adjacency(NamedTuple):
    """The edges in one direction, as CSR arrays: the neighbours of vertex v are neighbours[offsets[v]:offsets[v + 1]],
    and the weights of its edges are the same part of `weights`. Without weights that is None."""

    offsets: Array
    neighbours: Array
    weights: Optional[Array]


def _names_of(handle: c.c_void_p) -> Optional[List[Hashable]]:
    """The names of the vertices if the library has them, for graphs of files with names and of their snapshots; else
    None."""
    if not library().mg_graph_has_names(handle):
        return None
    name, n = library().mg_graph_name, library().mg_graph_vertex_count(handle)
    return [name(handle, v).decode(errors="surrogateescape") for v in range(n)]


class Graph:
    """An immutable graph. It is made by read(), generate(), or a function from_edges(), from_csr(), from_frame(),
    from_scipy(), from_networkx() or from_igraph(), and can be pickled.

    nodes: the list of the names of the vertices in index order; None if the vertices have only ids.
    edits: the changes that made this version, if it was made by edit(); else None.

    >>> graph = mg.generate("grid", width=3, height=2)
    >>> graph
    <multigraph.Graph undirected, 6 vertices, 7 edges>
    >>> len(graph), graph.edge_count, graph.arc_count, 5 in graph
    (6, 7, 14, True)
    """

    def __init__(self, handle: c.c_void_p) -> None:
        self._handle = handle
        self._finalizer = weakref.finalize(self, library().mg_graph_destroy, handle)
        self._ids: Optional[Array] = None
        self.nodes: Optional[List[Hashable]] = _names_of(handle)
        self._index: Optional[Dict[Hashable, int]] = None
        self._before: "Optional[weakref.ref[Graph]]" = None  # the version that edit() changed
        self.edits: Optional[Edits] = None

    def _call(self, nodes: Sequence[Hashable]) -> None:
        """Sets the names of the vertices, given in index order."""
        self.nodes, self._index = list(nodes), None

    def __len__(self) -> int:
        return self.vertex_count

    def __copy__(self) -> "Graph":
        return self  # a graph never changes

    def __contains__(self, vertex: Hashable) -> bool:
        try:
            return self.index(vertex) >= 0
        except NoSuchVertex:
            return False

    def __reduce__(self) -> Tuple[Callable[..., "Graph"], Tuple[bytes, Optional[List[Hashable]]]]:
        """Pickles the graph as the bytes of a snapshot, which keeps ids, weights and order."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.mgb")
            default_context().call("mg_graph_write", self._handle, os.fsencode(path), None)
            with open(path, "rb") as file:
                return _from_snapshot, (file.read(), self.nodes)

    def __repr__(self) -> str:
        kind = "directed" if self.directed else "undirected"
        return f"<multigraph.Graph {kind}, {self.vertex_count} vertices, {self.edge_count} edges>"

    @property
    def vertex_count(self) -> int:
        return int(library().mg_graph_vertex_count(self._handle))

    @property
    def edge_count(self) -> int:
        """The number of edges; an undirected edge counts once."""
        return int(library().mg_graph_edge_count(self._handle))

    @property
    def arc_count(self) -> int:
        """The number of stored arcs: an undirected edge counts twice, unless it is a loop."""
        return int(library().mg_graph_arc_count(self._handle))

    @property
    def directed(self) -> bool:
        return bool(library().mg_graph_directed(self._handle))

    @property
    def weight_dtype(self) -> Optional[Type]:
        """The type of the weights; None if the graph has no weights, so that every edge counts 1.

        >>> mg.from_edges([1], [2], [0.5]).weight_dtype
        dtype('float64')
        """
        return TYPES.get(library().mg_graph_weight_type(self._handle))

    @property
    def ids(self) -> Array:
        """The ids of the vertices (uint64) in index order: ascending, unless the graph was reordered. The array is made
        at the first use.

        >>> mg.from_edges([30, 10], [10, 20]).ids
        array([10, 20, 30], dtype=uint64)
        """
        if self._ids is None:
            n, id_of = self.vertex_count, library().mg_graph_id
            first = id_of(self._handle, 0) if n else 0
            if n and not library().mg_graph_by_id(self._handle) and id_of(self._handle, n - 1) == first + n - 1:
                self._ids = np.arange(first, first + n, dtype=np.uint64)
            else:
                self._ids = np.fromiter((id_of(self._handle, v) for v in range(n)), np.uint64, n)
            self._ids.flags.writeable = False
        return self._ids

    def index(self, vertex: Hashable) -> int:
        """The index of the vertex with this id or name. An unknown vertex raises NoSuchVertex, which is a KeyError.

        >>> mg.from_edges([10, 20], [20, 30]).index(30)
        2
        """
        vertex = plain(vertex)
        index = self._find_name(vertex) if self.nodes is not None else self._find_id(vertex)
        if index is None:
            raise NoSuchVertex(f"there is no vertex {vertex!r} in {self!r}{self._hint(vertex)}")
        return index

    def _hint(self, vertex: Any) -> str:
        """A hint for the message about an unknown vertex: it exists with another type, as 1 for "1" or "1" for 1."""
        if self.nodes is not None:
            return f"; there is a name {str(vertex)!r}" if self._find_name(str(vertex)) is not None else ""
        if isinstance(vertex, (str, float)):
            try:
                if vertex == type(vertex)(int(vertex)) and self._find_id(int(vertex)) is not None:
                    return f"; ids are whole numbers, such as {int(vertex)}"
            except (ValueError, OverflowError):
                pass
        return ""

    def _find_id(self, vertex: Any) -> Optional[int]:
        found = c.c_uint32()
        try:
            number = operator.index(vertex)
        except TypeError:
            return None
        if isinstance(vertex, bool):
            return None
        known = 0 <= number < 1 << 64 and library().mg_graph_find(self._handle, number, c.byref(found))
        return found.value if known else None

    def _find_name(self, vertex: Hashable) -> Optional[int]:
        if self._index is None:
            self._index = {node: v for v, node in enumerate(self.nodes or ())}
        try:
            return self._index.get(vertex)
        except TypeError:  # a list, for instance
            return None

    def indices(self, vertices: Iterable[Hashable]) -> Array:
        """The indices of several vertices (uint32), given by their ids or names.

        >>> mg.from_edges([10, 20], [20, 30]).indices([30, 10])
        array([2, 0], dtype=uint32)
        """
        return np.fromiter((self.index(vertex) for vertex in several(vertices, "vertices", 0)), np.uint32)

    def _adjacency(self, edges: l.mg_adjacency) -> Adjacency:
        weight = self.weight_dtype
        arcs = self.arc_count
        return Adjacency(
            view(edges.offsets, self.vertex_count + 1, np.dtype(np.uint64), self),
            view(edges.neighbours, arcs, np.dtype(np.uint32), self),
            None if weight is None else view(edges.weights, arcs, weight, self),
        )

    def out_edges(self) -> Adjacency:
        """The out-edges as CSR arrays, which are read-only views of the library's memory.

        >>> mg.from_edges([0, 0, 1], [1, 2, 2]).out_edges().neighbours
        array([1, 2, 2], dtype=uint32)
        """
        default_context().call("mg_graph_check", self._handle)
        return self._adjacency(library().mg_graph_out_edges(self._handle))

    def in_edges(self) -> Adjacency:
        """The in-edges as CSR arrays, as out_edges(). The first call builds them.

        >>> mg.from_edges([0, 0, 1], [1, 2, 2]).in_edges().offsets
        array([0, 0, 1, 3], dtype=uint64)
        """
        edges = l.mg_adjacency()
        default_context().call("mg_graph_in_edges", self._handle, c.byref(edges))
        return self._adjacency(edges)

    @property
    def order(self) -> str:
        """The order in which vertices are numbered: "natural" (by id), "shuffled", "degree", "rcm" or "metis".

        >>> mg.generate("path", vertices=3).order
        'natural'
        """
        return str(library().mg_order_name(library().mg_graph_order(self._handle, None)).decode())

    def reorder(self, order: str, seed: int = 0) -> "Graph":
        """Makes a copy of the graph whose vertices are numbered in another order. Arrays of the copy and of its results
        are in that order: position v belongs to the vertex ids[v], or nodes[v].

        order: "natural" (by id), "shuffled", "degree", "rcm", "metis", or "auto" (the library chooses).
        seed: seed of the order "shuffled".

        >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3]).reorder("shuffled", seed=4)
        >>> sorted(graph.ids.tolist())
        [1, 2, 3]
        """
        graph = made(None, "mg_graph_reorder", self._handle, order_code(order), count(seed, "seed"))
        if self.nodes is not None:
            before = {vertex: v for v, vertex in enumerate(self.ids.tolist())}
            graph._call([self.nodes[before[vertex]] for vertex in graph.ids.tolist()])
        return graph

    def edit(self, insert: Any = None, remove: Any = None, *, vertices: Optional[Sequence[Hashable]] = None,
             replace: bool = False, strict: bool = False, backend: str = "auto") -> "Graph":  # fmt: skip
        """Makes a new version of the graph, with edges inserted and removed. This version stays as it is.

        The attribute `edits` of the new version has the numbers of arcs that were `inserted` and `removed`, and the
        number of `missing` edges. Results of this version can be the `start` of runs on the new one.

        insert: (sources, targets) or (sources, targets, weights) of the edges to insert; without weights they are 1.
        remove: (sources, targets) of the edges to remove, each with all its parallel edges. Edges are removed before
          others are inserted.
        vertices: ids or names of vertices to add.
        replace: True replaces the edges between the same two vertices by the inserted edge; False keeps them as
          parallel edges.
        strict: True raises a ValueError if an edge to remove does not exist; False counts it as missing.
        backend: "auto" (the GPU if the graph is on it already, otherwise the CPU), "cpu" or "cuda".

        >>> graph = mg.from_edges([1, 2], [2, 3], directed=False)
        >>> earlier = mg.cc(graph)
        >>> version = graph.edit(insert=([3], [4]), remove=([1], [2]), vertices=[4])
        >>> mg.cc(version, start=earlier).to_dict()
        {1: 1, 2: 2, 3: 2, 4: 2}
        """
        backends = {name: K["MG_BACKEND_" + name.upper()] for name in ("auto", "cpu", "cuda")}
        edits = Edits(self, insert, remove, vertices, flag(replace, "replace"), flag(strict, "strict"),
                      one_of(backends, backend, "backend"))
        version = made(None, "mg_graph_edit", self._handle, c.byref(edits.struct), nodes=edits.nodes)
        version._before, version.edits = weakref.ref(self), edits
        return version

    def write(self, path: AnyPath, format: Optional[str] = None) -> None:
        """Writes the graph to a file.

        Properties that the format cannot store are lost, with a warning to the logger "multigraph". Formats with names
        store the names of graphs that were read from a file with names; names that were given in Python are lost.

        format: the name of the format (docs/file-formats.md); None: the suffix of the path selects it.

        >>> mg.generate("path", vertices=3).write("/dev/stdout", format="edgelist")  # doctest: +SKIP
        """
        named = library().mg_graph_has_names(self._handle)
        if not named and self.nodes is not None and self.nodes != self.ids.tolist():
            _log.warning("%s: vertices are written by their ids; their names are lost", os.fspath(path))
        encoded = format if format is None else text(format, "format")
        default_context().call("mg_graph_write", self._handle, file_name(path), encoded)


ORDERS = ("natural", "shuffled", "degree", "rcm", "metis", "auto")


def order_code(name: str, among: Sequence[str] = ORDERS) -> int:
    return one_of({word: K["MG_ORDER_" + word.upper()] for word in among}, name, "order")


def graph_of(graph: Any) -> "Graph":
    """Checks the argument `graph`. Other objects raise a TypeError that names the function which converts them."""
    if isinstance(graph, Graph):
        return graph
    package, name = type(graph).__module__.split(".")[0], type(graph).__qualname__
    maker = "read" if name == "str" else _MAKERS.get(package, "from_edges")
    given = name if package == "builtins" else f"{package}.{name}"
    raise TypeError(f"graph must be a multigraph.Graph, not {given}; multigraph.{maker} makes one")


def made(context: Optional[Context], name: str, *arguments: Any, nodes: Any = None) -> Graph:
    """Calls a library function whose last parameter is `mg_graph **`, and returns the graph with the names `nodes`."""
    handle = c.c_void_p()
    context_of(context).call(name, *arguments, c.byref(handle))
    graph = Graph(handle)
    if nodes is not None:
        graph._call(checked(nodes, len(graph)))
    return graph


def _from_snapshot(snapshot: bytes, nodes: Optional[List[Hashable]]) -> Graph:
    """Restores a pickled graph. It uses the mapped file as memory; deleting the file does not end the mapping."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.mgb")
        with open(path, "wb") as file:
            file.write(snapshot)
        graph = made(None, "mg_graph_read", os.fsencode(path), None)
        default_context().call("mg_graph_check", graph._handle)
    if nodes is not None:
        graph._call(nodes)
    return graph
