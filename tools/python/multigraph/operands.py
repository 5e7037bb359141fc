# SPDX-License-Identifier: Apache-2.0
"""Checks of arrays: the indices and values of which matrices are made, and the dense operands of products."""

from typing import Any, Optional, Tuple, Union

import numpy as np

from .arguments import count
from .arrays import CODES, WEIGHTS, Array, DeviceArray, K, Type, contiguous, ids_array, is_on_device
from .device_arrays import device_array, device_operand

Operand = Union[Array, DeviceArray]


def sparse(matrix: Any) -> Any:
    """Checks that `matrix` is a sparse matrix of SciPy, which is recognised by its methods."""
    if not (hasattr(matrix, "tocsr") and hasattr(matrix, "tocoo")):
        raise TypeError(f"matrix must be a sparse matrix of SciPy, not {type(matrix).__name__}; "
                        "scipy.sparse.csr_array(matrix) makes one")  # fmt: skip
    if len(matrix.shape) != 2:
        raise ValueError(f"a matrix has two dimensions, not {len(matrix.shape)}")
    return matrix


def dense_operand(values: Any, name: str) -> Operand:
    """A dense operand of a product, in host memory or in a GPU's memory; it is not copied from one to the other."""
    return device_array(values, name) if is_on_device(values) else np.asarray(values)


def number_operand(values: Any, name: str) -> Array:
    """Converts an operand to an array of real numbers or booleans in host memory."""
    array = contiguous(values, name)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{name} must be numbers, not {array.dtype}")
    return array


def shape_of(shape: Any) -> Tuple[int, int]:
    """Checks the shape of a matrix."""
    if not isinstance(shape, (tuple, list)):
        raise TypeError(f"shape must be numbers of rows and columns, not {shape!r}")
    if len(shape) != 2:
        raise ValueError(f"shape must be two numbers, of rows and columns, not {shape!r}")
    return count(shape[0], "the number of rows", 32), count(shape[1], "the number of columns", 32)


def indices_array(values: Any, limit: int, name: str) -> Array:
    """Converts indices to a contiguous array of uint32, and checks that they are below `limit`. Arrays of int32 and
    uint32 are not copied."""
    array = ids_array(values, name)
    if array.size and int(array.max()) >= limit:
        raise ValueError(f"{name} must be below {limit}, but one is {array.max()}")
    return array.astype(np.uint32, copy=False)


def offsets_array(values: Any, rows: Optional[int]) -> Array:
    """Converts row offsets to uint64. Arrays of 64-bit integers are not copied.

    rows: the expected number of rows; None: any number."""
    array = ids_array(values, "offsets")
    if array.size == 0 or (rows is not None and array.size != rows + 1):
        raise ValueError(f"a matrix of {rows or 0} rows has {(rows or 0) + 1} offsets, not {array.size}")
    if array[0] != 0 or (array[1:] < array[:-1]).any():
        raise ValueError("offsets must begin with 0 and never decrease")
    return array.astype(np.uint64, copy=False)


def values_array(values: Any, nonzeros: int) -> Tuple[int, Optional[Array]]:
    """Converts the values of a matrix; returns the library's constant of their type and the array. int32, int64,
    float32 and float64 stay as they are, smaller types become int32 or float32, uint32 and uint64 become int64. None,
    and booleans that are all True, make a pattern, which has no array of values."""
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = contiguous(values, "values")
    if array.shape != (nonzeros,):
        raise ValueError(f"there are {nonzeros} nonzeros, but values of shape {np.shape(values)}")
    if array.dtype == np.bool_ and array.all():
        return K["MG_TYPE_NONE"], None
    array = array.astype(supported_type(array.dtype, "values", array), copy=False)
    return CODES[array.dtype], array


def supported_type(dtype: Type, name: str, array: Optional[Array] = None) -> Type:
    """The type of the library that can hold numbers of this type.

    array: numbers of type uint64 are accepted only if all elements of this array are below 2**63."""
    native: Type = dtype.newbyteorder("=")
    if native in WEIGHTS:
        return native
    if dtype.kind == "b" or (dtype.kind in "iu" and dtype.itemsize < 4):
        return np.dtype(np.int32)
    if dtype == np.uint32:
        return np.dtype(np.int64)
    if dtype == np.uint64 and array is not None and (not array.size or int(array.max()) < 1 << 63):
        return np.dtype(np.int64)
    if dtype == np.float16:
        return np.dtype(np.float32)
    raise TypeError(f"{name} must be integers below 2**63, float32 or float64, not {dtype}")


def product_type(matrix: Optional[Type], *operands: Operand) -> Type:
    """The type of a product: the type that NumPy gives the operands and the values of the matrix together."""
    common = np.result_type(*(operand.dtype for operand in operands))
    if matrix is not None:
        common = np.result_type(common, matrix)
    only = operands[0] if len(operands) == 1 else None
    return supported_type(common, "operands", None if isinstance(only, DeviceArray) else only)


def columns_of(values: Operand) -> int:
    """The number of columns of an operand; a vector has one."""
    return values.shape[1] if len(values.shape) == 2 else 1


def rows_operand(values: Operand, rows: int, dtype: Type, name: str) -> Tuple[Operand, int]:
    """Checks that an operand has `rows` rows; returns it and the distance between its rows in elements. It is not
    copied if it has the type `dtype` and its rows are contiguous."""
    if len(values.shape) not in (1, 2) or values.shape[0] != rows:
        raise ValueError(f"{name} must have {rows} rows, not shape {values.shape}")
    if columns_of(values) == 0:
        raise ValueError(f"{name} must have at least one column")
    if isinstance(values, DeviceArray):
        if values.dtype != dtype:
            raise TypeError(f"{name} is in a GPU's memory, so it must be {dtype} already, not {values.dtype}")
        return values, columns_of(values)
    array = values if values.ndim == 2 else values.reshape(-1, 1)
    array = array.astype(dtype, copy=False)
    size = dtype.itemsize
    within = array.shape[1] == 1 or array.strides[1] == size
    between = array.shape[0] <= 1 or (array.strides[0] % size == 0 and array.strides[0] >= size * array.shape[1])
    if not (within and between and array.flags.aligned):
        array = np.ascontiguousarray(array)
    return array, max(array.strides[0] // size if array.shape[0] > 1 else 0, array.shape[1])


def mask_flags(mask: Any, rows: int) -> Optional[Operand]:
    """The flags of a mask, one byte per row."""
    if mask is None:
        return None
    if is_on_device(mask):
        kind = device_array(mask, "mask").dtype
        return device_operand(mask, "mask", (rows,), kind if kind == np.bool_ else np.dtype(np.uint8))
    flags: Array = np.not_equal(number_operand(mask, "mask"), 0).astype(np.uint8)
    if flags.shape != (rows,):
        raise ValueError(f"mask must have {rows} flags, not shape {flags.shape}")
    return flags


def result_operand(out: Any, y: Any, shape: Tuple[int, ...], dtype: Type, *operands: Operand) -> Operand:
    """The array that receives the result of a product of these operands: `out`, or a new array. It holds the initial
    numbers, which are those of y, of out, or 0."""
    if not is_on_device(out):
        if out is None and any(isinstance(operand, DeviceArray) for operand in operands):
            raise TypeError("an operand is in a GPU's memory, so out must be given: an array that receives the "
                            "result")  # fmt: skip
        return result_array(out, y, shape, dtype)
    if y is not None and y is not out:
        raise ValueError("out is in a GPU's memory, so y must be None, or out itself, to which the product is added")
    return device_operand(out, "out", shape, dtype, written=True)


def _added(y: Any, shape: Tuple[int, ...], dtype: Type) -> Array:
    """Converts y to the type of the result. An element that an integer type cannot hold is a TypeError; floats may be
    rounded."""
    given = number_operand(y, "y")
    if np.shape(y) != shape:
        raise ValueError(f"y must have the shape of the result, {shape}, not {np.shape(y)}")
    with np.errstate(invalid="ignore", over="ignore"):
        converted: Array = given.astype(dtype, copy=False)
    wrong = np.argwhere(converted != given) if dtype.kind != "f" else np.empty((0, 1))
    if len(wrong):
        first = tuple(wrong[0].tolist())
        position = first[0] if len(first) == 1 else first
        raise TypeError(f"y must have numbers of {dtype}, the type of the result, but position {position} has "
                        f"{given[first]}; give x of a type that can hold it, such as float64")  # fmt: skip
    return converted


def result_array(out: Optional[Array], y: Optional[Array], shape: Tuple[int, ...], dtype: Type) -> Array:
    """The same as result_operand() for an array in host memory."""
    begin = None if y is None or y is out else _added(y, shape, dtype)
    if out is None:
        return np.zeros(shape, dtype) if begin is None else np.array(begin, order="C")
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out must be an array of NumPy, not {type(out).__name__}")
    if out.shape != shape or out.dtype != dtype:
        raise ValueError(f"out must be {dtype} of shape {shape}, not {out.dtype} of shape {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable and out.flags.aligned):
        raise ValueError("out must be writable and in C order")
    if begin is not None:
        out[...] = begin
    return out
