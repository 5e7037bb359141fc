# SPDX-License-Identifier: Apache-2.0
"""An estimate of the memory that a run needs."""

import ctypes as c
from typing import Dict, Optional

from . import layouts as l
from .arguments import text
from .calls import run_options
from .context import Context, context_of
from .graphs import Graph, graph_of


def estimate_memory(graph: Graph, algorithm: str, *, backend: str = "cpu", mode: str = "auto", lanes: int = 0,
                    sparse_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
                    context: Optional[Context] = None) -> Dict[str, int]:  # fmt: skip
    """Estimates the memory of a run without running it. Returns a dict of bytes:

    - "host_bytes": the most host memory during the run, including the next two.
    - "graph_bytes": the graph, and what it has cached so far.
    - "built_bytes": representations that the run builds and the graph then keeps.
    - "optional_bytes": further memory, if the run builds representations that pay only in later runs.
    - "available_bytes": host memory that the process may still take.
    - "device_bytes", "device_graph_bytes", ...: the same for the memory of the GPU; 0 unless backend is "cuda".

    algorithm: the name of a function, such as "bfs", which runs with its default options.
    multigraph.algorithms describes the other arguments.

    >>> bytes = mg.estimate_memory(mg.generate("path", scale=10), "bfs")
    >>> bytes["graph_bytes"]
    16384
    >>> bytes["graph_bytes"] < bytes["host_bytes"] < bytes["available_bytes"]
    True
    """
    run = run_options(backend=backend, mode=mode, lanes=lanes, sparse_layout=sparse_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    estimate = l.mg_memory_estimate(size=c.sizeof(l.mg_memory_estimate))
    context_of(context).call("mg_estimate_memory", graph_of(graph)._handle, text(algorithm, "algorithm"), c.byref(run),
                             c.byref(estimate))  # fmt: skip
    names = [field[0] for field in l.mg_memory_estimate._fields_ if field[0].endswith("_bytes")]
    return {name: getattr(estimate, name) for name in names}
