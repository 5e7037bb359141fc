# SPDX-License-Identifier: Apache-2.0
"""What the functions of all algorithms share: the options of a run, its sources and start, and the call itself."""

import ctypes as c
import warnings
from typing import Any, Hashable, Iterable, Optional, Tuple

import numpy as np

from . import layouts as l
from .arguments import count, flag, one_of, several
from .arrays import CODES, K, Array, address
from .context import Context, context_of
from .edits import none
from .errors import NotConverged
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result

BACKENDS = {backend: K["MG_BACKEND_" + backend.upper()] for backend in ("auto", "cpu", "cuda")}
_SPARSE = {layout: K["MG_SPARSE_" + layout.upper()] for layout in ("auto", "csr", "segmented")}
_DENSE = {layout: K["MG_DENSE_" + layout.upper()] for layout in ("auto", "panels", "blocks")}
_MODES = {mode: K["MG_MODE_" + mode.upper()] for mode in ("auto", "sparse", "dense", "pull")}


def run_options(*, backend: str = "auto", mode: str = "auto", max_iterations: int = 0, trace: bool = False,
                lanes: int = 0, sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0,
                heavy_edges: int = 0) -> l.mg_run_options:  # fmt: skip
    """Checks the options of a run, and makes the library's struct of them."""
    return l.mg_run_options(
        size=c.sizeof(l.mg_run_options), backend=one_of(BACKENDS, backend, "backend"),
        mode=one_of(_MODES, mode, "mode"), statistics=flag(trace, "trace"),
        max_iterations=count(max_iterations, "max_iterations", 32), lanes=count(lanes, "lanes", 32),
        sparse_layout=one_of(_SPARSE, sparse_layout, "sparse_layout"),
        dense_layout=one_of(_DENSE, dense_layout, "dense_layout"),
        block_width=count(block_width, "block_width", 32), heavy_edges=count(heavy_edges, "heavy_edges", 32),
    )  # fmt: skip


def start_from(run: l.mg_run_options, graph: Graph, start: Optional[Result], column: str,
               any_change: bool = False) -> Any:  # fmt: skip
    """Makes the run start from an earlier result. The caller must keep the returned objects until the run has ended."""
    if start is None:
        return None
    if not isinstance(start, Result):
        raise TypeError(f"start must be the result of an earlier run, not {start!r}")
    before = graph._before() if graph._before is not None else None
    edits = none() if start.graph is graph else graph.edits.struct if graph.edits and start.graph is before else None
    values = start._host_column(column) if column in start.columns else None
    if values is None or values.ndim != 1:
        raise ValueError(f"start must have a column {column} with one value per vertex, not {start!r}")
    if edits is None and not any_change:
        raise ValueError("start must be a result of the graph that was edited")
    kept = l.mg_start(size=c.sizeof(l.mg_start), values=address(values), type=CODES[values.dtype], count=len(values),
                      edits=None if edits is None else c.pointer(edits))  # fmt: skip
    setattr(run, "from", c.addressof(kept))
    return kept, values, edits


def call(graph: Graph, context: Optional[Context], name: str, *arguments: Any, columns: Any = None,
         outputs: Optional[Outputs] = None) -> Result:  # fmt: skip
    """Calls a library function whose last parameter is `mg_result **`, and returns its result."""
    handle = c.c_void_p()
    status = context_of(context).call(name, graph_of(graph)._handle, *arguments, c.byref(handle))
    if status == K["MG_NOT_CONVERGED"]:
        warnings.warn("stopped at the iteration limit before it had converged", NotConverged, stacklevel=3)
    return Result(handle, graph, status == K["MG_OK"], columns, outputs.arrays if outputs is not None else None)


def source_index(graph: Graph, source: Optional[Hashable]) -> int:
    return l.NONE if source is None else graph_of(graph).index(source)


def source_indices(graph: Graph, sources: Optional[Iterable[Hashable]]) -> Optional[Array]:
    return None if sources is None else graph_of(graph).indices(several(sources, "sources"))


def _is_number(value: Any) -> bool:
    """Returns whether `sources` is a number of vertices, and not a list of vertices."""
    return isinstance(value, (int, np.integer)) or getattr(value, "ndim", 1) == 0


def sample_or_sources(graph: Graph, sources: Any) -> Tuple[int, Optional[Array]]:
    """Reads the argument `sources`: the number of random sources (0: not random), and the indices of listed sources."""
    vertices = len(graph_of(graph))
    if _is_number(sources):
        if isinstance(sources, bool) or not 1 <= sources <= vertices:
            raise ValueError(f"sources must be a list of vertices, or a number from 1 to {vertices}, the number of "
                             f"vertices, not {sources!r}")  # fmt: skip
        return count(sources, "sources"), None
    return 0, None if sources is None else source_indices(graph, sources)
