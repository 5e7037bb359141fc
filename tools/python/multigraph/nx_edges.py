# SPDX-License-Identifier: Apache-2.0
"""The edges of a graph of NetworkX as arrays, by one walk over its adjacency."""

import ctypes as c
from itertools import chain, compress
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any, Hashable, Iterator, List, Mapping, NamedTuple, Optional

import numpy as np

from . import layouts as l
from .arrays import Array, address, number_array
from .context import context_of
from .library import locked_library

if TYPE_CHECKING:
    import networkx

_ABSENT = object()
_TYPES = {l.CONSTANTS["MG_INT64"]: np.int64, l.CONSTANTS["MG_FLOAT64"]: np.float64}

Rows = Mapping[Hashable, Mapping[Hashable, Any]]


class Edges(NamedTuple):
    """source, target: positions in nodes, an undirected edge once. rows: the adjacency; stored: the edges in it. keep:
    which of these are listed; None for all."""

    nodes: List[Hashable]
    source: Array
    target: Array
    keep: Optional[Array]
    rows: Rows
    stored: int
    parallel: bool

    def weights(self, name: str, default: float = 1) -> Optional[Array]:
        """An attribute of the edges, `default` where one lacks it; None where none has it. Integers stay such."""
        read = _read_values(self, name)
        if read is not None:
            return read if read.size else None
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
        return listed if self.keep is None else compress(listed, self.keep.tolist())


def _read_keys(rows: Rows, least: int, table: Array, count: int) -> Optional[Array]:
    """table[k - least] of each key k of the rows, in their order; None where the library cannot read them."""
    locked, read = locked_library(), c.c_uint64()
    found = np.empty(count, np.uint32)
    if locked is None or not isinstance(rows, dict):
        return None
    status = locked.mg_dict_keys(context_of(None)._handle, rows, least, table.size, address(table), count,
                                 address(found), c.byref(read))  # fmt: skip
    return found if status == 0 and read.value == count else None


def _read_values(edges: Edges, name: str) -> Optional[Array]:
    """An attribute of the edges, empty where none has it; None where the library cannot read them: where some lack it,
    or the values are neither all integers nor all floats."""
    locked, read, code = locked_library(), c.c_uint64(), c.c_int()
    values = np.empty(edges.stored, np.int64)
    keep = None if edges.keep is None else edges.keep.view(np.uint8)
    if locked is None or not isinstance(edges.rows, dict):
        return None
    status = locked.mg_dict_values(context_of(None)._handle, edges.rows, name, edges.parallel, address(keep),
                                   edges.stored, address(values), c.byref(read), c.byref(code))  # fmt: skip
    if status != 0 or read.value not in (0, edges.source.size):
        return None
    return values[: read.value].view(_TYPES.get(code.value, np.int64))


def _positions(nodes: List[Any], rows: Rows, count: int) -> Array:
    """The position in nodes of every neighbour in the rows."""
    if set(map(type, nodes)) == {int}:
        least, largest = min(nodes), max(nodes)
        if largest - least <= 8 * (len(nodes) + count) and -(1 << 62) < least < 1 << 62:
            table = np.zeros(largest - least + 1, np.uint32)
            table[np.fromiter(nodes, np.int64, len(nodes)) - least] = np.arange(len(nodes), dtype=np.uint32)
            read = _read_keys(rows, least, table, count)
            if read is not None:
                return read
            found: Array = table[np.fromiter(chain.from_iterable(rows.values()), np.int64, count) - least]
            return found
    index = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(index.__getitem__, chain.from_iterable(rows.values())), np.uint32, count)


def _starts(nodes: List[Any], rows: Rows) -> Array:
    """The position in nodes of every row: most often they have the same order."""
    own = np.arange(len(nodes), dtype=np.uint32)
    if all(map(is_, nodes, rows)):
        return own
    index = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(index.__getitem__, rows), np.uint32, len(nodes))


def _rows(network: "networkx.Graph") -> Rows:
    """The dicts of the adjacency. Those of a view filter whenever they are read, and their lengths may count edges that
    they hide, so that they are copied."""
    rows: Rows = network._adj
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
    target = _positions(nodes, rows, count) if nodes else np.empty(0, np.uint32)
    source = np.repeat(_starts(nodes, rows), degrees)
    if network.is_multigraph():
        parallel = chain.from_iterable(neighbours.values() for neighbours in rows.values())
        times = np.fromiter(map(len, parallel), np.int64, count)
        source, target = np.repeat(source, times), np.repeat(target, times)
    if network.is_directed():
        return Edges(nodes, source, target, None, rows, source.size, network.is_multigraph())
    keep = source <= target  # the other direction is stored as well
    return Edges(nodes, source[keep], target[keep], keep, rows, source.size, network.is_multigraph())
