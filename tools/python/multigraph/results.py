# SPDX-License-Identifier: Apache-2.0
"""Results of runs: columns with one value per vertex, and statistics of the run."""

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


# Attributes that pickled results of every version have.
_PICKLED = ("graph", "converged", "columns", "_meanings", "sources", "statistics")


class _Memory:
    """Owns the library's result; arrays that view its memory keep this object alive."""

    def __init__(self, handle: c.c_void_p) -> None:
        self.handle = handle
        self._finalizer = weakref.finalize(self, library().mg_result_destroy, handle)


class Result:
    """The result of a run. Its columns are attributes and items: result.depth is result["depth"].

    A column is an array with one value per vertex. Position v belongs to the vertex graph.ids[v], or graph.nodes[v] if
    the vertices have names. In a run from several sources a column has one row per vertex and one element per source.
    Columns are read-only views of the library's memory; with out= they are the arrays of the caller.

    graph: the graph of the run.
    converged: False if the iteration limit stopped the run.
    columns: a dict of the columns by name.
    edge_columns: a dict of the columns of edges, which only vertex programs have. A column of edges has one value for
      each arc, in the order of graph.out_edges().
    sources: the indices of the sources of bfs(), bc(), closeness() or pagerank(sources=...); empty for other functions.
    totals: for a vertex program, the totals of its last phase that has totals: sums, then minima, then maxima.
    statistics: a dict: seconds, numbers of iterations, visited edges and the like.

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
        self._declared: Dict[str, Type] = {}  # types of the columns that are arrays of the caller
        for position in range(library().mg_result_column_count(handle)):
            column = library().mg_result_column_at(handle, position).contents
            name, dtype = column.name.decode(), TYPES.get(column.type)
            if dtype is None or (columns and name not in columns):
                continue
            if outputs:
                if name not in outputs:  # the result of an empty graph has all columns
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
        """The name of an existing column; None: the first column."""
        if not self.columns:
            raise NoSuchColumn("the result has no column of vertices")
        name = next(iter(self.columns)) if column is None else column
        if isinstance(name, str) and name in self.edge_columns:
            raise NoSuchColumn(f"{name} is a column of edges; use result.edge_columns[{name!r}]")
        if not isinstance(name, str):
            known = next(iter(self.columns))
            raise TypeError(f"column must be the name of a column, such as {known!r}, not {name!r}")
        if name not in self.columns:
            raise NoSuchColumn(f"the result has no column {name}; it has {', '.join(self.columns)}")
        return name

    def _host_column(self, name: str) -> Array:
        """A column in host memory, with its declared type even if the caller's array has the other integer type."""
        values = host_array(self.columns[name], f"column {name}")
        return values.view(self._declared[name]) if name in self._declared else values

    def _values(self, column: Optional[str]) -> Tuple[str, Array, int]:
        """Name, values and meaning of a column of vertices (None: the first one), or of edges."""
        if isinstance(column, str) and column not in self.columns and column in self.edge_columns:
            return column, self.edge_columns[column], self._edge_meanings[column]
        name = self._column(column)
        return name, self._host_column(name), self._meanings[name]

    def reached(self, column: Optional[str] = None) -> Array:
        """A boolean array that is False at vertices whose depth, distance or parent is that of an unreached vertex.

        column: name of a column; None: the first column. reached(), masked(), filled() and meaning() also accept names
          of edge_columns.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).reached("depth")
        array([ True,  True, False, False])
        """
        _, values, meaning = self._values(column)
        if meaning == K["MG_NUMBER"]:
            return np.ones(values.shape, bool)
        found: Array = values != (np.inf if values.dtype.kind == "f" else np.iinfo(values.dtype).max)
        return found

    def masked(self, column: Optional[str] = None) -> "np.ma.MaskedArray[Any, Any]":
        """A column as a masked array in which unreached vertices are masked. The values are not copied.

        column: name of a column; None: the first column.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).masked("depth").tolist()
        [0, 1, None, None]
        """
        name, values, _ = self._values(column)
        ma: Any = np.ma  # NumPy's annotations of it are incomplete
        masked: "np.ma.MaskedArray[Any, Any]" = ma.MaskedArray(values, mask=~self.reached(name))
        return masked

    def filled(self, column: Optional[str] = None, unreached: float = -1) -> Array:
        """A copy of a column in which unreached vertices have another value.

        Its type is int64 if the column and the value are whole numbers, otherwise float64.

        column: name of a column; None: the first column.
        unreached: the value for unreached vertices, such as -1 or infinity.

        >>> mg.bfs(mg.from_edges([1, 3], [2, 4]), 1).filled("depth", float("inf"))
        array([ 0.,  1., inf, inf])
        """
        (name, values, _), unreached = self._values(column), number(unreached, "unreached")
        reached = self.reached(name)
        whole = values.dtype.kind != "f" and unreached.is_integer()
        if whole and values[reached].size and int(values[reached].max()) > np.iinfo(np.int64).max:
            raise OverflowError(f"{name} has values that int64 cannot hold; use result.masked({name!r})")
        filled = values.astype(np.int64 if whole else np.float64)
        filled[~reached] = unreached
        return filled

    def meaning(self, column: str) -> int:
        """What the values of a column are: the constant MG_NUMBER, MG_DISTANCE or MG_VERTEX of layouts.CONSTANTS.

        >>> mg.bfs(mg.from_edges([1], [2])).meaning("parent") == mg.layouts.CONSTANTS["MG_VERTEX"]
        True
        """
        return self._values(column)[2]

    def to_frame(self, library: str = "pandas") -> Any:
        """All columns as a table with one row per vertex.

        The column "vertex" has the ids or names. Parents, components and other vertices are given by id or name, too.
        Unreached vertices have no value. After a run from several sources the columns are depth_0, depth_1, ...

        library: "pandas", "polars" or "pyarrow".

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
        """Restores a pickled result. Its arrays are copies, read-only like the library's own. Results that were pickled
        by a version before 0.2 have no totals and no columns of edges."""
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
        """A column as a dict {vertex: value} without unreached vertices. Vertices are given by id or name, also if they
        are values, such as parents.

        column: name of a column; None: the first column.

        >>> mg.bfs(mg.from_edges([1, 1], [2, 3]), 1).to_dict("parent")
        {1: 1, 2: 1, 3: 1}
        """
        name = self._column(column)
        values, meaning = self._host_column(name), self._meanings[name]
        if values.ndim != 1:
            raise ValueError(f"{name} has {values.shape[1]} values per vertex; use result.{name}[:, k]")
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
    """The statistics as a dict. Seconds are wall-clock. `backend` is None if there was nothing to run. `trace` lists
    the iterations of a run with trace=True. `gpus` and `ranks` list the share of each GPU or rank if several shared the
    run, otherwise they are empty."""
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
