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
import warnings
from typing import Any, Hashable, Iterable, Mapping, Optional, SupportsIndex, Tuple, Union

import numpy as np

from . import layouts as l
from .arguments import count, flag, number, one_of, several
from .arrays import CODES, K, Array, address, contiguous
from .context import Context, context_of
from .edits import none
from .errors import NotConverged
from .graphs import Graph, graph_of
from .outputs import Outputs
from .results import Result

BACKENDS = {backend: K["MG_BACKEND_" + backend.upper()] for backend in ("auto", "cpu", "cuda")}
_SPARSE = {layout: K["MG_SPARSE_" + layout.upper()] for layout in ("auto", "csr", "segmented")}
_DENSE = {layout: K["MG_DENSE_" + layout.upper()] for layout in ("auto", "panels", "blocks")}
_MODES = {mode: K["MG_MODE_" + mode.upper()] for mode in ("auto", "sparse", "dense", "pull")}


def run_options(*, backend: str = "auto", mode: str = "auto", max_iterations: int = 0, trace: bool = False,
                lanes: int = 0, sparse_layout: str = "auto", dense_layout: str = "auto", block_width: int = 0,
                heavy_edges: int = 0) -> l.mg_run_options:  # fmt: skip
    """Checks the options of a run, and makes the library's struct of them."""
    return l.mg_run_options(
        size=c.sizeof(l.mg_run_options), backend=one_of(BACKENDS, backend, "backend"),
        mode=one_of(_MODES, mode, "mode"), statistics=flag(trace, "trace"),
        max_iterations=count(max_iterations, "max_iterations", 32), lanes=count(lanes, "lanes", 32),
        sparse_layout=one_of(_SPARSE, sparse_layout, "sparse_layout"),
        dense_layout=one_of(_DENSE, dense_layout, "dense_layout"),
        block_width=count(block_width, "block_width", 32), heavy_edges=count(heavy_edges, "heavy_edges", 32),
    )  # fmt: skip


def _start(run: l.mg_run_options, graph: Graph, start: Optional[Result], column: str, any_change: bool = False) -> Any:
    """Makes the run start from an earlier result. The caller must keep the returned objects until the run has ended."""
    if start is None:
        return None
    if not isinstance(start, Result):
        raise TypeError(f"start must be the result of an earlier run, not {start!r}")
    before = graph._before() if graph._before is not None else None
    edits = none() if start.graph is graph else graph.edits.struct if graph.edits and start.graph is before else None
    values = start._host_column(column) if column in start.columns else None
    if values is None or values.ndim != 1:
        raise ValueError(f"start must have a column {column} with one value per vertex, not {start!r}")
    if edits is None and not any_change:
        raise ValueError("start must be a result of the graph that was edited")
    kept = l.mg_start(size=c.sizeof(l.mg_start), values=address(values), type=CODES[values.dtype], count=len(values),
                      edits=None if edits is None else c.pointer(edits))  # fmt: skip
    setattr(run, "from", c.addressof(kept))
    return kept, values, edits


def call(graph: Graph, context: Optional[Context], name: str, *arguments: Any, columns: Any = None,
         outputs: Optional[Outputs] = None) -> Result:  # fmt: skip
    """Calls a library function whose last parameter is `mg_result **`, and returns its result."""
    handle = c.c_void_p()
    status = context_of(context).call(name, graph_of(graph)._handle, *arguments, c.byref(handle))
    if status == K["MG_NOT_CONVERGED"]:
        warnings.warn("stopped at the iteration limit before it had converged", NotConverged, stacklevel=3)
    return Result(handle, graph, status == K["MG_OK"], columns, outputs.arrays if outputs is not None else None)


def _source(graph: Graph, source: Optional[Hashable]) -> int:
    return l.NONE if source is None else graph_of(graph).index(source)


def _sources(graph: Graph, sources: Optional[Iterable[Hashable]]) -> Optional[Array]:
    return None if sources is None else graph_of(graph).indices(several(sources, "sources"))


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
    starts = _sources(graph, sources)
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace, lanes=lanes,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    kept = _start(run, graph, start, "depth"), Outputs(run, graph, out, None if starts is None else starts.size)
    options = l.mg_bfs_options(
        size=c.sizeof(l.mg_bfs_options), run=run, source=_source(graph, source), sources=address(starts),
        source_count=0 if starts is None else starts.size, target=_source(graph, target),
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
    kept = _start(run, graph, start, "distance"), Outputs(run, graph, out)
    options = l.mg_sssp_options(
        size=c.sizeof(l.mg_sssp_options), run=run, source=_source(graph, source), delta=number(delta, "delta"),
        parents=flag(parents, "parents"), target=_source(graph, target),
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
    kept = _start(run, graph, start, "component"), Outputs(run, graph, out)
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
    starts = _sources(graph, sources)
    run = run_options(backend=backend, mode=mode, max_iterations=max_iterations, trace=trace, lanes=lanes,
                      sparse_layout=sparse_layout, dense_layout=dense_layout, block_width=block_width,
                      heavy_edges=heavy_edges)  # fmt: skip
    width = None if starts is None else starts.size
    kept = _start(run, graph, start, "rank", any_change=True), Outputs(run, graph, out, width)
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


def triangles(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
              context: Optional[Context] = None) -> Result:  # fmt: skip
    """The number of triangles of every vertex. Directions and weights are ignored; parallel edges count once.

    Column: `triangles` (uint64), the number of pairs of neighbours that are neighbours of each other. Its sum is three
    times the number of triangles in the graph.
    multigraph.algorithms describes the arguments.

    >>> mg.triangles(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4])).to_dict()
    {1: 1, 2: 1, 3: 1, 4: 0}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_triangles_options(size=c.sizeof(l.mg_triangles_options), run=run)
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


def closeness(graph: Graph, *, sources: Union[None, SupportsIndex, Iterable[Hashable]] = None, seed: int = 0,
              backend: str = "auto", mode: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
              context: Optional[Context] = None) -> Result:  # fmt: skip
    """Closeness and harmonic centrality, as NetworkX defines them. Weights are ignored.

    Columns: `closeness` and `harmonic` (float64), computed from the distances of other vertices to the vertex.

    sources: the vertices from which distances are computed: None for all, a number for as many random vertices, or a
      list of vertices. With fewer than all vertices the values are estimates; a single source has no estimate (NaN).
    seed: seed of the random vertices.
    multigraph.algorithms describes the other arguments.

    >>> path = mg.from_edges([1, 2], [2, 3], directed=False)
    >>> mg.closeness(path).harmonic
    array([1.5, 2. , 1.5])
    """
    sample, starts = sample_or_sources(graph, sources)
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_closeness_options(
        size=c.sizeof(l.mg_closeness_options), run=run, sources=address(starts),
        source_count=0 if starts is None else starts.size, sample=sample, seed=count(seed, "seed"),
    )  # fmt: skip
    return call(graph, context, "mg_closeness", c.byref(options), outputs=outputs)


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


def eigenvector(graph: Graph, *, tolerance: float = l.DEFAULTS["MG_EIGENVECTOR_TOLERANCE"], backend: str = "auto",
                max_iterations: int = 0, trace: bool = False, out: Optional[Mapping[str, Any]] = None,
                context: Optional[Context] = None) -> Result:  # fmt: skip
    """Eigenvector centrality, as NetworkX defines it. Weights are ignored.

    Column: `centrality` (float64); the sum of the squares is 1.

    tolerance: the run ends when the mean change per vertex is smaller; 0 runs all iterations.
    multigraph.algorithms describes the other arguments.

    >>> mg.eigenvector(mg.from_edges([1, 2, 3], [2, 3, 1])).centrality.round(3)
    array([0.577, 0.577, 0.577])
    """
    run = run_options(backend=backend, max_iterations=max_iterations, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_eigenvector_options(size=c.sizeof(l.mg_eigenvector_options), run=run,
                                       tolerance=number(tolerance, "tolerance"))  # fmt: skip
    return call(graph, context, "mg_eigenvector", c.byref(options), outputs=outputs)


def katz(graph: Graph, *, alpha: float = l.DEFAULTS["MG_KATZ_ALPHA"], beta: float = 1.0,
         tolerance: float = l.DEFAULTS["MG_EIGENVECTOR_TOLERANCE"], normalized: bool = True, backend: str = "auto",
         max_iterations: int = 0, trace: bool = False, out: Optional[Mapping[str, Any]] = None,
         context: Optional[Context] = None) -> Result:  # fmt: skip
    """Katz centrality, as NetworkX defines it. Weights are ignored.

    Column: `centrality` (float64), alpha times the sum of the centralities of the in-neighbours, plus beta.

    alpha: factor of an edge; the iteration converges only if it is below 1 / (largest eigenvalue of the adjacency
      matrix).
    beta: constant that is added at every vertex.
    tolerance: the run ends when the mean change per vertex is smaller; 0 runs all iterations.
    normalized: True scales the values so that the sum of their squares is 1.
    multigraph.algorithms describes the other arguments.

    >>> mg.katz(mg.from_edges([1, 2], [2, 3]), alpha=0.5, normalized=False).centrality
    array([1.  , 1.5 , 1.75])
    """
    run = run_options(backend=backend, max_iterations=max_iterations, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_katz_options(
        size=c.sizeof(l.mg_katz_options), run=run, alpha=number(alpha, "alpha"), beta=number(beta, "beta"),
        tolerance=number(tolerance, "tolerance"), raw=not flag(normalized, "normalized"),
    )  # fmt: skip
    return call(graph, context, "mg_katz", c.byref(options), outputs=outputs)


def _is_number(value: Any) -> bool:
    """Returns whether `sources` is a number of vertices, and not a list of vertices."""
    return isinstance(value, (int, np.integer)) or getattr(value, "ndim", 1) == 0


def sample_or_sources(graph: Graph, sources: Any) -> Tuple[int, Optional[Array]]:
    """Reads the argument `sources`: the number of random sources (0: not random), and the indices of listed sources."""
    vertices = len(graph_of(graph))
    if _is_number(sources):
        if isinstance(sources, bool) or not 1 <= sources <= vertices:
            raise ValueError(f"sources must be a list of vertices, or a number from 1 to {vertices}, the number of "
                             f"vertices, not {sources!r}")  # fmt: skip
        return count(sources, "sources"), None
    return 0, None if sources is None else _sources(graph, sources)


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
