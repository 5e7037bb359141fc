# SPDX-License-Identifier: Apache-2.0
"""The edges of a graph of NetworkX as arrays, by one walk over its adjacency."""

from itertools import chain, compress
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Hashable, Iterable, Iterator, List, Mapping, NamedTuple, Optional

import numpy as np

from .arrays import Array, number_array

if TYPE_CHECKING:
    import networkx

_ABSENT = object()


class Edges(NamedTuple):
    """source, target: positions in nodes, an undirected edge once. rows: the adjacency. keep: which of the stored
    directions are listed; None for all."""

    nodes: List[Hashable]
    source: Array
    target: Array
    keep: Optional[List[bool]]
    rows: Mapping[Hashable, Mapping[Hashable, Any]]
    parallel: bool

    def weights(self, name: str, default: float = 1) -> Optional[Array]:
        """An attribute of the edges, `default` where one lacks it; None where none has it. Integers stay such."""
        try:  # most often all have it, or none has any
            found = list(map(itemgetter(name), self._attributes()))
            return self._numbers(found, name) if found else None
        except KeyError:
            pass
        if not any(self._attributes()):
            return None
        values = [data.get(name, _ABSENT) for data in self._attributes()]
        absent = values.count(_ABSENT)
        if absent == len(values):
            return None
        if absent:
            values = [default if value is _ABSENT else value for value in values]
        return self._numbers(values, name)

    @staticmethod
    def _numbers(values: List[Any], name: str) -> Array:
        return number_array(values, lambda _: f"the attribute {name!r} of an edge")

    def _attributes(self) -> Iterator[Mapping[str, Any]]:
        """The dicts of attributes, in the order of the arrays."""
        ends = chain.from_iterable(neighbours.values() for neighbours in self.rows.values())
        listed = chain.from_iterable(keys.values() for keys in ends) if self.parallel else ends
        return listed if self.keep is None else compress(listed, self.keep)


def _positions(nodes: List[Any], targets: Iterable[Hashable], count: int) -> Array:
    """The position of every target in nodes."""
    if set(map(type, nodes)) == {int}:
        least, largest = min(nodes), max(nodes)
        if largest - least <= 8 * (len(nodes) + count) and -(1 << 62) < least < 1 << 62:
            table = np.zeros(largest - least + 1, np.uint32)
            table[np.fromiter(nodes, np.int64, len(nodes)) - least] = np.arange(len(nodes), dtype=np.uint32)
            found: Array = table[np.fromiter(targets, np.int64, count) - least]
            return found
    index = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(index.__getitem__, targets), np.uint32, count)


def _rows(network: "networkx.Graph") -> Mapping[Hashable, Mapping[Hashable, Any]]:
    """The dicts of the adjacency. Those of a view filter whenever they are read, and their lengths may count edges that
    they hide, so that they are copied."""
    rows: Mapping[Hashable, Mapping[Hashable, Any]] = network._adj
    if isinstance(rows, dict) and all(isinstance(neighbours, dict) for neighbours in rows.values()):
        return rows
    if network.is_multigraph():
        return {u: {v: dict(keys.items()) for v, keys in neighbours.items()} for u, neighbours in rows.items()}
    return {u: dict(neighbours.items()) for u, neighbours in rows.items()}


def adjacency(network: "networkx.Graph") -> Edges:
    """The edges of a graph, parallel ones too."""
    nodes, rows = list(network), _rows(network)
    # No tuple for each node is kept: with so many new objects Python would look for garbage among all edges.
    degrees = np.fromiter(map(len, rows.values()), np.int64, len(nodes))
    count = int(degrees.sum())
    ends = chain.from_iterable(rows.values())
    target = _positions(nodes, ends, count) if nodes else np.empty(0, np.uint32)
    starts = _positions(nodes, rows, len(nodes)) if nodes else target
    source = np.repeat(starts, degrees)
    if network.is_multigraph():
        parallel = chain.from_iterable(neighbours.values() for neighbours in rows.values())
        times = np.fromiter(map(len, parallel), np.int64, count)
        source, target = np.repeat(source, times), np.repeat(target, times)
    if network.is_directed():
        return Edges(nodes, source, target, None, rows, network.is_multigraph())
    keep = source <= target  # the other direction is stored as well
    return Edges(nodes, source[keep], target[keep], keep.tolist(), rows, network.is_multigraph())
