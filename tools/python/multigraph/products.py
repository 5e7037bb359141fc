# SPDX-License-Identifier: Apache-2.0
"""Products of graphs with vectors and dense matrices over semirings; matrices.py has those of any shape."""

import ctypes as c
from typing import Optional

import numpy as np

from . import layouts as l
from .arguments import flag, one_of
from .arrays import CODES, K, Array, address, contiguous
from .context import Context, context_of
from .graphs import Graph, graph_of
from .operands import number_operand

SEMIRINGS = {
    "plus_times": K["MG_PLUS_TIMES"],
    "min_plus": K["MG_MIN_PLUS"],
    "or_and": K["MG_OR_AND"],
    "min_first": K["MG_MIN_FIRST"],
    "plus_first": K["MG_PLUS_FIRST"],
}


def _product(graph: Graph, x: Array, k: Optional[int], semiring: str, transpose: bool, mask: Optional[Array],
             y: Optional[Array], context: Optional[Context]) -> Array:  # fmt: skip
    vertices, x = len(graph_of(graph)), contiguous(x, "x")
    if x.shape[:1] != (vertices,):
        raise ValueError(f"x must have {vertices} rows, not shape {x.shape}")
    if x.dtype not in CODES:
        raise TypeError(f"x must be of 32 or 64 bits, integers or floats, not {x.dtype}")
    if mask is not None:
        mask = number_operand(mask, "mask").astype(np.uint8)
        if mask.shape != (vertices,):
            raise ValueError(f"mask must have {vertices} flags, not shape {mask.shape}")
    accumulate = y is not None
    y = np.zeros_like(x) if y is None else np.array(number_operand(y, "y"), x.dtype, order="C")
    if y.shape != x.shape:
        raise ValueError(f"y must have the shape of x, {x.shape}, not {y.shape}")
    options = l.mg_spmv_options(
        size=c.sizeof(l.mg_spmv_options), semiring=one_of(SEMIRINGS, semiring, "semiring"), type=CODES[x.dtype],
        transpose=flag(transpose, "transpose"), accumulate=accumulate, mask=address(mask),
    )  # fmt: skip
    context = context_of(context)
    if k is None:
        context.call("mg_spmv", graph._handle, c.byref(options), address(x), address(y))
    else:
        context.call("mg_spmm", graph._handle, c.byref(options), k, address(x), address(y))
    return y


def spmv(graph: Graph, x: Array, *, semiring: str = "plus_times", transpose: bool = False,
         mask: Optional[Array] = None, y: Optional[Array] = None,
         context: Optional[Context] = None) -> Array:  # fmt: skip
    """The sum over the in-edges u -> v of x[u] * weight, for every v; with transpose over the out-edges v -> u.

    With A = to_scipy(graph) that is A.T @ x, and A @ x with transpose. semiring: "plus_times", "min_plus", "or_and",
    "min_first", "plus_first". mask: rows without a flag stay 0, or as in y. y: added to. The type is that of x.

    >>> graph = mg.from_edges([0, 0, 1], [1, 2, 2], [2.0, 3.0, 4.0])
    >>> mg.spmv(graph, np.array([1.0, 10.0, 100.0]))
    array([ 0.,  2., 43.])
    """
    if np.ndim(x) != 1:
        raise ValueError(f"x must be a vector, not of shape {np.shape(x)}; spmm takes a matrix")
    return _product(graph, x, None, semiring, transpose, mask, y, context)


def spmm(graph: Graph, x: Array, *, semiring: str = "plus_times", transpose: bool = False,
         mask: Optional[Array] = None, y: Optional[Array] = None,
         context: Optional[Context] = None) -> Array:  # fmt: skip
    """The same for the columns of a matrix x at once.

    >>> graph = mg.from_edges([0, 0, 1], [1, 2, 2], [2.0, 3.0, 4.0])
    >>> mg.spmm(graph, np.eye(3))
    array([[0., 0., 0.],
           [2., 0., 0.],
           [3., 4., 0.]])
    """
    if np.ndim(x) != 2 or np.shape(x)[1] == 0:
        raise ValueError(f"x must be a matrix with at least one column, not of shape {np.shape(x)}")
    return _product(graph, x, np.shape(x)[1], semiring, transpose, mask, y, context)
