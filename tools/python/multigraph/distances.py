# SPDX-License-Identifier: Apache-2.0
"""Eccentricities and the diameter of a graph."""

import ctypes as c
from typing import Any, Mapping, Optional

from . import layouts as l
from .calls import call, run_options
from .context import Context, context_of
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result


def _options(backend: str) -> l.mg_eccentricity_options:
    return l.mg_eccentricity_options(size=c.sizeof(l.mg_eccentricity_options), run=run_options(backend=backend))


def eccentricity(graph: Graph, *, backend: str = "auto", out: Optional[Mapping[str, Any]] = None,
                 context: Optional[Context] = None) -> Result:  # fmt: skip
    """The exact eccentricity of every vertex of an undirected graph. A directed graph raises Unsupported.

    Column: `eccentricity` (uint32), the greatest distance, in edges, to a vertex of the same component.
    multigraph.algorithms describes the other arguments.

    >>> mg.eccentricity(mg.from_edges([1, 2], [2, 3], directed=False)).eccentricity
    array([2, 1, 2], dtype=uint32)
    """
    options = _options(backend)
    outputs = Outputs(options.run, graph, out)
    return call(graph, context, "mg_eccentricity", c.byref(options), outputs=outputs)


def diameter(graph: Graph, *, backend: str = "auto", context: Optional[Context] = None) -> int:
    """The exact diameter: the greatest distance, in edges, among all pairs of vertices that are joined by a path.

    multigraph.algorithms describes the other arguments.

    >>> mg.diameter(mg.from_edges([1, 2, 7], [2, 3, 8], directed=False))
    2
    """
    info = l.mg_diameter_info()
    context_of(context).call("mg_diameter", graph_of(graph)._handle, c.byref(_options(backend)), c.byref(info))
    return int(info.diameter)
