# SPDX-License-Identifier: Apache-2.0
"""Names as vertex ids, and tables of pandas, Polars, pyarrow and igraph, where they are installed."""

import datetime
import decimal
import importlib.util
import math
import os
import pathlib
import pickle
import tempfile
import unittest
import uuid

import numpy as np

import multigraph as mg


def needs(package):
    return unittest.skipUnless(importlib.util.find_spec(package), f"there is no {package}")


class Names(unittest.TestCase):
    def test_kinds(self):
        one, two, three = (uuid.UUID(int=v) for v in (7, 5, 6))
        kinds = (
            ["b", "a", "c"], [one, two, three], [0.5, -1.0, 1e300], [("x", 1), ("x", 2), ()], [b"b", b"a", b""],
            [datetime.date(2020, 1, 1), datetime.date(2019, 1, 1), datetime.date(2021, 1, 1)], ["1", 1, 2.5],
            [2**70, -5, 0], ["", " ", "\u00e9"], [True, "x", frozenset({1})],
        )  # fmt: skip
        for names in kinds:
            a, b, c = names
            as_objects = np.empty(2, object)
            as_objects[:] = [a, b]
            for source in ([a, b], (a, b), as_objects):
                graph = mg.from_edges(source, [b, c], [1, 4])
                with self.subTest(names=names):
                    self.assertEqual(graph.nodes, [a, b, c])  # as the edges name them
                    self.assertEqual(mg.sssp(graph, a).to_dict(), {a: 0, b: 1, c: 5})
                    self.assertEqual(mg.bfs(graph, sources=[c, a]).depth[:, 1].tolist(), [0, 1, 2])
                    self.assertEqual(mg.bfs(graph, b).to_dict("parent"), {b: b, c: b})
                    self.assertEqual(mg.cc(graph).to_dict(), {a: a, b: a, c: a})
                    self.assertEqual(list(mg.pagerank(graph, personalization={c: 1}).to_dict()), names)

    def test_order_of_texts(self):
        """Texts that the library numbers, and those that it does not: with zero bytes, empty, beside other names."""
        random = np.random.default_rng(5)
        for some in ([], ["a\0b", "a", "b"], [""], ["x\0"], ["\0"], [7, ("a",)], ["\ud800", "\U0001f600", "é" * 300]):
            pool = some + [f"name {v}" for v in range(300)]
            source, target = ([pool[v] for v in random.integers(0, len(pool), 2000)] for _ in range(2))
            graph = mg.from_edges(source, target)
            called = list(dict.fromkeys(name for edge in zip(source, target) for name in edge))
            self.assertEqual(graph.nodes, called)
            number = {name: v for v, name in enumerate(called)}
            listed = sorted((number[a], number[b]) for a, b in zip(source, target))
            rows = np.repeat(np.arange(len(graph)), np.diff(graph.out_edges().offsets).astype(int))
            self.assertEqual(list(zip(rows.tolist(), graph.out_edges().neighbours.tolist())), listed)

    def test_arrays_of_numpy(self):
        for names in (np.array(["b", "a"]), np.array([b"b", b"a"]), np.float32([1.5, 0.5]),
                      np.array(["2020-01-01", "2019-01-01"], "M8[s]"), np.array([True, False])):  # fmt: skip
            graph = mg.from_edges(names, names[::-1])
            self.assertEqual(mg.bfs(graph, names[1]).to_dict(), {names[1].item(): 0, names[0].item(): 1})

    def test_times(self):
        """Arrays of NumPy hold Python's dates and times, whatever their unit; only nanoseconds have none there."""
        days = [datetime.date(2020, 1, day) for day in (1, 2)]
        times = [datetime.datetime(2020, 1, day, 12) for day in (1, 2)]
        for names, units in ((days, ("M8[D]",)), (times, ("M8[s]", "M8[us]", "M8[ns]"))):
            for unit in units:
                array = np.array(names, unit)
                graph = mg.from_edges(array[:1], array[1:], nodes=array)
                self.assertEqual(graph.nodes, names)
                for given in (names[0], array[0]):
                    self.assertEqual(mg.bfs(graph, given).to_dict(), {names[0]: 0, names[1]: 1})
        fine = np.array([1, 2], "M8[ns]")
        self.assertEqual(mg.bfs(mg.from_edges(fine[:1], fine[1:]), fine[0]).to_dict(), {fine[0]: 0, fine[1]: 1})
        with self.assertRaisesRegex(ValueError, "source has no name at position 0"):
            mg.from_edges(np.array(["NaT"], "M8[s]"), np.array([5], "M8[s]"))

    def test_numbers_stay_ids(self):
        for ids in ([5, 2**63], np.array([5, 9], object), np.uint8([5, 9])):
            graph = mg.from_edges(ids, ids)
            self.assertIsNone(graph.nodes)
            self.assertEqual(graph.ids.tolist(), list(ids))

    def test_vertices_without_edges(self):
        graph = mg.from_edges(["a"], ["b"], nodes=["z", "b", "a"], directed=False)
        self.assertEqual(mg.bfs(graph, "b").filled("depth").tolist(), [-1, 0, 1])
        self.assertEqual(mg.from_csr([0, 1, 1], [1], nodes=["x", "y"]).index("y"), 1)
        with self.assertRaisesRegex(ValueError, "nodes has 'a' twice"):
            mg.from_edges(["a"], ["b"], nodes=["a", "b", "a"])
        self.assertEqual(mg.bfs(pickle.loads(pickle.dumps(graph)), "a").to_dict(), {"a": 0, "b": 1})

    def test_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "people.csv")
            with open(path, "w") as file:
                file.write('"Smith, John",Zo\u00eb\nZo\u00eb,bob\n')
            graph = mg.read(path)
            self.assertEqual(graph.nodes, ["Smith, John", "Zo\u00eb", "bob"])
            self.assertEqual(mg.bfs(graph, "Zo\u00eb").to_dict()["bob"], 1)
            graph.write(os.path.join(folder, "people.mgb"))
            self.assertEqual(mg.read(os.path.join(folder, "people.mgb")).nodes, graph.nodes)
            self.assertEqual(pickle.loads(pickle.dumps(graph)).nodes, graph.nodes)
            grown = graph.edit(insert=(["bob"], ["eve"]), vertices=["eve"])
            grown.write(os.path.join(folder, "grown.csv"))
            self.assertEqual(mg.bfs(mg.read(os.path.join(folder, "grown.csv")), "bob").to_dict(), {"bob": 0, "eve": 1})

    def test_refused(self):
        nan = float("nan")
        for wrong, error in (
            ((["a", None], ["b", "c"]), "source has no name at position 1, but None"),
            (([1.5, 2.0], [1.0, nan]), "target has no name at position 1, but nan"),
            ((np.array(["2020", "NaT"], "M8[s]"), np.array(["2020", "2021"], "M8[s]")), "source has no name at position 1"),
            ((["a"], ["b", "c"]), "1 sources, but 2 targets"),
        ):
            with self.assertRaisesRegex(ValueError, error):
                mg.from_edges(*wrong)
        for wrong, error in (
            ((["a"], ["b"], ["a", "c"]), "target has 'b', which is not among nodes"),
            (([0], [1], ["a", "a"]), "nodes has 'a' twice"),
            (([0], [1], ["a", "b", "c"]), "3 nodes for a graph of 2 vertices"),
        ):
            with self.assertRaisesRegex(ValueError, error):
                mg.from_edges(*wrong[:2], nodes=wrong[2])
        with self.assertRaisesRegex(TypeError, "hashable"):
            lists = np.empty(1, object)
            lists[0] = ["a"]
            mg.from_edges(lists, lists)
        with self.assertRaisesRegex(TypeError, "nodes lists the vertices"):
            mg.from_edges(["a"], ["b"], vertices=2)


class Tables(unittest.TestCase):
    people = {"who": ["ann", "bob", "ann"], "whom": ["bob", "cy", "di"], "years": [1.5, 2.0, 8.0]}

    def check(self, frame, library):
        graph = mg.from_frame(frame, "who", "whom", "years")
        self.assertEqual(mg.sssp(graph, "ann").to_dict(), {"ann": 0.0, "bob": 1.5, "cy": 3.5, "di": 8.0})
        self.assertEqual(mg.from_frame(frame, "who", "whom", directed=False).weight_dtype, None)
        with self.assertRaisesRegex(KeyError, "no column 'source'; it has 'who', 'whom', 'years'"):
            mg.from_frame(frame)
        with self.assertRaisesRegex(KeyError, "no column 'age'"):
            mg.from_frame(frame, "who", "whom", "age")
        edges = mg.edges_frame(graph, library)
        again = mg.from_frame(edges, nodes=graph.nodes)
        self.assertEqual(mg.sssp(again, "ann").to_dict(), mg.sssp(graph, "ann").to_dict())
        self.assertEqual(self.rows(mg.bfs(graph, "bob").to_frame(library)),
                         [("ann", None, None), ("bob", 0, "bob"), ("di", None, None), ("cy", 1, "bob")]
                         if graph.nodes[2] == "di" else
                         [("ann", None, None), ("bob", 0, "bob"), ("cy", 1, "bob"), ("di", None, None)])  # fmt: skip
        self.assertEqual([row[:2] for row in self.rows(mg.sssp(graph, "bob").to_frame(library))],
                         [("ann", None), ("bob", 0.0), ("cy", 2.0), ("di", None)])  # fmt: skip
        ids = mg.from_edges([5, 6], [6, 9])
        self.assertEqual(self.rows(mg.bfs(ids, 6).to_frame(library)), [(5, None, None), (6, 0, 6), (9, 1, 6)])
        several = mg.bfs(ids, sources=[6, 9]).to_frame(library)
        self.assertEqual(self.rows(several),
                         [(5, None, None, None, None), (6, 0, None, 6, None), (9, 1, 0, 6, 9)])  # fmt: skip

    def rows(self, frame):
        columns = getattr(frame, "column_names", None) or list(frame.columns)
        lists = [frame[name].to_pylist() if hasattr(frame[name], "to_pylist") else frame[name].to_list() for name in columns]

        def plain(value):
            missing = value is None or type(value).__name__ == "NAType" or (isinstance(value, float) and math.isnan(value))
            return None if missing else value

        return [tuple(map(plain, row)) for row in zip(*lists)]

    @needs("pandas")
    def test_pandas(self):
        import pandas

        self.check(pandas.DataFrame(self.people), "pandas")
        self.check(pandas.DataFrame(self.people).astype({"who": "category", "whom": "string"}), "pandas")
        numbers = pandas.DataFrame({"source": [1, 2], "target": [2, 3], "weight": [4, 5]}).astype({"target": "Int64"})
        graph = mg.from_frame(numbers)
        self.assertEqual((graph.nodes, graph.weight_dtype, mg.sssp(graph, 1).to_dict()), (None, np.int32, {1: 0, 2: 4, 3: 9}))
        with self.assertRaisesRegex(ValueError, "source has no name at position 1"):
            mg.from_frame(pandas.DataFrame({"source": ["a", pandas.NA], "target": ["b", "c"]}))
        series = pandas.Series(["x", "y"])
        self.assertEqual(mg.from_edges(series, series[::-1]).nodes, ["x", "y"])
        self.assertEqual(len(mg.from_frame(numbers.astype(str), nodes=pandas.Series(["1", "2", "3", "4"]), weight=None)), 4)

    @needs("polars")
    def test_polars(self):
        import polars

        self.check(polars.DataFrame(self.people), "polars")
        with self.assertRaisesRegex(ValueError, "target has no name at position 0"):
            mg.from_frame(polars.DataFrame({"source": ["a"], "target": [None]}, schema_overrides={"target": polars.String}))

    @needs("pyarrow")
    def test_pyarrow(self):
        import pyarrow

        self.check(pyarrow.table(self.people), "pyarrow")
        frame = pyarrow.table({"source": pyarrow.array(["a"]).dictionary_encode(), "target": ["b"]})
        self.assertEqual(mg.from_frame(frame).nodes, ["a", "b"])

    def test_kinds_of_columns(self):
        """Those of pyarrow that NumPy would change, and lazy ones of Polars."""
        if importlib.util.find_spec("pyarrow"):
            import pyarrow

            days = [datetime.date(2020, 1, day) for day in (1, 2)]
            prices = [decimal.Decimal("1.5"), decimal.Decimal("2.5")]
            for names in (days, prices):
                columns = {"source": pyarrow.array(names), "target": pyarrow.array(names[::-1])}
                self.assertEqual(mg.from_frame(pyarrow.table(columns)).nodes, names)
            if hasattr(pyarrow, "uuid"):
                names = [uuid.UUID(int=7), uuid.UUID(int=8)]
                column = pyarrow.array([name.bytes for name in names], pyarrow.uuid())
                self.assertEqual(mg.from_frame(pyarrow.table({"source": column, "target": column[::-1]})).nodes, names)
            weights = pyarrow.table({"source": [1], "target": [2], "weight": pyarrow.array(prices[:1])})
            self.assertEqual(mg.from_frame(weights).out_edges().weights.tolist(), [1.5])
            batches = pyarrow.RecordBatchReader.from_batches(weights.schema, weights.to_batches())
            self.assertEqual(mg.from_frame(batches).edge_count, 1)
        if importlib.util.find_spec("polars"):
            import polars

            frame = polars.DataFrame({"source": [datetime.date(2020, 1, 1)], "target": [datetime.date(2020, 1, 2)]})
            graph = mg.from_frame(frame.lazy())
            self.assertEqual(mg.bfs(graph, datetime.date(2020, 1, 1)).depth.tolist(), [0, 1])

    @needs("pandas")
    def test_numbers_as_nodes(self):
        import pandas

        frame = pandas.DataFrame({"source": [30, 10], "target": [10, 20]})
        graph = mg.from_frame(frame, nodes=pandas.Series([40, 30, 20, 10]))
        self.assertEqual((graph.nodes, mg.bfs(graph, 30).filled().tolist()), ([40, 30, 20, 10], [-1, 0, 2, 1]))
        with self.assertRaisesRegex(ValueError, "source has 30, which is not among nodes"):
            mg.from_frame(frame, nodes=[10, 20])

    @needs("pyarrow")
    def test_files(self):
        import pyarrow
        import pyarrow.feather
        import pyarrow.parquet

        table = pyarrow.table({**self.people, "other": [None, None, None]})
        with tempfile.TemporaryDirectory() as folder:
            parquet, feather, text = (os.path.join(folder, name) for name in ("a.parquet", "a.feather", "people.csv"))
            pyarrow.parquet.write_table(table, parquet)
            pyarrow.feather.write_feather(table, feather)
            for path in (parquet, pathlib.Path(feather)):
                graph = mg.from_frame(path, "who", "whom", "years")
                self.assertEqual(mg.sssp(graph, "ann").to_dict(), {"ann": 0.0, "bob": 1.5, "cy": 3.5, "di": 8.0})
                with self.assertRaisesRegex(KeyError, "no column 'source'"):
                    mg.from_frame(path)
                with self.assertRaisesRegex(mg.FormatError, "the file is a table; multigraph.from_frame reads it"):
                    mg.read(path)
            with self.assertRaisesRegex(ValueError, "people.csv: tables are read from files .parquet, "):
                mg.from_frame(text)
            with self.assertRaises(FileNotFoundError):
                mg.from_frame(os.path.join(folder, "none.parquet"))

    @needs("pandas")
    def test_wrong_library(self):
        with self.assertRaisesRegex(ValueError, "library must be one of pandas, polars, pyarrow, not 'panda'"):
            mg.bfs(mg.from_edges([1], [2])).to_frame("panda")

    @needs("igraph")
    def test_igraph(self):
        import igraph

        network = igraph.Graph([(0, 1), (1, 2), (1, 2), (3, 3)], n=5, directed=True)
        back = mg.to_igraph(mg.from_igraph(network))
        self.assertEqual((sorted(back.get_edgelist()), back.vcount(), back.is_directed()),
                         (sorted(network.get_edgelist()), 5, True))  # fmt: skip
        self.assertEqual(back.vs.attributes() + back.es.attributes(), [])
        for name, directed in (("a", False), ("b", True)):
            network = igraph.Graph.Erdos_Renyi(n=40, m=90, directed=directed)
            network.vs["name"] = [name + str(v) for v in range(40)]
            network.es["weight"] = [1 + e % 7 for e in range(90)]
            graph = mg.from_igraph(network)
            distances = network.distances(0, weights="weight")[0]
            found = mg.sssp(graph, name + "0").filled("distance", math.inf)
            self.assertEqual(found.tolist(), distances)
            back = mg.to_igraph(graph)
            self.assertEqual((back.vs["name"], back.distances(0, weights="weight")[0]), (graph.nodes, distances))
            self.assertIsNone(mg.from_igraph(network, weight=None, name=None).nodes)


@needs("networkx")
class OfNetworkX(unittest.TestCase):
    def test_all_kinds(self):
        import networkx as nx

        for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
            for nodes in ([0, 1, 2, 3], ["d", "a", "c", "b"], [3, 2, 1, 0]):
                network = kind()
                network.add_nodes_from(nodes)
                a, b, c, _ = nodes
                network.add_edges_from([(a, b, {"w": 3}), (c, b), (b, b, {"w": 1}), (a, b, {"w": 9}), (b, a, {"w": 4})])
                for view in (network, network.subgraph([b, a]), network.reverse() if network.is_directed() else network):
                    back = mg.to_networkx(mg.from_networkx(view, weight="w"), weight="w")
                    expected = sorted((nodes.index(u), nodes.index(v), w) for u, v, w in view.edges(data="w", default=1))
                    found = sorted((nodes.index(u), nodes.index(v), w) for u, v, w in back.edges(data="w"))
                    normal = (lambda e: e) if view.is_directed() else (lambda e: (*sorted(e[:2]), e[2]))
                    self.assertEqual(sorted(map(normal, found)), sorted(map(normal, expected)))
                    self.assertEqual(list(back), list(view))

    def test_views_that_hide_edges(self):
        import networkx as nx

        for kind in (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph):
            network = kind([(0, 1), (0, 1), (1, 2), (2, 3), (3, 3), (3, 0)])
            hidden = [(1, 2, 0), (0, 1, 1)] if network.is_multigraph() else [(1, 2)]
            for view in (nx.restricted_view(network, [], hidden), nx.restricted_view(network, [3], hidden),
                         nx.subgraph_view(network, filter_node=lambda node: node != 1)):  # fmt: skip
                back = mg.to_networkx(mg.from_networkx(view))
                self.assertEqual(sorted(back.edges()), sorted(tuple(e) for e in view.edges()))
                self.assertEqual(list(back), list(view))

    def test_weights(self):
        import networkx as nx

        network = nx.Graph()
        for values, dtype in (([1, 2], np.int32), ([1, 0.5], np.float64), ([decimal.Decimal(1), 2], np.float64),
                              ([2**40, 1], np.int64), ([np.float32(2), 1], np.float64), ([True, False], np.int32)):  # fmt: skip
            network.add_weighted_edges_from([("a", "b", values[0]), ("b", "c", values[1])])
            self.assertEqual(mg.from_networkx(network).weight_dtype, dtype)
        for wrong in ("5", None, 1j, [1]):
            network.add_edge("a", "b", weight=wrong)
            with self.assertRaisesRegex(TypeError, "'weight' of an edge must be a number, not"):
                mg.from_networkx(network)


if __name__ == "__main__":
    unittest.main()
