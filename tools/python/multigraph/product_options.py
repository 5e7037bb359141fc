# SPDX-License-Identifier: Apache-2.0
"""Options of products of matrices, and the names of the storage formats."""

import ctypes as c
from typing import Any, Dict

from . import layouts as l
from .arguments import flag, number, one_of
from .arrays import TYPES, Type
from .calls import BACKENDS
from .library import library

_SCHEDULERS = {name: l.CONSTANTS["MG_SCHEDULER_" + name.upper()] for name in ("flat", "persistent", "dynamic")}


def formats() -> Dict[str, int]:
    """The numbers of the storage formats by name."""
    names: Dict[str, int] = {}
    name = library().mg_matrix_format_name(0).decode()
    while name != "unknown":
        names[name] = len(names)
        name = library().mg_matrix_format_name(len(names)).decode()
    return names


def product_options(dtype: Type, backend: str, scheduler: str, **fields: Any) -> l.mg_product_options:
    """Checks the options of a product, and makes the library's struct of them."""
    chosen = {"alpha": 1.0, "beta": 0.0, "scale": True, **fields}
    for name in ("alpha", "beta"):
        chosen[name] = number(chosen[name], name)
    for name in {"deterministic", "strict", "scale", "transpose", "mask_complement"} & set(chosen):
        chosen[name] = flag(chosen[name], name)
    chosen["backend"] = one_of(BACKENDS, backend, "backend")
    chosen["scheduler"] = one_of(_SCHEDULERS, scheduler, "scheduler")
    code = next(code for code, known_type in TYPES.items() if known_type == dtype)
    return l.mg_product_options(size=c.sizeof(l.mg_product_options), type=code, **chosen)
