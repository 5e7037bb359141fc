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
OLDER = {"betweenness_centrality", "single_target_shortest_path_length"}  # not as an older NetworkX has them
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
        "all_pairs_shortest_path_length", "average_shortest_path_length", "betweenness_centrality", "center",
        "closeness_centrality", "connected_components", "core_number", "diameter", "eccentricity", "global_efficiency",
        "harmonic_centrality", "is_bipartite", "is_connected", "is_strongly_connected", "is_weakly_connected",
        "number_connected_components", "number_weakly_connected_components", "pagerank", "periphery", "radius",
        "shortest_path_length", "weakly_connected_components", "wiener_index"))  # fmt: skip
    for name in ("single_source_shortest_path_length", "single_target_shortest_path_length", "descendants", "ancestors",
                 "single_source_dijkstra_path_length", "single_source_bellman_ford_path_length",
                 "node_connected_component", "eccentricity"):  # fmt: skip
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
                if (name, len(network)) == ("center", 0) and nx.__version__ < "3.6":  # another exception
                    continue
                if interface.can_run(name, (network, *args), kwargs) is not True:
                    self.assertIn(name, OLDER)
                    self.assertLess(nx.__version__, "3.6")
                    continue
                with self.subTest(network=str(network), call=(name, args, kwargs)):
                    expected = outcome(function, network, args, kwargs, "networkx")
                    found = outcome(function, network, args, kwargs, "multigraph")
                    if isinstance(expected, (int, float)) and isinstance(found, (int, float)):
                        found = type(expected)(found)
                    if isinstance(expected, dict) and "distance" not in name:
                        found = self.numbers_like(found, expected)
                    if name == "pagerank" and isinstance(expected, dict) and isinstance(found, dict):
                        self.ranks_agree(found, expected, **kwargs)
                    else:
                        self.same(found, expected)
                    answered.add(name)
        self.assertEqual(answered | OLDER, set(multigraph_networkx.FUNCTIONS))

    def numbers_like(self, found, expected):
        """NetworkX has int beside float where a length is whole by chance; values must be equal, types of them not."""
        if not isinstance(found, dict) or found.keys() != expected.keys():
            return found
        return {key: type(expected[key])(value) if isinstance(expected[key], (int, float)) else value
                for key, value in found.items()}  # fmt: skip

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

    def test_signatures(self):
        for name in multigraph_networkx.FUNCTIONS:
            ours = inspect.signature(getattr(interface, name)).parameters
            theirs = inspect.signature(getattr(nx, name)).parameters
            wanted = {p.name: p.default for p in theirs.values() if p.name not in ("backend", "backend_kwargs")}
            self.assertEqual({p.name: p.default for p in ours.values()}, wanted, name)

    def test_left_to_networkx(self):
        network = nx.path_graph(4)
        for name, args, kwargs in (
            ("betweenness_centrality", (), {"weight": "weight"}), ("betweenness_centrality", (), {"endpoints": True}),
            ("betweenness_centrality", (None, True, "weight"), {}), ("eccentricity", (), {"weight": "weight"}),
            ("diameter", ({0: 1},), {}), ("single_source_dijkstra_path_length", (0,), {"weight": lambda u, v, d: 1}),
            ("closeness_centrality", (), {"distance": lambda u, v, d: 1}), ("wiener_index", ("weight",), {}),
            ("average_shortest_path_length", (), {"method": "floyd-warshall"}), ("harmonic_centrality", (None, "d"), {}),
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
        self.assertIn("few edges", interface.should_run("has_path", (network, 0, 1), {}))
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
