# SPDX-License-Identifier: Apache-2.0
"""The graph algorithms. Most of them return a Result, which has columns with one value per vertex.

Vertices are given by their ids, or by their names if the graph has names. An unknown vertex raises NoSuchVertex, which
is a KeyError. Arguments that several algorithms share:

- backend: "auto" (the GPU if one can run the algorithm and hold the graph, otherwise the CPU), "cpu" or "cuda".
- mode: how an iteration visits the edges: "sparse" (push), "pull", "dense" (all edges, block by block), or "auto" (the
  library chooses before each iteration). All modes give the same result, except for the rounding of sums and the choice
  among several valid parents.
- sparse_layout: layout of the edges in mode "sparse": "auto", "csr" or "segmented".
- dense_layout: layout of the edges in mode "dense" on a GPU: "auto", "panels" or "blocks".
- block_width: largest number of rows and columns of a block in mode "dense"; 0: automatic.
- heavy_edges: a block with more edges is processed as a work item of its own; 0: automatic.
- max_iterations: limit of the iterations; 0: the limit of the algorithm. If the limit stops a run, the function warns
  with NotConverged, and `converged` of the result is False.
- trace: True records every iteration in result.statistics["trace"].
- lanes: number of sources that share a pass over the edges; 0: the library chooses.
- start: an earlier Result of the same algorithm, which saves iterations and does not change the result. It belongs to
  the graph before its edit(), or for pagerank() to the graph before any change. bfs() and sssp() need the same source.
- out: a dict from names of columns to writable arrays in C order that receive these columns. All of them are arrays of
  NumPy, or all are in a GPU's memory (CuPy, PyTorch, ...), which requires a run on the GPU. An array has the shape and
  the type of its column; an integer column also accepts the other integer type of the same size, in which unreached is
  -1. The result then has only these columns, and they are these arrays. All functions that return a Result take `out`.
- context: the Context of the call; None: the default context of the thread.
"""

import ctypes as c
import math
from typing import Any, Hashable, Iterable, Mapping, Optional, SupportsIndex, Tuple, Union

import numpy as np

from . import layouts as l
from .arguments import count, flag, number
from .arrays import Array, address, contiguous
from .calls import call, run_options, sample_or_sources, source_index, source_indices, start_from
from .context import Context, context_of
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result


def bfs(graph: Graph, source: Optional[Hashable] = None, *, sources: Optional[Iterable[Hashable]] = None,
        backend: str = "auto", mode: str = "auto", max_iterations: int = 0, trace: bool = False, lanes: int = 0,
        sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
        start: Optional[Result] = None, target: Optional[Hashable] = None, cutoff: Optional[int] = None,
        out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Breadth-first search from one vertex, or from several vertices in one call.

    Columns: `depth` (uint32), the number of edges on a shortest path from the source; `parent` (uint32), the index of
    the previous vertex on such a path, for the source its own index. Both are 2**32 - 1 for unreached vertices.

    source: the first vertex; None: the vertex with the largest out-degree.
    sources: instead of `source`, the first vertices of several searches; column k of the arrays belongs to search k.
    target: the search ends at this vertex; vertices that are farther from the source are unreached.
    cutoff: the largest depth; vertices beyond it are unreached. None: no limit.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8])
    >>> result = mg.bfs(graph, 1)
    >>> result.to_dict()
    {1: 0, 2: 1, 3: 1, 4: 2}
    >>> result.filled("depth", -1)
    array([ 0,  1,  1,  2, -1, -1])
    """
    if source is not None and sources is not None:
        raise TypeError("source and sources are both given; give source for one search, or sources for several")
    starts = source_indices(graph, sources)
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace, lanes=lanes,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    kept = start_from(run, graph, start, "depth"), Outputs(run, graph, out, None if starts is None else starts.size)
    options = l.mg_bfs_options(
        size=c.sizeof(l.mg_bfs_options), run=run, source=source_index(graph, source), sources=address(starts),
        source_count=0 if starts is None else starts.size, target=source_index(graph, target),
        cutoff=2**32 - 1 if cutoff is None else min(count(cutoff, "cutoff"), 2**32 - 1),
    )  # fmt: skip
    result = call(graph, context, "mg_bfs", c.byref(options), outputs=kept[1])
    del kept
    return result


def sssp(graph: Graph, source: Optional[Hashable] = None, *, delta: float = 0, parents: bool = False,
         backend: str = "auto", mode: str = "auto", max_iterations: int = 0, trace: bool = False,
         sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
         start: Optional[Result] = None, target: Optional[Hashable] = None, cutoff: Optional[float] = None,
         out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Shortest paths by weight from one vertex. Weights must not be negative; without weights every edge counts 1.

    Columns: `distance`, the length of a shortest path from the source; `parent` (uint32, only with parents=True), the
    index of the previous vertex on such a path. The type of distances is uint32 or uint64 for integer weights, float32
    or float64 for others. For unreached vertices both columns have the largest value of their type, floats infinity.

    source: the first vertex; None: the vertex with the largest out-degree.
    delta: width of the buckets of delta-stepping, in units of the weights; 0: automatic.
    parents: True also computes `parent`.
    target: the search ends at this vertex; vertices that are farther from the source are unreached.
    cutoff: the largest distance; vertices beyond it are unreached. None: no limit.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3], [1.5, 4.0, 2.0])
    >>> mg.sssp(graph, 1).to_dict()
    {1: 0.0, 2: 1.5, 3: 3.5}
    """
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    kept = start_from(run, graph, start, "distance"), Outputs(run, graph, out)
    options = l.mg_sssp_options(
        size=c.sizeof(l.mg_sssp_options), run=run, source=source_index(graph, source), delta=number(delta, "delta"),
        parents=flag(parents, "parents"), target=source_index(graph, target),
        cutoff=math.inf if cutoff is None else number(cutoff, "cutoff"),
    )  # fmt: skip
    result = call(graph, context, "mg_sssp", c.byref(options), outputs=kept[1])
    del kept
    return result


def path(graph: Graph, source: Hashable, target: Hashable, *, weighted: bool = True, backend: str = "auto",
         mode: str = "auto", context: Optional[Context] = None) -> Tuple[Array, Array]:  # fmt: skip
    """A shortest path from `source` to `target`.

    Returns two arrays: the indices of its vertices (uint32), and the distance of each vertex from the source (float64),
    so that the last distance is the length of the path. Both arrays are empty if there is no path.

    weighted: True for the path of least weight, False for the path of fewest edges.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 1, 2], [2, 3, 3], [1.5, 4.0, 2.0])
    >>> vertices, distances = mg.path(graph, 1, 3)
    >>> graph.ids[vertices].tolist(), distances.tolist()
    ([1, 2, 3], [0.0, 1.5, 3.5])
    """
    n = len(graph_of(graph))
    vertices, distances, found = np.empty(n, np.uint32), np.empty(n), c.c_uint32()
    options = l.mg_path_options(
        size=c.sizeof(l.mg_path_options), run=run_options(backend=backend, mode=mode), source=graph.index(source),
        target=graph.index(target), unweighted=not flag(weighted, "weighted"),
    )  # fmt: skip
    context_of(context).call("mg_path", graph._handle, c.byref(options), address(vertices), address(distances),
                             c.byref(found))  # fmt: skip
    return vertices[: found.value], distances[: found.value]


def cc(graph: Graph, *, backend: str = "auto", mode: str = "auto", max_iterations: int = 0, trace: bool = False,
       sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
       start: Optional[Result] = None, out: Optional[Mapping[str, Any]] = None,
       context: Optional[Context] = None) -> Result:  # fmt: skip
    """Connected components; of a directed graph the weakly connected components.

    Column: `component` (uint32), the index of the vertex with the smallest id in the same component.
    multigraph.algorithms describes the arguments.

    >>> mg.cc(mg.from_edges([1, 3], [2, 4])).to_dict()
    {1: 1, 2: 1, 3: 3, 4: 3}
    """
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    kept = start_from(run, graph, start, "component"), Outputs(run, graph, out)
    options = l.mg_cc_options(size=c.sizeof(l.mg_cc_options), run=run)
    result = call(graph, context, "mg_cc", c.byref(options), outputs=kept[1])
    del kept
    return result


def _jumps(graph: Graph, personalization: Union[None, Array, Mapping[Hashable, float]]) -> Optional[Array]:
    vertices = len(graph_of(graph))
    if personalization is None:
        return None
    if isinstance(personalization, Mapping):
        jumps = np.zeros(vertices)
        for vertex, value in personalization.items():
            jumps[graph.index(vertex)] = number(value, f"personalization of {vertex!r}")
        return jumps
    jumps = contiguous(personalization, "personalization")
    if jumps.dtype.kind not in "iufbO":
        raise TypeError(f"personalization must be numbers or a dict of vertices, not {personalization!r}")
    if np.shape(personalization) != (vertices,):
        raise ValueError(f"personalization must have {vertices} values, not shape {np.shape(personalization)}")
    return jumps.astype(np.float64, copy=False)


def pagerank(graph: Graph, *, damping: float = l.DEFAULTS["MG_PAGERANK_DAMPING"],
             tolerance: float = l.DEFAULTS["MG_PAGERANK_TOLERANCE"],
             personalization: Union[None, Array, Mapping[Hashable, float]] = None, data_driven: bool = False,
             sources: Optional[Iterable[Hashable]] = None, backend: str = "auto", mode: str = "auto",
             max_iterations: int = 0, trace: bool = False, lanes: int = 0, sparse_layout: str = "auto",
             dense_layout: str = "auto", block_width: int = 0, heavy_edges: int = 0,
             start: Optional[Result] = None, weighted: bool = False, out: Optional[Mapping[str, Any]] = None,
             context: Optional[Context] = None) -> Result:  # fmt: skip
    """PageRank.

    Column: `rank` (float64); the ranks of all vertices sum to 1.

    damping: probability of following an edge instead of jumping to a random vertex.
    tolerance: the run ends when the sum of the absolute changes in an iteration is smaller. The sum of the errors is
      then at most tolerance * damping / (1 - damping): 5.7 times the tolerance with the default damping. 0 runs all
      iterations.
    personalization: the distribution of random jumps, an array with one value per vertex or a dict {vertex: value};
      None: uniform.
    data_driven: True pushes residuals of single vertices instead of visiting all edges in each iteration.
    sources: runs PageRank once for each of these vertices, with all random jumps to it; column k of `rank` belongs to
      sources[k]. `lanes` of the runs share a pass over the edges.
    weighted: True follows edges in proportion to their weights; False ignores weights.
    multigraph.algorithms describes the other arguments.

    >>> graph = mg.from_edges([1, 2, 3], [2, 3, 1])
    >>> mg.pagerank(graph).rank.round(4)
    array([0.3333, 0.3333, 0.3333])
    """
    jumps = _jumps(graph, personalization)
    starts = source_indices(graph, sources)
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace, lanes=lanes,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    width = None if starts is None else starts.size
    kept = start_from(run, graph, start, "rank", any_change=True), Outputs(run, graph, out, width)
    options = l.mg_pagerank_options(
        size=c.sizeof(l.mg_pagerank_options), run=run, damping=number(damping, "damping"),
        tolerance=number(tolerance, "tolerance"), data_driven=flag(data_driven, "data_driven"),
        personalization=address(jumps), sources=address(starts), source_count=0 if starts is None else starts.size,
        weighted=flag(weighted, "weighted"),
    )  # fmt: skip
    result = call(graph, context, "mg_pagerank", c.byref(options), outputs=kept[1])
    del kept
    return result


def hits(graph: Graph, *, tolerance: float = l.DEFAULTS["MG_HITS_TOLERANCE"], backend: str = "auto",
         max_iterations: int = 0, trace: bool = False, out: Optional[Mapping[str, Any]] = None,
         context: Optional[Context] = None) -> Result:  # fmt: skip
    """Hubs and authorities (HITS). Weights are ignored.

    Columns: `hub` and `authority` (float64); each of them sums to 1.

    tolerance: the run ends when the sum of the absolute changes of the hubs is smaller; 0 runs all iterations.
    multigraph.algorithms describes the other arguments.

    >>> mg.hits(mg.from_edges([1, 2], [3, 3])).hub
    array([0.5, 0.5, 0. ])
    """
    run = run_options(backend=backend, max_iterations=max_iterations, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_hits_options(size=c.sizeof(l.mg_hits_options), run=run, tolerance=number(tolerance, "tolerance"))
    return call(graph, context, "mg_hits", c.byref(options), outputs=outputs)


def _bc_options(graph: Graph, sources: Any, seed: int, normalized: bool, weighted: bool, **run: Any) -> Any:
    """The options of bc() and edge_bc(), and the array of sources that must live as long as they do."""
    sample, starts = sample_or_sources(graph, sources)
    return l.mg_bc_options(
        size=c.sizeof(l.mg_bc_options), run=run_options(**run), sources=address(starts),
        source_count=0 if starts is None else starts.size, sample=sample, seed=count(seed, "seed"),
        normalized=flag(normalized, "normalized"), weighted=flag(weighted, "weighted"),
    ), starts  # fmt: skip


def bc(graph: Graph, *, sources: Union[None, SupportsIndex, Iterable[Hashable]] = None, seed: int = 0,
       normalized: bool = False, weighted: bool = False, backend: str = "auto", mode: str = "auto", trace: bool = False,
       lanes: int = 0, sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0,
       heavy_edges: int = 0, out: Optional[Mapping[str, Any]] = None,
       context: Optional[Context] = None) -> Result:  # fmt: skip
    """Betweenness centrality of vertices, over shortest paths.

    Column: `centrality` (float64), the sum over all pairs of other vertices of the share of their shortest paths that
    contain the vertex.

    sources: the vertices where paths begin: None for all, a number for as many random vertices, or a list of vertices.
      With fewer than all vertices the values are scaled as NetworkX 3.6 does; a single source has no value (NaN).
    seed: seed of the random vertices.
    normalized: True divides by the number of pairs of other vertices. (NetworkX does so by default.)
    weighted: True takes paths of least weight, and weights must be positive; False takes paths of fewest edges.
    lanes: number of sources that share a pass over the edges; 0: each source has its own.
    multigraph.algorithms describes the other arguments.

    >>> path = mg.from_edges([1, 2, 3], [2, 3, 4], directed=False)
    >>> mg.bc(path).centrality
    array([0., 2., 2., 0.])
    >>> mg.bc(path, sources=[1, 4]).sources
    array([0, 3], dtype=uint32)
    """
    options, kept = _bc_options(graph, sources, seed, normalized, weighted, backend=backend, mode=mode, trace=trace,
                                lanes=lanes, sparse_layout=sparse_layout, dense_layout=dense_layout,
                                block_width=block_width, heavy_edges=heavy_edges)  # fmt: skip
    outputs = Outputs(options.run, graph, out)
    result = call(graph, context, "mg_bc", c.byref(options), outputs=outputs)
    del kept
    return result


def edge_bc(graph: Graph, *, sources: Union[None, SupportsIndex, Iterable[Hashable]] = None, seed: int = 0,
            normalized: bool = False, weighted: bool = False, backend: str = "auto",
            context: Optional[Context] = None) -> Array:  # fmt: skip
    """Betweenness centrality of edges: the sum over all pairs of vertices of the share of their shortest paths that
    contain the edge. The arguments are those of bc().

    Returns an array (float64) with one value for each arc, in the order of graph.out_edges(). Both arcs of an
    undirected edge have the same value.

    >>> mg.edge_bc(mg.from_edges([1, 2, 3], [2, 3, 4]))
    array([3., 4., 3.])
    """
    options, kept = _bc_options(graph, sources, seed, normalized, weighted, backend=backend)
    centrality = np.empty(graph.arc_count)
    context_of(context).call("mg_edge_bc", graph._handle, c.byref(options), address(centrality))
    del kept
    return centrality
