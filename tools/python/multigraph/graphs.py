# SPDX-License-Identifier: Apache-2.0
"""Graphs: immutable, read from files, made from arrays, or generated."""

import ctypes as c
import logging
import operator
import os
import tempfile
import weakref
from typing import Any, Callable, Dict, Hashable, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import layouts as l
from .arguments import count, one_of
from .arrays import CODES, TYPES, Array, K, Type, address, ids_array, view, weight_code, weights_array
from .context import Context, default_context
from .edits import Edits
from .errors import NoSuchVertex
from .library import AnyPath, library
from .names import are_ids, checked, id_array, positions

_log = logging.getLogger("multigraph")
_pointer, _size = c.byref, c.sizeof  # for generate, which has an option c


class Adjacency(NamedTuple):
    """One direction of the edges: neighbours[offsets[v]:offsets[v + 1]] are those of vertex v, weights beside them."""

    offsets: Array
    neighbours: Array
    weights: Optional[Array]


def _names_of(handle: c.c_void_p) -> Optional[List[Hashable]]:
    """The names of the vertices that the library keeps: of files whose ids are names, and of snapshots of such graphs."""
    if not library().mg_graph_has_names(handle):
        return None
    name, n = library().mg_graph_name, library().mg_graph_vertex_count(handle)
    return [name(handle, v).decode(errors="surrogateescape") for v in range(n)]


class Graph:
    """An immutable graph. Made by read, from_edges, from_csr, from_scipy, from_networkx, generate. Can be pickled.

    nodes: the names of the vertices, by index, where they have other names than their ids; else None.

    >>> graph = mg.generate("grid", width=3, height=2)
    >>> graph
    <multigraph.Graph undirected, 6 vertices, 7 edges>
    >>> len(graph), graph.edge_count, graph.arc_count
    (6, 7, 14)
    """

    def __init__(self, handle: c.c_void_p) -> None:
        self._handle = handle
        self._finalizer = weakref.finalize(self, library().mg_graph_destroy, handle)
        self._ids: Optional[Array] = None
        self.nodes: Optional[List[Hashable]] = _names_of(handle)
        self._index: Optional[Dict[Hashable, int]] = None
        self._before: "Optional[weakref.ref[Graph]]" = None  # the version that `edits` changed
        self.edits: Optional[Edits] = None

    def _call(self, nodes: Sequence[Hashable]) -> None:
        """What vertices are called instead of by their ids, by index."""
        self.nodes, self._index = list(nodes), None

    def __len__(self) -> int:
        return self.vertex_count

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
        """Edges as a person counts them: an undirected one counts once."""
        return int(library().mg_graph_edge_count(self._handle))

    @property
    def arc_count(self) -> int:
        """Stored arcs: an undirected edge that is no loop counts twice."""
        return int(library().mg_graph_arc_count(self._handle))

    @property
    def directed(self) -> bool:
        return bool(library().mg_graph_directed(self._handle))

    @property
    def weight_dtype(self) -> Optional[Type]:
        """The type of the weights; None where every edge counts 1."""
        return TYPES.get(library().mg_graph_weight_type(self._handle))

    @property
    def ids(self) -> Array:
        """The id of every vertex (uint64); ascending, unless the graph was reordered. Made at the first use."""
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
        """The index of the vertex with this id, or this name. NoSuchVertex, which is a KeyError, where there is none.

        >>> mg.from_edges([10, 20], [20, 30]).index(30)
        2
        """
        if getattr(vertex, "ndim", None) == 0:  # NumPy's numbers; 0-dimensional arrays cannot be hashed
            vertex = vertex.item()  # type: ignore[attr-defined]
        index = self._find_name(vertex) if self.nodes is not None else self._find_id(vertex)
        if index is None:
            raise NoSuchVertex(f"there is no vertex {vertex!r} in {self!r}")
        return index

    def _find_id(self, vertex: Any) -> Optional[int]:
        found = c.c_uint32()
        try:
            number = operator.index(vertex)
        except TypeError:
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
        """The same of several.

        >>> mg.from_edges([10, 20], [20, 30]).indices([30, 10])
        array([2, 0], dtype=uint32)
        """
        return np.fromiter((self.index(vertex) for vertex in vertices), np.uint32)

    def _adjacency(self, edges: l.mg_adjacency) -> Adjacency:
        weight = self.weight_dtype
        arcs = self.arc_count
        return Adjacency(
            view(edges.offsets, self.vertex_count + 1, np.dtype(np.uint64), self),
            view(edges.neighbours, arcs, np.dtype(np.uint32), self),
            None if weight is None else view(edges.weights, arcs, weight, self),
        )

    def out_edges(self) -> Adjacency:
        """The out-edges as read-only views of the library's own arrays.

        >>> mg.from_edges([0, 0, 1], [1, 2, 2]).out_edges().neighbours
        array([1, 2, 2], dtype=uint32)
        """
        default_context().call("mg_graph_check", self._handle)
        return self._adjacency(library().mg_graph_out_edges(self._handle))

    def in_edges(self) -> Adjacency:
        """The in-edges; built at the first call.

        >>> mg.from_edges([0, 0, 1], [1, 2, 2]).in_edges().offsets
        array([0, 0, 1, 3], dtype=uint64)
        """
        edges = l.mg_adjacency()
        default_context().call("mg_graph_in_edges", self._handle, c.byref(edges))
        return self._adjacency(edges)

    @property
    def order(self) -> str:
        """How vertices are numbered: "natural" (by id), "shuffled", "degree", "rcm" or "metis"."""
        return str(library().mg_order_name(library().mg_graph_order(self._handle, None)).decode())

    def reorder(self, order: str, seed: int = 0) -> "Graph":
        """A copy whose vertices are numbered by `order`, or "auto" (mg_graph_reorder). Arrays are then in that order:
        position v is the vertex ids[v], or nodes[v].

        >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3]).reorder("shuffled", seed=4)
        >>> sorted(graph.ids.tolist())
        [1, 2, 3]
        """
        graph = _make(None, "mg_graph_reorder", self._handle, _order(order), count(seed, "seed"))
        if self.nodes is not None:
            before = {vertex: v for v, vertex in enumerate(self.ids.tolist())}
            graph._call([self.nodes[before[vertex]] for vertex in graph.ids.tolist()])
        return graph

    def edit(self, insert: Any = None, remove: Any = None, *, vertices: Optional[Sequence[Hashable]] = None,
             replace: bool = False, strict: bool = False, backend: str = "auto") -> "Graph":  # fmt: skip
        """A new version with edges inserted and removed; this one stays as it is (mg_graph_edit).

        insert: sources and targets, and weights if the graph has any (without them 1). remove: sources and targets;
        all parallel edges go, before any is inserted. vertices: ids or names to add. replace: an inserted edge takes the
        place of those between the same vertices. strict: a ValueError if an edge to remove does not exist. backend:
        "auto" is the GPU if the graph is on it. The version has `edits`, with the numbers of arcs `inserted` and
        `removed`; results of this graph are the `start` of runs on it.

        >>> graph = mg.from_edges([1, 2], [2, 3], directed=False)
        >>> earlier = mg.cc(graph)
        >>> version = graph.edit(insert=([3], [4]), remove=([1], [2]), vertices=[4])
        >>> mg.cc(version, start=earlier).to_dict()
        {1: 1, 2: 2, 3: 2, 4: 2}
        """
        backends = {name: K["MG_BACKEND_" + name.upper()] for name in ("auto", "cpu", "cuda")}
        edits = Edits(self, insert, remove, vertices, replace, strict, one_of(backends, backend, "backend"))
        version = _make(None, "mg_graph_edit", self._handle, c.byref(edits.struct), nodes=edits.nodes)
        version._before, version.edits = weakref.ref(self), edits
        return version

    def write(self, path: AnyPath, format: Optional[str] = None) -> None:
        """Writes the graph to a file, in the format that its suffix or `format` says (docs/file-formats.md). What the
        format cannot hold, and what vertices are called, is lost with a warning to the logger "multigraph".

        >>> mg.generate("path", vertices=3).write("/dev/stdout", format="edgelist")  # doctest: +SKIP
        """
        if self.nodes is not None and self.nodes != self.ids.tolist():
            _log.warning("%s: vertices are written by their ids, what they are called is lost", os.fspath(path))
        default_context().call("mg_graph_write", self._handle, os.fsencode(path), format and format.encode())


def _make(context: Optional[Context], name: str, *arguments: Any, nodes: Any = None) -> Graph:
    handle = c.c_void_p()
    (context or default_context()).call(name, *arguments, c.byref(handle))
    graph = Graph(handle)
    if nodes is not None:
        graph._call(checked(nodes, len(graph)))
    return graph


def _from_snapshot(snapshot: bytes, nodes: Optional[List[Hashable]]) -> Graph:
    """The graph of a pickle. Its memory is the mapped file, which may lose its name."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "graph.mgb")
        with open(path, "wb") as file:
            file.write(snapshot)
        graph = read(path)
        default_context().call("mg_graph_check", graph._handle)
    if nodes is not None:
        graph._call(nodes)
    return graph


_ORDERS = ("natural", "shuffled", "degree", "rcm", "metis", "auto")


def _order(name: str, among: Sequence[str] = _ORDERS) -> int:
    if name not in among:
        raise ValueError(f"order must be one of {', '.join(among)}, not {name!r}")
    return K["MG_ORDER_" + name.upper()]


def _directedness(directed: Optional[bool]) -> int:
    return K["MG_AS_GIVEN"] if directed is None else K["MG_DIRECTED"] if directed else K["MG_UNDIRECTED"]


def _max_weight(value: Any) -> int:
    if count(value, "max_weight") > np.iinfo(np.int32).max:
        raise ValueError(f"max_weight must be below 2**31, not {value}")
    return operator.index(value)


def read(path: AnyPath, *, directed: Optional[bool] = None, weights: str = "file", seed: int = 0,
         max_weight: int = 0, drop_self_loops: bool = False, merge_multi_edges: bool = False,
         format: Optional[str] = None, order: str = "default", dtype: Any = None, skip_lines: int = 0,
         most_vertices: int = 0, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Reads a graph file, plain, compressed or in an archive, of a format known by its content or given by its name.

    directed: None for what the file says; False takes the edges of a pair as one undirected edge of least weight.
    weights: "file", "unit" (none), or "random": integers 1..max_weight (64), from `seed`. order: as of Graph.reorder;
    "default" is by id, or as a snapshot has it. dtype: type of the weights, and so of distances: int32, int64, float32
    (faster, but rounds sums) or float64; None: int32 or int64 where all are whole, else float64.
    skip_lines: lines of a text to leave out at its beginning. most_vertices: refuse files that claim more; 0: more than
    2**24 + 64 for each edge.

    >>> with open("roads.el", "w") as file:
    ...     _ = file.write("10 20 5\\n20 30 7\\n")
    >>> mg.sssp(mg.read("roads.el"), 10).to_dict()
    {10: 0, 20: 5, 30: 12}
    """
    sources = {"file": K["MG_WEIGHTS_FILE"], "unit": K["MG_WEIGHTS_UNIT"], "random": K["MG_WEIGHTS_RANDOM"]}
    options = l.mg_graph_options(
        size=c.sizeof(l.mg_graph_options), directedness=_directedness(directed),
        weights=one_of(sources, weights, "weights"), weight_seed=count(seed, "seed"),
        weight_max=_max_weight(max_weight), drop_self_loops=drop_self_loops, merge_multi_edges=merge_multi_edges,
        format=format and format.encode(), order=_order(order, ("default", *_ORDERS)), order_seed=seed,
        skip_lines=count(skip_lines, "skip_lines"), most_vertices=count(most_vertices, "most_vertices"),
        weight_type=weight_code(dtype),
    )  # fmt: skip
    return _make(context, "mg_graph_read", os.fsencode(path), c.byref(options))


def from_edges(source: Any, target: Any, weights: Any = None, *, vertices: Optional[int] = None, directed: bool = True,
               drop_self_loops: bool = False, merge_multi_edges: bool = False,
               nodes: Optional[Sequence[Hashable]] = None, dtype: Any = None,
               context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from arrays of ids, in any order.

    Ids are numbers of at least 0, or names: strings, UUIDs, floats, ... vertices: the ids are 0 .. vertices - 1; None: a
    vertex is what occurs as an id. directed=False: each listed edge stands for both directions. weights: numbers, None
    for none. dtype: type of the weights, and so of distances; None: int32 for integers that fit, else int64; the array's
    own for float32 and float64. nodes: the names of vertices 0, 1, ...; where edges have names, also those that no edge
    has.

    >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3], [5, 20, 7])
    >>> graph.ids
    array([1, 2, 3], dtype=uint64)
    >>> mg.sssp(graph, 1).distance
    array([ 0,  5, 12], dtype=uint32)
    >>> mg.bfs(mg.from_edges(["ann", "bob"], ["bob", "cy"], nodes=["ann", "bob", "cy", "di"]), "bob").to_dict()
    {'bob': 0, 'cy': 1}
    """
    source, target = id_array(source, "source"), id_array(target, "target")
    if source.shape != target.shape:
        raise ValueError(f"{source.size} sources, but {target.size} targets")
    if not (are_ids(source) and are_ids(target)):
        if vertices is not None:
            raise TypeError("vertices is for ids that are numbers; with names, nodes lists the vertices")
        source, target, nodes = positions(source, target, nodes)
        vertices = len(nodes)
    source, target = ids_array(source, "source"), ids_array(target, "target")
    if source.dtype != target.dtype:
        source, target = source.astype(np.uint64), target.astype(np.uint64)
    weight_type, weight = weights_array(weights, source.size, dtype)
    edges = l.mg_edge_list(
        edge_count=source.size, id_type=CODES[source.dtype], source=address(source), target=address(target),
        weight_type=weight_type, weight=address(weight), contiguous=vertices is not None,
        vertex_count=0 if vertices is None else count(vertices, "vertices"),
        symmetric=not directed,
    )  # fmt: skip
    options = l.mg_graph_options(
        size=c.sizeof(l.mg_graph_options), drop_self_loops=drop_self_loops, merge_multi_edges=merge_multi_edges
    )
    return _make(context, "mg_graph_from_edges", c.byref(edges), c.byref(options), nodes=nodes)


def from_csr(offsets: Any, neighbours: Any, weights: Any = None, *, directed: bool = True,
             nodes: Optional[Sequence[Hashable]] = None, dtype: Any = None,
             context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from CSR arrays: neighbours[offsets[v]:offsets[v + 1]] are the out-neighbours of v.

    directed=False: both directions of every edge must be there, which is checked. nodes: the names of the vertices, by
    index. dtype: as of from_edges.

    >>> mg.from_csr([0, 2, 3, 3], [1, 2, 2])
    <multigraph.Graph directed, 3 vertices, 3 edges>
    """
    offsets = np.ascontiguousarray(offsets)
    if offsets.ndim != 1 or offsets.size == 0 or offsets.dtype.kind not in "iu":
        raise ValueError("offsets must be integers, one more than there are vertices")
    if offsets[0] != 0 or (offsets[1:] < offsets[:-1]).any():
        raise ValueError("offsets must begin with 0 and never decrease")
    offsets = offsets.astype(np.uint64, copy=False)
    neighbours = ids_array(neighbours, "neighbours")
    if neighbours.size != offsets[-1]:
        raise ValueError(f"the last offset is {offsets[-1]}, but there are {neighbours.size} neighbours")
    if neighbours.size and neighbours.max() >= offsets.size - 1:
        raise ValueError(f"neighbour {neighbours.max()} of only {offsets.size - 1} vertices")
    neighbours = neighbours.astype(np.uint32, copy=False)
    weight_type, weight = weights_array(weights, neighbours.size, dtype)
    return _make(context, "mg_graph_from_csr", offsets.size - 1, address(offsets), address(neighbours), weight_type,
                 address(weight), directed, nodes=nodes)  # fmt: skip


def generate(kind: str, *, scale: int = 16, vertices: int = 0, edge_factor: int = 16, width: int = 1000,
             height: int = 1000, keep: float = 0.6, radius: float = 0, degree: float = 0, a: float = 0.57,
             b: float = 0.19, c: float = 0.19, seed: int = 1, max_weight: int = 0, order: str = "default",
             dtype: Any = None, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph of a kind ("kron", "rmat", "uniform", "rgg", "road", "grid", "path", "cycle", "star", "complete",
    "empty"). Options are those of `multigraph generate`; `multigraph generate --help` says which kind takes which. max_weight:
    random integers 1..max_weight as weights, 0 for none, of the type dtype (int32). order: "default", "natural",
    "shuffled".

    >>> mg.generate("uniform", scale=4, edge_factor=2, seed=7).vertex_count
    16
    """
    filled = l.mg_generate_options(
        size=_size(l.mg_generate_options), scale=count(scale, "scale", 32), vertices=count(vertices, "vertices"),
        edge_factor=count(edge_factor, "edge_factor", 32), width=count(width, "width", 32),
        height=count(height, "height", 32), keep=keep, radius=radius, degree=degree, a=a, b=b, c=c,
        seed=count(seed, "seed"), weight_max=_max_weight(max_weight), weight_type=weight_code(dtype),
        order=_order(order, ("default", "natural", "shuffled")),
    )  # fmt: skip
    return _make(context, "mg_generate", kind.encode(), _pointer(filled))
