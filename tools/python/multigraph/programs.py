# SPDX-License-Identifier: Apache-2.0
"""Vertex programs of the user. They are written in C (docs/vertex-programs.md) and compiled at run time."""

import ctypes as c
import math
import operator
import warnings
import weakref
from typing import Any, Dict, Hashable, Mapping, Optional, Union

import numpy as np

from . import layouts as l
from .arguments import number
from .arguments import path as file_name
from .arguments import text as encoded
from .arrays import TYPES, Array, K, Type, address, contiguous, is_on_device
from .calls import call, run_options
from .context import Context, context_of
from .device_arrays import device_array
from .errors import InvalidArgument, NotConverged
from .graphs import Graph, graph_of
from .library import AnyPath, library
from .operands import Operand
from .outputs import Outputs
from .results import Result


class Program:
    """A vertex program in C.

    file: the file of the program.
    text: the source text of the program, instead of a file.
    name: the name of the text in messages.

    Attributes: `name` and `summary`, which the program declares; `parameters`, a dict of the parameters and their
    defaults; `columns` and `edge_columns`, the names of the columns of results.

    >>> program = mg.Program(os.path.join(os.environ["EXAMPLES"], "kcore.c"))
    >>> program.name, program.parameters, program.columns
    ('kcore', {'k': 3.0}, ['in_core', 'degree'])
    """

    def __init__(self, file: Optional[AnyPath] = None, *, text: Optional[str] = None,
                 name: str = "program.c", context: Optional[Context] = None) -> None:  # fmt: skip
        handle = c.c_void_p()
        context = context_of(context)
        if file is not None and text is None:
            context.call("mg_program_from_file", file_name(file, "file"), c.byref(handle))
        elif text is None or file is not None:
            raise TypeError("give either file or text")
        else:
            context.call("mg_program_from_source", encoded(name, "name"), encoded(text, "text"), c.byref(handle))
        self._handle = handle
        self._finalizer = weakref.finalize(self, library().mg_program_release, handle)
        self._program = l.mg_program.from_address(handle.value or 0)
        self.name = self._program.name.decode()
        self.summary = self._program.summary.decode()
        self.parameters: Dict[str, float] = {p.name.decode(): p.value for p in self._program.parameters if p.name}
        self.columns = [column.name.decode() for column in self._program.columns if column.name]
        self.edge_columns = [column.name.decode() for column in self._program.edge_columns if column.name]

    def __repr__(self) -> str:
        return f"<multigraph.Program {self.name}: {self.summary}>"

    def _fill(self, graph: Graph, values: Dict[str, Any], context: Context) -> "c.Array[c.c_uint64]":
        """Makes the program's struct of parameters from the given values. Vertices are given by id or name."""
        params: "c.Array[c.c_uint64]" = (c.c_uint64 * (self._program.params_size // 8 + 1))()
        context.call("mg_program_defaults", self._handle, graph._handle, params)
        vertices = [p.name.decode() for p in self._program.parameters if p.name and p.meaning == K["MG_VERTEX"]]
        for name, value in values.items():
            if name in vertices and graph.nodes is not None:
                value = graph.index(value)
            whole = hasattr(value, "__index__")
            digits = str(operator.index(value)) if whole else repr(number(value, f"parameter {name}"))
            context.call("mg_program_set", self._handle, graph._handle, name.encode(), digits.encode(), params)
        return params

    def _states(self, graph: Graph, initial: Dict[str, Any]) -> Array:
        """Makes the initial states of all vertices: the given columns, and 0 for all other fields."""
        columns = {column.name.decode(): column for column in self._program.columns if column.name}
        n = graph.vertex_count
        states = np.zeros((n, self._program.state_size), np.uint8)
        for name, given in initial.items():
            if name not in columns:
                raise InvalidArgument(f"program {self.name} has no column {name}; it has {', '.join(columns)}")
            column = columns[name]
            array = contiguous(given, f"initial {name}")
            dtype = TYPES[column.type]
            if array.shape != (n,):
                raise ValueError(f"the graph has {n} vertices, but initial {name} has the shape {array.shape}")
            with np.errstate(invalid="ignore"):
                values = np.ascontiguousarray(array.astype(dtype, copy=False))
            if dtype.kind in "iu" and not np.array_equal(values, array):
                raise TypeError(f"initial {name} has a value that {dtype} cannot hold")
            states[:, column.offset : column.offset + dtype.itemsize] = values.view(np.uint8).reshape(n, dtype.itemsize)
        return states

    @property
    def state_dtype(self) -> Type:
        """The state of a vertex as a structured type of NumPy, with a field for each column.

        >>> mg.Program(os.path.join(os.environ["EXAMPLES"], "kcore.c")).state_dtype.names
        ('in_core', 'degree')
        """
        columns = [column for column in self._program.columns if column.name]
        return np.dtype({"names": [column.name.decode() for column in columns],
                         "formats": [TYPES[column.type] for column in columns],
                         "offsets": [column.offset for column in columns],
                         "itemsize": self._program.state_size})  # fmt: skip

    def _given_states(self, graph: Graph, states: Any) -> Operand:
        """Checks the states of the caller, which the run will overwrite."""
        size = self._program.state_size
        if is_on_device(states):
            array: Operand = device_array(states, "states", written=True)
        elif not isinstance(states, np.ndarray):
            raise TypeError(f"states must be an array of NumPy or in a GPU's memory, not {type(states).__name__}")
        elif not (states.flags.c_contiguous and states.flags.writeable):
            raise ValueError("states must be writable and in C order")
        elif states.dtype.hasobject:
            raise TypeError("states must have no Python objects")
        elif states.ctypes.data % 8:
            raise ValueError("states must begin at a multiple of 8 bytes")
        else:
            array = states
        shape = array.shape
        if shape[:1] != (graph.vertex_count,) or math.prod(shape[1:]) * array.dtype.itemsize != size:
            n = graph.vertex_count
            raise ValueError(f"states must have {n} elements of {size} bytes, as numpy.zeros({n}, program.state_dtype)"
                             f", not {array.dtype} of shape {shape}")  # fmt: skip
        return array

    def check(self, *, backend: str = "auto", context: Optional[Context] = None) -> None:
        """Tests on small random graphs whether the program satisfies the laws that it declares. A ProgramError names a
        law that it violates.

        backend: "cpu" tests on the CPU only, "cuda" also on the GPU, "auto" also on the GPU if there is one.

        >>> mg.Program(os.path.join(os.environ["EXAMPLES"], "kcore.c")).check()
        """
        kind = run_options(backend=backend).backend
        context_of(context).call("mg_program_check", self._handle, None, kind)


def run(graph: Graph, program: Union[Program, AnyPath], parameters: Optional[Dict[str, Any]] = None, *,
        context: Optional[Context] = None, backend: str = "auto", mode: str = "auto", max_iterations: int = 0,
        trace: bool = False, sparse_layout: str = "auto", dense_layout: str = "auto",
        block_width: int = 0, heavy_edges: int = 0, initial: Optional[Dict[str, Any]] = None,
        out: Optional[Mapping[str, Any]] = None, **values: Union[int, float, Hashable]) -> Result:  # fmt: skip
    """Runs a vertex program. The columns of the Result are those of the program.

    program: a Program, or the file of one.
    parameters: a dict {name: value} of parameters of the program. They can also be given as keyword arguments, unless a
      parameter has the name of an option. Parameters that are not given have their defaults.
    initial: a dict from names of columns to arrays in index order, with which the states begin. Columns that are not
      given begin with 0.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.generate("complete", vertices=6)
    >>> mg.run(graph, os.path.join(os.environ["EXAMPLES"], "kcore.c"), k=5).in_core.tolist()
    [1, 1, 1, 1, 1, 1]
    """
    graph_of(graph)
    if not isinstance(program, Program):
        program = Program(program, context=context)
    context = context_of(context)
    params = program._fill(graph, {**(parameters or {}), **values}, context)
    options = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace,
                          sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                          heavy_edges=heavy_edges)  # fmt: skip
    states = program._states(graph, initial) if initial is not None else None
    outputs = Outputs(options, graph, out)
    return call(graph, context, "mg_run", program._handle, params, c.byref(options), address(states), outputs=outputs)


def run_in_place(graph: Graph, program: Union[Program, AnyPath], states: Any,
                 parameters: Optional[Dict[str, Any]] = None, *, context: Optional[Context] = None,
                 backend: str = "auto", mode: str = "auto", max_iterations: int = 0, sparse_layout: str = "auto",
                 dense_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
                 **values: Union[int, float, Hashable]) -> bool:  # fmt: skip
    """Runs a vertex program on states of the caller, which it overwrites. Returns whether the run converged.

    states: an array in C order with the initial states in index order; it receives the final states. It has one element
      of type program.state_dtype per vertex, or as many bytes. An array of NumPy is used without a copy by a run on the
      CPU. An array in a GPU's memory (CuPy, PyTorch, ...), aligned to 16 bytes, makes the run use this GPU, without a
      copy.
    run() describes the other arguments.

    >>> program = mg.Program(os.path.join(os.environ["EXAMPLES"], "kcore.c"))
    >>> graph = mg.generate("complete", vertices=6)
    >>> states = np.zeros(6, program.state_dtype)
    >>> mg.run_in_place(graph, program, states, k=5), states["in_core"].tolist()
    (True, [1, 1, 1, 1, 1, 1])
    """
    graph_of(graph)
    if not isinstance(program, Program):
        program = Program(program, context=context)
    context = context_of(context)
    given = program._given_states(graph, states)
    params = program._fill(graph, {**(parameters or {}), **values}, context)
    options = run_options(backend=backend, mode=mode, max_iterations=max_iterations, sparse_layout=sparse_layout,
                          dense_layout=dense_layout, block_width=block_width, heavy_edges=heavy_edges)  # fmt: skip
    status = context.call("mg_run", graph._handle, program._handle, params, c.byref(options), address(given), None)
    if status == K["MG_NOT_CONVERGED"]:
        warnings.warn("stopped at the iteration limit before it had converged", NotConverged, stacklevel=2)
    return status == K["MG_OK"]
