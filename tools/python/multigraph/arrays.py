# SPDX-License-Identifier: Apache-2.0
"""NumPy arrays as views of the library's memory, and checked conversions of the caller's arrays."""

import ctypes as c
import numbers
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import layouts as l

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]
    Type = np.dtype[Any]
else:  # older versions of NumPy do not have these types at run time
    Array, Type = np.ndarray, np.dtype

K = l.CONSTANTS
TYPES: "Dict[int, Type]" = {
    K["MG_INT32"]: np.dtype(np.int32),
    K["MG_UINT32"]: np.dtype(np.uint32),
    K["MG_INT64"]: np.dtype(np.int64),
    K["MG_UINT64"]: np.dtype(np.uint64),
    K["MG_FLOAT32"]: np.dtype(np.float32),
    K["MG_FLOAT64"]: np.dtype(np.float64),
}
CODES = {dtype: code for code, dtype in TYPES.items()}
WEIGHTS = tuple(np.dtype(dtype) for dtype in (np.int32, np.int64, np.float32, np.float64))


def view(address: Optional[int], count: int, dtype: Type, owner: Any) -> Array:
    """A read-only array that views `count` elements at `address` and keeps `owner` alive."""
    if not count or not address:
        return np.empty(0, dtype)
    memory: Any = (c.c_char * (count * dtype.itemsize)).from_address(address)
    memory.owner = owner
    array: Array = np.frombuffer(memory, dtype)
    array.flags.writeable = False
    return array


class DeviceArray(NamedTuple):
    """An array in a GPU's memory, in C order. The object that owns the memory must outlive every use of it."""

    address: Optional[int]
    shape: Tuple[int, ...]
    dtype: Type


def is_on_device(values: Any) -> bool:
    """Returns whether an array is in a GPU's memory, such as an array of CuPy, cuDF, PyTorch or Numba."""
    return hasattr(values, "__cuda_array_interface__")


def host_array(values: Any, name: str) -> Array:
    """Converts values to a NumPy array. Arrays in a GPU's memory raise a TypeError: they are not copied silently."""
    if is_on_device(values):
        raise TypeError(f"{name} must be in host memory, not in a GPU's; cupy.asnumpy, for example, copies it")
    return np.asarray(values)


def address(array: Union[None, Array, DeviceArray]) -> Optional[int]:
    """The address of the first element; None for no array."""
    if isinstance(array, DeviceArray):
        return array.address
    return None if array is None else array.ctypes.data


def contiguous(values: Any, name: str) -> Array:
    """Converts values to an array in C order and native byte order; an array that has both is not copied. A masked
    array must not have masked elements."""
    array = np.ascontiguousarray(host_array(values, name))
    if isinstance(values, np.ma.MaskedArray):
        masked = np.flatnonzero(values.mask)
        if masked.size:
            raise ValueError(f"{name} has no value at position {masked[0]}: it is masked")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def ids_array(values: Any, name: str) -> Array:
    """Converts ids to a contiguous array of uint32 or uint64. Arrays of 32-bit or 64-bit integers are not copied. A
    negative id is an error."""
    array = contiguous(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size == 0:
        return array.astype(np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {array.dtype}")
    if array.dtype.kind == "i" and array.min() < 0:
        position = int(array.argmin())
        raise ValueError(f"{name} must not be negative, but position {position} has {array[position]}")
    if array.dtype.itemsize in (4, 8):
        return array.view(np.uint32 if array.dtype.itemsize == 4 else np.uint64)
    return array.astype(np.uint32)


def weight_code(dtype: Any) -> int:
    """The library's constant for weights of this dtype. None gives MG_TYPE_NONE: the library chooses the type."""
    if dtype is None:
        return K["MG_TYPE_NONE"]
    try:
        return next(CODES[found] for found in WEIGHTS if found == np.dtype(dtype))
    except (TypeError, StopIteration):
        raise TypeError(f"weights can be int32, int64, float32 or float64, not {dtype!r}") from None


def number_array(values: List[Any], what: Callable[[int], str]) -> Array:
    """Converts objects to numbers. Integers of at most 64 bits stay integers, other numbers become float64.

    what: a function that describes the element at a position, for messages."""
    try:
        found = np.array(values)
        if found.dtype.kind in "iubf" and found.ndim == 1:
            return found
    except ValueError:  # some elements are lists
        pass
    for position, value in enumerate(values):
        if not isinstance(value, (numbers.Real, Decimal)):
            raise TypeError(f"{what(position)} must be a number, not {value!r}")
    return np.fromiter(map(float, values), np.float64, len(values))


def _whole_weights(array: Array) -> Array:
    """Converts integers to int32 if all of them fit, otherwise to int64."""
    for name in ("int32", "int64"):
        bounds = np.iinfo(np.dtype(name))
        if not array.size or (int(array.min()) >= bounds.min and int(array.max()) <= bounds.max):
            return array.astype(name, copy=False)
    raise ValueError("integer weights must be below 2**63; convert them to float64")


def weights_array(values: Any, count: int, dtype: Any = None) -> Tuple[int, Optional[Array]]:
    """Converts weights; returns the library's constant of their type and the array. With dtype None integers become
    int32 if all of them fit, otherwise int64; float32 and float64 stay as they are; float16 becomes float32."""
    code = weight_code(dtype)
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = contiguous(values, "weights")
    if array.shape != (count,):
        raise ValueError(f"there are {count} edges, but weights of shape {np.shape(values)}")
    if array.dtype.kind in "OUS":
        # A list is read again: NumPy would convert all elements of [1, "2"] to strings.
        given = list(values) if isinstance(values, (list, tuple)) else array.tolist()
        array = number_array(given, lambda position: f"weight {position}")
    if array.dtype.kind in "iub":
        array = array if dtype is not None and array.dtype == np.dtype(dtype) else _whole_weights(array)
    elif array.dtype == np.float16:
        array = array.astype(np.float32)
    if array.dtype not in WEIGHTS:
        raise TypeError(f"weights must be integers, float32 or float64, not {array.dtype}")
    if dtype is not None and code != CODES[array.dtype]:
        array = _converted(array, np.dtype(dtype))
    return CODES[array.dtype], array


def _converted(array: Array, dtype: Type) -> Array:
    """Converts weights to another type. A weight that the type cannot hold is a ValueError; floats may be rounded."""
    if array.size and dtype.kind == "i":
        bounds = np.iinfo(dtype)
        whole = array.dtype.kind == "i" or bool((np.isfinite(array) & (np.trunc(array) == array)).all())
        if not whole or int(array.min()) < bounds.min or int(array.max()) > bounds.max:
            raise ValueError(f"{dtype} cannot hold every weight")
    with np.errstate(over="ignore"):
        converted: Array = array.astype(dtype)
    if dtype.kind == "f" and not np.isfinite(converted[np.isfinite(array)]).all():
        raise ValueError(f"{dtype} cannot hold every weight")
    return converted
