# SPDX-License-Identifier: Apache-2.0
"""The algorithms. Options of all of them:

backend: "auto" (the GPU where there is one), "cpu", "cuda". mode: "auto", "sparse", "dense", "pull"; never changes the
result. sparse_layout: "auto", "csr", "segmented", likewise; dense_layout: "auto", "panels", "blocks" (GPU).
block_width, heavy_edges: columns of a block of the dense representation, edges beyond which it is heavy; 0: automatic.
max_iterations: 0 for the algorithm's own limit. trace: record every iteration in result.statistics["trace"]. lanes:
sources of a batch that reads the edges once; 0: as the library chooses. start: a result of the graph before its edit()
(pagerank: before any change), which the run starts from; it does not change the result. out: arrays, by the names of
columns, that receive them, in host memory or in a GPU's (CuPy, PyTorch, ...), where a run on the GPU leaves them without
a copy by the host; the result then has these columns only, and they are these arrays. context: None for the thread's own. Sources are
ids, or the names that vertices have instead. What is not a vertex of the graph is a NoSuchVertex, which is a KeyError.
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
    return l.mg_run_options(
        size=c.sizeof(l.mg_run_options), backend=one_of(BACKENDS, backend, "backend"),
        mode=one_of(_MODES, mode, "mode"), statistics=flag(trace, "trace"),
        max_iterations=count(max_iterations, "max_iterations", 32), lanes=count(lanes, "lanes", 32),
        sparse_layout=one_of(_SPARSE, sparse_layout, "sparse_layout"),
        dense_layout=one_of(_DENSE, dense_layout, "dense_layout"),
        block_width=count(block_width, "block_width", 32), heavy_edges=count(heavy_edges, "heavy_edges", 32),
    )  # fmt: skip


def _start(run: l.mg_run_options, graph: Graph, start: Optional[Result], column: str, any_change: bool = False) -> Any:
    """Makes the run start from an earlier result. What is returned must live until it has."""
    if start is None:
        return None
    if not isinstance(start, Result):
        raise TypeError(f"start must be the result of an earlier run, not {start!r}")
    before = graph._before() if graph._before is not None else None
    edits = none() if start.graph is graph else graph.edits.struct if graph.edits and start.graph is before else None
    values = start._host_column(column) if column in start.columns else None
    if values is None or values.ndim != 1:
        raise ValueError(f"start must have a column {column} of one run, not {start!r}")
    if edits is None and not any_change:
        raise ValueError("start must be a result of the graph that was edited")
    kept = l.mg_start(size=c.sizeof(l.mg_start), values=address(values), type=CODES[values.dtype], count=len(values),
                      edits=None if edits is None else c.pointer(edits))  # fmt: skip
    setattr(run, "from", c.addressof(kept))
    return kept, values, edits


def call(graph: Graph, context: Optional[Context], name: str, *arguments: Any, columns: Any = None,
         outputs: Optional[Outputs] = None) -> Result:  # fmt: skip
    """Calls a function that ends with `mg_result **`."""
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
    """Breadth-first search: `depth` (uint32, 2**32 - 1 where there is no path) and `parent` (an index; likewise).

    source: None for the vertex of largest out-degree. sources: several searches at once, a column of results for each.
    target, cutoff: the search ends at this vertex, at this depth; what is farther is unreached.

    >>> graph = mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8])
    >>> result = mg.bfs(graph, 1)
    >>> result.to_dict()
    {1: 0, 2: 1, 3: 1, 4: 2}
    >>> result.filled("depth", -1)
    array([ 0,  1,  1,  2, -1, -1])
    """
    if source is not None and sources is not None:
        raise TypeError("source and sources are both given; a search from one vertex takes source")
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
    """Shortest paths from one vertex: `distance` (uint32, uint64, float32 or float64 as the weights need; the type's
    largest value, infinity for floats, where there is no path), and `parent` with parents=True. delta: bucket width,
    0: chosen. target, cutoff: the search ends at this vertex, at this distance; what is farther is unreached.

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
    """A shortest path: the indices of its vertices, and the distance of each from the source, of which the last is the
    length. Both are empty where there is no path. weighted=False: fewest edges.

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
    """Connected components, weak ones of a directed graph: `component`, the smallest index in the vertex's
    component.

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
    """PageRank: `rank` (float64), which sums to 1. Weights are ignored unless weighted=True, which follows edges in
    proportion to them.

    tolerance: stop when the ranks change by less in sum; they are then off by at most 5.7 times as much; 0 runs all
    iterations. personalization: where random jumps lead, an array of one value per vertex or a dict of vertices.
    data_driven: push residuals instead of sweeping all edges. sources: several runs at once, each with all
    jumps to one vertex, a column of results for each; `lanes` of them share a pass over the edges.

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
    """Hubs and authorities: `hub` and `authority` (float64), each of which sums to 1. Weights are ignored.

    tolerance: stop when the hubs change by less in sum; 0 runs all iterations.

    >>> mg.hits(mg.from_edges([1, 2], [3, 3])).hub
    array([0.5, 0.5, 0. ])
    """
    run = run_options(backend=backend, max_iterations=max_iterations, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_hits_options(size=c.sizeof(l.mg_hits_options), run=run, tolerance=number(tolerance, "tolerance"))
    return call(graph, context, "mg_hits", c.byref(options), outputs=outputs)


def triangles(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
              context: Optional[Context] = None) -> Result:  # fmt: skip
    """The triangles of every vertex: `triangles` (uint64), the pairs of its neighbours that are neighbours, in either
    direction of an edge. Their sum is three times the number of triangles of the graph.

    >>> mg.triangles(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4])).to_dict()
    {1: 1, 2: 1, 3: 1, 4: 0}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_triangles_options(size=c.sizeof(l.mg_triangles_options), run=run)
    return call(graph, context, "mg_triangles", c.byref(options), outputs=outputs)


def lcc(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None) -> Result:  # fmt: skip
    """Local clustering coefficients as LDBC Graphalytics has them: `lcc` (float64), the edges from one neighbour of the
    vertex to another as a share of all that are possible. Neighbours are joined by an edge in either direction.

    >>> mg.lcc(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 2])).to_dict()
    {1: 1.0, 2: 0.5, 3: 0.5}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_lcc_options(size=c.sizeof(l.mg_lcc_options), run=run)
    return call(graph, context, "mg_lcc", c.byref(options), outputs=outputs)


def scc(graph: Graph, *, backend: str = "auto", mode: str = "auto", trace: bool = False,
        out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Strongly connected components: `component`, the smallest index in the vertex's component. Two vertices are in one
    if paths lead from each to the other.

    >>> mg.scc(mg.from_edges([1, 2, 2], [2, 1, 3])).to_dict()
    {1: 1, 2: 1, 3: 3}
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_scc_options(size=c.sizeof(l.mg_scc_options), run=run)
    return call(graph, context, "mg_scc", c.byref(options), outputs=outputs)


def cdlp(graph: Graph, *, iterations: int = K["MG_CDLP_ITERATIONS"], backend: str = "auto", trace: bool = False,
         out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Communities by label propagation, by the synchronous rule of LDBC Graphalytics: `label`, the index of the vertex
    that began with the label. In each iteration a vertex takes the label that most of its neighbours have, the smallest
    of several.

    >>> mg.cdlp(mg.from_edges([1, 1, 2, 4, 4, 5], [2, 3, 3, 5, 6, 6])).to_dict()
    {1: 1, 2: 1, 3: 1, 4: 4, 5: 4, 6: 4}
    """
    run = run_options(backend=backend, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_cdlp_options(size=c.sizeof(l.mg_cdlp_options), run=run, iterations=count(iterations, "iterations", 32))
    return call(graph, context, "mg_cdlp", c.byref(options), outputs=outputs)


def kcore(graph: Graph, *, backend: str = "auto", mode: str = "auto", trace: bool = False,
          out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """The coreness of every vertex: `core`, the largest k such that it is in a subgraph in which every vertex has at
    least k edges. Directed edges count at both ends, as in NetworkX; loops do not count, parallel edges do.

    >>> mg.kcore(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4])).to_dict()
    {1: 2, 2: 2, 3: 2, 4: 1}
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_kcore_options(size=c.sizeof(l.mg_kcore_options), run=run)
    return call(graph, context, "mg_kcore", c.byref(options), outputs=outputs)


def ktruss(graph: Graph, *, backend: str = "auto", context: Optional[Context] = None) -> Array:
    """The trussness of every edge (uint32), in the order of graph.out_edges(): the largest k such that it is in a subgraph
    in which every edge is in at least k - 2 triangles. Directions do not count, parallel edges count once, loops have 0.

    >>> mg.ktruss(mg.from_edges([1, 2, 3, 3], [2, 3, 1, 4]))
    array([3, 3, 3, 2], dtype=uint32)
    """
    trussness = np.empty(graph_of(graph).arc_count, np.uint32)
    options = l.mg_ktruss_options(size=c.sizeof(l.mg_ktruss_options), backend=one_of(BACKENDS, backend, "backend"))
    context_of(context).call("mg_ktruss", graph._handle, c.byref(options), address(trussness))
    return trussness


def mis(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
        out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """A maximal independent set: `member`, 1 for its vertices. No two of them are neighbours, and every other vertex has a
    neighbour in it. It is that of the greedy algorithm in the order of priorities hashed from `seed` and the ids.

    >>> mg.mis(mg.from_edges([1, 2], [2, 3])).member
    array([1, 0, 1], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_mis_options(size=c.sizeof(l.mg_mis_options), run=run, seed=count(seed, "seed"))
    return call(graph, context, "mg_mis", c.byref(options), outputs=outputs)


def coloring(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
             out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """Colours that differ between neighbours: `color`, from 0. Each is the least that no neighbour of higher priority has;
    priorities are hashed from `seed` and the ids. The vertices of colour 0 are the set of mis().

    >>> mg.coloring(mg.from_edges([1, 2], [2, 3])).color
    array([0, 1, 0], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_coloring_options(size=c.sizeof(l.mg_coloring_options), run=run, seed=count(seed, "seed"))
    return call(graph, context, "mg_coloring", c.byref(options), outputs=outputs)


def msf(graph: Graph, *, backend: str = "auto", trace: bool = False, out: Optional[Mapping[str, Any]] = None,
        context: Optional[Context] = None) -> Result:  # fmt: skip
    """A minimum spanning forest: edges `source` and `target`, the smaller id first, at every vertex but one of each tree;
    MG_NONE there. `weight`, of graphs with weights; `component`, the smallest index in the tree. Directions are ignored;
    of edges of equal weight that with the smaller ids is taken.

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
    """Closeness and harmonic centralities over the distances from other vertices: `closeness` and `harmonic` (float64),
    those of NetworkX. Weights are ignored.

    sources: None for all vertices, a number of random ones drawn with `seed`, or the vertices. With fewer than all the
    sums are extrapolated, NaN for a single source.

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
    """The two sides of bipartite components: `side`, 0 (that of the smallest index in the component) or 1, and 2 where a
    component has a cycle of an odd number of edges. Directions do not count.

    >>> mg.bipartite(mg.from_edges([1, 2, 4, 5, 6], [2, 3, 5, 6, 4])).side
    array([0, 1, 0, 2, 2, 2], dtype=uint32)
    """
    run = run_options(backend=backend, mode=mode, trace=trace)
    outputs = Outputs(run, graph, out)
    options = l.mg_bipartite_options(size=c.sizeof(l.mg_bipartite_options), run=run)
    return call(graph, context, "mg_bipartite", c.byref(options), outputs=outputs)


def matching(graph: Graph, *, seed: int = 0, backend: str = "auto", mode: str = "auto", trace: bool = False,
             out: Optional[Mapping[str, Any]] = None, context: Optional[Context] = None) -> Result:  # fmt: skip
    """A maximal matching: `mate`, the index of the other end of the vertex's edge, 2**32 - 1 where it has none. It is that
    of the greedy algorithm in the order of priorities of edges hashed from `seed` and the ids.

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
    """Eigenvector centralities, as of NetworkX: `centrality` (float64); the sum of their squares is 1. Weights are ignored.

    tolerance: stop when they change by less than this per vertex in sum; 0 runs all iterations.

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
    """Katz centralities, as of NetworkX: `centrality` (float64), alpha times the sum of those of the in-neighbours, plus
    beta. Weights are ignored. alpha must be below 1 / the largest eigenvalue.

    tolerance: stop when they change by less than this per vertex in sum; 0 runs all iterations. normalized: the sum of
    the squares is 1.

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
    """Whether `sources` is a number of vertices rather than the vertices."""
    return isinstance(value, (int, np.integer)) or getattr(value, "ndim", 1) == 0


def sample_or_sources(graph: Graph, sources: Any) -> Tuple[int, Optional[Array]]:
    """The number of random sources, 0 for none; and the sources that are listed."""
    vertices = len(graph_of(graph))
    if _is_number(sources):
        if isinstance(sources, bool) or not 1 <= sources <= vertices:
            raise ValueError(f"sources must be a number from 1 to {vertices}, the vertices of the graph, or a list of "
                             f"vertices; not {sources!r}")  # fmt: skip
        return count(sources, "sources"), None
    return 0, None if sources is None else _sources(graph, sources)


def _bc_options(graph: Graph, sources: Any, seed: int, normalized: bool, weighted: bool, **run: Any) -> Any:
    """The options of both, and what must live as long as they do."""
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
    """Betweenness centrality over shortest paths: `centrality` (float64).

    sources: None for all vertices, a number of random ones drawn with `seed`, or the vertices. With fewer than
    all, values are scaled as NetworkX 3.6 does, NaN for a single source. normalized: divide by the number of pairs,
    which NetworkX does by default. weighted: paths of least weight; weights must be more than 0.

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
    """Betweenness centrality of every edge, in the order of graph.out_edges(): float64. Options as of bc();
    both directions of an undirected edge have the same value.

    >>> mg.edge_bc(mg.from_edges([1, 2, 3], [2, 3, 4]))
    array([3., 4., 3.])
    """
    options, kept = _bc_options(graph, sources, seed, normalized, weighted, backend=backend)
    centrality = np.empty(graph.arc_count)
    context_of(context).call("mg_edge_bc", graph._handle, c.byref(options), address(centrality))
    del kept
    return centrality
