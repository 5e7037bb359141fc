# SPDX-License-Identifier: Apache-2.0
"""Products of the adjacency matrix of a graph with vectors and dense matrices. matrices.py has products of other
matrices."""

import ctypes as c
from typing import Any, Optional

import numpy as np

from . import layouts as l
from .arguments import flag, one_of
from .arrays import CODES, K, address, contiguous, is_on_device
from .calls import BACKENDS
from .context import Context, context_of
from .graphs import Graph, graph_of
from .operands import columns_of, dense_operand, mask_flags, result_operand

SEMIRINGS = {
    "plus_times": K["MG_PLUS_TIMES"],
    "min_plus": K["MG_MIN_PLUS"],
    "or_and": K["MG_OR_AND"],
    "min_first": K["MG_MIN_FIRST"],
    "plus_first": K["MG_PLUS_FIRST"],
}


def _product(graph: Graph, x: Any, dimensions: int, semiring: str, transpose: bool, mask: Any, y: Any, out: Any,
             backend: str, context: Optional[Context]) -> Any:  # fmt: skip
    vertices = len(graph_of(graph))
    values = dense_operand(x, "x") if is_on_device(x) else contiguous(x, "x")
    shape = values.shape if is_on_device(x) else np.shape(x)  # contiguous() makes a vector of a single number
    if len(shape) != dimensions or 0 in shape[1:]:
        if dimensions == 1:
            raise ValueError(f"x must be a vector, not of shape {shape}; spmm takes a matrix")
        raise ValueError(f"x must be a matrix with at least one column, not of shape {shape}")
    if shape[0] != vertices:
        raise ValueError(f"x must have {vertices} rows, not shape {shape}")
    if values.dtype not in CODES:
        raise TypeError(f"x must be of 32 or 64 bits, integers or floats, not {values.dtype}")
    flags, result = mask_flags(mask, vertices), result_operand(out, y, shape, values.dtype, values)
    options = l.mg_spmv_options(
        size=c.sizeof(l.mg_spmv_options), semiring=one_of(SEMIRINGS, semiring, "semiring"), type=CODES[values.dtype],
        transpose=flag(transpose, "transpose"), accumulate=y is not None, mask=address(flags),
        backend=one_of(BACKENDS, backend, "backend"),
    )  # fmt: skip
    context_of(context).call("mg_spmm", graph._handle, c.byref(options), columns_of(values), address(values),
                             address(result))  # fmt: skip
    return result if out is None else out


def spmv(graph: Graph, x: Any, *, semiring: str = "plus_times", transpose: bool = False, mask: Any = None,
         y: Any = None, out: Any = None, backend: str = "auto", context: Optional[Context] = None) -> Any:  # fmt: skip
    """Multiplies the matrix of a graph by a vector: element v is the sum of x[u] * weight over the in-edges u -> v.

    With A = to_scipy(graph) this is A.T @ x. The result has the type of x; without weights every edge counts 1. x, mask
    and out may be in a GPU's memory (CuPy, PyTorch, ...); they are not copied then, and y must be None or out.

    x: a vector with one element per vertex, in index order.
    semiring: what replaces sum and product: "plus_times" (sum of x[u] * weight), "min_plus" (minimum of x[u] + weight),
      "or_and" (1 if x[u] and weight are not 0 for any u), "min_first" (minimum of x[u]) or "plus_first" (sum of x[u]).
    transpose: True uses the out-edges v -> u instead, which is A @ x.
    mask: flags of vertices; only elements of vertices with a flag are computed. The others keep y, or out, or are 0.
    y: a vector to which the product is added, by the addition of the semiring; it is not changed, unless it is out.
    out: an array that receives the result; None: a new array.
    backend: "auto" (a GPU if one can compute the product, otherwise the CPU), "cpu" or "cuda".

    >>> graph = mg.from_edges([0, 0, 1], [1, 2, 2], [2.0, 3.0, 4.0])
    >>> mg.spmv(graph, np.array([1.0, 10.0, 100.0]))
    array([ 0.,  2., 43.])
    """
    return _product(graph, x, 1, semiring, transpose, mask, y, out, backend, context)


def spmm(graph: Graph, x: Any, *, semiring: str = "plus_times", transpose: bool = False, mask: Any = None,
         y: Any = None, out: Any = None, backend: str = "auto", context: Optional[Context] = None) -> Any:  # fmt: skip
    """Multiplies the matrix of a graph by a dense matrix x with one row per vertex: spmv() for all its columns at once.
    The arguments are those of spmv().

    >>> graph = mg.from_edges([0, 0, 1], [1, 2, 2], [2.0, 3.0, 4.0])
    >>> mg.spmm(graph, np.eye(3))
    array([[0., 0., 0.],
           [2., 0., 0.],
           [3., 4., 0.]])
    """
    return _product(graph, x, 2, semiring, transpose, mask, y, out, backend, context)
