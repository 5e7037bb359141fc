# SPDX-License-Identifier: Apache-2.0
"""What a run leaves: arrays of one value per vertex, and what the run did."""

import ctypes as c
import pickle
import weakref
from typing import Any, Dict, Hashable, Iterator, List, Optional, Tuple

import numpy as np

from . import layouts as l
from .arguments import number
from .arrays import TYPES, Array, K, Type, host_array, view
from .errors import NoSuchColumn
from .graphs import Graph
from .library import library


# What the state of every pickled result has had.
_PICKLED = ("graph", "converged", "columns", "_meanings", "sources", "statistics")


class _Memory:
    """Keeps the library's result alive as long as an array looks at it."""

    def __init__(self, handle: c.c_void_p) -> None:
        self.handle = handle
        self._finalizer = weakref.finalize(self, library().mg_result_destroy, handle)


class Result:
    """Columns by name, as attributes and items: result.depth is result["depth"].

    They are read-only views of the library's memory, or the arrays that the caller gave by out=, in index order:
    position v is the vertex graph.ids[v]. Of a run
    from several sources, or of a batch, a column has one row per vertex. graph: what was run on. converged: the
    iteration limit did not come first. sources: indices of the vertices that bfs and bc ran from. totals: of a program
    of run() those of its last phase that has any: sums, then minima, then maxima. edge_columns: of such a program its
    values of edges, by name, each as long as graph.out_edges() and in its order.

    >>> result = mg.bfs(mg.from_edges([5, 5], [6, 7]), 5)
    >>> result
    <multigraph.Result depth, parent of 3 vertices>
    >>> result.depth is result["depth"], result.converged
    (True, True)
    """

    def __init__(self, handle: c.c_void_p, graph: Graph, converged: bool, columns: Optional[List[str]] = None,
                 outputs: Optional[Dict[str, Any]] = None) -> None:  # fmt: skip
        memory = _Memory(handle)
        self.graph, self.converged = graph, converged
        self.columns: Dict[str, Array] = {}
        self._meanings: Dict[str, int] = {}
        self._declared: Dict[str, Type] = {}  # of the caller's arrays
        for position in range(library().mg_result_column_count(handle)):
            column = library().mg_result_column_at(handle, position).contents
            name, dtype = column.name.decode(), TYPES.get(column.type)
            if dtype is None or (columns and name not in columns):
                continue
            if outputs:
                if name not in outputs:  # of an empty graph
                    continue
                self.columns[name] = outputs[name]
                self._declared[name] = dtype
            else:
                array = view(column.data, len(graph) * column.width, dtype, memory)
                self.columns[name] = array if column.width == 1 else array.reshape(len(graph), column.width)
            self._meanings[name] = column.meaning
        self.edge_columns: Dict[str, Array] = {}
        self._edge_meanings: Dict[str, int] = {}
        for position in range(library().mg_result_edge_column_count(handle)):
            column = library().mg_result_edge_column_at(handle, position).contents
            name = column.name.decode()
            self.edge_columns[name] = view(column.data, graph.arc_count, TYPES[column.type], memory)
            self._edge_meanings[name] = column.meaning
        count = c.c_size_t()
        sources = library().mg_result_sources(handle, c.byref(count))
        self.sources = view(sources, count.value, np.dtype(np.uint32), memory)
        totals = library().mg_result_totals(handle, c.byref(count))
        self.totals = view(totals, count.value, np.dtype(np.float64), memory)
        self.statistics = _statistics(library().mg_result_statistics(handle).contents)

    def __getattr__(self, name: str) -> Array:
        columns: Dict[str, Array] = self.__dict__.get("columns", {})
        if name in columns:
            return columns[name]
        raise AttributeError(f"the result has no column {name}; it has {', '.join(columns)}")

    def __getitem__(self, name: str) -> Array:
        return self.columns[self._column(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __contains__(self, name: object) -> bool:
        return name in self.columns

    def __repr__(self) -> str:
        edges = f" and {', '.join(self.edge_columns)} of edges" if self.edge_columns else ""
        columns = f"{', '.join(self.columns)} of " if self.columns else ""
        return f"<multigraph.Result {columns}{len(self.graph)} vertices{edges}>"

    def _column(self, column: Optional[str]) -> str:
        """The name of a column that exists; the first one for None."""
        if not self.columns:
            raise NoSuchColumn("the result has no column of vertices")
        name = next(iter(self.columns)) if column is None else column
        if isinstance(name, str) and name in self.edge_columns:
            raise NoSuchColumn(f"{name} is a column of edges; take result.edge_columns[{name!r}]")
        if not isinstance(name, str):
            raise TypeError(f"column must be the name of one, such as {next(iter(self.columns))!r}, not {name!r}")
        if name not in self.columns:
            raise NoSuchColumn(f"the result has no column {name}; it has {', '.join(self.columns)}")
        return name

    def _host_column(self, name: str) -> Array:
        """With the column's own type, where the caller's array has the other integers of its size."""
        values = host_array(self.columns[name], f"column {name}")
        return values.view(self._declared[name]) if name in self._declared else values

    def _values(self, column: Optional[str]) -> Tuple[str, Array, int]:
        """Name, values and meaning of a column of vertices (the first one for None), or of edges."""
        if isinstance(column, str) and column not in self.columns and column in self.edge_columns:
            return column, self.edge_columns[column], self._edge_meanings[column]
        name = self._column(column)
        return name, self._host_column(name), self._meanings[name]

    def reached(self, column: Optional[str] = None) -> Array:
        """Where a column (the first) has a value: not where a depth, distance or parent is that of an unreached vertex.
        This function, masked, filled and meaning take names of edge_columns, too.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).reached("depth")
        array([ True,  True, False, False])
        """
        _, values, meaning = self._values(column)
        if meaning == K["MG_NUMBER"]:
            return np.ones(values.shape, bool)
        found: Array = values != (np.inf if values.dtype.kind == "f" else np.iinfo(values.dtype).max)
        return found

    def masked(self, column: Optional[str] = None) -> "np.ma.MaskedArray[Any, Any]":
        """A column (the first) as a masked array, without a copy: unreached vertices are masked.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).masked("depth").tolist()
        [0, 1, None, None]
        """
        name, values, _ = self._values(column)
        ma: Any = np.ma  # NumPy's annotations of it are incomplete
        masked: "np.ma.MaskedArray[Any, Any]" = ma.MaskedArray(values, mask=~self.reached(name))
        return masked

    def filled(self, column: Optional[str] = None, unreached: float = -1) -> Array:
        """A copy of a column (the first) with this value for unreached vertices: -1, infinity, ... Its type is int64,
        or float64 where the column or the value is none of whole numbers.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).filled("depth", float("inf"))
        array([ 0.,  1., inf, inf])
        """
        (name, values, _), unreached = self._values(column), number(unreached, "unreached")
        reached = self.reached(name)
        whole = values.dtype.kind != "f" and unreached.is_integer()
        if whole and values[reached].size and int(values[reached].max()) > np.iinfo(np.int64).max:
            raise OverflowError(f"{name} has values beyond those of int64; take result.masked({name!r})")
        filled = values.astype(np.int64 if whole else np.float64)
        filled[~reached] = unreached
        return filled

    def meaning(self, column: str) -> int:
        """MG_NUMBER, MG_DISTANCE or MG_VERTEX, as of layouts.CONSTANTS.

        >>> mg.bfs(mg.from_edges([1], [2])).meaning("parent") == mg.layouts.CONSTANTS["MG_VERTEX"]
        True
        """
        return self._values(column)[2]

    def to_frame(self, library: str = "pandas") -> Any:
        """All columns as a table of "pandas", "polars" or "pyarrow", a row for each vertex: its id or name in the column
        "vertex", no value where it is unreached, parents and components by id or name. Of a run from several sources
        the columns are depth_0, depth_1, ...

        >>> mg.bfs(mg.from_edges(["a", "x"], ["b", "y"]), "a").to_frame()[["vertex", "depth"]]
          vertex  depth
        0      a      0
        1      b      1
        2      x   <NA>
        3      y   <NA>
        """
        from .frames import result_frame

        return result_frame(self, library)

    def __setstate__(self, state: Dict[str, Any]) -> None:
        """Of a pickle: its arrays are copies, read-only like the library's own. Results of versions before 0.2 have no
        totals and no columns of edges."""
        lacking = [name for name in _PICKLED if name not in state]
        if lacking:
            raise pickle.UnpicklingError(f"this result was pickled by another version of multigraph, and has no "
                                         f"{', '.join(lacking)}; run the algorithm again")  # fmt: skip
        self.__dict__.update(totals=np.empty(0), edge_columns={}, _edge_meanings={}, _declared={})
        self.__dict__.update(state)
        for name in self.edge_columns:
            self._edge_meanings.setdefault(name, K["MG_NUMBER"])
        for array in (*self.columns.values(), *self.edge_columns.values(), self.sources):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    def to_dict(self, column: Optional[str] = None) -> Dict[Hashable, Any]:
        """{vertex: value} of a column (the first), without unreached vertices; vertices by id or
        name, or as nodes of NetworkX.

        >>> mg.bfs(mg.from_edges([1, 1], [2, 3]), 1).to_dict("parent")
        {1: 1, 2: 1, 3: 1}
        """
        name = self._column(column)
        values, meaning = self._host_column(name), self._meanings[name]
        if values.ndim != 1:
            raise ValueError(f"{name} has {values.shape[1]} values per vertex; take result.{name}[:, k]")
        names = self.graph.nodes if self.graph.nodes is not None else self.graph.ids.tolist()
        plain = values.tolist()
        if meaning == K["MG_NUMBER"]:
            return dict(zip(names, plain))
        reached = np.flatnonzero(self.reached(name)).tolist()
        if meaning == K["MG_VERTEX"]:
            return {names[v]: names[plain[v]] for v in reached}
        return {names[v]: plain[v] for v in reached}


def _fields(s: c.Structure) -> Dict[str, Any]:
    return {name: getattr(s, name) for name, *_ in s._fields_}


def _statistics(s: l.mg_statistics) -> Dict[str, Any]:
    """Seconds are wall-clock; backend is None where there was nothing to run; `trace` lists the iterations of a run
    with trace=True; `gpus` and `ranks` list the share of each where several ran it, and are empty otherwise."""
    modes = [library().mg_mode_name(mode).decode() for mode in range(4)]
    trace = [_fields(s.iteration[i]) for i in range(s.iteration_count)]
    for entry in trace:
        entry["mode"] = modes[entry["mode"]]
    plain = ("build_seconds", "run_seconds", "device_seconds", "iterations", "vertices_visited", "edges_visited",
             "kept_bytes", "exchanged_bytes")  # fmt: skip
    return {"backend": s.backend and s.backend.decode(), "modes": dict(zip(modes, s.mode_iterations)), "trace": trace,
            "gpus": [{"seconds": s.gpu_seconds[i], "arcs": s.gpu_arcs[i]} for i in range(s.gpus)],
            "ranks": [_fields(s.rank[i]) for i in range(s.ranks)],
            **{name: getattr(s, name) for name in plain}}  # fmt: skip
