# SPDX-License-Identifier: Apache-2.0
"""Graph analytics on GPUs and CPUs, through libmultigraph.

    import multigraph as mg
    graph = mg.read("graph.mtx")            # or mg.from_edges, from_csr, from_scipy, from_networkx, generate
    result = mg.bfs(graph, source=17)
    result.depth                            # a NumPy array, one value per vertex

A vertex is known by its id (in the file, or a node of NetworkX) where it is an argument, and by its index, the rank
of its id, as a position in arrays: `graph.ids[result.parent]` are the ids of parents. Failures are exceptions with
the library's own message. Nothing is compiled to install this; the library itself is found as `multigraph.library`
says.
"""

from .algorithms import bc, bfs, cc, hits, pagerank, similarity, sssp
from .context import Context, configure, default_context, devices
from .convert import from_networkx, from_scipy, to_networkx, to_scipy
from .errors import (
    Cancelled,
    DeviceError,
    Error,
    FileError,
    FormatError,
    InvalidArgument,
    NotConverged,
    OutOfMemory,
    ProgramError,
    RangeError,
    Unsupported,
)
from .graphs import Graph, from_csr, from_edges, generate, read
from .library import library_path, version
from .matrices import Csr, Matrix
from .products import spmm, spmv
from .programs import Program, run
from .results import Result

__version__ = "0.1.0"
__all__ = [
    "Cancelled", "Context", "Csr", "DeviceError", "Error", "FileError", "FormatError", "Graph", "InvalidArgument",
    "Matrix", "NotConverged",
    "OutOfMemory", "Program", "ProgramError", "RangeError", "Result", "Unsupported", "bc", "bfs", "cc", "configure",
    "default_context", "devices", "from_csr", "from_edges", "from_networkx", "from_scipy", "generate", "hits", "library_path",
    "pagerank", "read", "run", "similarity", "spmm", "spmv", "sssp", "to_networkx", "to_scipy", "version",
]
