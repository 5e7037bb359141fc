# SPDX-License-Identifier: Apache-2.0
"""The backend of NetworkX beside NetworkX: results, exceptions, caching, and what it leaves to NetworkX."""

import inspect
import math
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import networkx as nx

HERE = os.path.dirname(os.path.abspath(__file__))
COMMUNITIES = {"leiden_communities", "louvain_communities", "modularity"}  # of nx.community
OLDER = {"betweenness_centrality", "single_target_shortest_path_length"}  # not as an older NetworkX has them
UNORDERED = {"attracting_components", "strongly_connected_components"}
SOURCE = os.path.join(HERE, "..", "..", "..", "tools", "python")


def randomly_weighted(network, values):
    for number, (_, _, data) in enumerate(network.edges(data=True)):
        if number % 5:
            data["weight"] = values[number % len(values)]
    return network


def networks():
    yield nx.relabel_nodes(nx.karate_club_graph(), str)
    yield randomly_weighted(nx.gnm_random_graph(80, 110, seed=1), [3, 1, 4, 1, 5, 9])
    yield randomly_weighted(nx.gnm_random_graph(60, 200, seed=2, directed=True), [0.25, 2.0, 1.5])
    yield nx.MultiDiGraph([(1, 2), (1, 2), (2, 3), (3, 3), (3, 1), (4, 5)])
    yield randomly_weighted(nx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "c")]), [2, 7])
    yield nx.compose(nx.cycle_graph(9), nx.path_graph(range(7, 15)))
    yield nx.cycle_graph(7, create_using=nx.DiGraph)
    yield nx.empty_graph(3)
    yield nx.empty_graph(1, create_using=nx.DiGraph)
    yield nx.empty_graph(0)


def calls(network):
    """Names and arguments, also such as raise."""
    first, last = (list(network) or ["none"])[0], (list(network) or ["none"])[-1]
    yield from ((name, (), {}) for name in (
        "all_pairs_bellman_ford_path_length", "all_pairs_dijkstra_path_length", "all_pairs_shortest_path_length",
        "attracting_components", "average_clustering", "average_shortest_path_length", "barycenter",
        "betweenness_centrality", "center", "closeness_centrality", "clustering", "connected_components", "core_number",
        "diameter", "eccentricity", "global_efficiency", "global_reaching_centrality", "harmonic_centrality", "hits",
        "is_arborescence", "is_attracting_component", "is_bipartite", "is_branching", "is_connected",
        "is_directed_acyclic_graph", "is_forest", "is_strongly_connected", "is_tree", "is_weakly_connected",
        "number_attracting_components", "number_connected_components", "number_strongly_connected_components",
        "number_weakly_connected_components", "overall_reciprocity", "pagerank", "periphery", "radius", "reciprocity",
        "shortest_path_length", "strongly_connected_components", "transitivity", "triangles",
        "weakly_connected_components", "wiener_index"))  # fmt: skip
    for name in ("single_source_shortest_path_length", "single_target_shortest_path_length", "descendants", "ancestors",
                 "single_source_dijkstra_path_length", "single_source_bellman_ford_path_length",
                 "node_connected_component", "eccentricity", "local_reaching_centrality", "triangles",
                 "clustering"):  # fmt: skip
        yield from ((name, (node,), {}) for node in (first, last, "nobody"))
    for pair in ((first, last), (last, first), (first, first), (first, "nobody"), ("nobody", first)):
        yield from ((name, pair, {}) for name in ("dijkstra_path_length", "bellman_ford_path_length", "has_path"))
        yield from (("shortest_path_length", pair, {"weight": weight}) for weight in (None, "weight"))
    yield "shortest_path_length", (), {"target": first}
    yield "shortest_path_length", (), {"target": last, "weight": "weight"}
    yield "shortest_path_length", (first,), {"weight": "weight", "method": "bellman-ford"}
    yield "shortest_path_length", (first,), {"method": "none"}
    yield "single_source_shortest_path_length", (first,), {"cutoff": 2}
    yield "single_source_dijkstra_path_length", (first,), {"cutoff": 4.5}
    yield "descendants_at_distance", (first, 2), {}
    for several in ([first], [first, last], {last: 1, first: 2}, [], ["nobody"], [first, "nobody"]):
        yield from ((name, (several,), {}) for name in ("multi_source_dijkstra_path_length", "group_closeness_centrality",
                                                        "triangles", "clustering", "average_clustering"))  # fmt: skip
        yield "group_closeness_centrality", (several,), {"weight": "weight"}
    yield "multi_source_dijkstra_path_length", ([first, last],), {"cutoff": 2, "weight": None}
    yield "all_pairs_dijkstra_path_length", (), {"cutoff": 3}
    yield "average_clustering", (), {"count_zeros": False}
    for weighted in ("eccentricity", "diameter", "radius", "wiener_index", "average_shortest_path_length"):
        yield weighted, (), {"weight": "weight"}
    yield "eccentricity", (first,), {"weight": "weight"}
    yield "average_shortest_path_length", (), {"weight": "weight", "method": "bellman-ford"}
    yield "average_shortest_path_length", (), {"weight": "weight", "method": "unweighted"}
    yield "harmonic_centrality", (), {"distance": "weight"}
    yield "harmonic_centrality", (), {"distance": "weight", "nbunch": [first, last]}
    yield "hits", (), {"max_iter": 0}
    yield "hits", (), {"nstart": dict.fromkeys(network, 0.5), "tol": 1e-10}
    yield "betweenness_centrality", (), {"normalized": False}
    yield "betweenness_centrality", (), {"k": 5, "seed": 3}
    yield "closeness_centrality", (), {"distance": "weight"}
    yield "closeness_centrality", (first,), {"wf_improved": False}
    yield "harmonic_centrality", (), {"nbunch": [first, last], "sources": [last]}
    yield "pagerank", (), {"weight": None, "alpha": 0.6}
    yield "pagerank", (), {"personalization": {first: 2, "nobody": 1}, "tol": 1e-9, "max_iter": 300}
    yield "pagerank", (), {"nstart": {first: 1}, "dangling": {last: 1}, "tol": 1e-9, "max_iter": 300}
    yield "pagerank", (), {"max_iter": 1, "tol": 1e-12}
    yield "eigenvector_centrality", (), {"max_iter": 2000}
    yield "eigenvector_centrality", (), {"max_iter": 2000, "weight": "weight", "nstart": dict.fromkeys(network, 2)}
    yield "katz_centrality", (), {"alpha": 0.01}
    yield "katz_centrality", (), {"alpha": 0.02, "beta": {node: 1.5 for node in network}, "normalized": False}
    yield "katz_centrality", (), {"beta": {"nobody": 1}}


def outcome(function, network, args, kwargs, backend):
    """The result, or the exception with its text."""
    try:
        result = function(network, *args, backend=backend, **kwargs)
        if inspect.isgenerator(result):
            result = list(result)
        return result
    except Exception as failure:
        return type(failure), str(failure)


class Backend(unittest.TestCase):
    def same(self, found, expected):
        self.assertEqual(type(found), type(expected))
        if isinstance(expected, dict):
            self.assertEqual(found.keys(), expected.keys())
            for key in expected:
                self.same(found[key], expected[key])
        elif isinstance(expected, (list, tuple)):
            self.assertEqual(len(found), len(expected))
            for one, other in zip(found, expected):
                self.same(one, other)
        elif isinstance(expected, float):
            near = math.isclose(found, expected, rel_tol=1e-6, abs_tol=1e-9)
            self.assertTrue(near or (math.isnan(found) and math.isnan(expected)), f"{found}, not {expected}")
        else:
            self.assertEqual(found, expected)

    def ranks_agree(self, found, expected, tol=1e-6, alpha=0.85, **others):
        """Both are about as far from the exact ranks as the tolerance allows: NetworkX stops by the change of a plain
        iteration, undirected graphs here by the residual of a faster one."""
        self.assertEqual(found.keys(), expected.keys())
        difference = sum(abs(found[key] - expected[key]) for key in expected)
        self.assertLessEqual(difference, len(expected) * tol * (1 + alpha / (1 - alpha)))

    def setUp(self):
        self.ignored = set(nx.config.warnings_to_ignore)
        nx.config.warnings_to_ignore.add("cache")

    def tearDown(self):
        nx.config.warnings_to_ignore = self.ignored

    def test_results_and_exceptions(self):
        answered = set()
        for network in networks():
            for name, args, kwargs in calls(network):
                function = getattr(nx, name)
                if name in ("barycenter", "center") and not network and nx.__version__ < "3.6":  # another exception
                    continue
                cycle = str(network) == "DiGraph with 7 nodes and 7 edges"
                if name == "hits" and network and (cycle or not network.size()):  # all vectors are solutions
                    continue
                able = interface.can_run(name, (network, *args), kwargs)
                if able is not True and any(word in able for word in ("directed graphs", "trees", "parallel edges")):
                    continue
                if able is not True:
                    self.assertIn(name, OLDER)
                    self.assertLess(nx.__version__, "3.6")
                    continue
                with self.subTest(network=str(network), call=(name, args, kwargs)):
                    expected = outcome(function, network, args, kwargs, "networkx")
                    found = outcome(function, network, args, kwargs, "multigraph")
                    if isinstance(expected, (int, float)) and isinstance(found, (int, float)):
                        found = type(expected)(found)
                    if name in UNORDERED and isinstance(expected, list):
                        expected, found = (sorted(map(sorted, sets)) for sets in (expected, found))
                    pairs = name.startswith("all_pairs") and isinstance(expected, list) and len(found) == len(expected)
                    if pairs or (isinstance(expected, dict) and "distance" not in name):
                        found = self.numbers_like(found, expected)
                    if name == "pagerank" and isinstance(expected, dict) and isinstance(found, dict):
                        self.ranks_agree(found, expected, **kwargs)
                    else:
                        self.same(found, expected)
                    answered.add(name)
        self.assertEqual(answered | OLDER | COMMUNITIES, set(multigraph_networkx.FUNCTIONS))

    def test_communities(self):
        graphs = (nx.karate_club_graph(), nx.les_miserables_graph(), nx.planted_partition_graph(8, 20, 0.5, 0.02, seed=1))
        for network in graphs:
            expected = nx.community.louvain_communities(network, seed=1)
            least = 0.98 * nx.community.modularity(network, expected)
            for name in ("louvain_communities", "leiden_communities"):
                function = getattr(nx.community, name, None)
                if function is None:
                    continue
                with self.subTest(network=str(network), name=name):
                    found = function(network, backend="multigraph", seed=5)
                    self.assertTrue(nx.community.is_partition(network, found))
                    most = max(nx.community.modularity(network, function(network, backend="multigraph", seed=seed))
                               for seed in range(5))  # fmt: skip
                    self.assertGreaterEqual(most, least)
                    self.assertEqual(found, function(network, backend="multigraph", seed=5))
                    self.assertEqual(len(function(network, backend="multigraph", resolution=1000)), len(network))
                    with self.assertRaisesRegex(ValueError, "max_level"):
                        function(network, backend="multigraph", max_level=0)

    def test_modularity(self):
        for network in networks():
            if network.is_directed():
                self.assertIn("directed", interface.can_run("modularity", (network, []), {}))
                continue
            nodes = list(network)
            thirds = [set(nodes[start::3]) for start in range(3)]
            for given in (thirds, [set(nodes)], [[node] for node in nodes], thirds[:2], [nodes, nodes[:1]], [["nobody"]]):
                for options in ({}, {"weight": None, "resolution": 0.5}):
                    with self.subTest(network=str(network), communities=given, options=options):
                        expected = outcome(nx.community.modularity, network, (given,), options, "networkx")
                        found = outcome(nx.community.modularity, network, (given,), options, "multigraph")
                        if isinstance(expected, tuple):  # of the graph only its size is known to the backend
                            expected, found = ((kind, text.split(" of the graph")[0]) for kind, text in (expected, found))
                        self.same(found, expected)

    def numbers_like(self, found, expected):
        """NetworkX has int beside float where a length is whole by chance; values must be equal, types of them not."""
        if isinstance(found, list):  # of all pairs
            return [(node, self.numbers_like(lengths, likes)) for (node, lengths), (_, likes) in zip(found, expected)]
        if not isinstance(found, dict) or found.keys() != expected.keys():
            return found
        return {key: type(expected[key])(value) if isinstance(expected[key], (int, float)) else value
                for key, value in found.items()}  # fmt: skip

    def test_order_of_components(self):
        """Without cycles that of NetworkX; else every component comes after those that it leads to."""
        for seed in range(5):
            network = nx.gnp_random_graph(40, 0.06, seed=seed, directed=True)
            found = list(nx.strongly_connected_components(network, backend="multigraph"))
            place = {node: position for position, nodes in enumerate(found) for node in nodes}
            self.assertTrue(all(place[u] >= place[v] for u, v in network.edges()))
            self.assertGreater(max(map(len, found)), 1)
            acyclic = nx.DiGraph((u, v) for u, v in network.edges() if u < v)
            for function in (nx.strongly_connected_components, nx.attracting_components):
                expected = list(function(acyclic, backend="networkx"))
                self.assertEqual(list(function(acyclic, backend="multigraph")), expected)

    def test_betweenness_has_no_noise(self):
        for network in (nx.complete_bipartite_graph(3, 3), nx.cycle_graph(6), nx.krackhardt_kite_graph()):
            for normalized in (False, True):
                found = nx.betweenness_centrality(network, normalized=normalized, backend="multigraph")
                expected = nx.betweenness_centrality(network, normalized=normalized, backend="networkx")
                for node in network:
                    self.assertAlmostEqual(found[node], expected[node], delta=1e-14)

    def test_order_of_lengths(self):
        network = next(networks())
        found = nx.single_source_shortest_path_length(network, "5", backend="multigraph")
        self.assertEqual(list(found.values()), sorted(found.values()))

    def test_computed_adjacency(self):
        """A subclass whose edges are not those that are stored: the complement."""

        class Complement(nx.Graph):
            def __getitem__(self, node):
                return {other: {} for other in self._adj if other != node and other not in self._adj[node]}

        network = Complement(nx.gnp_random_graph(40, 0.2, seed=3))
        expected = nx.complement(nx.Graph(network._adj))
        self.assertEqual(nx.core_number(network, backend="multigraph"), nx.core_number(expected, backend="networkx"))

    def test_signatures(self):
        for name in multigraph_networkx.FUNCTIONS:
            ours = inspect.signature(getattr(interface, name)).parameters
            function = getattr(nx.community if name in COMMUNITIES else nx, name, None)
            if function is None:
                self.assertEqual(name, "leiden_communities")  # of NetworkX 3.5
                continue
            theirs = inspect.signature(function).parameters
            wanted = {p.name: p.default for p in theirs.values() if p.name not in ("backend", "backend_kwargs")}
            self.assertEqual({p.name: p.default for p in ours.values()}, wanted, name)

    def test_left_to_networkx(self):
        network = nx.path_graph(4)
        for name, args, kwargs in (
            ("betweenness_centrality", (), {"weight": "weight"}), ("betweenness_centrality", (), {"endpoints": True}),
            ("betweenness_centrality", (None, True, "weight"), {}), ("center", (), {"weight": "weight"}),
            ("barycenter", ("weight",), {}), ("clustering", (None, "weight"), {}), ("barycenter", (), {}),
            ("diameter", ({0: 1},), {}), ("single_source_dijkstra_path_length", (0,), {"weight": lambda u, v, d: 1}),
            ("closeness_centrality", (), {"distance": lambda u, v, d: 1}), ("reciprocity", ([0],), {}),
            ("average_shortest_path_length", (), {"method": "floyd-warshall"}), ("eccentricity", (None, {0: {}}), {}),
        ):  # fmt: skip
            self.assertIn("not supported", interface.can_run(name, (network, *args), kwargs))
        network[0][1]["weight"] = -1
        for value, error in (("far", "must be a number, not 'far'"), (1, "negative or not finite")):
            network[1][2]["weight"] = value
            network.__networkx_cache__.clear()
            with self.assertRaises(NotImplementedError) as caught:
                nx.single_source_dijkstra_path_length(network, 0, backend="multigraph")
            self.assertIn(error, str(caught.exception.__cause__ or caught.exception))

    def test_cache(self):
        network = nx.path_graph(5)
        self.assertIn("small", interface.should_run("pagerank", (network,), {}))
        self.assertIs(interface.should_run("betweenness_centrality", (nx.path_graph(200),), {}), True)
        large = nx.empty_graph(6000)
        for name, args in (("has_path", (0, 1)), ("is_tree", ()), ("triangles", (0,)), ("clustering", ([0],))):
            self.assertIn("few edges", interface.should_run(name, (large, *args), {}))
        for name in ("triangles", "strongly_connected_components", "hits", "is_forest"):
            self.assertIs(interface.should_run(name, (large,), {}), True)
        nx.pagerank(network, backend="multigraph")
        kept = list(network.__networkx_cache__["backends"]["multigraph"].values())
        self.assertIs(interface.should_run("pagerank", (network,), {}), True)
        nx.config.warnings_to_ignore = set()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            self.assertEqual(nx.shortest_path_length(network, 0, 4, backend="multigraph"), 4)
        self.assertTrue(any("cached graph is being used" in str(w.message) for w in caught) or nx.__version__ < "3.5")
        self.assertEqual(list(network.__networkx_cache__["backends"]["multigraph"].values()), kept)
        network.add_edge(0, 4)
        self.assertEqual(nx.shortest_path_length(network, 0, 4, backend="multigraph"), 1)

    def test_converted_back(self):
        for network in networks():
            converted = interface.convert_from_nx(network, edge_attrs={"weight": 1})
            back = interface.convert_to_nx(converted)
            self.assertEqual((list(back), type(back)), (list(network), type(network)))
            order = list if back.is_directed() else sorted
            key = lambda edge: [*order(map(str, edge[:2])), edge[2]]  # noqa: E731
            plain = converted.weights["weight"] is None
            expected = sorted(map(key, network.edges(data="weight", default=1)))
            self.assertEqual(sorted(map(key, back.edges(data="weight", default=1 if plain else None))), expected)

    def test_importing_networkx_is_cheap(self):
        code = "import networkx, sys; print('multigraph' in sys.modules, 'multigraph' in networkx.utils.backends.backends)"
        shown = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, text=True).stdout
        self.assertEqual(shown.strip(), "False True")

    def test_by_priority(self):
        code = ("import logging, networkx as nx\n"
                "logging.basicConfig(level=logging.DEBUG)\n"
                "print(nx.betweenness_centrality(nx.path_graph(300))[0])")  # fmt: skip
        environment = {**os.environ, "NETWORKX_BACKEND_PRIORITY": "multigraph"}
        shown = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=environment, check=True)  # fmt: skip
        self.assertEqual(shown.stdout.strip(), "0.0")
        self.assertRegex(shown.stderr, "to 'multigraph' backend for call to .betweenness_centrality")


if __name__ == "__main__":
    if tuple(map(int, nx.__version__.split(".")[:2])) < (3, 4):
        print("skipped: NetworkX is older than 3.4")
        sys.exit(77)
    if "MULTIGRAPH_ENTRY_POINTS" not in os.environ:  # NetworkX looks for backends when it is imported
        with tempfile.TemporaryDirectory() as folder:
            script, project = os.path.join(HERE, "entry_points.py"), os.path.join(SOURCE, "pyproject.toml")
            subprocess.run([sys.executable, script, project, folder], check=True)
            path = os.environ["PYTHONPATH"] + os.pathsep + folder
            environment = {**os.environ, "PYTHONPATH": path, "MULTIGRAPH_ENTRY_POINTS": folder}
            sys.exit(subprocess.run([sys.executable, *sys.argv], env=environment).returncode)
    import multigraph_networkx
    from multigraph.nx_backend import interface

    unittest.main()
