# SPDX-License-Identifier: Apache-2.0
"""Between NumPy arrays and the library's: views without copies where lifetimes allow, checked conversions elsewhere."""

import ctypes as c
import numbers
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import layouts as l

if TYPE_CHECKING:
    Array = np.ndarray[Any, Any]
    Type = np.dtype[Any]
else:  # older NumPy has no such types at run time
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
    """The memory at `address` as a read-only array that keeps `owner` alive."""
    if not count or not address:
        return np.empty(0, dtype)
    memory: Any = (c.c_char * (count * dtype.itemsize)).from_address(address)
    memory.owner = owner
    array: Array = np.frombuffer(memory, dtype)
    array.flags.writeable = False
    return array


class DeviceArray(NamedTuple):
    """An array in a GPU's memory, in C order; its owner must live as long as this is used."""

    address: Optional[int]
    shape: Tuple[int, ...]
    dtype: Type


def is_on_device(values: Any) -> bool:
    """Is it in a GPU's memory, as arrays of CuPy, cuDF, PyTorch and Numba can be?"""
    return hasattr(values, "__cuda_array_interface__")


def host_array(values: Any, name: str) -> Array:
    """Values as an array of NumPy. TypeError where they are in a GPU's memory, from which nothing is copied unasked."""
    if is_on_device(values):
        raise TypeError(f"{name} must be in host memory, not in a GPU's; cupy.asnumpy, for one, makes a copy there")
    return np.asarray(values)


def address(array: Union[None, Array, DeviceArray]) -> Optional[int]:
    if isinstance(array, DeviceArray):
        return array.address
    return None if array is None else array.ctypes.data


def contiguous(values: Any, name: str) -> Array:
    """Values as an array in C order and in the machine's order of bytes, without a copy where they are that. A masked
    array has none masked."""
    array = np.ascontiguousarray(host_array(values, name))
    if isinstance(values, np.ma.MaskedArray):
        masked = np.flatnonzero(values.mask)
        if masked.size:
            raise ValueError(f"{name} has no value at position {masked[0]}: it is masked")
    return array if array.dtype.isnative else array.astype(array.dtype.newbyteorder("="))


def ids_array(values: Any, name: str) -> Array:
    """Ids as uint32 or uint64, contiguous; no copy where they are that already, or int32 or int64 and none is
    negative."""
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
    """The library's type for weights of this dtype; None: MG_TYPE_NONE, the library chooses."""
    if dtype is None:
        return K["MG_TYPE_NONE"]
    try:
        return next(CODES[found] for found in WEIGHTS if found == np.dtype(dtype))
    except (TypeError, StopIteration):
        raise TypeError(f"weights can be int32, int64, float32 or float64, not {dtype!r}") from None


def number_array(values: List[Any], what: Callable[[int], str]) -> Array:
    """Objects as numbers: integers that fit 64 bits stay such, others become float64. what: what is at a position."""
    try:
        found = np.array(values)
        if found.dtype.kind in "iubf" and found.ndim == 1:
            return found
    except ValueError:  # lists among them
        pass
    for position, value in enumerate(values):
        if not isinstance(value, (numbers.Real, Decimal)):
            raise TypeError(f"{what(position)} must be a number, not {value!r}")
    return np.fromiter(map(float, values), np.float64, len(values))


def _whole_weights(array: Array) -> Array:
    """Integers as int32 where all fit, else as int64."""
    for name in ("int32", "int64"):
        bounds = np.iinfo(np.dtype(name))
        if not array.size or (int(array.min()) >= bounds.min and int(array.max()) <= bounds.max):
            return array.astype(name, copy=False)
    raise ValueError("integer weights must be below 2**63; convert them to float64")


def weights_array(values: Any, count: int, dtype: Any = None) -> Tuple[int, Optional[Array]]:
    """The library's type and the array of weights. dtype None: integers become int32 where all fit, else int64; float32
    and float64 stay as they are, float16 becomes float32."""
    code = weight_code(dtype)
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = contiguous(values, "weights")
    if array.shape != (count,):
        raise ValueError(f"there are {count} edges, but weights of shape {np.shape(values)}")
    if array.dtype.kind in "OUS":
        given = list(values) if isinstance(values, (list, tuple)) else array.tolist()  # NumPy makes [1, "2"] all text
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
    """Weights of another type. ValueError where it cannot hold one; floats may be rounded."""
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
