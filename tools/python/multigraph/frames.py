# SPDX-License-Identifier: Apache-2.0
"""Tables of edges and of results: data frames of pandas and Polars, and tables of pyarrow. Given tables are recognised
by their methods; a package is imported only if a table of it is made."""

import importlib
import os
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from .arguments import one_of
from .arrays import Array, K
from .context import Context
from .convert import listed_edges
from .errors import NoSuchColumn
from .graphs import Graph
from .makers import from_edges
from .names import are_ids, id_array, positions
from .results import Result

_NUMBERS = ("int", "uint", "float", "double", "halffloat")  # types of pyarrow that become arrays of NumPy

# The values of a column (names: a list), and which of them are missing, or None.
Column = Tuple[Any, Optional[Array]]


def _column_names(frame: Any) -> List[Any]:
    names = getattr(frame, "column_names", getattr(frame, "columns", None))
    if names is None or not hasattr(frame, "__getitem__"):
        raise TypeError(f"frame must be a data frame of pandas or Polars or a table of pyarrow, not "
                        f"{type(frame).__name__}; multigraph.from_edges takes lists")  # fmt: skip
    return list(names)


def _values(frame: Any, name: str) -> Any:
    """The values of a column as an array, or as a list if they are not numbers."""
    names = _column_names(frame)
    if name not in names:
        raise NoSuchColumn(f"the table has no column {name!r}; it has {', '.join(map(repr, names))}")
    column = frame[name]
    if hasattr(column, "to_pylist") and not str(column.type).startswith(_NUMBERS):  # pyarrow
        return column.to_pylist()
    return column.to_numpy()


def _opened(frame: Any, wanted: List[Optional[str]]) -> Any:
    """Returns a table: the given one, the result of a lazy Polars frame, the wanted columns of a file, or a pyarrow
    table of an object with Arrow data."""
    if isinstance(frame, (str, os.PathLike)):
        return _read(os.fspath(frame), wanted)
    if hasattr(frame, "collect"):
        return frame.collect()
    if hasattr(frame, "__arrow_c_stream__") and not hasattr(frame, "columns"):
        import pyarrow

        return pyarrow.table(frame)
    return frame


def _read(path: str, wanted: List[Optional[str]]) -> Any:
    """Reads the wanted columns of a Parquet file, or all columns of a Feather or Arrow file."""
    readers = {".parquet": "parquet", ".feather": "feather", ".arrow": "feather"}
    suffix = os.path.splitext(path)[1]
    if suffix not in readers:
        known = ", ".join(readers)
        raise ValueError(f"{path}: tables are read from files {known}; multigraph.read takes other graph files")
    reader = importlib.import_module(f"pyarrow.{readers[suffix]}")
    names = reader.ParquetFile(path).schema_arrow.names if suffix == ".parquet" else None
    return reader.read_table(path, columns=None if names is None else [name for name in names if name in wanted])


def from_frame(frame: Any, source: str = "source", target: str = "target", weight: Optional[str] = "weight", *,
               directed: bool = True, drop_self_loops: bool = False, merge_multi_edges: bool = False,
               nodes: Any = None, dtype: Any = None, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from a table with one row per edge.

    frame: a data frame of pandas or Polars, a table of pyarrow, an object with Arrow data, or the name of a Parquet,
      Feather or Arrow file, which pyarrow reads.
    source, target: the names of the columns with the ends of the edges.
    weight: the name of the column with the weights. If it is None, or if there is no column with the default name, the
      graph has no weights.
    nodes: a list or a column of all vertices, also of vertices without edges; it determines their order.
    from_edges() describes the other arguments.

    >>> import pandas
    >>> friends = pandas.DataFrame({"who": ["ann", "bob"], "whom": ["bob", "cy"], "years": [3, 8]})
    >>> mg.sssp(mg.from_frame(friends, "who", "whom", "years"), "ann").to_dict()
    {'ann': 0, 'bob': 3, 'cy': 11}
    """
    frame = _opened(frame, [source, target, weight])
    names = _column_names(frame)
    weights = None if weight is None or (weight == "weight" and weight not in names) else _values(frame, weight)
    sources, targets = id_array(_values(frame, source), "source"), id_array(_values(frame, target), "target")
    vertices = None
    if nodes is not None and are_ids(sources) and are_ids(targets):  # with nodes= numbers are names, too
        sources, targets, nodes = positions(sources, targets, nodes)
        vertices = len(nodes)
    return from_edges(sources, targets, weights, vertices=vertices, directed=directed, drop_self_loops=drop_self_loops,
                      nodes=nodes, dtype=dtype, merge_multi_edges=merge_multi_edges, context=context)  # fmt: skip


def _pandas(columns: Dict[str, Column]) -> Any:
    import pandas

    made: Dict[str, Any] = {}
    for name, (values, missing) in columns.items():
        made[name] = values
        if missing is not None and missing.any() and not isinstance(values, list):
            made[name] = pandas.array(values)  # a type that allows missing values
            made[name][missing] = pandas.NA
    return pandas.DataFrame(made)


def _polars(columns: Dict[str, Column]) -> Any:
    import polars

    made = []
    for name, (values, missing) in columns.items():
        series = polars.Series(name, values)
        if missing is not None and missing.any() and not isinstance(values, list):
            series = series.scatter(np.flatnonzero(missing), None)
        made.append(series)
    return polars.DataFrame(made)


def _pyarrow(columns: Dict[str, Column]) -> Any:
    import pyarrow

    made = {}
    for name, (values, missing) in columns.items():
        made[name] = pyarrow.array(values, mask=None if isinstance(values, list) else missing)
    return pyarrow.table(made)


_MAKERS = {"pandas": _pandas, "polars": _polars, "pyarrow": _pyarrow}


def _frame(columns: Dict[str, Column], library: str) -> Any:
    one_of(dict.fromkeys(_MAKERS, 0), library, "library")
    return _MAKERS[library](columns)


def _called(graph: Graph, indices: Optional[Array] = None, reached: Optional[Array] = None) -> Any:
    """The ids of vertices as an array, or their names as a list.

    indices: the vertices; None: all.
    reached: flags of the vertices that were reached. The others get the name None, or an arbitrary id."""
    if graph.nodes is None:
        if indices is None:
            return graph.ids
        return graph.ids[indices if reached is None else np.where(reached, indices, 0)]
    if indices is None:
        return graph.nodes
    names = graph.nodes
    if reached is None:
        return [names[v] for v in indices.tolist()]
    return [names[v] if there else None for v, there in zip(indices.tolist(), reached.tolist())]


def edges_frame(graph: Graph, library: str = "pandas", *, source: str = "source", target: str = "target",
                weight: str = "weight") -> Any:  # fmt: skip
    """The edges as a table with one row per edge: the ids or names of both ends, and the weight if there are weights.

    library: "pandas", "polars" or "pyarrow".
    source, target, weight: the names of the columns.

    >>> mg.edges_frame(mg.from_edges(["a", "b"], ["b", "c"], [4, 5]))
      source target  weight
    0      a      b       4
    1      b      c       5
    """
    sources, targets, weights = listed_edges(graph)
    if len({source, target, weight}) < 3:
        raise ValueError(f"the columns must differ, not be {source!r}, {target!r} and {weight!r}")
    columns: Dict[str, Column] = {source: (_called(graph, sources), None), target: (_called(graph, targets), None)}
    if weights is not None:
        columns[weight] = (weights, None)
    return _frame(columns, library)


def result_frame(result: Result, library: str) -> Any:
    """Implements Result.to_frame()."""
    graph = result.graph
    columns: Dict[str, Column] = {"vertex": (_called(graph), None)}
    for name, values in result.columns.items():
        lanes: List[Array] = list(values.T) if values.ndim > 1 else [values]
        for lane, column in enumerate(lanes):
            label = f"{name}_{lane}" if values.ndim > 1 else name
            reached = result.reached(name)
            there = reached[:, lane] if values.ndim > 1 else reached
            if result.meaning(name) == K["MG_VERTEX"]:
                columns[label] = (_called(graph, column, there), ~there)
            else:
                columns[label] = (np.ascontiguousarray(column), ~there)
    return _frame(columns, library)
