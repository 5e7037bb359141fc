# SPDX-License-Identifier: Apache-2.0
"""Greatest distances in undirected graphs."""

import ctypes as c
from typing import Any, Mapping, Optional

from . import layouts as l
from .algorithms import call, run_options
from .context import Context, context_of
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result


def _options(backend: str) -> l.mg_eccentricity_options:
    return l.mg_eccentricity_options(size=c.sizeof(l.mg_eccentricity_options), run=run_options(backend=backend))


def eccentricity(graph: Graph, *, backend: str = "auto", out: Optional[Mapping[str, Any]] = None,
                 context: Optional[Context] = None) -> Result:  # fmt: skip
    """`eccentricity` of every vertex of an undirected graph (uint32), exact: the greatest distance, in edges, to a
    vertex of its component.

    >>> mg.eccentricity(mg.from_edges([1, 2], [2, 3], directed=False)).eccentricity
    array([2, 1, 2], dtype=uint32)
    """
    options = _options(backend)
    outputs = Outputs(options.run, graph, out)
    return call(graph, context, "mg_eccentricity", c.byref(options), outputs=outputs)


def diameter(graph: Graph, *, backend: str = "auto", context: Optional[Context] = None) -> int:
    """The diameter, exact: the greatest distance, in edges, from a vertex to another one that it has a path to.

    >>> mg.diameter(mg.from_edges([1, 2, 7], [2, 3, 8], directed=False))
    2
    """
    info = l.mg_diameter_info()
    context_of(context).call("mg_diameter", graph_of(graph)._handle, c.byref(_options(backend)), c.byref(info))
    return int(info.diameter)
