# SPDX-License-Identifier: Apache-2.0
"""Arrays in a GPU's memory: objects of CuPy, cuDF, PyTorch or Numba that have a __cuda_array_interface__."""

import functools
from typing import Any, Optional, Tuple

import numpy as np

from . import layouts as l
from .arrays import CODES, K, WEIGHTS, DeviceArray, Type, is_on_device, weight_code
from .context import default_context
from .errors import Unsupported
from .library import library

_DEFAULT_STREAMS = (None, 1)


def _in_c_order(strides: Optional[Tuple[int, ...]], shape: Tuple[int, ...], itemsize: int) -> bool:
    if strides is None or 0 in shape:
        return True
    expected = itemsize
    for length, stride in zip(reversed(shape), reversed(strides)):
        if length > 1 and stride != expected:
            return False
        expected *= length
    return True


@functools.lru_cache(maxsize=None)
def has_gpu() -> bool:
    """Returns whether there is a GPU. Without one the library would take the address of an array for host memory."""
    return bool(library().mg_device_count(default_context()._handle))


def device_array(values: Any, name: str, written: bool = False) -> DeviceArray:
    """Reads the interface of an array in a GPU's memory, and checks it. Work that writes the array must be on the
    default stream or complete.

    written: the library will write the array, so it must not be read-only."""
    if not is_on_device(values):
        raise TypeError(f"{name} is {type(values).__module__}.{type(values).__name__}, but other arrays are in a GPU's "
                        "memory")  # fmt: skip
    if not has_gpu():
        raise Unsupported(f"{name} is in a GPU's memory, but the library was built without CUDA, or finds no GPU")
    described = values.__cuda_array_interface__
    try:
        shape, dtype = tuple(map(int, described["shape"])), np.dtype(described["typestr"])
        address, read_only = described["data"]
    except (KeyError, TypeError, ValueError) as failure:
        raise TypeError(f"{name} has a __cuda_array_interface__ that cannot be read: {failure!r}") from None
    if not _in_c_order(described.get("strides"), shape, dtype.itemsize):
        raise ValueError(f"{name} must be contiguous")
    if described.get("mask") is not None:
        raise ValueError(f"{name} must have no mask")
    if described.get("stream") not in _DEFAULT_STREAMS:
        raise ValueError(f"{name} belongs to a stream that is not the default one; wait for it and pass a copy")
    if written and read_only:
        raise ValueError(f"{name} must be writable")
    if not address and 0 not in shape:
        raise ValueError(f"{name} has no address")
    return DeviceArray(address or None, shape, dtype)


def device_list(values: Any, name: str) -> DeviceArray:
    """A one-dimensional array in a GPU's memory."""
    array = device_array(values, name)
    if len(array.shape) != 1:
        raise ValueError(f"{name} must have one dimension, not {len(array.shape)}")
    return array


def device_operand(values: Any, name: str, shape: Tuple[int, ...], dtype: Type, written: bool = False) -> DeviceArray:
    """An operand of a product in a GPU's memory. It must have this shape and type, because it is not converted."""
    array = device_array(values, name, written)
    if array.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {array.shape}")
    if array.dtype != dtype:
        raise TypeError(f"{name} is in a GPU's memory, so it must be {dtype} already, not {array.dtype}")
    return array


def device_ids(values: Any, name: str, in_range: bool) -> DeviceArray:
    """Ids of 4 or 8 bytes in a GPU's memory.

    in_range: the ids must be in a range that the library checks. Signed types are then allowed, because negative ids
      are outside of the range."""
    array = device_list(values, name)
    if array.dtype.kind not in ("iu" if in_range else "u") or array.dtype.itemsize not in (4, 8):
        wanted = "uint32, uint64, int32 or int64" if in_range else "uint32 or uint64, or vertices= must be given"
        raise TypeError(f"{name} must be {wanted}, not {array.dtype}")
    return array


def device_weights(values: Any, count: int, dtype: Any) -> Tuple[int, Optional[int]]:
    """Weights in a GPU's memory: the library's constant of their type, and their address. dtype: None, or the type that
    they have."""
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = device_list(values, "weights")
    if array.shape != (count,):
        raise ValueError(f"there are {count} edges, but {array.shape[0]} weights")
    if array.dtype not in WEIGHTS or (dtype is not None and weight_code(dtype) != CODES[array.dtype]):
        raise TypeError("weights in a GPU's memory must be int32, int64, float32 or float64, and of the type dtype, "
                        f"not {array.dtype}")  # fmt: skip
    return CODES[array.dtype], array.address


def device_edges(source: Any, target: Any, weights: Any, in_range: bool, dtype: Any) -> "l.mg_edge_list":
    """The library's list of edges, with arrays that are in a GPU's memory."""
    sources, targets = device_ids(source, "source", in_range), device_ids(target, "target", in_range)
    if sources.shape != targets.shape:
        raise ValueError(f"{sources.shape[0]} sources, but {targets.shape[0]} targets")
    if sources.dtype.itemsize != targets.dtype.itemsize:
        raise TypeError(f"source is {sources.dtype}, but target is {targets.dtype}")
    count = sources.shape[0]
    weight_type, weight = device_weights(weights, count, dtype)
    return l.mg_edge_list(
        edge_count=count, id_type=K["MG_UINT32" if sources.dtype.itemsize == 4 else "MG_UINT64"],
        source=sources.address, target=targets.address, weight_type=weight_type, weight=weight,
    )  # fmt: skip
