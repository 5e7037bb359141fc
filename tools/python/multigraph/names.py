# SPDX-License-Identifier: Apache-2.0
"""Names as vertex ids: strings, UUIDs, floats, dates, tuples and other objects that can be keys of a dict."""

import ctypes as c
import itertools
import reprlib
from collections import defaultdict
from typing import (
    AbstractSet,
    Any,
    Dict,
    Hashable,
    Iterable,
    Iterator,
    KeysView,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    ValuesView,
)

import numpy as np

from .arrays import Array, address, contiguous
from .context import context_of

_MISSING = ("NoneType", "NAType", "NaTType")  # types of missing values: one of Python, two of pandas


def id_array(values: Any, name: str) -> Array:
    """Converts ids or names to an array. It is an array of objects if NumPy would change them, as it does with tuples,
    with "a" and 1, and with 2**63 and 1."""
    if isinstance(values, (Iterator, KeysView, ValuesView)):
        values = list(values)
    kinds = set(map(type, values)) if isinstance(values, (list, tuple)) else set()
    unordered = isinstance(values, (str, bytes, AbstractSet, Mapping))
    if unordered or not hasattr(values, "__len__") or getattr(values, "ndim", 1) == 0:
        raise TypeError(f"{name} must be a list or an array, not {reprlib.repr(values)}")
    if kinds == {str}:
        return np.array(values, object)  # keeps the strings; an array of characters would have to convert them back
    array = _objects(values) if len(kinds) > 1 or tuple in kinds else contiguous(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim}")
    if kinds == {int} and array.dtype.kind not in "iu":
        array = _objects(values)
    return _whole_numbers(array) if array.dtype.kind == "O" and array.size else array


def _objects(values: Sequence[Any]) -> Array:
    array = np.empty(len(values), object)
    for position, value in enumerate(values):  # one assignment of all values would split tuples
        array[position] = value
    return array


def _whole_numbers(array: Array) -> Array:
    """Converts objects to integers if all of them are whole numbers of at most 64 bits."""
    if isinstance(array[0], str):  # usually all are strings
        return array
    values = array.tolist()
    if not all(issubclass(kind, (int, np.integer)) and kind is not bool for kind in set(map(type, values))):
        return array
    least, largest = min(values), max(values)
    if -(1 << 63) <= least and largest < 1 << 63:
        return array.astype(np.int64)
    return array.astype(np.uint64) if least >= 0 and largest < 1 << 64 else array


def are_ids(array: Array) -> bool:
    """Returns whether an array has ids, which are whole numbers, and not names."""
    return array.size == 0 or array.dtype.kind in "iu"


def _times(array: Array) -> List[Any]:
    """Converts dates, times and durations to objects of Python, whose hashes do not depend on the unit. Values with
    fractions of microseconds stay objects of NumPy."""
    kind = array.dtype.kind
    if np.datetime_data(array.dtype)[0] in ("ns", "ps", "fs", "as"):
        coarse = array.astype(f"{kind}8[us]")
        if not (coarse.astype(array.dtype) == array).all():
            return list(array)
        array = coarse
    found: List[Any] = array.tolist()
    return found if {int} != set(map(type, found)) else list(array)


def plain(name: Any) -> Any:
    """Converts a number, string or time of NumPy, or an array without dimensions, to an object of Python."""
    if isinstance(name, (np.datetime64, np.timedelta64)):
        return _times(np.asarray([name]))[0]
    return name.item() if getattr(name, "ndim", None) == 0 else name


def _names(array: Array, name: str) -> List[Hashable]:
    """Converts an array of names to objects of Python. A missing name is an error."""
    found: List[Any] = _times(array) if array.dtype.kind in "mM" else array.tolist()
    kinds = {kind.__name__ for kind in set(map(type, found))}
    if kinds & {*_MISSING, "float", "datetime64"}:
        for position, value in enumerate(found):
            if type(value).__name__ in _MISSING or value != value:
                raise ValueError(f"{name} has no name at position {position}, but {value!r}")
    return found


def _positions(index: Mapping[Hashable, Any], names: List[Hashable], what: str) -> Array:
    try:
        return np.fromiter(map(index.__getitem__, names), np.uint32, len(names))
    except KeyError as failure:
        raise ValueError(f"{what} has {failure.args[0]!r}, which is not among nodes") from None


def _joined(names: List[Any]) -> Optional[bytes]:
    """Joins names, each with a zero byte at its end; None if a name is no string, is empty or has a zero byte."""
    try:
        text = "\0".join(names) + "\0"
    except TypeError:
        return None
    if text.count("\0") != len(names) or "\0\0" in text or text[0] == "\0":
        return None
    return text.encode("utf-8", "surrogatepass")


def _numbered_texts(text: bytes, names: List[Hashable]) -> Tuple[Array, List[Hashable]]:
    """Lets the library number names that _joined() has joined; returns the numbers and the list of different names."""
    numbers, first, distinct = np.empty(len(names), np.uint32), np.empty(len(names), np.uint64), c.c_uint64()
    context_of(None).call("mg_number_names", len(names), text, len(text), address(numbers), address(first),
                          c.byref(distinct))  # fmt: skip
    return numbers, [names[position] for position in first[: distinct.value].tolist()]


def _numbered(sources: List[Hashable], targets: List[Hashable]) -> Tuple[Array, Array, List[Hashable]]:
    """Numbers names in the order in which the edges first name them: source, then target."""
    names = list(itertools.chain.from_iterable(zip(sources, targets)))
    text = _joined(names)
    if text is not None:
        numbers, called = _numbered_texts(text, names)
        return numbers[::2], numbers[1::2], called
    index: Dict[Hashable, int] = defaultdict(itertools.count().__next__)
    both = np.fromiter(map(index.__getitem__, names), np.uint32, len(names))
    return both[::2], both[1::2], list(index)


def positions(source: Array, target: Array, nodes: Optional[Sequence[Hashable]] = None
              ) -> Tuple[Array, Array, List[Hashable]]:  # fmt: skip
    """Returns the positions of the sources and targets in `nodes`, and the list of nodes. With nodes=None the list has
    the names in the order in which the edges first name them.

    >>> positions(np.array(["b", "a"]), np.array(["c", "b"]))
    (array([0, 2], dtype=uint32), array([1, 0], dtype=uint32), ['b', 'c', 'a'])
    """
    sources, targets = _names(source, "source"), _names(target, "target")
    try:
        if nodes is None:
            return _numbered(sources, targets)
        called = checked(nodes)
        index = dict(zip(called, range(len(called))))
        return _positions(index, sources, "source"), _positions(index, targets, "target"), called
    except TypeError as failure:
        raise TypeError(f"a name must be hashable, like the key of a dict: {failure}") from None


def listed(nodes: Iterable[Hashable]) -> List[Hashable]:
    """The names in `nodes`, which may be a column of a table, as objects of Python."""
    if isinstance(nodes, (str, bytes)) or not hasattr(nodes, "__iter__"):
        raise TypeError(f"nodes must be a list of names, not {nodes!r}")
    if not hasattr(nodes, "__array__"):
        return list(nodes)
    array = id_array(nodes, "nodes")
    return _times(array) if array.dtype.kind in "mM" else list(array.tolist())


def checked(nodes: Iterable[Hashable], count: Optional[int] = None) -> List[Hashable]:
    """Checks that the names are different and, if `count` is given, that there are `count` of them."""
    called = listed(nodes)
    if count is not None and len(called) != count:
        raise ValueError(f"{len(called)} nodes for a graph of {count} vertices")
    if len(set(called)) != len(called):
        seen = set()
        twice = next(node for node in called if node in seen or seen.add(node))  # type: ignore[func-returns-value]
        raise ValueError(f"nodes has {twice!r} twice")
    return called
