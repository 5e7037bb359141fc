# SPDX-License-Identifier: Apache-2.0
"""Between NumPy arrays and the library's: views without copies where lifetimes allow, checked conversions elsewhere."""

import ctypes as c
from typing import TYPE_CHECKING, Any, Dict, Optional, Tuple

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


def view(address: Optional[int], count: int, dtype: Type, owner: Any) -> Array:
    """The memory at `address` as a read-only array that keeps `owner` alive."""
    if not count or not address:
        return np.empty(0, dtype)
    memory: Any = (c.c_char * (count * dtype.itemsize)).from_address(address)
    memory.owner = owner
    array: Array = np.frombuffer(memory, dtype)
    array.flags.writeable = False
    return array


def address(array: Optional[Array]) -> Optional[int]:
    return None if array is None else array.ctypes.data


def ids_array(values: Any, name: str) -> Array:
    """Ids as uint32 or uint64, contiguous; no copy where they are that already, or int32 or int64 and none is
    negative."""
    array = np.ascontiguousarray(values)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if array.size == 0:
        return array.astype(np.uint32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be integers, not {array.dtype}")
    if array.dtype.kind == "i" and array.min() < 0:
        raise ValueError(f"{name} must not be negative")
    if array.dtype.itemsize in (4, 8):
        return array.view(np.uint32 if array.dtype.itemsize == 4 else np.uint64)
    return array.astype(np.uint32)


def weights_array(values: Any, count: int) -> Tuple[int, Optional[Array]]:
    """The library's type and the array of weights: int32, float32, float64; other integers where int32 holds them."""
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = np.ascontiguousarray(values)
    if array.shape != (count,):
        raise ValueError(f"there are {count} edges, but weights of shape {array.shape}")
    if array.dtype.kind in "iub" and array.dtype != np.int32:
        bounds = np.iinfo(np.int32)
        if array.size and (array.min() < bounds.min or array.max() > bounds.max):
            raise ValueError("integer weights must fit into 32 bits; convert them to float64")
        array = array.astype(np.int32)
    elif array.dtype == np.float16:
        array = array.astype(np.float32)
    if array.dtype not in CODES:
        raise TypeError(f"weights must be integers, float32 or float64, not {array.dtype}")
    return CODES[array.dtype], array
