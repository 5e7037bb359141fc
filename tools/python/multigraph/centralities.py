# SPDX-License-Identifier: Apache-2.0
"""Centralities: closeness, eigenvector and Katz. pagerank(), hits() and bc() are in multigraph.algorithms."""

import ctypes as c
from typing import Any, Hashable, Iterable, Mapping, Optional, SupportsIndex, Union

from . import layouts as l
from .arguments import count, flag, number
from .arrays import address
from .calls import call, run_options, sample_or_sources
from .context import Context
from .graphs import Graph
from .outputs import Outputs
from .results import Result


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
