# SPDX-License-Identifier: Apache-2.0
"""What a run leaves: arrays of one value per vertex, and what the run did."""

import ctypes as c
import weakref
from typing import Any, Dict, Hashable, List, Optional, Sequence

import numpy as np

from . import layouts as l
from .arrays import TYPES, Array, K, view
from .graphs import Graph
from .library import library


class _Memory:
    """Keeps the library's result alive as long as an array looks at it."""

    def __init__(self, handle: c.c_void_p) -> None:
        self.handle = handle
        self._finalizer = weakref.finalize(self, library().mg_result_destroy, handle)


class Result:
    """Columns by name, as attributes and items: result.depth is result["depth"].

    They are read-only views of the library's memory, in index order: position v is the vertex graph.ids[v]. Of a run
    from several sources, or of a batch, a column has one row per vertex. graph: what was run on. converged: the
    iteration limit did not come first. sources: indices of the vertices that bfs and bc ran from. """

    def __init__(self, handle: c.c_void_p, graph: Graph, converged: bool, columns: Optional[List[str]] = None) -> None:
        memory = _Memory(handle)
        self.graph, self.converged = graph, converged
        self.columns: Dict[str, Array] = {}
        self._meanings: Dict[str, int] = {}
        for position in range(library().mg_result_column_count(handle)):
            column = library().mg_result_column_at(handle, position).contents
            name, dtype = column.name.decode(), TYPES.get(column.type)
            if dtype is None or (columns and name not in columns):
                continue
            array = view(column.data, len(graph) * column.width, dtype, memory)
            self.columns[name] = array if column.width == 1 else array.reshape(len(graph), column.width)
            self._meanings[name] = column.meaning
        count = c.c_size_t()
        sources = library().mg_result_sources(handle, c.byref(count))
        self.sources = view(sources, count.value, np.dtype(np.uint32), memory)
        self.statistics = _statistics(library().mg_result_statistics(handle).contents)

    def __getattr__(self, name: str) -> Array:
        columns: Dict[str, Array] = self.__dict__.get("columns", {})
        if name in columns:
            return columns[name]
        raise AttributeError(f"the result has no column {name}; it has {', '.join(columns)}")

    def __getitem__(self, name: str) -> Array:
        return self.columns[name]

    def __repr__(self) -> str:
        return f"<multigraph.Result {', '.join(self.columns)} of {len(self.graph)} vertices>"

    def to_dict(self, column: Optional[str] = None) -> Dict[Hashable, Any]:
        """{vertex: value} of a column (the first), without unreached vertices; vertices by id, or as nodes of
        NetworkX."""
        column = column or next(iter(self.columns))
        values, meaning = self.columns[column], self._meanings[column]
        if values.ndim != 1:
            raise ValueError(f"{column} has {values.shape[1]} values per vertex; take result.{column}[:, k]")
        names = self.graph.nodes if self.graph.nodes is not None else self.graph.ids.tolist()
        reached: Sequence[int]
        if meaning == K["MG_NUMBER"]:
            reached = range(len(names))
        else:
            unreached = np.inf if values.dtype.kind == "f" else np.iinfo(values.dtype).max
            reached = np.flatnonzero(values != unreached).tolist()
        if meaning == K["MG_VERTEX"]:
            return {names[v]: names[int(values[v])] for v in reached}
        plain = values.tolist()
        return {names[v]: plain[v] for v in reached}


def _statistics(s: l.mg_statistics) -> Dict[str, Any]:
    """Seconds are wall-clock; `trace` lists the iterations of a run with trace=True."""
    modes = [library().mg_mode_name(mode).decode() for mode in range(4)]
    trace = [
        {name: getattr(s.iteration[i], name) for name, *_ in l.mg_iteration._fields_} for i in range(s.iteration_count)
    ]
    for entry in trace:
        entry["mode"] = modes[entry["mode"]]
    plain = ("build_seconds", "run_seconds", "device_seconds", "iterations", "vertices_visited", "edges_visited",
             "kept_bytes")  # fmt: skip
    return {"backend": s.backend.decode(), "modes": dict(zip(modes, s.mode_iterations)), "trace": trace,
            **{name: getattr(s, name) for name in plain}}  # fmt: skip
