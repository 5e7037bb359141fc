# SPDX-License-Identifier: Apache-2.0
"""Batches of changes. Graph.edit() makes one from its arguments. The new version of the graph keeps it for runs that
start from an earlier result."""

import ctypes as c
import reprlib
from typing import TYPE_CHECKING, Any, Hashable, List, Optional, Sequence, Tuple

import numpy as np

from . import layouts as l
from .arguments import several, text
from .arrays import Array, K, address, ids_array, weights_array
from .errors import NoSuchVertex
from .library import library
from .names import plain

if TYPE_CHECKING:
    from .graphs import Graph


class Edits:
    """A batch of changes: the library's struct, and the arrays that it points to.

    inserted, removed: numbers of arcs that the edit inserted and removed.
    missing: number of edges to remove that the graph did not have."""

    def __init__(self, graph: "Graph", insert: Any, remove: Any, vertices: Optional[Sequence[Hashable]], replace: bool,
                 strict: bool, backend: int) -> None:  # fmt: skip
        vertices = None if vertices is None else several(vertices, "vertices", 0)
        self.nodes = None if graph.nodes is None else graph.nodes + list(vertices or ())
        self._new = _new_ids(graph, vertices)
        self._names = _new_names(graph, vertices)
        finder = _Finder(graph, self.nodes, self._new)
        self._insert, weights = finder.ends(insert, "insert")
        self._remove, no_weights = finder.ends(remove, "remove")
        if no_weights is not None:
            raise ValueError("remove takes sources and targets only")
        self._weights = weights_array(weights, self._insert.shape[1], graph.weight_dtype)[1]
        if weights is not None and graph.weight_dtype is None:
            raise ValueError("insert has weights, but the graph has none")
        self._counts = l.mg_edit_counts()
        self.struct = l.mg_graph_edits(
            size=c.sizeof(l.mg_graph_edits), insert_count=self._insert.shape[1], insert_source=address(self._insert[0]),
            insert_target=address(self._insert[1]), insert_weight=address(self._weights),
            remove_count=self._remove.shape[1], remove_source=address(self._remove[0]),
            remove_target=address(self._remove[1]), replace=replace, strict=strict,
            new_vertices=0 if vertices is None else len(vertices), new_ids=address(self._new),
            new_names=self._names, backend=backend, counts=c.pointer(self._counts),
        )  # fmt: skip

    @property
    def inserted(self) -> int:
        return int(self._counts.inserted)

    @property
    def removed(self) -> int:
        return int(self._counts.removed)

    @property
    def missing(self) -> int:
        return int(self._counts.missing)


def none() -> l.mg_graph_edits:
    """A batch without changes."""
    return l.mg_graph_edits(size=c.sizeof(l.mg_graph_edits), backend=K["MG_BACKEND_AUTO"])


def _new_ids(graph: "Graph", vertices: Optional[Sequence[Hashable]]) -> Optional[Array]:
    if not vertices or graph.nodes is not None:  # vertices with names get the ids after the largest one
        return None
    return ids_array(vertices, "vertices").astype(np.uint64)


def _new_names(graph: "Graph", vertices: Optional[Sequence[Hashable]]) -> Any:
    """The names of the new vertices for the library; None if the library has no names of the other vertices."""
    if not vertices or not library().mg_graph_has_names(graph._handle):
        return None
    names = [text(str(vertex), "vertices") for vertex in vertices]
    return (c.c_char_p * len(names))(*names)


class _Finder:
    """Finds the indices of many vertices at once, including the new ones."""

    def __init__(self, graph: "Graph", nodes: Optional[List[Hashable]], new: Optional[Array]) -> None:
        self._graph, self._nodes = graph, nodes
        self._new = new

    def ends(self, edges: Any, name: str) -> Tuple[Array, Any]:
        """An array with a row of sources and a row of targets; and the weights, or None."""
        if edges is None:
            return np.empty((2, 0), np.uint32), None
        if isinstance(edges, list) and edges and all(isinstance(edge, tuple) for edge in edges):
            raise TypeError(f"{name} must be sources and targets, such as ([1, 2], [2, 3]), not a list of edges")
        if not isinstance(edges, (tuple, list, np.ndarray)):
            raise TypeError(f"{name} must be sources and targets, such as ([1, 2], [2, 3]), not {reprlib.repr(edges)}")
        if not 2 <= len(edges) <= 3:
            raise ValueError(f"{name} must be sources and targets, and may have weights, not {len(edges)} items")
        source, target = (self._indices(end, f"{name}: vertices") for end in edges[:2])
        if source.shape != target.shape:
            raise ValueError(f"{name}: {source.size} sources, but {target.size} targets")
        return np.ascontiguousarray(np.stack([source, target])), edges[2] if len(edges) == 3 else None

    def _indices(self, vertices: Any, name: str) -> Array:
        if self._nodes is not None:
            index = {node: v for v, node in enumerate(self._nodes)}
            try:
                return np.fromiter((index[plain(vertex)] for vertex in several(vertices, name, 0)), np.uint32)
            except KeyError as unknown:
                raise NoSuchVertex(f"there is no vertex {unknown.args[0]!r} in {self._graph!r}") from None
        wanted = ids_array(vertices, name).astype(np.uint64)
        ids = self._graph.ids if self._new is None else np.concatenate([self._graph.ids, self._new])
        order = np.argsort(ids, kind="stable")
        place = np.searchsorted(ids[order], wanted)
        known = place < ids.size
        known[known] = ids[order[place[known]]] == wanted[known]
        if not known.all():
            raise NoSuchVertex(f"there is no vertex {wanted[~known][0]} in {self._graph!r}")
        return order[place].astype(np.uint32)
