# SPDX-License-Identifier: Apache-2.0
"""Communities: the methods of Louvain and Leiden, and the modularity of given communities."""

import ctypes as c
from typing import Any, Hashable, Mapping, Optional, Union

import numpy as np

from . import layouts as l
from .arguments import count, flag, number
from .arrays import Array, K, address
from .calls import run_options
from .context import Context, context_of
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result


class Communities(Result):
    """The result of louvain() and leiden(), with the column `community`.

    modularity: the modularity of the communities.
    count: the number of communities.
    levels: the number of levels in which communities were merged into the vertices of the next level.

    >>> found = mg.leiden(mg.from_edges([1, 1, 2, 4, 4, 5, 3], [2, 3, 3, 5, 6, 6, 4], directed=False))
    >>> found.count, round(found.modularity, 4)
    (2, 0.3571)
    """

    modularity: float
    count: int
    levels: int


def _find(name: str, graph: Graph, context: Optional[Context], options: Any,
          out: Optional[Mapping[str, Any]]) -> Communities:  # fmt: skip
    handle, found = c.c_void_p(), l.mg_communities()
    options.found = c.addressof(found)
    outputs = Outputs(options.run, graph, out)
    context_of(context).call(name, graph_of(graph)._handle, c.byref(options), c.byref(handle))
    result = Communities(handle, graph, True, outputs=outputs.arrays)
    result.modularity, result.count, result.levels = found.modularity, found.count, found.levels
    return result


def _options(resolution: float, threshold: float, max_levels: int, passes: int, seed: int, weighted: bool,
             backend: str) -> Any:  # fmt: skip
    return l.mg_communities_options(
        size=c.sizeof(l.mg_communities_options), run=run_options(backend=backend),
        resolution=number(resolution, "resolution"), threshold=number(threshold, "threshold"),
        max_levels=count(max_levels, "max_levels", 32), passes=count(passes, "passes", 32), seed=count(seed, "seed"),
        unweighted=not flag(weighted, "weighted"),
    )  # fmt: skip


def louvain(graph: Graph, *, resolution: float = 1, threshold: float = l.DEFAULTS["MG_COMMUNITIES_THRESHOLD"],
            max_levels: int = 0, seed: int = 0, weighted: bool = True, backend: str = "auto",
            out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Communities:  # fmt: skip
    """Communities by the method of Louvain. Directions are ignored. The same seed always gives the same communities.

    Column: `community` (uint32), the index of the vertex with the smallest id in the same community. Attributes of the
    result: `modularity`, `count` and `levels` (see Communities).

    resolution: resolution parameter of modularity; a larger value gives smaller communities.
    threshold: the run ends after a level that increases the modularity by this or less.
    max_levels: limit of the levels; 0: no limit.
    seed: seed of the order in which vertices move.
    weighted: True uses the weights of the graph, which must not be negative; False ignores them.
    multigraph.algorithms describes the other arguments.

    >>> found = mg.louvain(mg.from_edges([1, 1, 2, 4, 4, 5, 3], [2, 3, 3, 5, 6, 6, 4], directed=False))
    >>> found.to_dict(), round(found.modularity, 4)
    ({1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4}, 0.3571)
    """
    return _find("mg_louvain", graph, context,
                 _options(resolution, threshold, max_levels, 0, seed, weighted, backend), out)  # fmt: skip


def leiden(graph: Graph, *, resolution: float = 1, threshold: float = l.DEFAULTS["MG_COMMUNITIES_THRESHOLD"],
           max_levels: int = 0, passes: int = K["MG_LEIDEN_PASSES"], seed: int = 0, weighted: bool = True,
           backend: str = "auto", out: Optional[Mapping[str, Any]] = None,
           context: Optional[Context] = None) -> Communities:  # fmt: skip
    """Communities by the method of Leiden: as louvain(), but every community is connected.

    threshold: the run ends after a pass that increases the modularity by this or less.
    max_levels: limit of the levels of a pass; 0: no limit.
    passes: limit of the passes, each of which begins with the communities of the previous one; 0: no limit.
    louvain() describes the result and the arguments resolution, seed and weighted.
    multigraph.algorithms describes the other arguments.

    >>> found = mg.leiden(mg.from_edges([1, 1, 2, 4, 4, 5, 3], [2, 3, 3, 5, 6, 6, 4], directed=False))
    >>> found.to_dict(), found.count
    ({1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4}, 2)
    """
    return _find("mg_leiden", graph, context,
                 _options(resolution, threshold, max_levels, passes, seed, weighted, backend), out)  # fmt: skip


def modularity(graph: Graph, labels: Union[Array, Mapping[Hashable, Any]], *, resolution: float = 1,
               weighted: bool = True, context: Optional[Context] = None) -> float:  # fmt: skip
    """The modularity of given communities. Directions are ignored.

    labels: the label of the community of each vertex: an array in index order, or a dict {vertex: label}. Labels can be
      numbers, strings or other values that can be sorted.
    resolution: resolution parameter of modularity.
    weighted: True uses the weights of the graph; False ignores them.

    >>> mg.modularity(mg.from_edges([1, 3], [2, 4]), {1: "a", 2: "a", 3: "b", 4: "b"})
    0.5
    """
    vertices = len(graph_of(graph))
    given = np.asarray(list(labels.values()) if isinstance(labels, Mapping) else labels)
    if given.shape != (vertices,):  # np.unique() flattens in NumPy 1
        raise ValueError(f"labels must have one element for each of the {vertices} vertices, not {given.size}")
    _, numbers = np.unique(given, return_inverse=True)
    array = np.empty(vertices, np.uint32)
    array[graph.indices(list(labels)) if isinstance(labels, Mapping) else slice(None)] = numbers
    options = l.mg_modularity_options(size=c.sizeof(l.mg_modularity_options),
                                      resolution=number(resolution, "resolution"),
                                      unweighted=not flag(weighted, "weighted"))  # fmt: skip
    found = c.c_double()
    context_of(context).call("mg_modularity", graph._handle, c.byref(options), address(array), c.byref(found))
    return found.value
