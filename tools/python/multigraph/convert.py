# SPDX-License-Identifier: Apache-2.0
"""Graphs of SciPy and NetworkX. Neither package is needed before one of these functions is called."""

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .context import Context
from .graphs import Graph, from_csr, from_edges

if TYPE_CHECKING:
    import networkx
    import scipy.sparse


def from_scipy(matrix: "scipy.sparse.spmatrix", *, directed: bool = True, weighted: Optional[bool] = None,
               dtype: Any = None, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from a square sparse matrix: an entry at row u, column v is an edge u -> v of that weight.

    weighted: None for weights unless the matrix is of booleans. directed=False: the matrix must be symmetric. Stored
    zeros are edges of weight 0; duplicates of a COO matrix are summed, as SciPy does. dtype: as of from_edges.

    >>> import scipy.sparse
    >>> mg.from_scipy(scipy.sparse.csr_matrix([[0, 2], [0, 0]])).out_edges().weights
    array([2], dtype=int32)
    """
    matrix = matrix.tocsr()
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"the matrix of a graph is square, not {matrix.shape}")
    if weighted is None:
        weighted = matrix.dtype != np.bool_
    weights = matrix.data if weighted else None
    return from_csr(matrix.indptr, matrix.indices, weights, directed=directed, dtype=dtype, context=context)


def to_scipy(graph: Graph) -> "scipy.sparse.csr_matrix":
    """The out-edges as a CSR matrix: row u, column v holds the weight of u -> v, 1 where there are none. The arrays of
    neighbours and weights are shared with the graph, so do not change the matrix in place.

    >>> mg.to_scipy(mg.from_edges([0, 1], [1, 0], [2.0, 3.0])).toarray()
    array([[0., 2.],
           [3., 0.]])
    """
    import scipy.sparse

    edges = graph.out_edges()
    weights = edges.weights if edges.weights is not None else np.ones(graph.arc_count)
    fits = len(graph) <= np.iinfo(np.int32).max
    signed = edges.neighbours.view(np.int32) if fits else edges.neighbours.astype(np.int64)
    return scipy.sparse.csr_matrix((weights, signed, edges.offsets.view(np.int64)), shape=(len(graph), len(graph)))


def from_networkx(network: "networkx.Graph", *, weight: Optional[str] = "weight", dtype: Any = None,
                  context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from one of NetworkX. Vertices keep their order and are called by their nodes.

    weight: the edges' attribute that is their weight, 1 where an edge lacks it; None, or no edge has it: no weights.
    dtype None: integers become int32, or int64 where one does not fit, anything else float64.

    >>> import networkx as nx
    >>> mg.bfs(mg.from_networkx(nx.path_graph(["a", "b", "c"])), "c").to_dict()
    {'a': 2, 'b': 1, 'c': 0}
    """
    nodes = list(network.nodes)
    index = {node: v for v, node in enumerate(nodes)}
    edges = list(network.edges(data=True))
    source = np.fromiter((index[u] for u, _, _ in edges), np.uint32, len(edges))
    target = np.fromiter((index[v] for _, v, _ in edges), np.uint32, len(edges))
    weights = None
    if weight is not None and any(weight in data for _, _, data in edges):
        values = [data.get(weight, 1) for _, _, data in edges]
        weights = np.array(values)
        if weights.dtype.kind not in "iub":
            weights = np.array(values, np.float64)
    return from_edges(source, target, weights, vertices=len(nodes), directed=network.is_directed(), nodes=nodes,
                      dtype=dtype, context=context)  # fmt: skip


def to_networkx(graph: Graph, *, weight: str = "weight") -> "networkx.Graph":
    """A graph of NetworkX of the same kind, of class Multi(Di)Graph where there are parallel edges. Nodes are the
    ids, or the nodes that the graph was made from; weights, if any, become the attribute `weight`.

    >>> mg.to_networkx(mg.from_edges([1, 2], [2, 3], [4, 5])).edges(data=True)
    OutEdgeDataView([(1, 2, {'weight': 4}), (2, 3, {'weight': 5})])
    """
    import networkx

    edges = graph.out_edges()
    offsets = edges.offsets.astype(np.int64)
    source = np.repeat(np.arange(len(graph), dtype=np.uint32), np.diff(offsets))
    keep = np.ones(source.size, bool) if graph.directed else source <= edges.neighbours
    source, target = source[keep], edges.neighbours[keep]
    same = (source[1:] == source[:-1]) & (target[1:] == target[:-1])
    kind = (
        (networkx.MultiDiGraph if graph.directed else networkx.MultiGraph)
        if same.any()
        else (networkx.DiGraph if graph.directed else networkx.Graph)
    )
    names: Any = graph.nodes if graph.nodes is not None else graph.ids.tolist()
    network = kind()
    network.add_nodes_from(names)
    pairs = ((names[u], names[v]) for u, v in zip(source.tolist(), target.tolist()))
    if edges.weights is None:
        network.add_edges_from(pairs)
    else:
        values = edges.weights[keep].tolist()
        network.add_edges_from((u, v, {weight: value}) for (u, v), value in zip(pairs, values))
    return network
