# SPDX-License-Identifier: Apache-2.0
"""Random walks."""

import ctypes as c
from typing import Any, Hashable, Iterable, Optional, SupportsIndex, Union

import numpy as np

from . import layouts as l
from .arguments import count, number, one_of
from .arrays import K, Array, address
from .calls import BACKENDS, sample_or_sources
from .context import Context, context_of
from .graphs import Graph, graph_of
from .operands import result_operand

_KINDS = {kind: K["MG_WALK_" + kind.upper()] for kind in ("uniform", "weighted", "node2vec")}


def _drawn(graph: Graph, context: Optional[Context], seed: int, sample: int) -> Array:
    drawn = np.empty(sample, np.uint32)
    context_of(context).call("mg_draw_sources", graph._handle, seed, sample, address(drawn))
    return drawn


def walks(graph: Graph, sources: Union[None, SupportsIndex, Iterable[Hashable]] = None, *, walks: int = 1,
          length: int = 80, kind: str = "uniform", p: float = 1, q: float = 1, seed: int = 0, out: Any = None,
          backend: str = "auto", context: Optional[Context] = None) -> Any:  # fmt: skip
    """Random walks along the out-edges.

    Returns an array of vertex indices (uint32) with one row for each walk. A row has length + 1 elements. A walk ends
    early at a vertex without an edge to take; the rest of its row is 2**32 - 1. The seed determines the walks, for any
    backend and number of threads.

    sources: where walks begin: None for all vertices by id, a number for as many random vertices, or a list of
      vertices.
    walks: number of walks from each source; their rows are next to each other.
    length: number of steps of a walk.
    kind: how a step chooses an edge: "uniform"; "weighted", in proportion to the weights; or "node2vec", in proportion
      to the weights times a factor that depends on the previous vertex.
    p, q: "node2vec" only: the factor is 1/p for an edge back to the previous vertex, 1 for an edge to a vertex that the
      previous vertex has an edge to, and 1/q for other edges.
    seed: seed of the steps and of the random sources.
    out: array of uint32 with the shape of the result, of NumPy or in a GPU's memory, where the walks are then made. It
      is the result. None: a new array of NumPy.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 2], [2, 3])
    >>> mg.walks(graph, [1, 3], length=2).astype(np.int32)
    array([[ 0,  1,  2],
           [ 2, -1, -1]], dtype=int32)
    """
    vertices = len(graph_of(graph))
    seed = count(seed, "seed")
    sample, starts = sample_or_sources(graph, sources)
    if sample:
        starts = _drawn(graph, context, seed, sample)
    each, steps = count(walks, "walks", 32), count(length, "length", 32)
    rows = each * (vertices if starts is None else starts.size)
    places = result_operand(out, None, (rows, steps + 1), np.dtype(np.uint32))
    made = places if out is None else out
    if starts is not None and not starts.size:
        return made
    options = l.mg_walks_options(
        size=c.sizeof(l.mg_walks_options), backend=one_of(BACKENDS, backend, "backend"),
        kind=one_of(_KINDS, kind, "kind"), p=number(p, "p"), q=number(q, "q"), sources=address(starts),
        source_count=0 if starts is None else starts.size, walks=each, length=steps, seed=seed,
    )  # fmt: skip
    context_of(context).call("mg_walks", graph._handle, c.byref(options), 0, rows, address(places))
    return made
