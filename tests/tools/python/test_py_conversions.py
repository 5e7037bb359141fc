# SPDX-License-Identifier: Apache-2.0
"""Graphs from and to arrays, SciPy, NetworkX and files, and products against SciPy's."""

import os
import tempfile
import unittest

import networkx as nx
import numpy as np
import scipy.sparse as sp
from device_memory import OnDevice, WithDeviceArrays

import multigraph as mg


def random_matrix(n, density, dtype, seed):
    matrix = sp.random(n, n, density, "csr", np.float64, np.random.default_rng(seed))
    matrix.data = np.ceil(matrix.data * 50)
    return matrix.astype(dtype)


class DeviceArrays(WithDeviceArrays):
    def test_edges(self):
        random = np.random.default_rng(4)
        for dtype, weights in ((np.int32, np.float32), (np.uint32, np.int64), (np.int64, np.int32), (np.uint64, np.float64)):
            source, target = random.integers(0, 40, (2, 300)).astype(dtype)
            weight = random.integers(1, 9, 300).astype(weights)
            for options in ({}, {"directed": False}, {"merge_multi_edges": True, "drop_self_loops": True}):
                expected = mg.from_edges(source, target, weight, vertices=50, dtype=weights, **options)
                found = mg.from_edges(OnDevice(source), OnDevice(target), OnDevice(weight), vertices=50, **options)
                self.assertEqual(len(found), 50)
                self.assertEqual(found.weight_dtype, expected.weight_dtype)
                for a, b in zip(found.out_edges(), expected.out_edges()):
                    np.testing.assert_array_equal(a, b)
        found = mg.from_edges(OnDevice(np.array([7, 100], np.uint32)), OnDevice(np.array([9, 7], np.uint32)))
        self.assertEqual(found.ids.tolist(), [7, 9, 100])

    def test_wrong(self):
        ids = np.array([0, 1, 2, 3], np.int32)
        here, floats = OnDevice(ids), OnDevice(ids.astype(np.float32))
        for source, target, weights, why in (
            (here, ids, None, "target is numpy.ndarray, but other arrays are in a GPU's memory"),
            (ids, here, None, "source is numpy.ndarray"), (here, here, ids, "weights is numpy.ndarray"),
            (floats, here, None, "source must be uint32"), (here, OnDevice(ids.astype(np.int64)), None, "target is int64"),
            (here, here, OnDevice(ids.astype(np.uint32)), "weights in a GPU's memory must be int32"),
        ):  # fmt: skip
            with self.assertRaisesRegex(TypeError, why):
                mg.from_edges(source, target, weights, vertices=4)
        for array, why in (
            (OnDevice(ids.reshape(2, 2)), "one dimension"), (OnDevice(ids, strides=(8,)), "contiguous"),
            (OnDevice(ids, mask=here), "no mask"), (OnDevice(ids, stream=7), "stream"), (OnDevice(ids[:2]), "4 sources"),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, why):
                mg.from_edges(here, array, vertices=4)
        with self.assertRaisesRegex(TypeError, "vertices= must be given"):
            mg.from_edges(here, here)
        with self.assertRaisesRegex(ValueError, "there are 4 edges, but 2 weights"):
            mg.from_edges(here, here, OnDevice(ids[:2]), vertices=4)
        with self.assertRaisesRegex(mg.Error, "is outside of the 3 ids from 0 on"):
            mg.from_edges(here, here, vertices=3)


class Arrays(unittest.TestCase):
    @unittest.skipIf(mg.devices(), "there is a GPU")
    def test_no_gpu(self):
        there = OnDevice(np.array([0, 1], np.int32))
        with self.assertRaisesRegex(mg.Unsupported, "source is in a GPU's memory, but"):
            mg.from_edges(there, there, vertices=2)

    def test_edges(self):
        graph = mg.from_edges(np.array([7, 100, 7]), np.array([100, 9, 9]), [1.5, 2.0, 4.0])
        self.assertEqual(graph.ids.tolist(), [7, 9, 100])
        self.assertEqual((graph.index(100), graph.indices([9, 7]).tolist()), (2, [1, 0]))
        self.assertEqual(graph.weight_dtype, np.float64)
        self.assertEqual(mg.sssp(graph, 7).to_dict(), {7: 0.0, 9: 3.5, 100: 1.5})
        with self.assertRaises(KeyError):
            graph.index(8)

    def test_orders(self):
        network = nx.relabel_nodes(nx.karate_club_graph(), str)
        graph = mg.from_networkx(network, weight=None)
        expected = nx.single_source_shortest_path_length(network, "5")
        for order in ("natural", "shuffled", "degree", "rcm", "auto"):
            other = graph.reorder(order, seed=2)
            self.assertEqual(other.order, "natural" if order == "auto" else order)
            self.assertEqual(mg.bfs(other, "5").to_dict(), expected)
            self.assertEqual(sorted(other.ids.tolist()), list(range(34)))
            self.assertEqual(other.ids.tolist() == list(range(34)), other.order == "natural")
            self.assertEqual([graph.nodes[v] for v in other.ids], other.nodes)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "graph.mtx")
            graph.write(path)
            self.assertEqual(mg.read(path, order="rcm").order, "rcm")
            self.assertEqual(mg.bfs(mg.read(path, order="rcm"), 6).to_dict(), {int(v) + 1: d for v, d in expected.items()})
        with self.assertRaisesRegex(ValueError, "order must be one of"):
            graph.reorder("rmc")

    def test_kinds_of_ids(self):
        for dtype in (np.int8, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
            graph = mg.from_edges(np.array([0, 1], dtype), np.array([1, 2], dtype), vertices=4)
            self.assertEqual((graph.vertex_count, graph.arc_count, graph.directed), (4, 2, True))
        self.assertEqual(mg.from_edges([2**63], np.array([1], np.uint32)).ids.tolist(), [1, 2**63])
        self.assertEqual(mg.from_edges([], [], vertices=3).vertex_count, 3)
        strided = np.arange(10)[::3]
        self.assertEqual(mg.from_edges(strided, strided + 1).ids.tolist(), [0, 1, 3, 4, 6, 7, 9, 10])

    def test_wrong_edges(self):
        for wrong, error in (
            (([-1], [2]), "negative"), (([1, 2], [3]), "2 sources, but 1"), (([1], [2], [1, 2]), "1 edges, but"),
            (([[1]], [[2]]), "one dimension"), (([1], [2], [2**63]), "must be below"),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, error):
                mg.from_edges(*wrong)
        with self.assertRaises(mg.Error):
            mg.from_edges([5], [1], vertices=3)

    def test_wrong_csr(self):
        for offsets, neighbours, error in (
            ([0, 2, 1], [0], "never decrease"), ([1, 1], [], "begin with 0"), ([0, 2], [0], "last offset"),
            ([0, 1], [7], "below 1, the number of vertices"), ([], [], "one more element"),
        ):  # fmt: skip
            with self.assertRaisesRegex(ValueError, error):
                mg.from_csr(np.array(offsets, int), np.array(neighbours, int))
        with self.assertRaisesRegex(mg.InvalidArgument, "symmetric|undirected|both"):
            mg.from_csr([0, 1, 1], [1], directed=False)

    def test_views_outlive_their_owners(self):
        graph = mg.generate("kron", scale=12)
        edges, depth = graph.out_edges(), mg.bfs(graph).depth
        expected = (edges.neighbours.copy(), depth.copy())
        del graph
        mg.bfs(mg.generate("kron", scale=12, seed=2))  # takes the memory that was freed, if it was
        np.testing.assert_array_equal(edges.neighbours, expected[0])
        np.testing.assert_array_equal(depth, expected[1])
        for array in (edges.neighbours, depth):
            with self.assertRaises(ValueError):
                array[0] = 1

    def test_views_are_no_copies(self):
        graph = mg.generate("path", vertices=10)
        again = graph.out_edges().neighbours
        self.assertEqual(graph.out_edges().neighbours.ctypes.data, again.ctypes.data)
        self.assertTrue(np.shares_memory(mg.to_scipy(graph).indices, again))

    def test_in_edges(self):
        graph = mg.from_edges([0, 0, 1], [1, 2, 2], [5, 6, 7], vertices=3)
        edges = graph.in_edges()
        self.assertEqual(edges.offsets.tolist(), [0, 0, 1, 3])
        self.assertEqual((edges.neighbours.tolist(), edges.weights.tolist()), ([0, 0, 1], [5, 6, 7]))

    def test_generate(self):
        graph = mg.generate("grid", width=4, height=3, max_weight=9)
        self.assertEqual((len(graph), graph.edge_count, graph.weight_dtype), (12, 17, np.int32))
        self.assertEqual(repr(graph), "<multigraph.Graph undirected, 12 vertices, 17 edges>")
        with self.assertRaisesRegex(TypeError, "keyword argument 'widht'"):
            mg.generate("grid", widht=4)
        with self.assertRaisesRegex(mg.InvalidArgument, "gird"):
            mg.generate("gird")


class Weights(unittest.TestCase):
    def weights(self, values, **options):
        graph = mg.from_edges([0, 1], [1, 2], values, **options)
        self.assertEqual(graph.out_edges().weights.dtype, graph.weight_dtype)
        return graph.weight_dtype, graph.out_edges().weights.tolist(), mg.sssp(graph, 0).distance

    def test_types(self):
        cases = (
            ([1, 2], {}, np.int32, [1, 2], np.uint32),
            ([1, 4_000_000_000], {}, np.int64, [1, 4_000_000_000], np.uint64),
            (np.array([1, (1 << 63) - 1], np.uint64), {}, np.int64, [1, (1 << 63) - 1], np.uint64),
            ([1, 0.1], {}, np.float64, [1.0, 0.1], np.float64),
            (np.float32([1, 0.5]), {}, np.float32, [1.0, 0.5], np.float32),
            (np.float32([1, 0.5]), {"dtype": np.float64}, np.float64, [1.0, 0.5], np.float64),
            ([1.5, 0.5], {"dtype": "float32"}, np.float32, [1.5, 0.5], np.float32),
            ([1, 2], {"dtype": np.int64}, np.int64, [1, 2], np.uint64),
            ([1.0, 2.0], {"dtype": np.int32}, np.int32, [1, 2], np.uint32),
        )
        for values, options, dtype, stored, distance in cases:
            found = self.weights(values, **options)
            self.assertEqual((found[0], found[1], found[2].dtype), (dtype, stored, distance))
            self.assertEqual(found[2].tolist(), [0, stored[0], stored[0] + stored[1]])

    def test_what_a_type_cannot_hold(self):
        for values, dtype in (([1, 0.5], np.int32), ([1, 1 << 31], np.int32), ([1, 1e300], np.float32),
                              ([1, float("nan")], np.int64)):  # fmt: skip
            with self.assertRaisesRegex(ValueError, "cannot hold"):
                self.weights(values, dtype=dtype)
        with self.assertRaises(ValueError):
            self.weights(np.array([1, 1 << 63], np.uint64))
        with self.assertRaises(TypeError):
            self.weights([1, 2], dtype=np.uint8)

    def test_read_and_generate(self):
        path = os.path.join(tempfile.mkdtemp(), "x.wel")
        for text, dtype in (("1", np.int32), ("3000000000", np.int64), ("0.5", np.float64)):
            with open(path, "w", encoding="ascii") as file:
                file.write(f"0 1 {text}\n")
            self.assertEqual(mg.read(path).weight_dtype, dtype)
        self.assertEqual(mg.read(path, dtype=np.float32).weight_dtype, np.float32)
        with self.assertRaisesRegex(mg.Error, "int32 cannot hold"):
            mg.read(path, dtype=np.int32)
        graph = mg.generate("grid", width=4, height=3, max_weight=9, dtype=np.float64)
        self.assertEqual(graph.weight_dtype, np.float64)


class SciPy(unittest.TestCase):
    def test_there_and_back(self):
        for dtype in (np.int32, np.int64, np.float32, np.float64):
            matrix = random_matrix(40, 0.1, dtype, 3)
            back = mg.to_scipy(mg.from_scipy(matrix))
            self.assertEqual((back != matrix).nnz, 0)
        coo = sp.coo_matrix(([1, 2, 4], ([0, 0, 2], [1, 1, 0])), (3, 3))
        np.testing.assert_array_equal(mg.to_scipy(mg.from_scipy(coo)).toarray(), coo.toarray())
        self.assertIsNone(mg.from_scipy(matrix.astype(bool)).weight_dtype)
        self.assertIsNone(mg.from_scipy(matrix, weighted=False).weight_dtype)

    def test_undirected(self):
        matrix = random_matrix(30, 0.1, np.int32, 4)
        with self.assertRaises(mg.InvalidArgument):
            mg.from_scipy(matrix, directed=False)
        self.assertFalse(mg.from_scipy(matrix + matrix.T, directed=False).directed)
        with self.assertRaisesRegex(ValueError, "square"):
            mg.from_scipy(sp.csr_matrix((2, 3)))

    def test_products(self):
        matrix = random_matrix(50, 0.1, np.float64, 5)
        graph, x = mg.from_scipy(matrix), np.random.default_rng(1).random((50, 3))
        vector = np.ascontiguousarray(x[:, 0])
        np.testing.assert_allclose(mg.spmv(graph, vector), matrix.T @ vector)
        np.testing.assert_allclose(mg.spmv(graph, vector, transpose=True), matrix @ vector)
        np.testing.assert_allclose(mg.spmm(graph, x), matrix.T @ x)
        np.testing.assert_allclose(mg.spmv(graph, x[:, 0], y=np.ones(50)), matrix.T @ vector + 1)
        mask = np.arange(50) % 2 == 0
        np.testing.assert_allclose(mg.spmv(graph, vector, mask=mask), np.where(mask, matrix.T @ vector, 0))
        least = np.where(matrix.toarray() != 0, matrix.toarray() + vector[:, None], np.inf).min(0)
        np.testing.assert_allclose(mg.spmv(graph, vector, semiring="min_plus"), least)
        with self.assertRaisesRegex(ValueError, "50 rows"):
            mg.spmv(graph, np.ones(49))
        with self.assertRaisesRegex(TypeError, "float16"):
            mg.spmv(graph, np.ones(50, np.float16))


class NetworkX(unittest.TestCase):
    def test_there_and_back(self):
        directed = nx.DiGraph([("x", "y", {"weight": 2.5}), ("y", "z"), ("z", "z", {"weight": 1})])
        multi = nx.MultiGraph([("u", "v"), ("u", "v"), ("v", "v")])
        for network in (nx.karate_club_graph(), directed, multi, nx.grid_2d_graph(3, 4), nx.empty_graph(3)):
            back = mg.to_networkx(mg.from_networkx(network))
            self.assertEqual(list(back.nodes), list(network.nodes))
            self.assertEqual(back.is_directed(), network.is_directed())
            self.assertEqual(back.is_multigraph(), network.is_multigraph())
            weights = any("weight" in data for _, _, data in network.edges(data=True))
            normal = (lambda u, v: (u, v)) if network.is_directed() else (lambda u, v: tuple(sorted((str(u), str(v)))))
            for a, b in ((network, back),):
                self.assertEqual(
                    sorted((str(normal(u, v)), d.get("weight", 1)) for u, v, d in a.edges(data=True)),
                    sorted((str(normal(u, v)), d["weight"] if weights else 1) for u, v, d in b.edges(data=True)),
                )

    def test_dicts_read_by_the_library(self):
        """The library and Python read the same of every kind of graph; what the library cannot read it says."""
        from multigraph import nx_edges

        weights = [[1, 2, 3], [1.5, 2.5, 0.0], [1, 2.5, 3], [True, False, True], [1 << 70, 1, 2], [None, 1.0, 2.0],
                   [-1, -1, -1], [-1.0, -1.0, -1.0], []]
        nodes = [(0, 1, 2), (5, 3, 1 << 40), (-7, -1, 0), ("a", "b", "c"), (0, 1.5, "x"), (2, 1, 0)]
        read = together = 0
        for kind in nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph:
            for u, v, w in nodes:
                for values in weights:
                    network = kind()
                    network.add_nodes_from((w, v, u))
                    pairs = [(u, v), (v, w), (u, u)] + ([(u, v)] if network.is_multigraph() else [])
                    for k, pair in enumerate(pairs):
                        given = values[k % 3] if values else None
                        network.add_edge(*pair, **({} if given is None else {"weight": given}))
                    found = self.read_by(nx_edges.locked_library, network)
                    self.assertEqual(found, self.read_by(lambda: None, network))
                    edges = nx_edges.adjacency(network)
                    read += nx_edges._read_values(edges, "weight") is not None
                    both = nx_edges.adjacency(network, "weight")
                    together += "weight" in both.read
                    self.assertEqual(found, self.read_by(nx_edges.locked_library, network, "weight"))
        self.assertGreater(read, 50)
        self.assertGreater(together, 20)
        table = np.arange(3, dtype=np.uint32)
        for rows in {0: {0.5: {}}}, {0: {7: {}}}, {0: {-1: {}}}, {0: [1]}, {0: {1 << 80: {}}}, [{}]:
            self.assertIsNone(nx_edges._read_keys(rows, 0, table, 1))
        self.assertIsNone(nx_edges._read_keys({0: {1: {}, 2: {}}}, 0, table, 1))

    def test_dicts_read_by_threads(self):
        """Several threads read what one reads, or leave it to the one."""
        from multigraph import nx_edges

        network = nx.gnm_random_graph(2000, 12000, seed=1)
        rows = [network._adj, {u: {v: {} for v in row} for u, row in network._adj.items()}]
        for u, v, spoilt in (1999, 7, {"weight": 2}), (1998, 1 << 70, {}), (1000, 2.0, {}), (1500, True, {}):
            rows.append({**rows[0], u: {**rows[0][u], v: spoilt}})
        rows.append({**rows[0], 3: [1, 1 << 70]})
        for given in rows:
            count = sum(map(len, given.values()))
            one, several = (self.read_rows(given, count, threads) for threads in (1, 4))
            self.assertEqual(one, several)
            keys = [v for row in given.values() for v in row]
            self.assertEqual(one[0] == 0, all(isinstance(v, int) and v < 2000 for v in keys))
            self.assertEqual(self.read_rows(rows[0], 100, 4)[0], self.read_rows(rows[0], 100, 1)[0])

    def read_rows(self, rows, room, threads):
        import ctypes as c

        from multigraph import nx_edges

        table, found = np.arange(2000, dtype=np.uint32), np.zeros(room, np.uint32)
        values, context = np.zeros(room, np.int64), mg.Context(threads=threads)
        read, valued, kind = c.c_uint64(), c.c_uint64(), c.c_int()
        status = nx_edges.locked_library().mg_dict_edges(
            context._handle, rows, 0, table.size, table.ctypes.data, "weight", True, room, found.ctypes.data,
            c.byref(read), values.ctypes.data, c.byref(valued), c.byref(kind))  # fmt: skip
        return status, [] if status else (found.tolist(), read.value, valued.value, kind.value)

    def read_by(self, library, network, attribute=None):
        from multigraph import nx_edges

        before, nx_edges.locked_library = nx_edges.locked_library, library
        try:
            edges = nx_edges.adjacency(network, attribute)
            try:
                weights = edges.weights("weight", 9)
            except TypeError as failure:
                weights = str(failure)
        finally:
            nx_edges.locked_library = before
        kind = getattr(weights, "dtype", None)
        values = weights.tolist() if kind is not None else weights
        return edges.nodes, edges.source.tolist(), edges.target.tolist(), kind, values

    def test_attributes_of_another_class(self):
        class Attributes(dict):
            def __getitem__(self, name):
                return 7

        class Network(nx.DiGraph):
            edge_attr_dict_factory = Attributes

        network = Network([(0, 1, {"weight": 3}), (1, 2, {"weight": 4})])
        self.assertEqual(mg.from_networkx(network).out_edges().weights.tolist(), [7, 7])

    def test_weight_names(self):
        network = nx.DiGraph()
        network.add_edge("a", "b", length=3, weight=1)
        self.assertEqual(mg.sssp(mg.from_networkx(network, weight="length"), "a").to_dict(), {"a": 0, "b": 3})
        self.assertIsNone(mg.from_networkx(network, weight=None).weight_dtype)
        self.assertIsNone(mg.from_networkx(network, weight="cost").weight_dtype)
        with self.assertRaises(KeyError):
            mg.bfs(mg.from_networkx(network), "c")


class Files(unittest.TestCase):
    def test_how_a_table_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path, names = os.path.join(folder, "a.txt"), os.path.join(folder, "names.csv")
            with open(path, "w") as file:
                file.write("cost|who|whom\n3|007|1\n4|1|7\n")
            with open(names, "w") as file:
                file.write("id name\n1 one\n7 seven\n")
            for columns in (["who", "whom", "cost"], "who,whom,cost"):
                graph = mg.read(path, columns=columns, delimiter="|", named=True)
                self.assertEqual(mg.sssp(graph, "007").to_dict(), {"007": 0, "1": 3, "7": 7})
            self.assertEqual(mg.bfs(mg.read(path, columns="who,whom"), 1).to_dict(), {1: 0, 7: 1})
            self.assertEqual(mg.bfs(mg.read(path, columns=[2, 3], skip_lines=1), 1).to_dict(), {1: 0, 7: 1})
            self.assertEqual(mg.bfs(mg.read(path, names=names), "one").to_dict(), {"one": 0, "seven": 1})
            for wrong in ("||", "\n", "\u00e9", ""):
                with self.assertRaisesRegex(ValueError, "delimiter must be"):
                    mg.read(path, delimiter=wrong)
            with self.assertRaisesRegex(ValueError, "names without commas"):
                mg.read(path, columns=["a,b", "c"])
            with self.assertRaisesRegex(ValueError, "no column 'nobody'"):
                mg.read(path, columns=["who", "nobody"])

    def test_write_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            graph = mg.generate("road", width=30, height=30, max_weight=7)
            for name in ("road.mtx.gz", "road.mgb"):
                path = os.path.join(folder, name)
                graph.write(path)
                back = mg.read(path)
                self.assertEqual((mg.to_scipy(back) != mg.to_scipy(graph)).nnz, 0)
                self.assertFalse(back.directed)
            path = os.path.join(folder, "data")
            with open(path, "w") as file:
                file.write("10 20\n30 20\n")
            self.assertTrue(mg.read(path).directed)
            self.assertEqual(mg.read(path, directed=False).ids.tolist(), [10, 20, 30])
            self.assertEqual(mg.read(path, weights="random", seed=3, max_weight=5).weight_dtype, np.int32)
            with self.assertRaisesRegex(mg.FormatError, "data:1"):
                mg.read(path, format="mtx")
            with self.assertRaisesRegex(mg.FileError, "missing"):
                mg.read(os.path.join(folder, "missing"))
            with self.assertRaisesRegex(OSError, "No such file"):
                graph.write(os.path.join(folder, "no/where.el"))
            with self.assertRaisesRegex(ValueError, "weights must be one of"):
                mg.read(path, weights="heavy")

    def test_other_programs_read_what_is_written(self):
        graph = mg.from_edges([1, 2, 3, 2], [2, 3, 3, 1], [0.5, 2.0, 1e10, 4.0])
        edges = {("1", "2", 0.5), ("2", "3", 2.0), ("3", "3", 1e10), ("2", "1", 4.0)}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.")
            for suffix in ("graphml", "gml", "net", "npy", "npz"):
                graph.write(path + suffix)
            for network in (nx.read_graphml(path + "graphml"), nx.read_gml(path + "gml"), nx.read_pajek(path + "net")):
                self.assertTrue(network.is_directed())
                self.assertEqual(set(network.edges(data="weight")), edges)
            array = np.load(path + "npy")
            self.assertEqual({(str(u), str(v), w) for u, v, w in array.tolist()}, edges)
            matrix = sp.load_npz(path + "npz")
            self.assertEqual(matrix.shape, (3, 3))
            self.assertEqual((matrix != mg.to_scipy(graph)).nnz, 0)

    def test_losses_are_announced(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.el")
            with self.assertLogs("multigraph", "WARNING") as log:
                mg.from_networkx(nx.path_graph(["a", "b"])).write(path)
            self.assertIn("their names are lost", log.output[0])
            with self.assertLogs("multigraph", "WARNING") as log:
                mg.from_networkx(nx.path_graph(3)).write(path)  # called by their ids: nothing is lost
                mg.from_networkx(nx.path_graph(3)).write(os.path.join(folder, "x.csr"))
            self.assertEqual(len(log.output), 1)
            self.assertFalse(mg.read(path).directed)
            with self.assertRaisesRegex(ValueError, "suffix .parquet"):
                mg.from_networkx(nx.path_graph(3)).write(os.path.join(folder, "x.parquet"))


if __name__ == "__main__":
    unittest.main()
