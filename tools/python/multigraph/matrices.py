# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices of any shape, in several storage formats, and their products with dense operands."""

import ctypes as c
import weakref
from typing import TYPE_CHECKING, Any, Callable, Dict, NamedTuple, Optional, Tuple

import numpy as np

from . import layouts as l
from .arguments import count, number, one_of
from .arguments import path as file_name
from .arrays import TYPES, Array, Type, address, host_array, view
from .context import Context, context_of, default_context
from .graphs import Graph, graph_of
from .library import AnyPath, library
from .operands import (
    columns_of,
    dense_operand,
    indices_array,
    mask_flags,
    number_operand,
    offsets_array,
    product_type,
    result_operand,
    rows_operand,
    shape_of,
    sparse,
    values_array,
)
from .product_options import formats, product_options
from .products import SEMIRINGS

if TYPE_CHECKING:
    import scipy.sparse


class Csr(NamedTuple):
    """CSR arrays of a matrix: the columns of the nonzeros of row r are columns[offsets[r]:offsets[r + 1]], and their
    values are the same part of `values`. If `values` is None, all values are 1.

    >>> mg.Matrix.from_coo([1], [0]).csr().offsets
    array([0, 0, 1], dtype=uint64)
    """

    offsets: Array
    columns: Array
    values: Optional[Array]


class Matrix:
    """An immutable sparse matrix. It is made by Matrix.from_scipy(), from_csr(), from_coo(), from_graph() or read().
    A matrix without values is a pattern: all its values are 1. Matrices can be pickled.

    >>> matrix = mg.Matrix.from_coo([0, 0, 1], [0, 2, 1], [1.0, 2.0, 3.0])
    >>> matrix
    <multigraph.Matrix csr, 2 x 3, 3 nonzeros, float64>
    >>> matrix @ np.array([1.0, 10.0, 100.0])
    array([201.,  30.])
    """

    # With this attribute NumPy leaves `array @ matrix` to __rmatmul__ of this class.
    __array_ufunc__ = None

    def __init__(self, handle: c.c_void_p, owner: Any = None) -> None:
        self._handle, self._owner = handle, owner
        # The matrix shares arrays of `owner`. The finalizer holds `owner`, so that it outlives the matrix.
        self._finalizer = weakref.finalize(self, _destroy, handle, owner)

    # ---- making one ----

    @staticmethod
    def from_csr(offsets: Any, columns: Any, values: Any = None, *, shape: Optional[Tuple[int, int]] = None,
                 context: Optional[Context] = None) -> "Matrix":  # fmt: skip
        """Makes a matrix from CSR arrays, which are copied.

        offsets, columns: the columns of the nonzeros of row r are columns[offsets[r]:offsets[r + 1]].
        values: the values of the nonzeros; None: all are 1.
        shape: numbers of rows and columns; None: the smallest shape that fits.

        >>> mg.Matrix.from_csr([0, 2, 3], [0, 2, 1], [1, 2, 3]).to_scipy().toarray()
        array([[1, 0, 2],
               [0, 3, 0]])
        """
        shape = None if shape is None else shape_of(shape)
        offsets = offsets_array(offsets, None if shape is None else shape[0])
        limit = 2**32 - 2 if shape is None else shape[1]
        columns = indices_array(columns, limit, "columns")
        if columns.size != offsets[-1]:
            raise ValueError(f"the last offset is {offsets[-1]}, but there are {columns.size} columns")
        size = shape or (offsets.size - 1, int(columns.max()) + 1 if columns.size else 0)
        return _create(size, columns, values, context, row_offsets=address(offsets))

    @staticmethod
    def from_coo(rows: Any, columns: Any, values: Any = None, *, shape: Optional[Tuple[int, int]] = None,
                 context: Optional[Context] = None) -> "Matrix":  # fmt: skip
        """Makes a matrix from the row, the column and the value of each nonzero, in any order. Duplicates are kept.

        values: the values of the nonzeros; None: all are 1.
        shape: numbers of rows and columns; None: the smallest shape that fits.

        >>> mg.Matrix.from_coo([1, 0], [0, 1], shape=(2, 4))
        <multigraph.Matrix csr, 2 x 4, 2 nonzeros, pattern>
        """
        shape = None if shape is None else shape_of(shape)
        limits = (2**32 - 2, 2**32 - 2) if shape is None else shape
        rows, columns = indices_array(rows, limits[0], "rows"), indices_array(columns, limits[1], "columns")
        if rows.size != columns.size:
            raise ValueError(f"{rows.size} rows, but {columns.size} columns")
        size = shape or tuple(int(a.max()) + 1 if a.size else 0 for a in (rows, columns))
        return _create(size, columns, values, context, row_indices=address(rows))

    @staticmethod
    def from_scipy(matrix: "scipy.sparse.spmatrix", *, context: Optional[Context] = None) -> "Matrix":
        """Makes a matrix from a sparse matrix or array of SciPy. Stored zeros and duplicates are kept.

        >>> import scipy.sparse
        >>> mg.Matrix.from_scipy(scipy.sparse.eye(3)).nnz
        3
        """
        matrix = sparse(matrix)
        if matrix.format == "coo":
            return Matrix.from_coo(matrix.row, matrix.col, matrix.data, shape=matrix.shape, context=context)
        rows = matrix.tocsr()
        return Matrix.from_csr(rows.indptr, rows.indices, rows.data, shape=rows.shape, context=context)

    @staticmethod
    def from_graph(graph: Graph, *, context: Optional[Context] = None) -> "Matrix":
        """Makes the matrix A[target, source] of the weights of a graph, whose arrays it shares. It is the transpose of
        to_scipy(graph).

        >>> mg.Matrix.from_graph(mg.from_edges([0, 0], [1, 2], [5, 7])).csr().columns
        array([0, 0], dtype=uint32)
        """
        return _made(context, "mg_matrix_of_graph", graph_of(graph)._handle, owner=graph)

    @staticmethod
    def read(path: AnyPath, *, context: Optional[Context] = None) -> "Matrix":
        """Reads a Matrix Market file, or an .npz file of scipy.sparse.save_npz().

        >>> mg.Matrix.from_coo([0], [1], [2.5]).write("m.mtx")
        >>> mg.Matrix.read("m.mtx").shape
        (1, 2)
        """
        return _made(context, "mg_matrix_read", file_name(path))

    # ---- properties ----

    @property
    def shape(self) -> Tuple[int, int]:
        return int(library().mg_matrix_rows(self._handle)), int(library().mg_matrix_columns(self._handle))

    @property
    def nnz(self) -> int:
        """The number of stored nonzeros."""
        return int(library().mg_matrix_nonzeros(self._handle))

    @property
    def dtype(self) -> Optional[Type]:
        """The type of the values; None for a pattern."""
        return TYPES.get(library().mg_matrix_type(self._handle))

    @property
    def format(self) -> str:
        """The storage format: "csr", "coo", "ell", "split", ..."""
        return str(library().mg_matrix_format_name(library().mg_matrix_format_of(self._handle)).decode())

    def __copy__(self) -> "Matrix":
        return self  # a matrix never changes

    def __reduce__(self) -> Tuple[Callable[..., "Matrix"], Tuple[Any, ...]]:
        """Pickles the matrix as its CSR arrays and the name of its format."""
        return _from_arrays, (*self.csr(), self.shape, self.format)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<multigraph.Matrix {self.format}, {rows} x {columns}, {self.nnz} nonzeros, {self.dtype or 'pattern'}>"

    def describe(self) -> Dict[str, Any]:
        """Describes the storage: a dict with the format, its bytes, padding and other fields of the C struct
        mg_matrix_statistics. "arrays" has the bytes of each array; "why" is the reason if convert("auto") chose the
        format.

        >>> mg.Matrix.from_coo([0], [1], [2.5]).describe()["bytes"] > 0
        True
        """
        found = l.mg_matrix_statistics(size=c.sizeof(l.mg_matrix_statistics))
        default_context().call("mg_matrix_describe", self._handle, c.byref(found))
        described = {name: getattr(found, name) for name, *_ in found._fields_ if name not in ("size", "array_count")}
        described["arrays"] = {a.name.decode(): a.bytes for a in found.arrays[: found.array_count]}
        described["why"] = found.why and found.why.decode()
        return {"format": self.format, **described}

    # ---- other forms ----

    @property
    def T(self) -> "Matrix":
        """The transposed matrix, as a view that shares the arrays.

        >>> mg.Matrix.from_coo([0], [4]).T.shape
        (5, 1)
        """
        return _made(None, "mg_matrix_transposed", self._handle, owner=self._owner)

    def scaled(self, factor: float) -> "Matrix":
        """Returns `factor` times the matrix, as a view that shares the arrays.

        >>> mg.Matrix.from_coo([0], [0], [2.0]).scaled(0.5) @ np.array([6.0])
        array([6.])
        """
        return _made(None, "mg_matrix_scaled", self._handle, number(factor, "factor"), owner=self._owner)

    def convert(self, format: str = "auto", *, k: int = 1, runs: int = 0,
                context: Optional[Context] = None) -> "Matrix":  # fmt: skip
        """Converts the matrix to another storage format.

        format: the name of a format (docs/matrix-formats.md), or "auto": the library chooses one, and describe()["why"]
          of the result has the reason.
        k: for "auto", the number of columns of the expected products.
        runs: for "auto", the number of expected products; 0: many.

        >>> mg.Matrix.from_coo([0, 1], [1, 0]).convert("ell").format
        'ell'
        """
        code = one_of(formats(), format, "format")
        return _made(context, "mg_matrix_convert", self._handle, code, count(k, "k", 32), count(runs, "runs"),
                     owner=self._owner)  # fmt: skip

    def add(self, other: "Matrix", *, alpha: float = 1, beta: float = 1,
            context: Optional[Context] = None) -> "Matrix":  # fmt: skip
        """Returns alpha times this matrix plus beta times another matrix of the same shape.

        The sum has the format of both, or csr if their formats differ. Nonzeros that cancel are stored as zeros.

        >>> one = mg.Matrix.from_coo([0], [0], [1.0])
        >>> one.add(one, beta=4).csr().values
        array([5.])
        """
        if not isinstance(other, Matrix):
            raise TypeError(f"other must be a multigraph.Matrix, not {other!r}")
        factors = number(alpha, "alpha"), number(beta, "beta")
        return _made(context, "mg_matrix_add", factors[0], self._handle, factors[1], other._handle)

    def edit(self, *, rows: Any = (), columns: Any = (), values: Any = None, remove: Tuple[Any, Any] = ((), ()),
             context: Optional[Context] = None) -> "Matrix":  # fmt: skip
        """Makes a new version with some entries set and others removed. This matrix stays as it is. Versions in format
        "hisparse" share the parts that are equal.

        rows, columns: positions of the entries to set.
        values: their values; None if the matrix is a pattern.
        remove: (rows, columns), the positions of the entries to remove.

        >>> matrix = mg.Matrix.from_coo([0, 1], [0, 1], [1.0, 2.0])
        >>> matrix.edit(rows=[1], columns=[0], values=[7.0], remove=([0], [0])).to_scipy().toarray()
        array([[0., 0.],
               [7., 2.]])
        """
        to_set = [indices_array(array, size, name)
                  for array, size, name in zip((rows, columns), self.shape, ("rows", "columns"))]  # fmt: skip
        if not isinstance(remove, (tuple, list)) or len(remove) != 2:
            raise TypeError(f"remove must be rows and columns, not {remove!r}")
        to_remove = [indices_array(array, size, "remove") for array, size in zip(remove, self.shape)]
        if to_set[0].size != to_set[1].size or to_remove[0].size != to_remove[1].size:
            raise ValueError("there must be as many rows as columns")
        if self.dtype is None and values is not None:
            raise ValueError("values must be None, because the matrix has no values")
        if self.dtype is not None and values is None and to_set[0].size:
            raise ValueError("values must be given, because the matrix has values")
        array = None if values is None else number_operand(values, "values").astype(self.dtype, copy=False)
        if array is not None and array.shape != to_set[0].shape:
            raise ValueError(f"there are {to_set[0].size} entries to set, but values of shape {array.shape}")
        changes = l.mg_matrix_changes(size=c.sizeof(l.mg_matrix_changes), set_count=to_set[0].size,
                                      set_rows=address(to_set[0]), set_columns=address(to_set[1]),
                                      set_values=address(array), remove_count=to_remove[0].size,
                                      remove_rows=address(to_remove[0]),
                                      remove_columns=address(to_remove[1]))  # fmt: skip
        return _made(context, "mg_matrix_edit", self._handle, c.byref(changes))

    def csr(self) -> Csr:
        """Returns the matrix as CSR arrays, which are read-only views of the library's memory. They are not copied if
        the format has them.

        >>> mg.Matrix.from_coo([0, 1], [1, 0], [2, 3]).csr().values
        array([2, 3])
        """
        arrays = l.mg_matrix_arrays()
        default_context().call("mg_matrix_to_csr", self._handle, c.byref(arrays))
        dtype = TYPES.get(arrays.type)
        return Csr(
            view(arrays.row_offsets, arrays.rows + 1, np.dtype(np.uint64), self),
            view(arrays.column_indices, arrays.nonzeros, np.dtype(np.uint32), self),
            None if dtype is None else view(arrays.values, arrays.nonzeros, dtype, self),
        )

    def to_scipy(self) -> "scipy.sparse.csr_matrix":
        """Returns a CSR matrix of SciPy. The values of a pattern are True. The result shares the values, and the column
        indices if they fit into 31 bits: do not change it in place.

        >>> mg.Matrix.from_coo([0], [1]).to_scipy().toarray()
        array([[False,  True]])
        """
        import scipy.sparse

        offsets, columns, values = self.csr()
        if values is None:
            values = np.ones(columns.size, bool)
        narrow = max(*self.shape, columns.size) <= np.iinfo(np.int32).max
        indices = columns.view(np.int32) if narrow else columns.astype(np.int64)
        indptr = offsets.astype(np.int32) if narrow else offsets.view(np.int64)
        return scipy.sparse.csr_matrix((values, indices, indptr), shape=self.shape)

    def with_values(self, values: Any, *, context: Optional[Context] = None) -> "Matrix":
        """Makes a matrix with the same nonzeros and other values, such as the result of sddmm().

        values: the values in the order of csr().

        >>> mg.Matrix.from_coo([0], [1]).with_values([0.5]).dtype
        dtype('float64')
        """
        offsets, columns, _ = self.csr()
        return Matrix.from_csr(offsets, columns, values, shape=self.shape, context=context)

    def write(self, path: AnyPath) -> None:
        """Writes the matrix to a file. The suffix selects the format: .npz (of SciPy), .mtx, .mtx.gz or .mtx.zst.

        >>> mg.Matrix.from_coo([0], [1], [2]).write("m.npz")
        >>> mg.Matrix.read("m.npz").nnz
        1
        """
        default_context().call("mg_matrix_write", self._handle, file_name(path))

    # ---- products ----

    def __matmul__(self, x: Any) -> Any:
        return self.multiply(x)

    def __rmatmul__(self, x: Any) -> Array:
        product: Array = self.T.multiply(host_array(x, "x").T).T
        return product

    def __add__(self, other: "Matrix") -> "Matrix":
        return self.add(other) if isinstance(other, Matrix) else NotImplemented

    def __sub__(self, other: "Matrix") -> "Matrix":
        return self.add(other, beta=-1) if isinstance(other, Matrix) else NotImplemented

    def __mul__(self, factor: float) -> "Matrix":
        return self.scaled(factor) if isinstance(factor, (int, float, np.integer, np.floating)) else NotImplemented

    __rmul__ = __mul__

    def multiply(self, x: Any, *, semiring: str = "plus_times", transpose: bool = False, alpha: float = 1,
                 beta: float = 0, y: Any = None, out: Any = None, mask: Any = None, mask_complement: bool = False,
                 backend: str = "auto", deterministic: bool = False, strict: bool = False, scheduler: str = "flat",
                 context: Optional[Context] = None) -> Any:  # fmt: skip
        """Returns alpha * A @ x + beta * y.

        The type of the product is the type that NumPy gives x and the values together. x is not copied if it has this
        type and its rows are contiguous. x, mask and out may be in a GPU's memory (CuPy, PyTorch, ...); they must then
        have the type of the product and are not copied, and y must be None or out.

        x: a vector, or a matrix whose columns are multiplied in one call.
        alpha, beta: factors of the product and of y.
        semiring: as for spmv(). Only "plus_times" allows an alpha other than 1 and a beta other than 0 and 1.
        transpose: True multiplies by the transposed matrix.
        y: the operand that is multiplied by beta; it is not changed, unless it is out.
        out: an array that receives the result; None: a new array.
        mask: flags of rows; only rows with a flag are computed. The others keep y, or out, or are 0.
        mask_complement: True computes the rows without a flag instead.
        backend: "auto" (a GPU if there is one, otherwise the CPU), "cpu" or "cuda".
        deterministic: True adds in a fixed order, so that every run gives the same bits.
        strict: True raises Unsupported if the format has no kernel for the product; False then uses CSR.
        scheduler: for format "hisparse" on a GPU: "flat", "persistent" or "dynamic".

        >>> matrix = mg.Matrix.from_coo([0, 0], [0, 1], [1.0, 2.0])
        >>> matrix.multiply(np.array([3.0, 4.0]), alpha=10, beta=1, y=np.array([5.0]))
        array([115.])
        """
        values = dense_operand(x, "x")
        dtype = product_type(self.dtype, values)
        rows, columns = self.shape[::-1] if transpose else self.shape
        operand, stride = rows_operand(values, columns, dtype, "x")
        if beta != 0 and y is None:
            raise ValueError("y must be given if beta is not 0")
        shape = (rows, *values.shape[1:])
        result = result_operand(out, y, shape, dtype, values)
        flags = mask_flags(mask, rows)
        options = product_options(dtype, backend, scheduler, deterministic=deterministic, strict=strict,
                                  semiring=one_of(SEMIRINGS, semiring, "semiring"), transpose=transpose, alpha=alpha,
                                  beta=beta, mask=address(flags), mask_complement=mask_complement)  # fmt: skip
        k = columns_of(values)
        context_of(context).call("mg_matrix_spmm", self._handle, c.byref(options), k, address(operand), stride,
                                 address(result), k)  # fmt: skip
        return result if out is None else out

    def sddmm(self, x: Any, y: Any, *, scale: bool = True, alpha: float = 1, transpose: bool = False,
              out: Any = None, backend: str = "auto", deterministic: bool = False, strict: bool = False,
              scheduler: str = "flat", context: Optional[Context] = None) -> Any:  # fmt: skip
        """Sampled dense-dense product: returns an array with alpha * value * (x[row] . y[column]) for each nonzero, in
        the order of csr().

        x: a matrix with a row of features for each row of this matrix.
        y: a matrix with a row of features for each column of this matrix.
        scale: False leaves the factor `value` out.
        multiply() describes the other arguments.

        >>> matrix = mg.Matrix.from_coo([0, 1], [1, 0], [1.0, 2.0])
        >>> matrix.sddmm(np.array([[1.0], [2.0]]), np.array([[3.0], [4.0]]))
        array([ 4., 12.])
        """
        first, second = dense_operand(x, "x"), dense_operand(y, "y")
        if first.shape[1:] != second.shape[1:]:
            raise ValueError("x and y must have the same number of columns, not shapes "
                             f"{first.shape} and {second.shape}")  # fmt: skip
        dtype = product_type(self.dtype if scale else None, first, second)
        rows, columns = self.shape[::-1] if transpose else self.shape
        x_rows, x_stride = rows_operand(first, rows, dtype, "x")
        y_rows, y_stride = rows_operand(second, columns, dtype, "y")
        result = result_operand(out, None, (self.nnz,), dtype, first, second)
        options = product_options(dtype, backend, scheduler, deterministic=deterministic, strict=strict, scale=scale,
                                  alpha=alpha, transpose=transpose)  # fmt: skip
        context_of(context).call("mg_matrix_sddmm", self._handle, c.byref(options), columns_of(first), address(x_rows),
                                 x_stride, address(y_rows), y_stride, address(result))  # fmt: skip
        return result if out is None else out


def _from_arrays(offsets: Array, columns: Array, values: Optional[Array], shape: Tuple[int, int],
                 format: str) -> Matrix:  # fmt: skip
    """Restores a pickled matrix."""
    matrix = Matrix.from_csr(offsets, columns, values, shape=shape)
    return matrix if format == matrix.format else matrix.convert(format)


def _destroy(handle: c.c_void_p, owner: Any) -> None:
    library().mg_matrix_destroy(None, handle)


def _made(context: Optional[Context], name: str, *arguments: Any, owner: Any = None) -> Matrix:
    """Calls a library function whose last parameter is `mg_matrix **`, and returns the matrix."""
    handle = c.c_void_p()
    context_of(context).call(name, *arguments, c.byref(handle))
    return Matrix(handle, owner)


def _create(shape: Tuple[int, ...], columns: Array, values: Any, context: Optional[Context],
            **rows: Optional[int]) -> Matrix:  # fmt: skip
    code, array = values_array(values, columns.size)
    arrays = l.mg_matrix_arrays(rows=shape[0], columns=shape[1], nonzeros=columns.size, type=code,
                                column_indices=address(columns), values=address(array), **rows)  # fmt: skip
    return _made(context, "mg_matrix_create", c.byref(arrays))
