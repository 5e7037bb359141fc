# SPDX-License-Identifier: Apache-2.0
"""Reads the edges of a NetworkX graph into arrays, in one pass over its adjacency."""

import ctypes as c
from itertools import chain, compress
from operator import is_, itemgetter
from typing import TYPE_CHECKING, Any, Dict, Hashable, Iterator, List, Mapping, NamedTuple, Optional, Tuple

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


class Attribute(NamedTuple):
    """An attribute of edges to read. upper: True reads only edges whose target is not less than their source."""

    name: str
    upper: bool


class Arcs:
    """The arcs that the adjacency of a graph stores, row by row: an undirected edge is in two rows, a loop in one.

    targets: the positions of the targets.
    degrees: the lengths of the rows.
    starts: the positions of the sources of the rows; None if they are 0, 1, 2, ..."""

    def __init__(self, targets: Array, degrees: Array, starts: Optional[Array], directed: bool) -> None:
        self.targets, self.degrees, self.starts, self.directed = targets, degrees, starts, directed
        self._listed: Optional[Tuple[Array, Array, Optional[Array]]] = None

    def listed(self) -> Tuple[Array, Array, Optional[Array]]:
        """Lists each edge once: the positions of the sources and targets, and flags of the arcs that are listed; None:
        all are."""
        if self._listed is None:
            starts = np.arange(self.degrees.size, dtype=np.uint32) if self.starts is None else self.starts
            source = np.repeat(starts, self.degrees)
            keep = None if self.directed else source <= self.targets
            self._listed = (source, self.targets, None) if keep is None else (source[keep], self.targets[keep], keep)
        return self._listed

    def edge_count(self) -> int:
        return int(self.listed()[0].size)

    def offsets(self) -> Array:
        """The offsets of the rows in `targets`, as in CSR."""
        offsets = np.zeros(self.degrees.size + 1, np.uint64)
        np.cumsum(self.degrees, out=offsets[1:].view(np.int64))
        return offsets


class Edges(NamedTuple):
    """The edges of a graph.

    nodes: the nodes in the order of the graph.
    arcs: the adjacency as arrays.
    rows: the adjacency as dicts, for attributes.
    parallel: whether the graph is a multigraph.
    plain: whether the dicts of attributes are of the type dict.
    read: a dict of attributes that were read together with the adjacency."""

    nodes: List[Hashable]
    arcs: Arcs
    rows: Rows
    parallel: bool
    plain: bool
    read: Dict[str, Array]

    @property
    def source(self) -> Array:
        return self.arcs.listed()[0]

    @property
    def target(self) -> Array:
        return self.arcs.listed()[1]

    def weights(self, name: str, default: float = 1) -> Optional[Array]:
        """The values of an attribute of the edges; edges without it have `default`. None if no edge has the attribute.
        Integers stay integers."""
        read = self.read.get(name)
        if read is None:
            read = _read_values(self, name)
        if read is not None:
            return read if read.size else None
        try:  # usually all edges have the attribute, or no edge has any attribute
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
        """The dicts of attributes of the edges, in the order of listed()."""
        ends = chain.from_iterable(neighbours.values() for neighbours in self.rows.values())
        listed = chain.from_iterable(keys.values() for keys in ends) if self.parallel else ends
        keep = self.arcs.listed()[2]
        return listed if keep is None else compress(listed, keep.tolist())


def _read_keys(rows: Rows, least: int, table: Array, count: int) -> Optional[Array]:
    """Returns table[k - least] for each key k in the rows, in their order; None if the library cannot read the keys."""
    locked, read = locked_library(), c.c_uint64()
    found = np.empty(count, np.uint32)
    if locked is None or not isinstance(rows, dict):
        return None
    status = locked.mg_dict_keys(context_of(None)._handle, rows, least, table.size, address(table), count,
                                 address(found), c.byref(read))  # fmt: skip
    return found if status == 0 and read.value == count else None


def _read_values(edges: Edges, name: str) -> Optional[Array]:
    """Lets the library read an attribute of the edges. The array is empty if no edge has the attribute. None: the
    library cannot read it, because some edges lack it, or the values are neither all integers nor all floats."""
    locked, read, code = locked_library(), c.c_uint64(), c.c_int()
    stored, listed = edges.arcs.targets.size, edges.arcs.listed()[2]
    values = np.empty(stored, np.int64)
    keep = None if listed is None else listed.view(np.uint8)
    if locked is None or not edges.plain or not isinstance(edges.rows, dict):
        return None
    status = locked.mg_dict_values(context_of(None)._handle, edges.rows, name, edges.parallel, address(keep),
                                   stored, address(values), c.byref(read), c.byref(code))  # fmt: skip
    if status != 0 or read.value not in (0, edges.source.size):
        return None
    return values[: read.value].view(_TYPES.get(code.value, np.int64))


def _read_both(rows: Rows, least: int, table: Array, count: int,
               attribute: Attribute) -> Optional[Tuple[Array, Optional[Array]]]:  # fmt: skip
    """The results of _read_keys() and _read_values(), in one pass; None if the library cannot read the keys."""
    locked, read, valued, code = locked_library(), c.c_uint64(), c.c_uint64(), c.c_int()
    found, values = np.empty(count, np.uint32), np.empty(count, np.int64)
    if locked is None or not isinstance(rows, dict):
        return None
    status = locked.mg_dict_edges(context_of(None)._handle, rows, least, table.size, address(table), attribute.name,
                                  attribute.upper, count, address(found), c.byref(read), address(values),
                                  c.byref(valued), c.byref(code))  # fmt: skip
    if status != 0 or read.value != count:
        return None
    kind = _TYPES.get(code.value, np.int64 if code.value == l.CONSTANTS["MG_TYPE_NONE"] else None)
    return found, None if kind is None else values[: valued.value].view(kind)


def _positions(nodes: List[Any], rows: Rows, count: int,
               attribute: Optional[Attribute]) -> Tuple[Array, Optional[Array]]:  # fmt: skip
    """The position in `nodes` of every neighbour in the rows, and the values of the attribute if they were read, or
    None."""
    if set(map(type, nodes)) == {int}:
        least, largest = min(nodes), max(nodes)
        if largest - least <= 8 * (len(nodes) + count) and -(1 << 62) < least < 1 << 62:
            table = np.zeros(largest - least + 1, np.uint32)
            table[np.fromiter(nodes, np.int64, len(nodes)) - least] = np.arange(len(nodes), dtype=np.uint32)
            both = None if attribute is None else _read_both(rows, least, table, count, attribute)
            if both is not None:
                return both
            read = _read_keys(rows, least, table, count)
            if read is not None:
                return read, None
            found: Array = table[np.fromiter(chain.from_iterable(rows.values()), np.int64, count) - least]
            return found, None
    index = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(index.__getitem__, chain.from_iterable(rows.values())), np.uint32, count), None


def _starts(nodes: List[Any], rows: Rows) -> Optional[Array]:
    """The position in `nodes` of every row; None if both have the same order, which is usual."""
    if all(map(is_, nodes, rows)):
        return None
    index = dict(zip(nodes, range(len(nodes))))
    return np.fromiter(map(index.__getitem__, rows), np.uint32, len(nodes))


def _is_stored(network: "networkx.Graph") -> bool:
    """Returns whether `_adj` has the edges. A subclass may compute its edges, as AntiGraph of NetworkX does."""
    kinds = type(network).__mro__
    owners = (next(kind for kind in kinds if name in vars(kind)) for name in ("__getitem__", "__iter__", "adj"))
    return all(owner.__module__.startswith("networkx.classes.") for owner in owners)


def _rows(network: "networkx.Graph") -> Rows:
    """The dicts of the adjacency. The dicts of a view are copied, because they filter at every access, and their
    lengths may count hidden edges."""
    rows: Rows = network._adj if _is_stored(network) else {node: network[node] for node in network}
    if isinstance(rows, dict) and all(issubclass(kind, dict) for kind in set(map(type, rows.values()))):
        return rows
    if network.is_multigraph():
        return {u: {v: dict(keys.items()) for v, keys in neighbours.items()} for u, neighbours in rows.items()}
    return {u: dict(neighbours.items()) for u, neighbours in rows.items()}


def _plain(network: "networkx.Graph") -> bool:
    return getattr(network, "edge_attr_dict_factory", None) is dict


def adjacency(network: "networkx.Graph", attribute: Optional[str] = None) -> Edges:
    """Reads the edges of a graph, including parallel edges.

    attribute: an attribute whose values the caller needs; they are read in the same pass if possible."""
    nodes, rows = list(network), _rows(network)
    directed, parallel = network.is_directed(), network.is_multigraph()
    # This keeps no tuple for each node: so many new objects would start Python's garbage collection over all edges.
    degrees = np.fromiter(map(len, rows.values()), np.int64, len(nodes))
    count, starts = int(degrees.sum()), _starts(nodes, rows)
    one_walk = not parallel and starts is None and _plain(network)
    together = Attribute(attribute, not directed) if attribute is not None and one_walk else None
    targets, values = _positions(nodes, rows, count, together) if nodes else (np.empty(0, np.uint32), None)
    if parallel:
        ends = chain.from_iterable(neighbours.values() for neighbours in rows.values())
        times = np.fromiter(map(len, ends), np.int64, count)
        row = np.repeat(np.arange(len(nodes)), degrees)
        degrees = np.bincount(np.repeat(row, times), minlength=len(nodes))
        targets = np.repeat(targets, times)
    read = {} if attribute is None or values is None else {attribute: values}
    return Edges(nodes, Arcs(targets, degrees, starts, directed), rows, parallel, _plain(network), read)
