# SPDX-License-Identifier: Apache-2.0
"""Structures in graphs: triangles, cores and trusses, components and trees, sets, colours and labels."""

import ctypes as c
from typing import Any, Mapping, Optional

import numpy as np

from . import layouts as l
from .arguments import count, one_of
from .arrays import K, Array, address
from .calls import BACKENDS, call, run_options
from .context import Context, context_of
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result


def triangles(graph: Graph, *, total_only: bool = False, backend: str = "auto", trace: bool = False,
              out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """The number of triangles of every vertex. Directions and weights are ignored; parallel edges count once.

    Column: `triangles` (uint64), the number of pairs of neighbours that are neighbours of each other. Its sum is three
    times the number of triangles in the graph. With total_only there is no column, and `totals[0]` of the result is
    this number, which takes less time.
    multigraph.algorithms describes the arguments.

    >>> mg.triangles(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4])).to_dict()
    {1: 1, 2: 1, 3: 1, 4: 0}
    >>> mg.triangles(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4]), total_only=True).totals
    array([1.])
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_triangles_options(size=c.sizeof(l.mg_triangles_options), run=run, total_only=total_only)
    return call(graph, context, "mg_triangles", c.byref(options), outputs=outputs)


def lcc(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None) -> Result:  # fmt: skip
    """Local clustering coefficients by the definition of LDBC Graphalytics.

    Column: `lcc` (float64). If a vertex has k neighbours, by edges of either direction, this is the number of directed
    edges from one neighbour to another, divided by k * (k - 1); 0 if k < 2.
    multigraph.algorithms describes the arguments.

    >>> mg.lcc(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 2])).to_dict()
    {1: 1.0, 2: 0.5, 3: 0.5}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_lcc_options(size=c.sizeof(l.mg_lcc_options), run=run)
    return call(graph, context, "mg_lcc", c.byref(options), outputs=outputs)


def scc(graph: Graph, *, backend: str = "auto", mode: str = "auto", trace: bool = False,
        out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Strongly connected components: two vertices are in the same component if paths lead from each to the other.

    Column: `component` (uint32), the index of the vertex with the smallest id in the same component.
    multigraph.algorithms describes the arguments.

    >>> mg.scc(mg.from_edges([1, 2, 2], [2, 1, 3])).to_dict()
    {1: 1, 2: 1, 3: 3}
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_scc_options(size=c.sizeof(l.mg_scc_options), run=run)
    return call(graph, context, "mg_scc", c.byref(options), outputs=outputs)


def cdlp(graph: Graph, *, iterations: int = K["MG_CDLP_ITERATIONS"], backend: str = "auto", trace: bool = False,
         out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Communities by label propagation, by the synchronous rule of LDBC Graphalytics.

    Every vertex begins with a label of its own. In each iteration it takes the most frequent label of its neighbours,
    and if several labels are equally frequent the smallest of them.

    Column: `label` (uint32), the index of the vertex that began with this label.

    iterations: number of iterations, at least 1. The run ends earlier if no label changes.
    multigraph.algorithms describes the other arguments.

    >>> mg.cdlp(mg.from_edges([1, 1, 2, 4, 4, 5], [2, 3, 3, 5, 6, 6])).to_dict()
    {1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_cdlp_options(size=c.sizeof(l.mg_cdlp_options), run=run,
                                iterations=count(iterations, "iterations", 32))  # fmt: skip
    return call(graph, context, "mg_cdlp", c.byref(options), outputs=outputs)


def kcore(graph: Graph, *, backend: str = "auto", mode: str = "auto", trace: bool = False,
          out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """The core number of every vertex. A directed edge counts at both ends, as in NetworkX; each parallel edge counts,
    and loops are ignored.

    Column: `core` (uint32), the largest k such that the vertex is in a subgraph whose vertices all have at least k
    edges.
    multigraph.algorithms describes the arguments.

    >>> mg.kcore(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4])).to_dict()
    {1: 2, 2: 2, 3: 2, 4: 1}
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_kcore_options(size=c.sizeof(l.mg_kcore_options), run=run)
    return call(graph, context, "mg_kcore", c.byref(options), outputs=outputs)


def ktruss(graph: Graph, *, backend: str = "auto", context: Optional[Context] = None) -> Array:
    """The trussness of every edge: the largest k such that the edge is in a subgraph whose edges are all in at least
    k - 2 triangles. Directions are ignored, parallel edges count once, and loops have trussness 0.

    Returns an array (uint32) with one value for each arc, in the order of graph.out_edges().

    multigraph.algorithms describes the arguments.

    >>> mg.ktruss(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4]))
    array([3, 3, 3, 2], dtype=uint32)
    """
    trussness = np.empty(graph_of(graph).arc_count, np.uint32)
    options = l.mg_ktruss_options(size=c.sizeof(l.mg_ktruss_options), backend=one_of(BACKENDS, backend, "backend"))
    context_of(context).call("mg_ktruss", graph._handle, c.byref(options), address(trussness))
    return trussness


def mis(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
        out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """A maximal independent set: no two of its vertices are neighbours, and every other vertex has a neighbour in it.

    Column: `member` (uint32), 1 for the vertices of the set, otherwise 0.

    seed: seed of the order in which the greedy algorithm takes the vertices. It determines the set.
    multigraph.algorithms describes the other arguments.

    >>> mg.mis(mg.from_edges([1, 2], [2, 3])).member
    array([1, 0, 1], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_mis_options(size=c.sizeof(l.mg_mis_options), run=run, seed=count(seed, "seed"))
    return call(graph, context, "mg_mis", c.byref(options), outputs=outputs)


def coloring(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
             out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """A graph colouring: neighbours have different colours.

    Column: `color` (uint32), a number from 0 on. The vertices of colour 0 are the set that mis() finds with this seed.

    seed: seed of the priorities of the vertices. A vertex gets the least colour that no neighbour of higher priority
      has.
    multigraph.algorithms describes the other arguments.

    >>> mg.coloring(mg.from_edges([1, 2], [2, 3])).color
    array([0, 1, 0], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_coloring_options(size=c.sizeof(l.mg_coloring_options), run=run, seed=count(seed, "seed"))
    return call(graph, context, "mg_coloring", c.byref(options), outputs=outputs)


def msf(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None) -> Result:  # fmt: skip
    """A minimum spanning forest. Directions are ignored. Among edges of equal weight, those with smaller ids are taken.

    A tree of k vertices has k - 1 edges, so every vertex of a tree but one holds one of its edges.

    Columns: `source` and `target` (uint32), the indices of the ends of this edge, the smaller id first, 2**32 - 1 if
    the vertex holds no edge; `weight` (of the type of the weights, only if the graph has weights), 0 if the vertex
    holds no edge; `component` (uint32), the index of the vertex with the smallest id in the same tree.

    multigraph.algorithms describes the arguments.

    >>> forest = mg.msf(mg.from_edges([1, 2, 3], [2, 3, 1], weights=[5, 2, 1]))
    >>> sorted(zip(forest.source.tolist(), forest.target.tolist(), forest.weight.tolist()))
    [(0, 2, 1), (1, 2, 2), (4294967295, 4294967295, 0)]
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_msf_options(size=c.sizeof(l.mg_msf_options), run=run)
    return call(graph, context, "mg_msf", c.byref(options), outputs=outputs)


def bipartite(graph: Graph, *, backend: str = "auto", mode: str = "auto", trace: bool = False,
              out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """The two sides of every component that is bipartite. Directions are ignored.

    Column: `side` (uint32), 0 for the side of the smallest id in the component, 1 for the other side; 2 for all
    vertices of a component that is not bipartite.
    multigraph.algorithms describes the arguments.

    >>> mg.bipartite(mg.from_edges([1, 2, 4, 5, 6], [2, 3, 5, 6, 4])).side
    array([0, 1, 0, 2, 2, 2], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_bipartite_options(size=c.sizeof(l.mg_bipartite_options), run=run)
    return call(graph, context, "mg_bipartite", c.byref(options), outputs=outputs)


def matching(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
             out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """A maximal matching: a set of edges without common ends to which no edge can be added.

    Column: `mate` (uint32), the index of the vertex that the vertex is matched with, 2**32 - 1 if there is none.

    seed: seed of the order in which the greedy algorithm takes the edges. It determines the matching.
    multigraph.algorithms describes the other arguments.

    >>> mg.matching(mg.from_edges([1, 3], [2, 4])).to_dict()
    {1: 2, 2: 1, 3: 4, 4: 3}
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_matching_options(size=c.sizeof(l.mg_matching_options), run=run, seed=count(seed, "seed"))
    return call(graph, context, "mg_matching", c.byref(options), outputs=outputs)
