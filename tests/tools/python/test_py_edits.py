# SPDX-License-Identifier: Apache-2.0
"""Edits of graphs, and runs that start from results of the version before."""

import unittest

import numpy as np

import multigraph as mg


def arcs(graph):
    edges = graph.out_edges()
    weights = edges.weights if edges.weights is not None else np.ones(graph.arc_count)
    source = np.repeat(graph.ids, np.diff(edges.offsets).astype(int))
    return sorted(zip(source.tolist(), graph.ids[edges.neighbours].tolist(), weights.tolist()))


class Edits(unittest.TestCase):
    def test_insert_and_remove(self):
        graph = mg.from_edges([10, 20, 20], [20, 30, 40], [5, 6, 7])
        version = graph.edit(insert=([40, 10], [10, 20], [1, 2]), remove=([20, 30], [30, 10]))
        self.assertEqual(arcs(graph), [(10, 20, 5), (20, 30, 6), (20, 40, 7)])
        self.assertEqual(arcs(version), [(10, 20, 2), (10, 20, 5), (20, 40, 7), (40, 10, 1)])
        self.assertEqual((version.edits.inserted, version.edits.removed, version.edits.missing), (2, 1, 1))

    def test_replace_and_default_weight(self):
        graph = mg.from_edges([1], [2], [5.0], directed=False)
        version = graph.edit(insert=([2, 1], [1, 1]), replace=True)
        self.assertEqual(arcs(version), [(1, 1, 1.0), (1, 2, 1.0), (2, 1, 1.0)])

    def test_names(self):
        graph = mg.from_edges(["ann", "bob"], ["bob", "cy"])
        version = graph.edit(insert=(["cy"], ["di"]), vertices=["di"])
        self.assertEqual(mg.bfs(version, "ann").to_dict(), {"ann": 0, "bob": 1, "cy": 2, "di": 3})
        with self.assertRaises(mg.NoSuchVertex):
            graph.edit(insert=(["cy"], ["eve"]))

    def test_errors(self):
        graph = mg.from_edges([1, 2], [2, 3])
        for wrong in ({"insert": ([1], [9])}, {"remove": ([7], [1])}):
            with self.assertRaises(mg.NoSuchVertex):
                graph.edit(**wrong)
        for wrong in ({"insert": ([1], [2, 3])}, {"insert": ([1],)}, {"insert": ([1], [2], [3])},
                      {"remove": ([1], [2], [3])}, {"backend": "gpu"}):  # fmt: skip
            with self.assertRaises(ValueError):
                graph.edit(**wrong)
        with self.assertRaises(mg.Error):
            graph.edit(remove=([3], [1]), strict=True)
        with self.assertRaises(mg.Error):
            graph.edit(vertices=[2])


class Starts(unittest.TestCase):
    def setUp(self):
        self.graph = mg.generate("kron", scale=9, edge_factor=8, max_weight=9)
        self.source = int(self.graph.ids[0])
        edges = self.graph.out_edges()
        removed = ([self.source], [int(self.graph.ids[edges.neighbours[0]])])
        self.version = self.graph.edit(insert=([3, 77], [400, 5], [1, 2]), remove=removed)

    def test_equal_results(self):
        for run, column in ((lambda g, **o: mg.bfs(g, self.source, **o), "depth"),
                            (lambda g, **o: mg.sssp(g, self.source, **o), "distance"), (mg.cc, "component")):  # fmt: skip
            found = run(self.version, start=run(self.graph))
            np.testing.assert_array_equal(found[column], run(self.version)[column])
        found = mg.pagerank(self.version, start=mg.pagerank(self.graph))
        self.assertLess(np.abs(found.rank - mg.pagerank(self.version).rank).sum(), 2e-5)

    def test_which_results(self):
        other = mg.generate("kron", scale=9, edge_factor=8, seed=3)
        with self.assertRaisesRegex(ValueError, "graph that was edited"):
            mg.cc(self.version, start=mg.cc(other))
        with self.assertRaisesRegex(ValueError, "column component"):
            mg.cc(self.version, start=mg.pagerank(self.graph))
        self.assertEqual(mg.cc(self.graph, start=mg.cc(self.graph)).component.tolist(),
                         mg.cc(self.graph).component.tolist())  # fmt: skip
        mg.pagerank(other, start=mg.pagerank(self.graph))


if __name__ == "__main__":
    unittest.main()
