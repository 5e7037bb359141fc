# SPDX-License-Identifier: Apache-2.0
"""The memory of a run before it is made."""

import ctypes as c
from typing import Dict, Optional

from . import layouts as l
from .algorithms import run_options
from .arguments import text
from .context import Context, context_of
from .graphs import Graph, graph_of


def estimate_memory(graph: Graph, algorithm: str, *, backend: str = "cpu", mode: str = "auto", lanes: int = 0,
                    sparse_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
                    context: Optional[Context] = None) -> Dict[str, int]:  # fmt: skip
    """The bytes that a run would take, by name: `host_bytes` at most, with the graph (`graph_bytes`) and what the run
    builds and the graph then keeps (`built_bytes`); `optional_bytes` more if the run builds what pays only later;
    `available_bytes` is what the process may still take. With the backend "cuda" the names with `device_` are the same of
    the GPU, else 0. algorithm: "bfs", "pagerank", ..., with its default options.

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
