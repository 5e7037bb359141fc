# SPDX-License-Identifier: Apache-2.0
"""The argument out=: arrays of the caller, in host memory or in a GPU's memory, that receive columns of a result."""

from typing import Any, Dict, List, Mapping, Optional

import numpy as np

from . import layouts as l
from .arrays import CODES, address, is_on_device
from .device_arrays import device_array
from .graphs import Graph, graph_of
from .operands import Operand


def _array(values: Any, name: str) -> Operand:
    if is_on_device(values):
        return device_array(values, name, written=True)
    if not isinstance(values, np.ndarray):
        raise TypeError(f"{name} must be an array of NumPy or in a GPU's memory, not {type(values).__name__}")
    if not (values.flags.c_contiguous and values.flags.writeable):
        raise ValueError(f"{name} must be writable and in C order")
    return values


class Outputs:
    """Checks the arrays of out= and enters them into the options of a run. The object must live until the run ends.

    width: number of elements per vertex; None: one, and the arrays have one dimension.
    """

    def __init__(self, run: l.mg_run_options, graph: Graph, out: Optional[Mapping[str, Any]],
                 width: Optional[int] = None) -> None:  # fmt: skip
        if out is not None and not isinstance(out, Mapping):
            raise TypeError(f"out must be a dict from names of columns to arrays, not {type(out).__name__}")
        self.arrays: Dict[str, Any] = dict(out or {})
        n = graph_of(graph).vertex_count
        shape = (n,) if width is None else (n, width)
        outputs: List[l.mg_column_output] = []
        for name, values in self.arrays.items():
            array = _array(values, f"out[{name!r}]")
            if array.shape != shape:
                raise ValueError(f"out[{name!r}] must have shape {shape}, not {array.shape}")
            if array.dtype not in CODES:
                raise TypeError(f"out[{name!r}] must have the type of the column, not {array.dtype}")
            if n:
                outputs.append(l.mg_column_output(column=str(name).encode(), type=CODES[array.dtype],
                                                  data=address(array)))  # fmt: skip
        self._structs = (l.mg_column_output * len(outputs))(*outputs)
        if outputs:
            run.outputs = self._structs
            run.output_count = len(outputs)
