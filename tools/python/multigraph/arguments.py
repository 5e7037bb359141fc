# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments. The messages say what was given and what is allowed."""

import math
import operator
import os
import reprlib
from typing import Any, Iterable, List, Mapping, Optional

_BOOLEANS = ("bool", "bool_")  # names of the types of Python and NumPy; since version 2 NumPy's type is called bool
_LARGEST = {32: (1 << 32) - 1, 64: (1 << 64) - 1}


def count(value: Any, name: str, bits: int = 64, largest: Optional[int] = None) -> int:
    """Checks a whole number, of Python or NumPy, from 0 to the largest number of `bits` bits, or to `largest`."""
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
    """Checks a real number, of Python or NumPy. NaN and infinity are accepted here; the library checks them."""
    try:
        if not isinstance(value, (str, bytes, bytearray)):
            return float(value)
    except (TypeError, ValueError):
        pass
    except OverflowError:  # a whole number that is larger than all floats
        return math.inf if value > 0 else -math.inf
    raise TypeError(f"{name} must be a number, not {value!r}")


def flag(value: Any, name: str) -> bool:
    """Checks a boolean, of Python or NumPy, or 0 or 1. Other values are errors: bool("no") would be True."""
    if type(value).__name__ in _BOOLEANS or (isinstance(value, int) and value in (0, 1)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, not {value!r}")


def one_of(words: Mapping[str, int], word: str, what: str) -> int:
    """Checks that `word` is a key of `words`, and returns its value."""
    if not isinstance(word, str) or word not in words:
        raise ValueError(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return words[word]


def text(value: Any, name: str) -> bytes:
    """Checks a string for the library. It must not contain a zero byte, which ends strings in C."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a string, not {value!r}")
    if "\0" in value:
        raise ValueError(f"{name} has a zero byte: {value!r}")
    return value.encode()


def path(value: Any, name: str = "path") -> bytes:
    """Checks the name of a file: a string, bytes or a path of pathlib."""
    try:
        encoded = os.fsencode(value)
    except TypeError:
        raise TypeError(f"{name} must be the name of a file, not {value!r}") from None
    if not encoded or b"\0" in encoded:
        raise ValueError(f"{name} must be the name of a file, not {value!r}")
    return encoded


def several(values: Iterable[Any], name: str, least: int = 1) -> List[Any]:
    """The elements of a list, an array or a set of vertices. A string is an error; it would give its letters."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__") or getattr(values, "ndim", 1) != 1:
        raise TypeError(f"{name} must be a list or an array of vertices, not {reprlib.repr(values)}")
    found = values.tolist() if hasattr(values, "tolist") else list(values)
    if len(found) < least:
        raise ValueError(f"{name} is empty: at least one vertex is needed")
    return list(found)
