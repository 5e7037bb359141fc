# SPDX-License-Identifier: Apache-2.0
"""Accepted and refused arguments, with the messages; unreached vertices; pickles."""

import copy
import pickle
import unittest

import numpy as np

import multigraph as mg


class Arguments(unittest.TestCase):
    def setUp(self):
        self.graph = mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8])

    def test_numbers_of_numpy(self):
        graph = self.graph
        for one in (1, np.int64(1), np.uint8(1), np.array(1)):
            self.assertEqual(mg.bfs(graph, one).to_dict(), {1: 0, 2: 1, 3: 1, 4: 2})
        for some in ([7, 1], (7, 1), np.array([7, 1]), np.uint64([7, 1]), {7: "a", 1: "b"}, iter([7, 1])):
            self.assertEqual(mg.bfs(graph, sources=some).sources.tolist(), [4, 0])
        self.assertEqual(mg.bc(graph, sources=np.array([7, 1])).sources.tolist(), [4, 0])
        for number in (2, np.int64(2), np.array(2)):
            self.assertEqual(len(mg.bc(graph, sources=number, seed=np.int64(3)).sources), 2)
        self.assertEqual(mg.pagerank(graph, tolerance=0, max_iterations=np.int64(3)).statistics["iterations"], 3)
        self.assertEqual(len(mg.generate("grid", width=np.int32(3), height=np.uint64(2), seed=np.int64(1))), 6)
        self.assertEqual(len(mg.from_edges([0], [1], vertices=np.int64(3))), 3)
        self.assertEqual(mg.Context(threads=np.int64(1)).threads, 1)

    def test_no_such_vertex(self):
        for wrong in (999, -1, 2**64, 1.5, "1", None, [1, 2], (1, 2)):
            if wrong is not None:  # the default source
                with self.assertRaises(mg.NoSuchVertex) as caught:
                    mg.bfs(self.graph, wrong)
                hint = "; ids are whole numbers, such as 1" if wrong == "1" else ""
                text = f"there is no vertex {wrong!r} in <multigraph.Graph directed, 6 vertices, 4 edges>{hint}"
                self.assertEqual(str(caught.exception), text)
            with self.assertRaises(KeyError):
                mg.bfs(self.graph, sources=[1, wrong])
        named = mg.from_edges([0], [1], nodes=["a", "b"])
        for wrong in (0, "c", ["a"], np.array(["a"])):
            with self.assertRaises(mg.NoSuchVertex):
                mg.sssp(named, wrong)
        with self.assertRaisesRegex(LookupError, "no vertex 'x'"):
            mg.pagerank(self.graph, personalization={"x": 1})

    def test_graphs_that_are_none(self):
        features = np.ones((6, 2))
        calls = (
            *(lambda g, run=run: run(g) for run in (mg.bfs, mg.sssp, mg.cc, mg.pagerank, mg.bc, mg.hits, mg.triangles,
                                                    mg.lcc, mg.scc, mg.cdlp, mg.to_scipy, mg.edges_frame)),
            lambda g: mg.bfs(g, 1), lambda g: mg.bfs(g, sources=[1]), lambda g: mg.pagerank(g, personalization={1: 1}),
            lambda g: mg.similarity(g, features), lambda g: mg.spmv(g, features[:, 0]), lambda g: mg.spmm(g, features),
            lambda g: mg.run(g, "none.c"), mg.Matrix.from_graph,
        )  # fmt: skip
        for wrong, words in (
            (None, "NoneType; multigraph.from_edges"), ("a.el", "str; multigraph.read"),
            (np.eye(3), "numpy.ndarray; multigraph.from_edges"), ([[1, 2]], "list; multigraph."),
        ):  # fmt: skip
            for call in calls:
                with self.assertRaisesRegex(TypeError, f"graph must be a multigraph.Graph, not {words}"):
                    call(wrong)
        for make, words in ((mg.from_scipy, "matrix must be a sparse matrix of SciPy, not ndarray"),
                            (mg.Matrix.from_scipy, "matrix must be a sparse matrix of SciPy, not ndarray"),
                            (mg.from_networkx, "network must be a graph of NetworkX, not ndarray"),
                            (mg.from_igraph, "network must be a graph of igraph, not ndarray"),
                            (mg.from_frame, "frame must be a data frame of .*, not ndarray")):  # fmt: skip
            with self.assertRaisesRegex(TypeError, words):
                make(np.eye(3))

    def test_wrong_flags(self):
        calls = {
            "trace": lambda v: mg.bfs(self.graph, trace=v),
            "parents": lambda v: mg.sssp(self.graph, parents=v),
            "normalized": lambda v: mg.bc(self.graph, normalized=v),
            "data_driven": lambda v: mg.pagerank(self.graph, data_driven=v),
            "directed": lambda v: mg.from_edges([1], [2], directed=v),
            "drop_self_loops": lambda v: mg.from_edges([1], [2], drop_self_loops=v),
            "merge_multi_edges": lambda v: mg.read("none.el", merge_multi_edges=v),
            "strict": lambda v: self.graph.edit(strict=v),
            "transpose": lambda v: mg.spmv(self.graph, np.ones(6), transpose=v),
        }
        for name, call in calls.items():
            for wrong in ("no", None, 2, 0.0, np.array([True])):
                words = f"^{name} must be True or False"
                with self.subTest(name=name, wrong=wrong), self.assertRaisesRegex(TypeError, words):
                    call(wrong)
        self.assertEqual(mg.bfs(self.graph, trace=np.bool_(True)).statistics["trace"][0]["mode"], "sparse")
        with self.assertRaisesRegex(TypeError, "progress must be"):
            mg.Context(progress=5)

    def test_wrong_reals(self):
        graph = mg.from_edges([1], [2], [1.5])
        calls = {
            "delta": lambda v: mg.sssp(graph, delta=v),
            "damping": lambda v: mg.pagerank(graph, damping=v),
            "tolerance": lambda v: mg.hits(graph, tolerance=v),
            "radius": lambda v: mg.generate("rgg", vertices=9, radius=v),
            "personalization of 1": lambda v: mg.pagerank(graph, personalization={1: v}),
            "weight 1": lambda v: mg.from_edges([1, 2], [3, 4], [1, v]),
        }
        for name, call in calls.items():
            for wrong in ("0.5", None, [1], 1j):
                with self.subTest(name=name, wrong=wrong), self.assertRaises((TypeError, ValueError)):
                    call(wrong)
            for text in ("0.5", None):
                words = f"^{name} must be a number, not {text!r}"
                with self.subTest(name=name), self.assertRaisesRegex(TypeError, words):
                    call(text)
        with self.assertRaisesRegex(ValueError, "delta is nan"):
            mg.sssp(graph, delta=float("nan"))

    def test_wrong_words(self):
        for call in (lambda v: mg.bfs(self.graph, backend=v), lambda v: mg.bfs(self.graph, mode=v),
                     lambda v: self.graph.reorder(v), lambda v: mg.read("none.el", weights=v)):  # fmt: skip
            for wrong in ("gpu", None, 1, ["cpu"]):
                with self.assertRaisesRegex(ValueError, "must be one of "):
                    call(wrong)
        for call, name in ((lambda v: mg.generate(v), "kind"), (lambda v: self.graph.write("a.el", format=v), "format"),
                           (lambda v: mg.Program(text=v), "text")):  # fmt: skip
            with self.assertRaisesRegex(TypeError, f"{name} must be a string, not 5"):
                call(5)
            with self.assertRaisesRegex(ValueError, f"{name} has a zero byte"):
                call("a\0b")
        for wrong in (5, 1.5, [1]):
            with self.assertRaisesRegex(TypeError, "path must be the name of a file"):
                mg.read(wrong)
        for wrong in ("", "a\0b"):  # the library would read "a"
            with self.assertRaisesRegex(ValueError, "path must be the name of a file"):
                mg.read(wrong)

    def test_wrong_operands(self):
        graph, matrix, x = self.graph, mg.Matrix.from_coo([0], [1], [1.0]), np.ones(6)
        integers = mg.Matrix.from_coo([0], [1], np.ones(1, np.int32))
        named = mg.from_edges(["a"], ["b"])
        calls = (
            ("mask must be numbers, not <U3", lambda: mg.spmv(graph, x, mask="abc")),
            ("y must be numbers, not <U1", lambda: mg.spmv(graph, x, y=["a"] * 6)),
            ("y must be numbers, not object", lambda: matrix.multiply(np.ones(2), beta=1, y=[None])),
            ("y must have numbers of int32, .* position 1 has 0.5",
             lambda: mg.spmv(graph, np.ones(6, np.int32), y=[1, 0.5, 0, 0, 0, 0])),
            ("y must have numbers of int32, .* position \\(5, 0\\) has nan",
             lambda: mg.spmm(graph, np.ones((6, 1), np.int32), y=[[1], [2], [0], [0], [0], [np.nan]])),
            ("y must have numbers of int32, .* position 0 has 2147483648",
             lambda: integers.multiply(np.ones(2, np.int32), beta=1, y=[1 << 31])),
            ("y must have numbers of int32, .* position 0 has 1.5",
             lambda: integers.multiply(np.ones(2, np.int32), beta=1, y=[1.5], out=np.zeros(1, np.int32))),
            ("out must be an array of NumPy, not list", lambda: matrix.multiply(np.ones(2), out=[1])),
            ("values must be numbers, not <U1", lambda: matrix.edit(rows=[0], columns=[0], values=["x"])),
            ("remove must be rows and columns, not 5", lambda: matrix.edit(remove=5)),
            ("shape must be numbers of rows and columns, not 5", lambda: mg.Matrix.from_csr([0, 0], [], shape=5)),
            ("the number of rows must be a whole number", lambda: mg.Matrix.from_coo([0], [1], shape=("a", 2))),
            ("vertices must be a list or an array of vertices, not 5", lambda: graph.edit(vertices=5)),
            ("vertices must be a list or an array of vertices, not 'zz'", lambda: named.edit(vertices="zz")),
            ("insert: vertices must be a list or an array", lambda: named.edit(insert=("a", "b"))),
        )  # fmt: skip
        for words, call in calls:
            with self.subTest(words=words), self.assertRaisesRegex(TypeError, f"^{words}"):
                call()
        with self.assertRaisesRegex(ValueError, "y must have the shape of the result"):
            mg.spmv(graph, x, y=0.5)
        self.assertEqual(mg.spmv(graph, 0 * x.astype(np.int32), y=np.full(6, 2.0)).tolist(), [2] * 6)
        with self.assertRaisesRegex(ValueError, "the columns must differ"):
            mg.edges_frame(graph, source="x", target="x")

    def test_membership(self):
        self.assertEqual([vertex in self.graph for vertex in (1, np.int64(7), 5, "1", True, [1])], [True, True] + [False] * 4)
        result = mg.bfs(self.graph, 1)
        self.assertEqual((list(result), "depth" in result, "rank" in result), (["depth", "parent"], True, False))

    def test_conflicting_arguments(self):
        with self.assertRaisesRegex(TypeError, "source and sources are both given"):
            mg.bfs(self.graph, 1, sources=[2])
        with self.assertRaisesRegex(TypeError, "context must be"):
            mg.bfs(self.graph, context=5)
        with self.assertRaisesRegex(TypeError, "start must be the result of an earlier run, not 5"):
            mg.cc(self.graph, start=5)
        with self.assertRaisesRegex(TypeError, "insert must be sources and targets, .* not a list of edges"):
            self.graph.edit(insert=[(1, 2), (2, 3)])  # would be taken for the edges 1 -> 2, 2 -> 3
        with self.assertRaisesRegex(TypeError, "remove must be sources and targets"):
            self.graph.edit(remove=5)
        for column in ("dist", "dept"):
            with self.assertRaises(mg.NoSuchColumn):
                mg.bfs(self.graph)[column]
        with self.assertRaisesRegex(TypeError, "column must be the name of a column, such as 'depth', not -1"):
            mg.bfs(self.graph).filled(-1)

    def test_arrays(self):
        for kind in (">i4", "<i8", ">u8", "i2", object):  # other orders of bytes were read as other ids
            graph = mg.from_edges(np.array([1, 2], kind), np.array([2, 3], kind), np.array([1.5, 2.5], ">f8"))
            self.assertEqual((graph.ids.tolist(), graph.out_edges().weights.tolist()), ([1, 2, 3], [1.5, 2.5]))
        csr = mg.from_csr(np.array([0, 1, 1], ">i8"), np.array([1], ">i4"))
        self.assertEqual(csr.out_edges().neighbours.tolist(), [1])
        self.assertEqual(mg.spmv(graph, np.array([1, 2, 3], ">f4")).tolist(), [0, 1.5, 5])
        fixed = np.array([1, 2])
        fixed.flags.writeable = False
        self.assertEqual(mg.from_edges(fixed, fixed[::-1], fixed).edge_count, 2)
        masked = np.ma.masked_array([1, 2], [False, True])
        for arguments in ((masked, [3, 4]), ([3, 4], masked), ([3, 4], [5, 6], masked)):
            with self.assertRaisesRegex(ValueError, "has no value at position 1: it is masked"):
                mg.from_edges(*arguments)
        with self.assertRaisesRegex(ValueError, "source must not be negative, but position 1 has -7"):
            mg.from_edges([1, -7], [2, 3])
        for wrong in (5, None, "ab", {1, 2}, {1: 2}, np.array(3)):
            with self.assertRaisesRegex(TypeError, "source must be a list or an array, not"):
                mg.from_edges(wrong, [1, 2])
        pairs = {1: 2, 2: 3}
        self.assertEqual(mg.from_edges(pairs.keys(), pairs.values()).edge_count, 2)
        self.assertEqual(mg.from_edges(iter([1, 2]), (v for v in (2, 3))).edge_count, 2)
        self.assertIsNone(mg.from_edges([1], [2], dtype=np.float32).weight_dtype)
        for wrong in ("float16", "nonsense", complex):
            for weights in (None, [1]):
                with self.assertRaisesRegex(TypeError, "weights can be int32, int64, float32 or float64"):
                    mg.from_edges([1], [2], weights, dtype=wrong)
        with self.assertRaisesRegex(TypeError, "nodes must be a list of names, not 'ab'"):
            mg.from_edges([0], [1], nodes="ab")

    def test_wrong_sources(self):
        for wrong in (-1, 0, 7, np.int64(-1), True, 2**64):
            with self.assertRaisesRegex(ValueError, "from 1 to 6"):
                mg.bc(self.graph, sources=wrong)
        for wrong in (2.5, "12", b"1", np.array([[1, 2]])):
            with self.assertRaisesRegex(TypeError, "a list or an array of vertices"):
                mg.bc(self.graph, sources=wrong)
        for function in (mg.bfs, mg.bc):
            with self.assertRaisesRegex(ValueError, "sources is empty"):
                function(self.graph, sources=[])
        with self.assertRaisesRegex(TypeError, "a list or an array of vertices, not 3"):
            mg.bfs(self.graph, sources=3)

    def test_wrong_numbers(self):
        calls = {
            "max_iterations": lambda v: mg.cc(self.graph, max_iterations=v),
            "lanes": lambda v: mg.bc(self.graph, lanes=v),
            "block_width": lambda v: mg.bfs(self.graph, block_width=v),
            "heavy_edges": lambda v: mg.sssp(self.graph, heavy_edges=v),
            "seed": lambda v: mg.bc(self.graph, sources=2, seed=v),
            "vertices": lambda v: mg.from_edges([], [], vertices=v),
            "width": lambda v: mg.generate("grid", width=v),
            "max_weight": lambda v: mg.generate("grid", max_weight=v),
            "skip_lines": lambda v: mg.read("none.el", skip_lines=v),
            "memory_budget": lambda v: mg.Context(memory_budget=v),
        }
        for name, call in calls.items():
            for wrong, error in ((-1, ValueError), (1 << 64, ValueError), (1.5, TypeError), ("3", TypeError)):
                with self.subTest(name=name, wrong=wrong), self.assertRaisesRegex(error, f"^{name} must be"):
                    call(wrong)

    def test_empty_graphs(self):
        empty = mg.from_edges([], [], vertices=0)
        for function in (mg.bfs, mg.sssp, mg.cc, mg.pagerank, mg.bc):
            result = function(empty)
            self.assertEqual([len(values) for values in result.columns.values()], [0] * len(result.columns))
            self.assertEqual((result.to_dict(), result.filled().tolist()), ({}, []))
        self.assertIsNone(mg.bc(empty).statistics["backend"])


class Unreached(unittest.TestCase):
    def test_depths_and_parents(self):
        result = mg.bfs(mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8]), 1)
        self.assertEqual(result.depth.tolist(), [0, 1, 1, 2, 2**32 - 1, 2**32 - 1])
        self.assertEqual(result.reached("depth").tolist(), [True] * 4 + [False] * 2)
        self.assertEqual(result.masked("depth").tolist(), [0, 1, 1, 2, None, None])
        self.assertEqual(result.masked("parent").mask.tolist(), [False] * 4 + [True] * 2)
        self.assertTrue(np.shares_memory(result.masked("depth").data, result.depth))
        self.assertEqual(result.filled("depth").tolist(), [0, 1, 1, 2, -1, -1])
        self.assertEqual(result.filled("depth").dtype, np.int64)
        self.assertEqual(result.filled("depth", np.inf).tolist(), [0, 1, 1, 2, np.inf, np.inf])
        with self.assertRaisesRegex(KeyError, "no column dept; it has depth, parent"):
            result.filled("dept")

    def test_distances(self):
        for weights, dtype in ([5], np.uint32), (np.int64([5]), np.uint32), ([2**40], np.uint64), ([0.5], np.float64):
            result = mg.sssp(mg.from_edges([1], [2], weights, vertices=4), 1)
            self.assertEqual(result.reached().tolist(), [False, True, True, False])
            self.assertEqual(result.filled(unreached=-1).tolist(), [-1, 0, weights[0], -1])
        several = mg.bfs(mg.from_edges([1, 3], [2, 4]), sources=[1, 3])
        self.assertEqual(several.filled("depth").tolist(), [[0, -1], [1, -1], [-1, 0], [-1, 1]])

    def test_numbers_are_all_reached(self):
        result = mg.pagerank(mg.from_edges([1], [2]))
        self.assertEqual(result.reached().tolist(), [True, True])
        np.testing.assert_array_equal(result.filled(), result.rank)


class Pickles(unittest.TestCase):
    def test_graphs(self):
        graphs = (
            mg.from_edges([5, 9, 5], [9, 5, 70], [0.5, 2.0, 1.0]),
            mg.from_edges([0, 1], [1, 2], [7, 8], directed=False, nodes=["x", ("y", 1), None]),
            mg.generate("road", width=20, height=10, max_weight=9, seed=3).reorder("degree"),
            mg.from_edges([], [], vertices=0),
        )
        for graph in graphs:
            for back in (pickle.loads(pickle.dumps(graph)), copy.deepcopy(graph)):
                self.assertEqual(repr(back), repr(graph))
                self.assertEqual((back.ids.tolist(), back.nodes, back.order), (graph.ids.tolist(), graph.nodes, graph.order))
                for mine, theirs in zip(back.out_edges(), graph.out_edges()):
                    np.testing.assert_array_equal(mine, theirs)
                self.assertEqual(back.weight_dtype, graph.weight_dtype)

    def test_matrices(self):
        matrix = mg.Matrix.from_coo([0, 2, 2], [1, 0, 3], [1.5, 2.0, -1.0], shape=(3, 5))
        pattern = mg.Matrix.from_coo([0, 1], [1, 0])
        for one in (matrix, matrix.T, matrix.scaled(2), pattern, *(matrix.convert(name) for name in ("ell", "split", "csb"))):
            for back in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one), copy.copy(one)):
                self.assertEqual((repr(back), back.shape, back.format), (repr(one), one.shape, one.format))
                for mine, theirs in zip(back.csr(), one.csr()):
                    np.testing.assert_array_equal(mine, theirs)

    def test_results(self):
        graph = mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8])
        self.assertIs(copy.copy(graph), graph)
        result = mg.bfs(graph, 1)
        back = pickle.loads(pickle.dumps(result))
        self.assertEqual(back.to_dict("parent"), result.to_dict("parent"))
        self.assertEqual((back.statistics, back.converged), (result.statistics, True))
        self.assertEqual(back.sources.tolist(), [0])
        with self.assertRaises(ValueError):
            back.depth[0] = 1

    def test_results_of_other_versions(self):
        result = mg.bfs(mg.from_edges([1, 1, 2, 7], [2, 3, 4, 8]), 1)
        before, state = mg.Result.__new__(mg.Result), dict(result.__dict__)
        for later in ("totals", "edge_columns", "_edge_meanings"):
            del state[later]
        before.__setstate__(state)
        self.assertEqual(before.to_dict(), result.to_dict())
        self.assertEqual((before.totals.size, before.edge_columns, repr(before)), (0, {}, repr(result)))
        del state["_meanings"]
        with self.assertRaisesRegex(pickle.UnpicklingError, "another version of multigraph, and has no _meanings; run"):
            mg.Result.__new__(mg.Result).__setstate__(state)


if __name__ == "__main__":
    unittest.main()
