# SPDX-License-Identifier: Apache-2.0
"""Core numbers and the test for bipartite graphs, for the NetworkX backend."""

from typing import Dict, Hashable

import networkx as nx

from .nx_graph import BackendGraph
from .structures import bipartite, kcore


def core_number(G: BackendGraph) -> Dict[Hashable, int]:
    if (G.source == G.target).any():
        raise nx.NetworkXNotImplemented(
            "Input graph has self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )
    return dict(zip(G.nodes, kcore(G.graph()).core.tolist())) if len(G) else {}


def is_bipartite(G: BackendGraph) -> bool:
    return not len(G) or bool((bipartite(G.graph()).side != 2).all())
