# SPDX-License-Identifier: Apache-2.0
"""Similarities of pairs of vertices, computed from features of the vertices or from their neighbours."""

import ctypes as c
from typing import Any, Hashable, Iterable, Optional, Tuple

import numpy as np

from . import layouts as l
from .arguments import count, one_of
from .arrays import CODES, K, Array, address
from .calls import BACKENDS
from .context import Context, context_of
from .graphs import Graph, graph_of
from .operands import rows_operand, supported_type

_FEATURES = {measure: K["MG_SIMILARITY_" + measure.upper()] for measure in ("cosine", "dot")}
_SETS = {"jaccard": K["MG_SET_JACCARD"], "overlap": K["MG_SET_OVERLAP"], "cosine-sets": K["MG_SET_COSINE"]}


def _of_features(graph: Graph, x: Array, measure: str, backend: str, context: Optional[Context]) -> Array:
    features = np.asarray(x)
    dtype = supported_type(features.dtype, "x", features)
    if measure == "cosine" and dtype.kind == "i":
        dtype = np.dtype(np.float64)
    rows, stride = rows_operand(features, len(graph), dtype, "x")
    scores = np.empty(graph.arc_count, dtype)
    options = l.mg_similarity_options(size=c.sizeof(l.mg_similarity_options), measure=_FEATURES[measure],
                                      type=CODES[dtype], backend=one_of(BACKENDS, backend, "backend"))  # fmt: skip
    context_of(context).call("mg_similarity", graph._handle, c.byref(options), rows.shape[1], address(rows), stride,
                             address(scores))  # fmt: skip
    return scores


def _ends(graph: Graph, pairs: Iterable[Tuple[Hashable, Hashable]]) -> Tuple[Array, Array]:
    listed = [tuple(pair) for pair in (pairs.tolist() if hasattr(pairs, "tolist") else pairs)]
    if any(len(pair) != 2 for pair in listed):
        raise ValueError("pairs must be pairs of vertices")
    sources, targets = ([pair[i] for pair in listed] for i in range(2))
    return graph.indices(sources), graph.indices(targets)


def _top(graph: Graph, options: Any, most: int, context: Optional[Context]) -> Tuple[Array, Array, Array]:
    n = len(graph)
    most = min(most, n * (n - 1) // 2)
    sources, targets, scores, found = (np.empty(most, np.uint32), np.empty(most, np.uint32), np.empty(most),
                                       c.c_uint64())  # fmt: skip
    context_of(context).call("mg_set_similarity_top", graph._handle, c.byref(options), most, address(sources),
                             address(targets), address(scores), c.byref(found))  # fmt: skip
    return sources[: found.value], targets[: found.value], scores[: found.value]


def similarity(graph: Graph, x: Optional[Array] = None, *, measure: str = "cosine",
               pairs: Optional[Iterable[Tuple[Hashable, Hashable]]] = None, top: Optional[int] = None,
               backend: str = "auto", context: Optional[Context] = None) -> Any:  # fmt: skip
    """The similarity of the two ends of every edge, or of other pairs of vertices.

    Returns an array with one score for each arc, in the order of graph.out_edges(); with `pairs` one score for each
    pair. With `top` it returns three arrays: the indices of the sources and targets (uint32), and the scores.

    x: for the measures of features, a matrix with one row per vertex, in index order.
    measure: with x, "cosine" (the cosine of the angle between the two rows; 0 if a row is 0) or "dot" (the sum of the
      products). Scores have the type of x, but the cosine of integers is float64.
      Without x, the number of common out-neighbours divided by the number of vertices that are out-neighbours of at
      least one end ("jaccard"), by the smaller number of out-neighbours ("overlap"), or by the square root of the
      product of both numbers ("cosine-sets"). Scores are float64.
    pairs: without x only, a list of pairs of vertices to score instead of the edges.
    top: without x only, a number: finds that many pairs of highest score among all pairs with a common
      out-neighbour.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 2], [2, 3])
    >>> mg.similarity(graph, np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), measure="dot")
    array([1., 2.])
    >>> graph = mg.from_edges([1, 2, 1], [2, 3, 3], directed=False)
    >>> mg.similarity(graph, measure="jaccard", pairs=[(1, 2), (1, 1)])
    array([0.33333333, 1.        ])
    """
    one_of({**_FEATURES, **_SETS}, measure, "measure")
    graph_of(graph)
    if measure in _FEATURES:
        if x is None or pairs is not None or top is not None:
            raise TypeError(f"measure {measure!r} needs x, and takes neither pairs nor top")
        return _of_features(graph, x, measure, backend, context)
    if x is not None or (pairs is not None and top is not None):
        raise TypeError(f"measure {measure!r} takes no x, and only one of pairs and top")
    options = l.mg_set_similarity_options(size=c.sizeof(l.mg_set_similarity_options), measure=_SETS[measure],
                                          backend=one_of(BACKENDS, backend, "backend"))  # fmt: skip
    if top is not None:
        return _top(graph, options, count(top, "top"), context)
    sources, targets = (None, None) if pairs is None else _ends(graph, pairs)
    scores = np.empty(graph.arc_count if sources is None else sources.size)
    context_of(context).call("mg_set_similarity", graph._handle, c.byref(options), scores.size, address(sources),
                             address(targets), address(scores))  # fmt: skip
    return scores
