# SPDX-License-Identifier: Apache-2.0
"""On a GPU: runs against those on the CPU; graphs from arrays in its memory; products and states that stay there."""

import importlib.util
import os
import sys
import unittest

import numpy as np
from device_memory import DeviceMemory
from program_texts import AGAIN

import multigraph as mg

EXAMPLES = os.environ["EXAMPLES"]
# Functions, their options, the columns of the result, and the relative difference that the order of sums, and
# iterations that stop by a tolerance, may make.
RUNS = (
    (mg.bfs, {"source": 3}, ("depth",), 0), (mg.sssp, {"source": 3}, ("distance",), 0), (mg.cc, {}, ("component",), 0),
    (mg.scc, {}, ("component",), 0), (mg.pagerank, {"tolerance": 1e-9}, ("rank",), 1e-5),
    (mg.hits, {}, ("hub", "authority"), 1e-6),
    (mg.bc, {"sources": 8, "seed": 1}, ("centrality",), 1e-4), (mg.triangles, {}, ("triangles",), 0),
    (mg.lcc, {}, ("lcc",), 0), (mg.kcore, {}, ("core",), 0), (mg.cdlp, {}, ("label",), 0),
    (mg.closeness, {"sources": 8}, ("closeness",), 1e-9),
)  # fmt: skip


def package(name):
    if importlib.util.find_spec(name) is None:
        raise unittest.SkipTest(f"there is no {name}")
    return importlib.import_module(name)


def arcs(graph):
    edges = graph.out_edges()
    return np.repeat(np.arange(len(graph), dtype=np.uint32), np.diff(edges[0].astype(np.int64))), edges[1]


class Runs(unittest.TestCase):
    def test_devices(self):
        for device in mg.devices():
            self.assertTrue(device["name"] and device["memory"] > 1 << 30 and device["multiprocessors"] > 0)

    def test_algorithms(self):
        for seed, directed in ((5, True), (6, False)):
            random = np.random.default_rng(seed)
            source, target = random.integers(0, 3000, (2, 20000))
            weights = random.integers(1, 100, 20000)
            graph = mg.from_edges(source, target, weights, vertices=3000, directed=directed, merge_multi_edges=True)
            for function, options, columns, tolerance in RUNS:
                with self.subTest(function=function.__name__, directed=directed):
                    found, expected = (function(graph, backend=backend, **options) for backend in ("cuda", "cpu"))
                    self.assertEqual(found.statistics["backend"], "cuda")
                    for column in columns:
                        np.testing.assert_allclose(found[column], expected[column], rtol=tolerance, atol=1e-12)

    def test_names(self):
        graph = mg.from_edges(["ann", "ann", "bob"], ["bob", "cy", "di"])
        self.assertEqual(mg.bfs(graph, "ann", backend="cuda").to_dict(), {"ann": 0, "bob": 1, "cy": 1, "di": 2})

    def test_parents_lead_to_the_source(self):
        graph = mg.generate("kron", scale=10)
        result = mg.bfs(graph, backend="cuda")
        reached = np.flatnonzero(result.reached("depth"))
        others = reached[result.depth[reached] > 0]
        parents = result.parent[others]
        np.testing.assert_array_equal(result.depth[parents] + 1, result.depth[others])
        known = set(zip(*(part.tolist() for part in arcs(graph))))
        self.assertTrue(known.issuperset(zip(parents.tolist(), others.tolist())))


class Edges(unittest.TestCase):
    def test_edges(self):
        random = np.random.default_rng(4)
        kinds = ((np.int32, np.float32), (np.uint32, np.int64), (np.int64, np.int32), (np.uint64, np.float64))
        for dtype, weights in kinds:
            source, target = random.integers(0, 400, (2, 9000)).astype(dtype)
            weight = random.integers(1, 9, 9000).astype(weights)
            arrays = [DeviceMemory(array) for array in (source, target, weight)]
            for options in ({}, {"directed": False}, {"merge_multi_edges": True, "drop_self_loops": True}):
                with self.subTest(dtype=dtype, **options):
                    expected = mg.from_edges(source, target, weight, vertices=500, dtype=weights, **options)
                    found = mg.from_edges(*arrays, vertices=500, **options)
                    distances = [mg.sssp(graph, 0, backend="cuda").distance for graph in (found, expected)]
                    np.testing.assert_array_equal(*distances)
                    for a, b in zip(found.out_edges(), expected.out_edges()):
                        np.testing.assert_array_equal(a, b)
            for array, before in zip(arrays, (source, target, weight)):
                np.testing.assert_array_equal(array.get(), before)
        found = mg.from_edges(*(DeviceMemory(np.array(ids, np.uint32)) for ids in ([7, 100], [9, 7])))
        self.assertEqual(found.ids.tolist(), [7, 9, 100])

    def test_wrong(self):
        ids = DeviceMemory(np.array([0, 1, 2, 3], np.int32))
        with self.assertRaisesRegex(mg.Error, "is outside of the 3 ids from 0 on"):
            mg.from_edges(ids, ids, vertices=3)


class Products(unittest.TestCase):
    """Operands hold small whole numbers, so that all orders of sums give the same."""

    def setUp(self):
        random = np.random.default_rng(9)
        self.rows, self.columns = random.integers(0, 700, 5000), random.integers(0, 900, 5000)
        self.values = random.integers(-9, 9, 5000).astype(np.float32)
        self.random = random

    def dense(self, *shape):
        return self.random.integers(-9, 9, shape).astype(np.float32)

    def test_matrices(self):
        matrix = mg.Matrix.from_coo(self.rows, self.columns, self.values, shape=(700, 900))
        for shape in ((), (5,)):
            x, before = self.dense(900, *shape), self.dense(700, *shape)
            mask = self.random.integers(0, 2, 700).astype(np.uint8)
            out = DeviceMemory(before)
            returned = matrix.multiply(DeviceMemory(x), alpha=2, beta=1, y=out, out=out, mask=DeviceMemory(mask))
            self.assertIs(returned, out)
            expected = matrix.multiply(x, alpha=2, beta=1, y=before, mask=mask, backend="cpu")
            np.testing.assert_array_equal(out.get(), expected)
        x, y = self.dense(700, 3), self.dense(900, 3)
        out = DeviceMemory(np.zeros(matrix.nnz, np.float32))
        matrix.sddmm(DeviceMemory(x), DeviceMemory(y), out=out)
        np.testing.assert_array_equal(out.get(), matrix.sddmm(x, y, backend="cpu"))
        here = np.zeros(700, np.float32)  # from the GPU's memory to the host's
        matrix.multiply(DeviceMemory(y[:, 0]), out=here)
        np.testing.assert_array_equal(here, matrix.multiply(y[:, 0], backend="cpu"))

    def test_graphs(self):
        graph = mg.from_edges(self.rows, self.columns, self.values, vertices=900)
        for function, shape in ((mg.spmv, (900,)), (mg.spmm, (900, 4))):
            for semiring in ("plus_times", "min_plus"):
                for transpose in (False, True):
                    x = self.dense(*shape)
                    out = DeviceMemory(np.zeros(shape, np.float32))
                    function(graph, DeviceMemory(x), semiring=semiring, transpose=transpose, out=out)
                    expected = function(graph, x, semiring=semiring, transpose=transpose, backend="cpu")
                    np.testing.assert_array_equal(out.get(), expected)
        with self.assertRaisesRegex(mg.Error, "memory"):
            mg.spmv(graph, DeviceMemory(self.dense(900)), out=DeviceMemory(self.dense(900)), backend="cpu")


class Outputs(unittest.TestCase):
    """Results that stay in a GPU's memory."""

    def test_columns(self):
        random = np.random.default_rng(11)
        source, target = random.integers(0, 3000, (2, 9000))
        graph = mg.from_edges(source, target, random.random(9000), vertices=3000)
        runs = ((mg.bfs, {}, "depth", np.uint32), (mg.bfs, {}, "depth", np.int32), (mg.sssp, {}, "distance", np.float64),
                (mg.cc, {}, "component", np.uint32), (mg.pagerank, {"tolerance": 1e-9}, "rank", np.float64),
                (mg.pagerank, {"sources": [3, 4]}, "rank", np.float64), (mg.hits, {}, "hub", np.float64),
                (mg.triangles, {}, "triangles", np.uint64), (mg.lcc, {}, "lcc", np.float64),
                (mg.scc, {}, "component", np.uint32), (mg.cdlp, {}, "label", np.int32), (mg.kcore, {}, "core", np.uint32),
                (mg.mis, {}, "member", np.uint32), (mg.coloring, {}, "color", np.uint32),
                (mg.msf, {}, "weight", np.float64), (mg.closeness, {}, "harmonic", np.float64),
                (mg.bipartite, {}, "side", np.uint32), (mg.matching, {}, "mate", np.uint32),
                (mg.eigenvector, {"max_iterations": 10}, "centrality", np.float64),
                (mg.katz, {}, "centrality", np.float64), (mg.bc, {"sources": [3, 4]}, "centrality", np.float64),
                (mg.louvain, {}, "community", np.uint32), (mg.leiden, {}, "community", np.uint32),
                (mg.run, {"program": mg.Program(os.path.join(EXAMPLES, "kcore.c")), "k": 3}, "degree", np.uint32))  # fmt: skip
        for function, options, column, dtype in runs:
            with self.subTest(function=function.__name__, dtype=dtype):
                expected = function(graph, backend="cuda", **options)[column]
                out = DeviceMemory(np.full(expected.shape, 77, dtype))
                result = function(graph, out={column: out}, **options)
                self.assertIs(result[column], out)
                self.assertEqual(list(result), [column])
                self.assertEqual(result.statistics["backend"], "cuda")
                np.testing.assert_allclose(out.get(), expected.astype(dtype), rtol=1e-6, atol=1e-12)
        walks = DeviceMemory(np.zeros((2 * 3000, 6), np.uint32))
        self.assertIs(mg.walks(graph, walks=2, length=5, seed=7, out=walks), walks)
        np.testing.assert_array_equal(walks.get(), mg.walks(graph, walks=2, length=5, seed=7, backend="cpu"))
        with self.assertRaisesRegex(TypeError, "column rank must be in host memory"):
            mg.pagerank(graph, out={"rank": DeviceMemory(np.zeros(3000))}).to_dict()
        with self.assertRaisesRegex(mg.Error, "outputs in device memory require the backend cuda"):
            mg.pagerank(graph, out={"rank": DeviceMemory(np.zeros(3000))}, backend="cpu")


class States(unittest.TestCase):
    def test_in_place(self):
        graph, program = mg.generate("kron", scale=10), mg.Program(os.path.join(EXAMPLES, "kcore.c"))
        states = DeviceMemory(np.zeros(len(graph), program.state_dtype))
        self.assertTrue(mg.run_in_place(graph, program, states, k=5))
        self.assertTrue(mg.run_in_place(graph, program, states, k=5))  # what was left does not matter: init sets it
        expected = mg.run(graph, program, k=5, backend="cpu")
        found = states.get()
        np.testing.assert_array_equal(found["in_core"], expected.in_core)
        with self.assertRaisesRegex(mg.Error, "states in device memory require the backend cuda"):
            mg.run_in_place(graph, program, states, k=5, backend="cpu")

    def test_waits_for_the_default_stream(self):
        graph, program = mg.generate("path", vertices=1000), mg.Program(text=AGAIN)
        much = DeviceMemory(np.zeros(1 << 28, np.uint8))
        states = DeviceMemory(np.full(1000, 20, np.uint64).repeat(2).view(program.state_dtype))
        mg.run_in_place(graph, program, states)  # compiles
        for _ in range(200):
            much.set_later(1)
        states.set_later(0)
        mg.run_in_place(graph, program, states)
        self.assertEqual(states.get()["times"].tolist(), [7] * 1000)


class Libraries(unittest.TestCase):
    """Arrays of packages, where they are installed."""

    def check(self, array, back):
        source, target = np.array([0, 0, 1], np.int32), np.array([1, 2, 2], np.int32)
        graph = mg.from_edges(array(source), array(target), array(np.array([2, 3, 4], np.float32)), vertices=3)
        self.assertEqual(mg.sssp(graph, 0, backend="cuda").distance.tolist(), [0, 2, 3])
        x, out = array(np.array([1, 10, 100], np.float32)), array(np.zeros(3, np.float32))
        self.assertIs(mg.spmv(graph, x, out=out), out)
        self.assertEqual(back(out).tolist(), [0, 2, 43])
        with self.assertRaisesRegex(TypeError, "in host memory"):
            mg.from_csr(array(np.array([0, 0], np.int32)), [])
        program = mg.Program(os.path.join(EXAMPLES, "kcore.c"))
        rank = array(np.zeros(3))
        self.assertIs(mg.pagerank(graph, out={"rank": rank}).rank, rank)
        np.testing.assert_allclose(back(rank), mg.pagerank(graph, backend="cpu").rank, rtol=1e-4)
        states = array(np.zeros((3, program.state_dtype.itemsize // 4), np.int32))
        self.assertTrue(mg.run_in_place(graph, program, states, k=1))
        found = np.ascontiguousarray(back(states)).view(program.state_dtype)["in_core"].ravel()
        self.assertEqual(found.tolist(), mg.run(graph, program, k=1, backend="cpu").in_core.tolist())

    def test_cupy(self):
        cupy = package("cupy")
        self.check(cupy.asarray, cupy.asnumpy)

    def test_pytorch(self):
        torch = package("torch")
        self.check(lambda array: torch.from_numpy(array).cuda(), lambda tensor: tensor.cpu().numpy())


if __name__ == "__main__":
    if not mg.devices():
        print("skipped: there is no GPU")
        sys.exit(77)
    unittest.main()
