# SPDX-License-Identifier: Apache-2.0
"""The algorithms against NetworkX, on graphs of several kinds, in every mode."""

import math
import unittest
import warnings

import networkx as nx
import numpy as np

import multigraph as mg


def weighted(network, seed):
    random = np.random.default_rng(seed)
    for _, _, data in network.edges(data=True):
        data["weight"] = int(random.integers(1, 20))
    return network


def networks():
    path = nx.path_graph(["a", "b", "c", "d"])
    path.add_node("alone")
    multi = nx.MultiDiGraph([(1, 2), (1, 2), (2, 3), (3, 3), (3, 1), (4, 5)])
    return {
        "karate": nx.karate_club_graph(),
        "undirected": weighted(nx.gnm_random_graph(60, 90, seed=1), 1),
        "directed": weighted(nx.gnm_random_graph(60, 200, seed=2, directed=True), 2),
        "path": path,
        "multi": multi,
        "grid": nx.grid_2d_graph(7, 9),
        "edgeless": nx.empty_graph(5),
    }


def in_every_case(test):
    """Runs test(self, network, graph, source, mode) for each network in each mode."""

    def run(self):
        for name, network in networks().items():
            graph, source = mg.from_networkx(network), next(iter(network.nodes))
            for mode in ("auto", "sparse", "dense", "pull"):
                with self.subTest(network=name, mode=mode):
                    test(self, network, graph, source, mode)

    return run


class AgainstNetworkX(unittest.TestCase):
    @in_every_case
    def test_bfs(self, network, graph, source, mode):
        result = mg.bfs(graph, source, mode=mode)
        depth = nx.single_source_shortest_path_length(network, source)
        self.assertEqual(result.to_dict("depth"), depth)
        parents = result.to_dict("parent")
        self.assertEqual(parents.keys(), depth.keys())
        for node, parent in parents.items():
            if node != source:
                self.assertTrue(network.has_edge(parent, node))
                self.assertEqual(depth[parent] + 1, depth[node])

    @in_every_case
    def test_sssp(self, network, graph, source, mode):
        result = mg.sssp(graph, source, parents=True, mode=mode)
        distance = nx.single_source_dijkstra_path_length(network, source)
        self.assertEqual(result.to_dict("distance"), distance)
        self.assertEqual(result.to_dict("parent").keys(), distance.keys())

    def test_sssp_of_fractions(self):
        network = networks()["directed"]
        for _, _, data in network.edges(data=True):
            data["weight"] /= 7
        result = mg.sssp(mg.from_networkx(network), 0)
        self.assertEqual(result.distance.dtype, np.float64)
        expected = nx.single_source_dijkstra_path_length(network, 0)
        found = result.to_dict()
        self.assertEqual(found.keys(), expected.keys())
        for node in expected:
            self.assertTrue(math.isclose(found[node], expected[node], rel_tol=1e-12))

    @in_every_case
    def test_cc(self, network, graph, source, mode):
        component = mg.cc(graph, mode=mode).component
        nodes = list(network.nodes)
        sets = nx.weakly_connected_components(network) if network.is_directed() else nx.connected_components(network)
        for found in sets:
            indices = sorted(nodes.index(node) for node in found)
            self.assertEqual({int(component[v]) for v in indices}, {indices[0]})

    @in_every_case
    def test_pagerank(self, network, graph, source, mode):
        rank = mg.pagerank(graph, tolerance=1e-12, mode=mode, max_iterations=500).rank
        # parallel edges count as often as they occur
        simple = nx.DiGraph()
        simple.add_nodes_from(network)
        for u, v in network.edges():
            for a, b in ((u, v),) if network.is_directed() else {(u, v), (v, u)}:
                count = simple.get_edge_data(a, b, {"count": 0})["count"]
                simple.add_edge(a, b, count=count + 1)
        expected = nx.pagerank(simple, weight="count", tol=1e-13, max_iter=500)
        np.testing.assert_allclose(rank, list(expected.values()), rtol=1e-6)
        personal = mg.pagerank(graph, tolerance=1e-12, personalization={source: 1}, max_iterations=500).rank
        expected = nx.pagerank(simple, weight="count", tol=1e-13, max_iter=500, personalization={source: 1})
        np.testing.assert_allclose(personal, list(expected.values()), rtol=1e-6, atol=1e-9)

    def test_weighted_pagerank(self):
        for name, network in networks().items():
            if network.is_multigraph() or not len(network):
                continue
            graph, nodes = mg.from_networkx(network), list(network)
            with self.subTest(network=name):
                for jumps in (None, {nodes[0]: 1, nodes[-1]: 2}):
                    found = mg.pagerank(graph, weighted=True, tolerance=1e-12, max_iterations=500, personalization=jumps)
                    theirs = nx.pagerank(network, weight="weight", tol=1e-13, max_iter=500, personalization=jumps)
                    np.testing.assert_allclose(found.rank, [theirs[v] for v in nodes], rtol=1e-6, atol=1e-9)

    def test_pagerank_of_sources(self):
        for name, network in networks().items():
            graph, nodes = mg.from_networkx(network), list(network.nodes)
            sources = [nodes[i * 7 % len(nodes)] for i in range(5)]
            for lanes in (0, 2):
                with self.subTest(network=name, lanes=lanes):
                    found = mg.pagerank(graph, sources=sources, lanes=lanes, tolerance=1e-12, max_iterations=500)
                    self.assertEqual(found.rank.shape, (len(nodes), 5))
                    self.assertEqual([nodes[v] for v in found.sources], sources)
                    for k, source in enumerate(sources):
                        expected = mg.pagerank(graph, personalization={source: 1}, tolerance=1e-12, max_iterations=500)
                        np.testing.assert_allclose(found.rank[:, k], expected.rank, rtol=1e-9, atol=1e-11)
                        if not network.is_multigraph():
                            theirs = nx.pagerank(network, personalization={source: 1}, weight=None, tol=1e-13,
                                                 max_iter=500)  # fmt: skip
                            np.testing.assert_allclose(found.rank[:, k], list(theirs.values()), rtol=1e-6, atol=1e-9)

    def test_hits(self):
        for name, network in networks().items():
            if name in ("edgeless", "path", "grid"):  # NetworkX divides by 0; bipartite graphs have several solutions
                continue
            with self.subTest(network=name):
                simple = nx.DiGraph()
                simple.add_nodes_from(network)
                for u, v in network.edges():
                    for a, b in ((u, v),) if network.is_directed() else {(u, v), (v, u)}:
                        count = simple.get_edge_data(a, b, {"weight": 0})["weight"]
                        simple.add_edge(a, b, weight=count + 1)
                found = mg.hits(mg.from_networkx(network), tolerance=1e-13, max_iterations=100000)
                hubs, authorities = nx.hits(simple, tol=1e-14)
                np.testing.assert_allclose(found.hub, list(hubs.values()), rtol=1e-5, atol=1e-8)
                np.testing.assert_allclose(found.authority, list(authorities.values()), rtol=1e-5, atol=1e-8)
        np.testing.assert_allclose(mg.hits(mg.from_networkx(nx.empty_graph(5))).hub, np.full(5, 0.2))

    def test_triangles_and_lcc(self):
        for name, network in networks().items():
            with self.subTest(network=name):
                graph = mg.from_networkx(network)
                simple = nx.Graph(network.to_undirected())
                simple.remove_edges_from(list(nx.selfloop_edges(simple)))
                self.assertEqual(mg.triangles(graph).to_dict(), nx.triangles(simple))
                total = mg.triangles(graph, total_only=True)
                self.assertEqual((total.totals.tolist(), list(total.columns)),
                                 ([sum(nx.triangles(simple).values()) / 3] if network else [], []))  # fmt: skip
                found = mg.lcc(graph).to_dict()
                for node in network:
                    near = set(simple[node])
                    edges = sum(network.has_edge(u, v) for u in near for v in near - {u})
                    pairs = len(near) * (len(near) - 1)
                    self.assertTrue(math.isclose(found[node], edges / pairs if pairs else 0))
                if not network.is_directed():
                    self.assertTrue(all(math.isclose(found[v], c) for v, c in nx.clustering(simple).items()))

    @in_every_case
    def test_scc(self, network, graph, source, mode):
        component = mg.scc(graph, mode=mode).component
        nodes = list(network.nodes)
        both = network if network.is_directed() else network.to_directed()
        for found in nx.strongly_connected_components(both):
            indices = sorted(nodes.index(node) for node in found)
            self.assertEqual({int(component[v]) for v in indices}, {indices[0]})

    @in_every_case
    def test_kcore(self, network, graph, source, mode):
        edges = nx.MultiGraph([(u, v) for u, v in network.edges() if u != v])  # parallel edges count
        edges.add_nodes_from(network)
        left, core, k = edges.copy(), {}, 0
        while len(left):
            few = [node for node in left if left.degree(node) <= k]
            core.update(dict.fromkeys(few, k))
            left.remove_nodes_from(few)
            k += not few
        found = mg.kcore(graph, mode=mode).to_dict()
        self.assertEqual(found, core)
        if not network.is_multigraph():
            self.assertEqual(found, nx.core_number(network))

    @in_every_case
    def test_mis_coloring_matching_bipartite(self, network, graph, source, mode):
        simple = nx.Graph(network.to_undirected())
        simple.remove_edges_from(list(nx.selfloop_edges(simple)))
        nodes = list(network.nodes)
        member = mg.mis(graph, seed=3, mode=mode).to_dict()
        color = mg.coloring(graph, seed=3, mode=mode).to_dict()
        mate = mg.matching(graph, seed=3, mode=mode).mate
        self.assertTrue(all(color[u] != color[v] for u, v in simple.edges()))
        for node in nodes:
            self.assertEqual(member[node], color[node] == 0)
            self.assertEqual(bool(member[node]), not any(member[near] for near in simple[node]))
        pairs = {frozenset((nodes[v], nodes[u])) for v, u in enumerate(mate.tolist()) if u < len(nodes)}
        self.assertTrue(nx.is_maximal_matching(simple, {tuple(pair) for pair in pairs}))
        side = mg.bipartite(graph, mode=mode).to_dict()
        for component in nx.connected_components(network.to_undirected()):
            part = nx.Graph(network.to_undirected().subgraph(component))
            sides = {side[node] for node in component}
            if not nx.is_bipartite(part):
                self.assertEqual(sides, {2})
            else:
                self.assertTrue(sides <= {0, 1} and all(side[u] != side[v] for u, v in part.edges()))

    def test_msf(self):
        for name, network in networks().items():
            with self.subTest(network=name):
                forest = mg.msf(mg.from_networkx(network))
                there = forest.source < len(network)
                undirected = nx.MultiGraph()  # with both directions of an edge
                undirected.add_edges_from(network.edges(data=True))
                edges = nx.minimum_spanning_edges(undirected, data=True, weight="weight")
                weights = [data.get("weight", 1) for *_, data in edges]
                self.assertEqual(int(there.sum()), len(weights))
                if "weight" in forest.columns:
                    self.assertEqual(sorted(forest.weight[there].tolist()), sorted(weights))

    @in_every_case
    def test_closeness(self, network, graph, source, mode):
        found = mg.closeness(graph, mode=mode)
        closeness, harmonic = nx.closeness_centrality(network), nx.harmonic_centrality(network)
        np.testing.assert_allclose(found.closeness, [closeness[node] for node in network], rtol=1e-12)
        np.testing.assert_allclose(found.harmonic, [harmonic[node] for node in network], rtol=1e-12)
        sampled = mg.closeness(graph, sources=len(network), seed=7, mode=mode)
        np.testing.assert_allclose(sampled.closeness, found.closeness, rtol=1e-12)
        with self.assertRaises(ValueError):
            mg.closeness(graph, sources=len(network) + 1)

    def test_eigenvector_and_katz(self):
        for name, network in networks().items():
            if network.is_multigraph():
                continue
            with self.subTest(network=name), warnings.catch_warnings():
                warnings.simplefilter("ignore", mg.NotConverged)
                graph = mg.from_networkx(network)
                found = mg.eigenvector(graph, tolerance=1e-12, max_iterations=5000)
                if found.converged:
                    expected = nx.eigenvector_centrality(network, tol=1e-12, max_iter=5000, weight=None)
                    np.testing.assert_allclose(found.centrality, list(expected.values()), atol=1e-9)
                for normalized in (False, True):
                    found = mg.katz(graph, alpha=0.01, beta=0.5, normalized=normalized, tolerance=1e-12)
                    expected = nx.katz_centrality(network, 0.01, 0.5, normalized=normalized, tol=1e-12, weight=None)
                    np.testing.assert_allclose(found.centrality, list(expected.values()), rtol=1e-9)

    @in_every_case
    def test_targets_and_paths(self, network, graph, source, mode):
        nodes = list(network.nodes)
        target = nodes[len(nodes) // 2]
        lengths = nx.single_source_dijkstra_path_length(network, source)
        most = lengths.get(target, math.inf)
        self.assertEqual(mg.sssp(graph, source, target=target, mode=mode).to_dict(),
                         {node: d for node, d in lengths.items() if d <= most})  # fmt: skip
        self.assertEqual(mg.sssp(graph, source, cutoff=9, mode=mode).to_dict(),
                         {node: d for node, d in lengths.items() if d <= 9})  # fmt: skip
        depths = nx.single_source_shortest_path_length(network, source)
        self.assertEqual(mg.bfs(graph, source, cutoff=2, mode=mode).to_dict("depth"),
                         {node: d for node, d in depths.items() if d <= 2})  # fmt: skip
        vertices, distances = mg.path(graph, source, target, mode=mode)
        if target not in lengths:
            self.assertEqual(len(vertices), 0)
            return
        self.assertEqual((nodes[vertices[0]], nodes[vertices[-1]]), (source, target))
        self.assertEqual(distances.tolist(), [lengths[nodes[v]] for v in vertices])
        self.assertTrue(all(network.has_edge(nodes[u], nodes[v]) for u, v in zip(vertices, vertices[1:])))
        self.assertEqual(mg.path(graph, source, target, weighted=False)[1][-1], depths[target])

    def test_cdlp(self):
        for name, network in networks().items():
            graph, nodes = mg.from_networkx(network), list(network.nodes)
            label = {node: i for i, node in enumerate(nodes)}
            for iterations in range(1, 5):
                heard = {node: [] for node in nodes}
                for u, v in network.edges():
                    heard[u].append(label[v])
                    if network.is_directed() or u != v:
                        heard[v].append(label[u])
                label = {node: min(heard[node], key=lambda l: (-heard[node].count(l), l), default=label[node])
                         for node in nodes}  # fmt: skip
                with self.subTest(network=name, iterations=iterations):
                    self.assertEqual(mg.cdlp(graph, iterations=iterations).label.tolist(), list(label.values()))
        with self.assertRaises(mg.InvalidArgument):
            mg.cdlp(mg.from_networkx(nx.path_graph(3)), iterations=0)

    def test_communities(self):
        for name, network in networks().items():
            graph = mg.from_networkx(network)
            undirected = nx.MultiGraph()
            undirected.add_nodes_from(network)
            undirected.add_edges_from(network.edges(data=True))
            for function in (mg.louvain, mg.leiden):
                with self.subTest(network=name, function=function.__name__):
                    found = function(graph, seed=3)
                    labels = found.community.tolist()
                    self.assertEqual(found.community.tolist(), function(graph, seed=3).community.tolist())
                    self.assertEqual(found.count, len(set(labels)))
                    self.assertTrue(all(labels[label] == label <= v for v, label in enumerate(labels)))
                    self.assertEqual(found.modularity, mg.modularity(graph, found.community))
                    if undirected.number_of_edges():
                        sets = [{node for node, other in zip(network, labels) if other == label} for label in set(labels)]
                        self.assertAlmostEqual(found.modularity, nx.community.modularity(undirected, sets))
        path = mg.from_edges([1, 2, 3], [2, 3, 4], weights=[1, 8, 1], directed=False)
        self.assertEqual(mg.louvain(path).count, 1)
        self.assertEqual(mg.louvain(path, weighted=False).count, 2)
        self.assertAlmostEqual(mg.modularity(path, {4: "b", 3: "b", 1: "a", 2: "a"}, weighted=False), 1 / 6)
        for wrong in ([1, 2], {1: 1, 2: 1}, np.zeros((4, 1))):
            with self.assertRaises(ValueError):
                mg.modularity(path, wrong)
        with self.assertRaises(mg.InvalidArgument):
            mg.leiden(path, resolution=-1)
        with self.assertRaises(mg.Unsupported):
            mg.louvain(path, backend="cuda")

    def test_ktruss(self):
        for name, network in networks().items():
            graph, plain = mg.from_networkx(network), nx.Graph(network)
            plain.remove_edges_from(list(nx.selfloop_edges(plain)))
            nodes, edges = list(network), graph.out_edges()
            source = np.repeat(np.arange(len(graph)), np.diff(edges.offsets.astype(np.int64)))
            found = mg.ktruss(graph)
            with self.subTest(network=name):
                for k in range(2, int(found.max(initial=2)) + 2):
                    expected = {frozenset(edge) for edge in nx.k_truss(plain, k).edges}
                    ends = zip(source[found >= k], edges.neighbours[found >= k])
                    self.assertEqual({frozenset((nodes[u], nodes[v])) for u, v in ends}, expected)
        with self.assertRaises(mg.Unsupported):
            mg.ktruss(mg.from_edges([1], [2]), backend="cuda")

    def test_similarity(self):
        for name, network in networks().items():
            graph = mg.from_networkx(network)
            edges = graph.out_edges()
            source = np.repeat(np.arange(len(graph)), np.diff(edges.offsets.astype(np.int64)))
            for dtype in (np.float32, np.float64, np.int32, np.int64, np.int8):
                x = np.random.default_rng(4).integers(-20, 20, (len(graph), 6)).astype(dtype)
                x[0] = 0
                with self.subTest(network=name, dtype=dtype):
                    real = x.astype(np.float64)
                    dots = (real[source] * real[edges.neighbours]).sum(1)
                    found = mg.similarity(graph, x, measure="dot")
                    self.assertEqual(found.dtype, np.int32 if dtype == np.int8 else dtype)
                    np.testing.assert_allclose(found, dots, rtol=1e-5, atol=1e-4)
                    lengths = np.linalg.norm(real, axis=1)
                    lengths[lengths == 0] = 1
                    cosines = dots / (lengths[source] * lengths[edges.neighbours])
                    np.testing.assert_allclose(mg.similarity(graph, x[:, :]), cosines, rtol=1e-5, atol=1e-5)
        graph = mg.from_networkx(networks()["directed"])
        for wrong, words in ((np.ones(3), "x must have 60 rows"), (np.ones((60, 0)), "at least one column")):
            with self.assertRaisesRegex(ValueError, words):
                mg.similarity(graph, wrong)
        with self.assertRaisesRegex(TypeError, "complex"):
            mg.similarity(graph, np.ones(60) * 1j)
        with self.assertRaisesRegex(ValueError, "measure must be one of cosine, dot, jaccard"):
            mg.similarity(graph, np.ones(60), measure="manhattan")
        for wrong in ({"x": np.ones(60), "measure": "jaccard"}, {}, {"measure": "dot", "top": 2},
                      {"measure": "overlap", "top": 2, "pairs": [(0, 1)]}):  # fmt: skip
            with self.assertRaises(TypeError):
                mg.similarity(graph, **wrong)

    def test_set_similarity(self):
        for name, network in networks().items():
            if network.is_directed() or network.is_multigraph():
                continue
            graph = mg.from_networkx(network)
            nodes = list(network)
            pairs = [(u, v) for u in nodes[:20] for v in nodes[-20:]]
            expected = [score for *_, score in nx.jaccard_coefficient(network, pairs)]
            with self.subTest(network=name):
                np.testing.assert_allclose(mg.similarity(graph, measure="jaccard", pairs=pairs), expected, rtol=1e-14)
                edges = graph.out_edges()
                source = np.repeat(np.arange(len(graph)), np.diff(edges.offsets.astype(np.int64)))
                listed = [(nodes[u], nodes[v]) for u, v in zip(source, edges.neighbours)]
                expected = [score for *_, score in nx.jaccard_coefficient(network, listed)]
                np.testing.assert_allclose(mg.similarity(graph, measure="jaccard"), expected, rtol=1e-14)
                every = [(u, v) for i, u in enumerate(nodes) for v in nodes[i + 1 :]]
                best = sorted((score for *_, score in nx.jaccard_coefficient(network, every) if score), reverse=True)
                found = mg.similarity(graph, measure="jaccard", top=25)[2]
                np.testing.assert_allclose(found, best[:25], rtol=1e-14)

    def test_eccentricity(self):
        for name, network in networks().items():
            graph = mg.from_networkx(network)
            if network.is_directed():
                lengths = [max(found.values()) for _, found in nx.all_pairs_shortest_path_length(network)]
                self.assertEqual(mg.diameter(graph), max(lengths, default=0))
                with self.assertRaises(mg.Unsupported):
                    mg.eccentricity(graph)
                continue
            expected = {}
            for part in nx.connected_components(network):
                expected.update(nx.eccentricity(network.subgraph(part)))
            with self.subTest(network=name):
                found = mg.eccentricity(graph).eccentricity
                self.assertEqual(found.tolist(), [expected[v] for v in network])
                self.assertEqual(mg.diameter(graph), max(expected.values(), default=0))

    def test_edge_bc(self):
        for name, network in networks().items():
            if network.is_multigraph() or any(data.get("weight", 1) <= 0 for *_, data in network.edges(data=True)):
                continue
            graph = mg.from_networkx(network)
            edges, nodes = graph.out_edges(), list(network)
            source = np.repeat(np.arange(len(graph)), np.diff(edges.offsets.astype(np.int64)))
            for weight in (None, "weight"):
                for normalized in (False, True):
                    scores = nx.edge_betweenness_centrality(network, normalized=normalized, weight=weight)
                    expected = [scores.get((nodes[u], nodes[v]), scores.get((nodes[v], nodes[u])))
                                for u, v in zip(source, edges.neighbours)]  # fmt: skip
                    found = mg.edge_bc(graph, normalized=normalized, weighted=weight is not None)
                    with self.subTest(network=name, weight=weight, normalized=normalized):
                        np.testing.assert_allclose(found, np.array(expected, float), rtol=1e-9, atol=1e-12)
                        vertices = nx.betweenness_centrality(network, normalized=normalized, weight=weight)
                        found = mg.bc(graph, normalized=normalized, weighted=weight is not None).centrality
                        np.testing.assert_allclose(found, [vertices[v] for v in nodes], rtol=1e-5, atol=1e-9)

    def test_walks(self):
        for name, network in networks().items():
            graph = mg.from_networkx(network)
            edges = graph.out_edges()
            begin = edges.offsets.astype(np.int64)
            rows = [set(edges.neighbours[a:b].tolist()) for a, b in zip(begin, begin[1:])]
            for kind in ("uniform", "weighted", "node2vec"):
                made = mg.walks(graph, walks=2, length=5, kind=kind, p=0.5, q=2, seed=3)
                with self.subTest(network=name, kind=kind):
                    self.assertEqual((made.shape, made.dtype), ((2 * len(graph), 6), np.uint32))
                    self.assertEqual(made[:, 0].tolist(), np.repeat(np.arange(len(graph)), 2).tolist())
                    for before, after in np.stack((made[:, :-1].ravel(), made[:, 1:].ravel()), 1).tolist():
                        self.assertTrue(after == 2**32 - 1 or after in rows[before])
                    again = mg.walks(graph, walks=2, length=5, kind=kind, p=0.5, q=2, seed=3, backend="cpu")
                    self.assertTrue((made == again).all())
        graph = mg.from_networkx(nx.path_graph(4, create_using=nx.DiGraph))
        end = 2**32 - 1
        self.assertEqual(mg.walks(graph, [2, 0], length=2).tolist(), [[2, 3, end], [0, 1, 2]])
        self.assertEqual(mg.walks(graph, 3, length=0).shape, (3, 1))
        made = np.empty((4, 3), np.uint32)
        self.assertIs(mg.walks(graph, length=2, out=made), made)
        self.assertEqual(made.tolist(), mg.walks(graph, length=2).tolist())
        with self.assertRaisesRegex(ValueError, "out must be uint32 of shape"):
            mg.walks(graph, length=3, out=made)
        for wrong, words in (({"kind": "lazy"}, "kind must be one of"), ({"walks": -1}, "walks must be from 0")):
            with self.assertRaisesRegex(ValueError, words):
                mg.walks(graph, **wrong)
        with self.assertRaises(mg.InvalidArgument):
            mg.walks(graph, kind="node2vec", q=0)
        with self.assertRaises(mg.NoSuchVertex):
            mg.walks(graph, [4])

    @in_every_case
    def test_bc(self, network, graph, source, mode):
        # the library counts paths with 24 bits
        if network.is_multigraph():
            return
        for normalized in (False, True):
            expected = nx.betweenness_centrality(network, normalized=normalized)
            found = mg.bc(graph, normalized=normalized, mode=mode)
            np.testing.assert_allclose(found.centrality, list(expected.values()), rtol=1e-6, atol=1e-9)
            self.assertEqual(found.to_dict().keys(), expected.keys())


class Options(unittest.TestCase):
    def setUp(self):
        self.network = networks()["directed"]
        self.graph = mg.from_networkx(self.network)

    def test_several_sources(self):
        depth = mg.bfs(self.graph, sources=[3, 1, 4, 1, 5]).depth
        self.assertEqual(depth.shape, (60, 5))
        for lane, source in enumerate([3, 1, 4, 1, 5]):
            np.testing.assert_array_equal(depth[:, lane], mg.bfs(self.graph, source).depth)

    def test_default_source(self):
        degree = max(self.network.out_degree(v) for v in self.network)
        self.assertEqual(self.network.out_degree(int(mg.bfs(self.graph).sources[0])), degree)

    def test_sampled_bc(self):
        drawn = mg.bc(self.graph, sources=7, seed=5)
        self.assertEqual(len(set(drawn.sources.tolist())), 7)
        given = mg.bc(self.graph, sources=drawn.sources.tolist())
        np.testing.assert_allclose(drawn.centrality, given.centrality)
        self.assertFalse(np.allclose(drawn.centrality, mg.bc(self.graph).centrality))

    def test_not_converged(self):
        with self.assertWarns(mg.NotConverged):
            result = mg.pagerank(self.graph, tolerance=1e-12, max_iterations=3)
        self.assertFalse(result.converged)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertTrue(mg.pagerank(self.graph, tolerance=1e-3).converged)

    def test_trace_and_statistics(self):
        statistics = mg.bfs(self.graph, 0, mode="sparse", trace=True).statistics
        self.assertEqual(statistics["trace"][0]["frontier_vertices"], 1)
        self.assertEqual({entry["mode"] for entry in statistics["trace"]}, {"sparse"})
        self.assertEqual(statistics["modes"]["sparse"], statistics["iterations"])
        self.assertIn(statistics["backend"], ("cpu", "cuda"))
        self.assertEqual(mg.bfs(self.graph, 0).statistics["trace"], [])
        self.assertEqual(statistics["ranks"] + statistics["gpus"], [])

    def test_statistics_of_ranks(self):
        graph = mg.from_edges(*np.random.default_rng(1).integers(0, 500, (2, 4000)))
        result = mg.bfs(graph, graph.ids[0], context=mg.Context(ranks=3))
        np.testing.assert_array_equal(result.depth, mg.bfs(graph, graph.ids[0]).depth)
        ranks, exchanged = result.statistics["ranks"], result.statistics["exchanged_bytes"]
        self.assertEqual(sum(rank["arcs"] for rank in ranks), graph.edge_count)
        self.assertEqual(sum(rank["received_bytes"] for rank in ranks), exchanged)
        self.assertEqual({rank["exchanges"] > 0 for rank in ranks}, {True})

    def test_outputs(self):
        """Arrays of the caller receive the columns, and are those of the result."""
        graph = mg.from_edges([0, 0, 1, 4], [1, 2, 3, 5], [2, 3, 4, 5], vertices=7)
        runs = ((mg.bfs, {}, "depth", np.uint32), (mg.bfs, {"sources": [0, 4]}, "depth", np.uint32),
                (mg.sssp, {"cutoff": 4}, "distance", np.uint32), (mg.sssp, {"parents": True}, "parent", np.uint32),
                (mg.cc, {}, "component", np.uint32), (mg.pagerank, {}, "rank", np.float64),
                (mg.pagerank, {"weighted": True}, "rank", np.float64),
                (mg.pagerank, {"sources": [0, 4, 6]}, "rank", np.float64), (mg.hits, {}, "authority", np.float64),
                (mg.triangles, {}, "triangles", np.uint64), (mg.lcc, {}, "lcc", np.float64),
                (mg.scc, {}, "component", np.uint32), (mg.cdlp, {}, "label", np.int32), (mg.kcore, {}, "core", np.uint32),
                (mg.mis, {}, "member", np.uint32), (mg.coloring, {}, "color", np.uint32),
                (mg.msf, {}, "weight", np.int32), (mg.closeness, {}, "harmonic", np.float64),
                (mg.bipartite, {}, "side", np.uint32), (mg.matching, {}, "mate", np.uint32),
                (mg.eigenvector, {}, "centrality", np.float64), (mg.katz, {}, "centrality", np.float64),
                (mg.bc, {}, "centrality", np.float64), (mg.louvain, {}, "community", np.uint32),
                (mg.leiden, {}, "community", np.uint32))  # fmt: skip
        for function, options, column, dtype in runs:
            with self.subTest(function=function.__name__, **options):
                expected = function(graph, backend="cpu", **options)
                out = np.full(expected[column].shape, 77, dtype)
                result = function(graph, backend="cpu", out={column: out}, **options)
                self.assertIs(result[column], out)
                self.assertEqual(list(result), [column])
                np.testing.assert_array_equal(out, expected[column])
        path = mg.from_edges([0, 1], [1, 2], directed=False)
        out = np.zeros(3, np.uint32)
        self.assertIs(mg.eccentricity(path, backend="cpu", out={"eccentricity": out}).eccentricity, out)
        self.assertEqual(out.tolist(), [2, 1, 2])
        depth, parent = np.zeros(7, np.int32), np.zeros(7, np.int32)
        result = mg.bfs(graph, 0, backend="cpu", out={"depth": depth, "parent": parent})
        self.assertEqual(depth.tolist(), [0, 1, 1, 2, -1, -1, -1])
        self.assertEqual(parent.tolist(), [0, 0, 0, 1, -1, -1, -1])
        self.assertEqual(result.filled("depth", 9).tolist(), [0, 1, 1, 2, 9, 9, 9])
        self.assertEqual(result.to_dict("parent"), {0: 0, 1: 0, 2: 0, 3: 1})
        empty = mg.from_edges([], [], vertices=0)
        self.assertEqual(mg.cc(empty, out={"component": np.zeros(0, np.uint32)}).component.tolist(), [])
        self.assertEqual(list(mg.bfs(empty, out={"depth": np.zeros(0, np.uint32)})), ["depth"])

    def test_wrong_outputs(self):
        graph = mg.from_edges([0, 0], [1, 2])
        read_only = np.zeros(3, np.uint32)
        read_only.flags.writeable = False
        wrong = (
            (TypeError, "a dict from names of columns to arrays", np.zeros(3, np.uint32)), (TypeError, "an array of NumPy", {"depth": [0, 0, 0]}),
            (ValueError, "must have shape", {"depth": np.zeros(4, np.uint32)}), (ValueError, "writable", {"depth": read_only}),
            (ValueError, "in C order", {"depth": np.zeros(6, np.uint32)[::2]}),
            (TypeError, "the type of the column", {"depth": np.zeros(3, np.uint8)}),
            (mg.InvalidArgument, "of type float64, expected uint32", {"depth": np.zeros(3)}),
            (mg.InvalidArgument, "no column rank", {"rank": np.zeros(3)}),
        )  # fmt: skip
        for error, message, out in wrong:
            with self.assertRaisesRegex(error, message):
                mg.bfs(graph, backend="cpu", out=out)

    def test_sparse_layouts(self):
        for layout in ("auto", "csr", "segmented"):
            depth = mg.bfs(self.graph, 0, mode="sparse", sparse_layout=layout).depth
            np.testing.assert_array_equal(depth, mg.bfs(self.graph, 0).depth)

    def test_dense_layouts(self):
        for layout in ("auto", "panels", "blocks"):
            depth = mg.bfs(self.graph, 0, mode="dense", dense_layout=layout).depth
            np.testing.assert_array_equal(depth, mg.bfs(self.graph, 0).depth)
        depth = mg.bfs(self.graph, 0, mode="dense", dense_layout="blocks", block_width=64, heavy_edges=3).depth
        np.testing.assert_array_equal(depth, mg.bfs(self.graph, 0).depth)

    def test_wrong_words(self):
        for wrong in ({"mode": "spares"}, {"backend": "gpu"}, {"sparse_layout": "cs"}, {"dense_layout": "block"}):
            with self.assertRaisesRegex(ValueError, "must be one of"):
                mg.cc(self.graph, **wrong)
        with self.assertRaisesRegex(KeyError, "no vertex 60 in <multigraph.Graph directed, 60 vertices"):
            mg.bfs(self.graph, 60)
        with self.assertRaisesRegex(ValueError, "60 values"):
            mg.pagerank(self.graph, personalization=np.ones(3))
        with self.assertRaisesRegex(mg.InvalidArgument, "damping"):
            mg.pagerank(self.graph, damping=2)
        with self.assertRaisesRegex(mg.InvalidArgument, "personalization"):
            mg.pagerank(self.graph, sources=[1], personalization={1: 1})


if __name__ == "__main__":
    unittest.main()
