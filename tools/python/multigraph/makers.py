# SPDX-License-Identifier: Apache-2.0
"""Functions that read graphs from files, make them from arrays, or generate them."""

import ctypes as c
import os
from typing import Any, Hashable, Optional, Sequence, Union

import numpy as np

from . import layouts as l
from .arguments import count, flag, number, one_of, text
from .arguments import path as file_name
from .arrays import CODES, K, address, contiguous, ids_array, is_on_device, weight_code, weights_array
from .context import Context
from .device_arrays import device_edges
from .errors import FormatError
from .graphs import ORDERS, Graph, made, order_code
from .library import AnyPath
from .names import are_ids, id_array, positions

_pointer, _size = c.byref, c.sizeof  # for generate(), whose argument c hides the module


def _directedness(directed: Optional[bool]) -> int:
    if directed is None:
        return K["MG_AS_GIVEN"]
    return K["MG_DIRECTED"] if flag(directed, "directed") else K["MG_UNDIRECTED"]


def _max_weight(value: Any) -> int:
    return count(value, "max_weight", largest=(1 << 31) - 1)


def _columns(columns: Any) -> Optional[bytes]:
    if columns is None or isinstance(columns, str):
        return None if columns is None else text(columns, "columns")
    words = [str(column) for column in columns]
    if any("," in word for word in words):
        raise ValueError(f"columns must have names without commas, or numbers, not {columns!r}")
    return text(",".join(words), "columns")


def _delimiter(delimiter: Optional[str]) -> bytes:
    if delimiter is None:
        return b"\0"
    code = text(delimiter, "delimiter")
    if len(code) != 1 or code in b"\n\r\0":
        raise ValueError(f"delimiter must be one ASCII character, not {delimiter!r}")
    return code


def read(path: AnyPath, *, directed: Optional[bool] = None, weights: str = "file", seed: int = 0,
         max_weight: int = 0, drop_self_loops: bool = False, merge_multi_edges: bool = False,
         format: Optional[str] = None, order: str = "default", dtype: Any = None, skip_lines: int = 0,
         most_vertices: int = 0, names: Optional[AnyPath] = None,
         columns: Optional[Union[str, Sequence[Union[str, int]]]] = None, delimiter: Optional[str] = None,
         named: bool = False, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Reads a graph from a file, which may be compressed or in an archive (docs/file-formats.md).

    directed: True or False; None: as the file says. False merges the edges between two vertices into one undirected
      edge of least weight.
    weights: "file" reads the weights of the file; "unit" makes a graph without weights; "random" draws integers from 1
      to max_weight with `seed`.
    seed: seed of random weights and of the order "shuffled".
    max_weight: the largest random weight; 0: 64.
    drop_self_loops: True drops edges from a vertex to itself.
    merge_multi_edges: True keeps only one of several parallel edges, that of least weight.
    format: the name of the format; None: it is detected from the content and the name of the file.
    order: the order of the vertices, as for Graph.reorder(); "default": by id, or as a snapshot stores it.
    dtype: type of the weights and thus of distances: int32, int64, float32 (faster, but sums are rounded) or float64;
      None: int32 or int64 if all weights are whole numbers, otherwise float64.
    skip_lines: number of lines to ignore at the beginning of a text file.
    most_vertices: a file with more vertices is an error; 0: the limit is 2**24, and 64 more for each edge.
    names: a file with the names of the vertices: lines `id name`, or lines with one name by ascending id.

    Arguments for edge lists only:

    columns: the columns of source, target and optionally weight, by their names in the header or by numbers from 1 on,
      such as ["from", "to"] or "2,3"; None: the header names them, or they are 1, 2 and 3.
    delimiter: the character between columns, " " for any blanks; None: it is detected.
    named: True takes ids as names even if all of them are numbers, so that "007" is not 7.

    >>> with open("roads.el", "w") as file:
    ...     _ = file.write("10 20 5\\n20 30 7\\n")
    >>> mg.sssp(mg.read("roads.el"), 10).to_dict()
    {10: 0, 20: 5, 30: 12}
    >>> with open("calls.txt", "w") as file:
    ...     _ = file.write("when|who|whom\\n9|007|001\\n9|001|042\\n")
    >>> mg.bfs(mg.read("calls.txt", columns=["who", "whom"], delimiter="|", named=True), "007").to_dict()
    {'007': 0, '001': 1, '042': 2}
    """
    if os.fsdecode(file_name(path)).endswith((".parquet", ".feather", ".arrow")):
        raise FormatError(f"{os.fsdecode(path)}: the file is a table; multigraph.from_frame reads it")
    sources = {"file": K["MG_WEIGHTS_FILE"], "unit": K["MG_WEIGHTS_UNIT"], "random": K["MG_WEIGHTS_RANDOM"]}
    options = l.mg_graph_options(
        size=c.sizeof(l.mg_graph_options), directedness=_directedness(directed),
        weights=one_of(sources, weights, "weights"), weight_seed=count(seed, "seed"),
        weight_max=_max_weight(max_weight), drop_self_loops=flag(drop_self_loops, "drop_self_loops"),
        merge_multi_edges=flag(merge_multi_edges, "merge_multi_edges"),
        format=None if format is None else text(format, "format"), order_seed=seed,
        order=order_code(order, ("default", *ORDERS)),
        skip_lines=count(skip_lines, "skip_lines"), most_vertices=count(most_vertices, "most_vertices"),
        weight_type=weight_code(dtype), names=None if names is None else file_name(names, "names"),
        columns=_columns(columns), delimiter=_delimiter(delimiter), named=flag(named, "named"),
    )  # fmt: skip
    return made(context, "mg_graph_read", file_name(path), c.byref(options))


def _host_edges(source: Any, target: Any, weights: Any, vertices: Optional[int], nodes: Optional[Sequence[Hashable]],
                dtype: Any) -> Any:  # fmt: skip
    """Makes the library's list of edges in host memory, and returns it with the arguments `vertices` and `nodes`. If
    ids are names, the list has their positions in `nodes`. The list keeps its arrays alive."""
    source, target = id_array(source, "source"), id_array(target, "target")
    if source.shape != target.shape:
        raise ValueError(f"{source.size} sources, but {target.size} targets")
    if not (are_ids(source) and are_ids(target)):
        if vertices is not None:
            raise TypeError("vertices is only for ids that are numbers; if they are names, nodes lists the vertices")
        source, target, nodes = positions(source, target, nodes)
        vertices = len(nodes)
    source, target = ids_array(source, "source"), ids_array(target, "target")
    if source.dtype != target.dtype:
        source, target = source.astype(np.uint64), target.astype(np.uint64)
    weight_type, weight = weights_array(weights, source.size, dtype)
    edges = l.mg_edge_list(
        edge_count=source.size, id_type=CODES[source.dtype], source=address(source), target=address(target),
        weight_type=weight_type, weight=address(weight),
    )  # fmt: skip
    edges.arrays = (source, target, weight)
    return edges, vertices, nodes


def from_edges(source: Any, target: Any, weights: Any = None, *, vertices: Optional[int] = None, directed: bool = True,
               drop_self_loops: bool = False, merge_multi_edges: bool = False,
               nodes: Optional[Sequence[Hashable]] = None, dtype: Any = None,
               context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from a list of edges, in any order.

    source, target: arrays with the ids of the ends of each edge. Ids are whole numbers of at least 0, or names, which
      are strings, UUIDs, floats or other hashable objects.
    weights: an array of numbers; None: the graph has no weights.
    vertices: the number of vertices, whose ids are 0 to vertices - 1; None: the vertices are the ids that occur.
    directed: False makes an undirected graph; every edge is listed once.
    drop_self_loops: True drops edges from a vertex to itself.
    merge_multi_edges: True keeps only one of several parallel edges, that of least weight.
    nodes: the names of the vertices in index order. If edges name their ends, it lists all names, also of vertices
      without edges.
    dtype: type of the weights and thus of distances: int32, int64, float32 or float64; None: int32 for integers that
      fit, int64 for other integers, float32 and float64 as given.

    The arrays may be in a GPU's memory (CuPy, cuDF, PyTorch), if all of them are. The weights then keep their type. If
    `vertices` is given and the context uses this GPU, the graph is made there and stays there for runs.

    >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3], [5, 20, 7])
    >>> graph.ids
    array([1, 2, 3], dtype=uint64)
    >>> mg.sssp(graph, 1).distance
    array([ 0,  5, 12], dtype=uint32)
    >>> mg.bfs(mg.from_edges(["ann", "bob"], ["bob", "cy"], nodes=["ann", "bob", "cy", "di"]), "bob").to_dict()
    {'bob': 0, 'cy': 1}
    """
    if any(map(is_on_device, (source, target, weights))):
        edges = device_edges(source, target, weights, vertices is not None, dtype)
    else:
        edges, vertices, nodes = _host_edges(source, target, weights, vertices, nodes, dtype)
    edges.contiguous = vertices is not None
    edges.vertex_count = 0 if vertices is None else count(vertices, "vertices")
    edges.symmetric = not flag(directed, "directed")
    options = l.mg_graph_options(
        size=c.sizeof(l.mg_graph_options), drop_self_loops=flag(drop_self_loops, "drop_self_loops"),
        merge_multi_edges=flag(merge_multi_edges, "merge_multi_edges"),
    )  # fmt: skip
    return made(context, "mg_graph_from_edges", c.byref(edges), c.byref(options), nodes=nodes)


def from_csr(offsets: Any, neighbours: Any, weights: Any = None, *, directed: bool = True,
             nodes: Optional[Sequence[Hashable]] = None, dtype: Any = None,
             context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from CSR arrays: the out-neighbours of vertex v are neighbours[offsets[v]:offsets[v + 1]].

    weights: an array with the weight of each neighbour's edge; None: the graph has no weights.
    directed: False makes an undirected graph; the arrays must hold both directions of every edge, which is checked.
    nodes: the names of the vertices in index order; None: the vertices are 0, 1, 2, ...
    dtype: type of the weights, as for from_edges().

    >>> mg.from_csr([0, 2, 3, 3], [1, 2, 2])
    <multigraph.Graph directed, 3 vertices, 3 edges>
    """
    offsets = contiguous(offsets, "offsets")
    if offsets.ndim != 1 or offsets.size == 0 or offsets.dtype.kind not in "iu":
        raise ValueError("offsets must be a vector of integers with one more element than there are vertices")
    if offsets[0] != 0 or (offsets[1:] < offsets[:-1]).any():
        raise ValueError("offsets must begin with 0 and never decrease")
    offsets = offsets.astype(np.uint64, copy=False)
    neighbours = ids_array(neighbours, "neighbours")
    if neighbours.size != offsets[-1]:
        raise ValueError(f"the last offset is {offsets[-1]}, but there are {neighbours.size} neighbours")
    if neighbours.size and neighbours.max() >= offsets.size - 1:
        raise ValueError(f"neighbours must be below {offsets.size - 1}, the number of vertices, but one is "
                         f"{neighbours.max()}")  # fmt: skip
    neighbours = neighbours.astype(np.uint32, copy=False)
    weight_type, weight = weights_array(weights, neighbours.size, dtype)
    return made(context, "mg_graph_from_csr", offsets.size - 1, address(offsets), address(neighbours), weight_type,
                address(weight), flag(directed, "directed"), nodes=nodes)  # fmt: skip


def generate(kind: str, *, scale: int = 16, vertices: int = 0, edge_factor: int = 16, width: int = 1000,
             height: int = 1000, keep: float = 0.6, radius: float = 0, degree: float = 0, a: float = 0.57,
             b: float = 0.19, c: float = 0.19, seed: int = 1, max_weight: int = 0, order: str = "default",
             dtype: Any = None, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Generates a graph.

    kind: "kron", "rmat", "uniform", "rgg" (random geometric), "road", "grid", "path", "cycle", "star", "complete" or
      "empty".
    scale: the graph has 2**scale vertices.
    vertices: the number of vertices instead, except for kron, rmat, road and grid; 0: 2**scale.
    edge_factor: kron, rmat, uniform: number of edges drawn per vertex.
    width, height: road, grid: number of columns and rows.
    keep: road: share of the edges of the grid that the graph keeps.
    radius: rgg: largest distance of neighbours in the unit square; 0: chosen by `degree`.
    degree: rgg: mean degree; 0: a degree for which the graph is nearly always connected.
    a, b, c: kron, rmat: probabilities of the quadrants low-low, low-high and high-low of the matrix of sources and
      targets.
    seed: seed of the graph, its order and its weights.
    max_weight: weights are random integers from 1 to max_weight; 0: the graph has no weights.
    order: order of the vertices: "natural", "shuffled", or "default": shuffled for kron, natural for the other kinds.
    dtype: type of the weights; None: int32.

    >>> mg.generate("uniform", scale=4, edge_factor=2, seed=7).vertex_count
    16
    """
    filled = l.mg_generate_options(
        size=_size(l.mg_generate_options), scale=count(scale, "scale", 32), vertices=count(vertices, "vertices"),
        edge_factor=count(edge_factor, "edge_factor", 32), width=count(width, "width", 32),
        height=count(height, "height", 32), keep=number(keep, "keep"),
        radius=number(radius, "radius"), degree=number(degree, "degree"), a=number(a, "a"), b=number(b, "b"),
        c=number(c, "c"), seed=count(seed, "seed"), weight_max=_max_weight(max_weight), weight_type=weight_code(dtype),
        order=order_code(order, ("default", "natural", "shuffled")),
    )  # fmt: skip
    return made(context, "mg_generate", text(kind, "kind"), _pointer(filled))
