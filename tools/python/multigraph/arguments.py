# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, with messages in the caller's words: what was given, and what would do."""

import operator
from typing import Any, Iterable, List, Mapping

_LARGEST = {32: (1 << 32) - 1, 64: (1 << 64) - 1}


def count(value: Any, name: str, bits: int = 64) -> int:
    """A whole number of at least 0 that fits `bits`; NumPy's integers, too."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}") from None
    if not 0 <= number <= _LARGEST[bits]:
        raise ValueError(f"{name} must be from 0 to {_LARGEST[bits]}, not {number}")
    return number


def one_of(words: Mapping[str, int], word: str, what: str) -> int:
    if word not in words:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return words[word]


def several(values: Iterable[Any], name: str) -> List[Any]:
    """The elements of a list, an array, a set, ... of vertices; not the letters of a name."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__") or getattr(values, "ndim", 1) != 1:
        raise TypeError(f"{name} must be a list or an array of vertices, not {values!r}")
    found = values.tolist() if hasattr(values, "tolist") else list(values)
    if not found:
        raise ValueError(f"{name} is empty: at least one vertex is needed")
    return list(found)
