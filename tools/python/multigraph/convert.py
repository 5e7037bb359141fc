# SPDX-License-Identifier: Apache-2.0
"""Conversions from and to SciPy, NetworkX and igraph. These packages are imported only when they are needed."""

from itertools import chain
from typing import TYPE_CHECKING, Any, Hashable, List, Optional, Sequence, Tuple

import numpy as np

from .arrays import Array
from .context import Context
from .graphs import Graph, graph_of
from .makers import from_csr, from_edges
from .nx_edges import adjacency
from .operands import sparse

if TYPE_CHECKING:
    import igraph
    import networkx
    import scipy.sparse


def names_of(graph: Graph) -> List[Any]:
    """The names of the vertices, or their ids if they have no names, in index order."""
    names: List[Any] = graph.ids.tolist() if graph.nodes is None else graph.nodes
    return names


def listed_edges(graph: Graph) -> Tuple[Array, Array, Optional[Array]]:
    """The indices of the sources and targets of all edges, and the weights. An undirected edge is listed once."""
    edges = graph_of(graph).out_edges()
    degrees: Array = np.diff(edges.offsets.view(np.int64))
    source = np.repeat(np.arange(len(graph), dtype=np.uint32), degrees)
    if graph.directed:
        return source, edges.neighbours, edges.weights
    keep = source <= edges.neighbours
    return source[keep], edges.neighbours[keep], None if edges.weights is None else edges.weights[keep]


def from_scipy(matrix: "scipy.sparse.spmatrix", *, directed: bool = True, weighted: Optional[bool] = None,
               nodes: Optional[Sequence[Hashable]] = None, dtype: Any = None,
               context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from a square sparse matrix: the entry in row u and column v is the weight of an edge u -> v.

    Stored zeros become edges of weight 0. Duplicates of a COO matrix are summed, as SciPy does.

    directed: False makes an undirected graph; the matrix must be symmetric.
    weighted: True uses the values as weights, False ignores them; None: True unless the values are booleans.
    nodes: the names of the vertices in index order; None: the vertices are 0, 1, 2, ...
    dtype: type of the weights, as for from_edges().

    >>> import scipy.sparse
    >>> mg.from_scipy(scipy.sparse.csr_matrix([[0, 2], [0, 0]])).out_edges().weights
    array([2], dtype=int32)
    """
    matrix = sparse(matrix).tocsr()
    if matrix.shape[0] != matrix.shape[1]:
        raise ValueError(f"the matrix of a graph is square, not {matrix.shape}")
    if weighted is None:
        weighted = matrix.dtype != np.bool_
    weights = matrix.data if weighted else None
    return from_csr(matrix.indptr, matrix.indices, weights, directed=directed, nodes=nodes, dtype=dtype,
                    context=context)  # fmt: skip


def to_scipy(graph: Graph) -> "scipy.sparse.csr_matrix":
    """Returns the out-edges as a CSR matrix: row u, column v holds the weight of the edge u -> v, or 1 if the graph has
    no weights. The matrix shares the arrays of neighbours and weights with the graph: do not change it in place.

    >>> mg.to_scipy(mg.from_edges([0, 1], [1, 0], [2.0, 3.0])).toarray()
    array([[0., 2.],
           [3., 0.]])
    """
    import scipy.sparse

    edges = graph_of(graph).out_edges()
    weights = edges.weights if edges.weights is not None else np.ones(graph.arc_count)
    fits = len(graph) <= np.iinfo(np.int32).max
    signed = edges.neighbours.view(np.int32) if fits else edges.neighbours.astype(np.int64)
    return scipy.sparse.csr_matrix((weights, signed, edges.offsets.view(np.int64)), shape=(len(graph), len(graph)))


def from_networkx(network: "networkx.Graph", *, weight: Optional[str] = "weight", dtype: Any = None,
                  context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from a NetworkX graph. Vertices keep their order, and the nodes are their names.

    weight: the attribute of edges with the weights; an edge without it has weight 1. If it is None, or if no edge has
      the attribute, the graph has no weights.
    dtype: type of the weights; None: int32 if all weights are integers that fit, int64 for other integers, otherwise
      float64.

    >>> import networkx as nx
    >>> mg.bfs(mg.from_networkx(nx.path_graph(["a", "b", "c"])), "c").to_dict()
    {'a': 2, 'b': 1, 'c': 0}
    """
    if not (hasattr(network, "_adj") and hasattr(network, "is_multigraph")):
        raise TypeError(f"network must be a graph of NetworkX, not {type(network).__name__}")
    edges = adjacency(network, weight)
    weights = None if weight is None else edges.weights(weight)
    return from_edges(edges.source, edges.target, weights, vertices=len(edges.nodes), directed=network.is_directed(),
                      nodes=edges.nodes, dtype=dtype, context=context)  # fmt: skip


def to_networkx(graph: Graph, *, weight: str = "weight") -> "networkx.Graph":
    """Returns a NetworkX Graph or DiGraph; if the graph has parallel edges, a MultiGraph or MultiDiGraph. The nodes are
    the names or ids of the vertices.

    weight: the attribute of edges that receives the weights, if the graph has weights.

    >>> mg.to_networkx(mg.from_edges([1, 2], [2, 3], [4, 5])).edges(data=True)
    OutEdgeDataView([(1, 2, {'weight': 4}), (2, 3, {'weight': 5})])
    """
    import networkx

    source, target, weights = listed_edges(graph)
    same = (source[1:] == source[:-1]) & (target[1:] == target[:-1])
    kind = (
        (networkx.MultiDiGraph if graph.directed else networkx.MultiGraph)
        if same.any()
        else (networkx.DiGraph if graph.directed else networkx.Graph)
    )
    names = names_of(graph)
    network = kind()
    network.add_nodes_from(names)
    pairs = ((names[u], names[v]) for u, v in zip(source.tolist(), target.tolist()))
    if weights is None:
        network.add_edges_from(pairs)
    else:
        network.add_edges_from((u, v, {weight: value}) for (u, v), value in zip(pairs, weights.tolist()))
    return network


def from_igraph(network: "igraph.Graph", *, weight: Optional[str] = "weight", name: Optional[str] = "name",
                dtype: Any = None, context: Optional[Context] = None) -> Graph:  # fmt: skip
    """Makes a graph from an igraph graph. Vertices keep their order.

    weight: the attribute of edges with the weights; if it is None or does not exist, the graph has no weights.
    name: the attribute of vertices with the names; if it is None or does not exist, the vertices are 0, 1, 2, ...
    dtype: type of the weights, as for from_edges().

    >>> import igraph
    >>> mg.bfs(mg.from_igraph(igraph.Graph.Ring(4)), 1).depth
    array([1, 0, 1, 2], dtype=uint32)
    """
    if not hasattr(network, "get_edgelist"):
        raise TypeError(f"network must be a graph of igraph, not {type(network).__name__}")
    ends = np.fromiter(chain.from_iterable(network.get_edgelist()), np.uint32, 2 * network.ecount()).reshape(-1, 2)
    weights = network.es[weight] if weight is not None and weight in network.es.attributes() else None
    nodes = network.vs[name] if name is not None and name in network.vs.attributes() else None
    return from_edges(ends[:, 0], ends[:, 1], weights, vertices=network.vcount(), directed=network.is_directed(),
                      nodes=nodes, dtype=dtype, context=context)  # fmt: skip


def to_igraph(graph: Graph, *, weight: str = "weight") -> "igraph.Graph":
    """Returns an igraph graph. The names or ids of the vertices become their attribute "name", unless the ids are 0, 1,
    2, ... igraph finds vertices by name only if the names are strings.

    weight: the attribute of edges that receives the weights, if the graph has weights.

    >>> mg.to_igraph(mg.from_edges(["a", "b"], ["b", "c"], [4, 5])).es["weight"]
    [4, 5]
    """
    import igraph

    source, target, weights = listed_edges(graph)
    attributes = {} if weights is None else {weight: weights.tolist()}
    named = graph.nodes is not None or graph.ids.tolist() != list(range(len(graph)))
    return igraph.Graph(
        n=len(graph), edges=np.column_stack((source, target)).tolist(), directed=graph.directed, edge_attrs=attributes,
        vertex_attrs={"name": names_of(graph)} if named else {},
    )  # fmt: skip
