# SPDX-License-Identifier: Apache-2.0
"""Hubs and authorities for the NetworkX backend: the same solver of SciPy as NetworkX, with products of the library."""

from typing import Dict, Hashable, Mapping, Optional, Tuple

import networkx as nx
import numpy as np

from .nx_graph import BackendGraph
from .products import spmv

Values = Dict[Hashable, float]


def hits(G: BackendGraph, max_iter: int = 100, tol: float = 1.0e-8, nstart: Optional[Mapping[Hashable, float]] = None,
         normalized: bool = True) -> Tuple[Values, Values]:  # fmt: skip
    from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, svds

    n = len(G)
    if n == 0:
        return {}, {}
    start = None if nstart is None else np.array(list(nstart.values()))
    if max_iter <= 0:
        raise nx.PowerIterationFailedConvergence(max_iter)
    made = G.graph("weight", np.float64)
    matrix = LinearOperator((n, n), dtype=np.float64, matvec=lambda x: spmv(made, x.ravel(), transpose=True),
                            rmatvec=lambda x: spmv(made, x.ravel()))  # fmt: skip
    try:
        _, _, vectors = svds(matrix, k=1, v0=start, maxiter=max_iter, tol=tol)
    except ArpackNoConvergence as failure:
        raise nx.PowerIterationFailedConvergence(max_iter) from failure
    authorities = vectors.flatten()
    hubs = spmv(made, authorities, transpose=True)
    if normalized:
        hubs, authorities = hubs / hubs.sum(), authorities / authorities.sum()
    return dict(zip(G.nodes, hubs.tolist())), dict(zip(G.nodes, authorities.tolist()))
