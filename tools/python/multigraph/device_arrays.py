# SPDX-License-Identifier: Apache-2.0
"""Arrays in a GPU's memory, as CuPy, cuDF, PyTorch and Numba have them: __cuda_array_interface__."""

from typing import Any, NamedTuple, Optional, Tuple

import numpy as np

from . import layouts as l
from .arrays import CODES, K, WEIGHTS, Type, weight_code

_DEFAULT_STREAMS = (None, 1)


class DeviceArray(NamedTuple):
    address: Optional[int]
    size: int
    dtype: Type


def is_on_device(values: Any) -> bool:
    return hasattr(values, "__cuda_array_interface__")


def device_array(values: Any, name: str) -> DeviceArray:
    """Where the elements are. What writes them is expected on the default stream, or to have ended."""
    if not is_on_device(values):
        raise TypeError(f"{name} is {type(values).__module__}.{type(values).__name__}, but other arrays are in a GPU's memory")
    described = values.__cuda_array_interface__
    shape, dtype = described["shape"], np.dtype(described["typestr"])
    if len(shape) != 1:
        raise ValueError(f"{name} must have one dimension, not {len(shape)}")
    if described.get("strides") not in (None, (dtype.itemsize,)):
        raise ValueError(f"{name} must be contiguous")
    if described.get("mask") is not None:
        raise ValueError(f"{name} must have no mask")
    if described.get("stream") not in _DEFAULT_STREAMS:
        raise ValueError(f"{name} belongs to a stream that is not the default one; wait for it and pass a copy")
    return DeviceArray(described["data"][0] or None, int(shape[0]), dtype)


def device_ids(values: Any, name: str, in_range: bool) -> DeviceArray:
    """Ids of 4 or 8 bytes. With in_range the library finds negative ones: they are outside of it."""
    array = device_array(values, name)
    if array.dtype.kind not in ("iu" if in_range else "u") or array.dtype.itemsize not in (4, 8):
        wanted = "uint32, uint64, int32 or int64" if in_range else "uint32 or uint64, or vertices= must be given"
        raise TypeError(f"{name} must be {wanted}, not {array.dtype}")
    return array


def device_weights(values: Any, count: int, dtype: Any) -> Tuple[int, Optional[int]]:
    """The library's type of the weights, and where they are. dtype: None or their own."""
    if values is None:
        return K["MG_TYPE_NONE"], None
    array = device_array(values, "weights")
    if array.size != count:
        raise ValueError(f"there are {count} edges, but {array.size} weights")
    if array.dtype not in WEIGHTS or (dtype is not None and weight_code(dtype) != CODES[array.dtype]):
        raise TypeError(f"weights in a GPU's memory must be int32, int64, float32 or float64, as dtype, not {array.dtype}")
    return CODES[array.dtype], array.address


def device_edges(source: Any, target: Any, weights: Any, in_range: bool, dtype: Any) -> "l.mg_edge_list":
    """A list of edges whose arrays are in a GPU's memory."""
    sources, targets = device_ids(source, "source", in_range), device_ids(target, "target", in_range)
    if sources.size != targets.size:
        raise ValueError(f"{sources.size} sources, but {targets.size} targets")
    if sources.dtype.itemsize != targets.dtype.itemsize:
        raise TypeError(f"source is {sources.dtype}, but target is {targets.dtype}")
    weight_type, weight = device_weights(weights, sources.size, dtype)
    return l.mg_edge_list(
        edge_count=sources.size, id_type=K["MG_UINT32" if sources.dtype.itemsize == 4 else "MG_UINT64"],
        source=sources.address, target=targets.address, weight_type=weight_type, weight=weight,
    )  # fmt: skip
