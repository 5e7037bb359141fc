# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments, with messages in the caller's words: what was given, and what would do."""

import math
import operator
import os
import reprlib
from typing import Any, Iterable, List, Mapping, Optional

_BOOLEANS = ("bool", "bool_")  # of Python and NumPy, in which the second is called bool since version 2
_LARGEST = {32: (1 << 32) - 1, 64: (1 << 64) - 1}


def count(value: Any, name: str, bits: int = 64, largest: Optional[int] = None) -> int:
    """A whole number of at least 0 that fits `bits`, or is at most `largest`; NumPy's integers, too."""
    try:
        found = None if type(value).__name__ in _BOOLEANS else operator.index(value)
    except TypeError:
        found = None
    if found is None:
        raise TypeError(f"{name} must be a whole number, not {value!r}")
    limit = _LARGEST[bits] if largest is None else largest
    if not 0 <= found <= limit:
        raise ValueError(f"{name} must be from 0 to {limit}, not {found}")
    return found


def number(value: Any, name: str) -> float:
    """A real number; NumPy's, too. NaN and infinity are for the library to judge."""
    try:
        if not isinstance(value, (str, bytes, bytearray)):
            return float(value)
    except (TypeError, ValueError):
        pass
    except OverflowError:  # a whole number beyond all floats
        return math.inf if value > 0 else -math.inf
    raise TypeError(f"{name} must be a number, not {value!r}")


def flag(value: Any, name: str) -> bool:
    """True or False; NumPy's, and 0 and 1, too. Not "no", which Python takes for true, nor None."""
    if type(value).__name__ in _BOOLEANS or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {value!r}")


def one_of(words: Mapping[str, int], word: str, what: str) -> int:
    if not isinstance(word, str) or word not in words:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return words[word]


def text(value: Any, name: str) -> bytes:
    """A text for the library, which ends at a zero byte."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a text, not {value!r}")
    if "\0" in value:
        raise ValueError(f"{name} has a zero byte: {value!r}")
    return value.encode()


def path(value: Any, name: str = "path") -> bytes:
    """The name of a file: a text, bytes or a path of pathlib."""
    try:
        encoded = os.fsencode(value)
    except TypeError:
        raise TypeError(f"{name} must be the name of a file, not {value!r}") from None
    if not encoded or b"\0" in encoded:
        raise ValueError(f"{name} must be the name of a file, not {value!r}")
    return encoded


def several(values: Iterable[Any], name: str, least: int = 1) -> List[Any]:
    """The elements of a list, an array, a set, ... of vertices; not the letters of a name."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__") or getattr(values, "ndim", 1) != 1:
        raise TypeError(f"{name} must be a list or an array of vertices, not {reprlib.repr(values)}")
    found = values.tolist() if hasattr(values, "tolist") else list(values)
    if len(found) < least:
        raise ValueError(f"{name} is empty: at least one vertex is needed")
    return list(found)
