# SPDX-License-Identifier: Apache-2.0
"""Graph analytics on GPUs and CPUs, through libmultigraph.

    >>> import multigraph as mg
    >>> graph = mg.from_edges([17, 17, 20], [20, 30, 40])   # or mg.read("graph.mtx"), from_networkx, generate, ...
    >>> result = mg.bfs(graph, 17)
    >>> result.depth                                        # a NumPy array, one value per vertex
    array([0, 1, 1, 2], dtype=uint32)
    >>> graph.ids[result.parent]
    array([17, 17, 17, 20], dtype=uint64)
    >>> result.to_dict()
    {17: 0, 20: 1, 30: 1, 40: 2}

Arguments name a vertex by its id: the number in the file, the name, or the node of NetworkX. Arrays use the index of a
vertex, which is the rank of its id unless the graph was reordered: position v belongs to the vertex graph.ids[v].
Depths and parents of unreached vertices are 4294967295, the largest number of their type; `result.masked("depth")`
masks these vertices, and `result.filled("depth", -1)` gives them another value. Failures raise exceptions with the
message of the library. The import of the package loads the library; `multigraph.library` says where it is searched.
"""

from ._version import RELEASE as __version__

from .algorithms import bc, bfs, cc, edge_bc, hits, pagerank, path, sssp
from .centralities import closeness, eigenvector, katz
from .communities import Communities, leiden, louvain, modularity
from .context import Context, configure, default_context, devices
from .convert import from_igraph, from_networkx, from_scipy, to_igraph, to_networkx, to_scipy
from .distances import diameter, eccentricity
from .errors import (
    Cancelled,
    DeviceError,
    Error,
    FileError,
    FormatError,
    InvalidArgument,
    NoSuchColumn,
    NoSuchVertex,
    NotConverged,
    OutOfMemory,
    ProgramError,
    RangeError,
    Unsupported,
)
from .frames import edges_frame, from_frame
from .graphs import Graph
from .library import library_path, version
from .memory import estimate_memory
from .makers import from_csr, from_edges, generate, read
from .matrices import Csr, Matrix
from .products import spmm, spmv
from .programs import Program, run, run_in_place
from .random_walks import walks
from .results import Result
from .similarities import similarity
from .structures import bipartite, cdlp, coloring, kcore, ktruss, lcc, matching, mis, msf, scc, triangles

library_path()  # loads the library; the import fails if there is none

__all__ = [
    "Cancelled", "Communities", "Context", "Csr", "DeviceError", "Error", "FileError", "FormatError", "Graph",
    "InvalidArgument", "Matrix", "NoSuchColumn", "NoSuchVertex", "NotConverged", "OutOfMemory", "Program",
    "ProgramError", "RangeError", "Result", "Unsupported", "bc", "bfs", "bipartite", "cc", "cdlp", "closeness",
    "coloring", "configure", "default_context", "devices", "diameter", "eccentricity", "edge_bc", "edges_frame",
    "eigenvector", "estimate_memory", "from_csr", "from_edges", "from_frame", "from_igraph", "from_networkx",
    "from_scipy", "generate", "hits", "katz", "kcore", "ktruss", "lcc", "leiden", "library_path", "louvain",
    "matching", "mis", "modularity", "msf", "pagerank", "path", "read", "run", "run_in_place", "scc", "similarity",
    "spmm", "spmv", "sssp", "to_igraph", "to_networkx", "to_scipy", "triangles", "version", "walks",
]
