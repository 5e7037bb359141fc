# SPDX-License-Identifier: Apache-2.0
"""Vertex programs of one's own, from files and strings."""

import os
import pickle
import unittest

import networkx as nx
import numpy as np
from device_memory import OnDevice, WithDeviceArrays
from program_texts import AGAIN

import multigraph as mg

EXAMPLES = os.environ["EXAMPLES"]
WIDEST = """
#include <multigraph/program.h>
typedef struct vertex { float width; } vertex;
typedef struct parameters { mg_vertex source; float most; } parameters;
MG_FN bool start(const mg_ctx *ctx, const parameters *p, vertex *v) {
    v->width = ctx->vertex == p->source ? p->most : 0;
    return ctx->vertex == p->source;
}
MG_FN float narrow(float width, float weight) { return width < weight ? width : weight; }
MG_TYPES(widest, vertex, parameters, float, float);
MG_PHASE(widest){.properties = MG_LABEL, .monoid = MG_MAX, .identity = 0, .init = start, .edge = narrow};
#define MG_INSTANTIATE widest
#include <multigraph/instantiate.h>
MG_PROGRAM(widest){MG_ABOUT("widest", "widest paths", vertex, parameters), .phases = {MG_RUN(widest)},
                   .columns = {MG_COLUMN(vertex, width, "width", MG_NUMBER)},
                   .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE),
                                  MG_PARAMETER(parameters, most, "most", MG_NUMBER, 100)}};
"""

SPAN = """
#include <multigraph/program.h>
typedef struct vertex { uint32_t degree; } vertex;
typedef struct parameters { uint32_t unused; } parameters;
MG_FN bool measure(const mg_ctx *ctx, const parameters *p, vertex *all, double *add) {
    (void)p;
    all[ctx->vertex].degree = ctx->out_degree;
    add[0] += ctx->out_degree;
    mg_least(&add[1], ctx->out_degree);
    mg_greatest(&add[2], ctx->out_degree);
    return false;
}
MG_TYPES(span, vertex, parameters, uint32_t, mg_none);
MG_PHASE(span){.kind = MG_KIND_VERTICES, .totals = 1, .minima = 1, .maxima = 1, .vertex = measure};
#define MG_INSTANTIATE span
#include <multigraph/instantiate.h>
MG_PROGRAM(span){MG_ABOUT("span", "degrees", vertex, parameters), .phases = {MG_RUN(span)},
                 .columns = {MG_COLUMN(vertex, degree, "degree", MG_NUMBER)}};
"""

DETOUR = """
#include <multigraph/program.h>
typedef struct vertex { uint32_t degree; } vertex;
typedef struct parameters { uint32_t unused; } parameters;
MG_FN double longer(mg_vertex from, mg_vertex to, double weight, const parameters *p, const vertex *all) {
    (void)p, (void)all;
    return weight + 10.0 * from + 100.0 * to;
}
MG_TYPES(detour, vertex, parameters, double, double);
MG_PHASE(detour){.kind = MG_KIND_EDGES, .score = longer};
#define MG_INSTANTIATE detour
#include <multigraph/instantiate.h>
MG_PROGRAM(detour){MG_ABOUT("detour", "values of edges", vertex, parameters), .phases = {MG_RUN(detour)},
                   .edge_columns = {MG_EDGE_COLUMN(detour, "longer", MG_NUMBER)}};
"""


# of each edge from the vertex `source` its weight, the distance of its target, and the target itself; of others none
FROM_SOURCE = """
#include <multigraph/program.h>
typedef struct vertex { uint32_t unused; } vertex;
typedef struct parameters { uint32_t source; } parameters;
MG_FN float near(mg_vertex from, mg_vertex to, float weight, const parameters *p, const vertex *all) {
    (void)to, (void)all;
    return from == p->source ? weight : INFINITY;
}
MG_FN uint32_t end(mg_vertex from, mg_vertex to, float weight, const parameters *p, const vertex *all) {
    (void)weight, (void)all;
    return from == p->source ? to : MG_NONE;
}
MG_TYPES(near, vertex, parameters, float, float);
MG_PHASE(near){.kind = MG_KIND_EDGES, .score = near};
#define MG_INSTANTIATE near
#include <multigraph/instantiate.h>
MG_TYPES(end, vertex, parameters, uint32_t, float);
MG_PHASE(end){.kind = MG_KIND_EDGES, .score = end};
#define MG_INSTANTIATE end
#include <multigraph/instantiate.h>
MG_PROGRAM(near){MG_ABOUT("near", "edges of a source", vertex, parameters), .phases = {MG_RUN(near), MG_RUN(end)},
                 .parameters = {MG_PARAMETER(parameters, source, "source", MG_VERTEX, MG_NONE)},
                 .edge_columns = {MG_EDGE_COLUMN(near, "near", MG_DISTANCE), MG_EDGE_COLUMN(end, "end", MG_VERTEX)}};
"""


class Programs(unittest.TestCase):
    def test_text(self):
        program = mg.Program(text=WIDEST, name="widest.c")
        self.assertEqual((program.name, program.columns, program.parameters["most"]), ("widest", ["width"], 100))
        program.check()
        network = nx.DiGraph()
        network.add_weighted_edges_from([("a", "b", 5), ("a", "c", 2), ("b", "d", 3), ("c", "d", 4), ("e", "a", 9)])
        graph = mg.from_networkx(network)
        self.assertEqual(mg.run(graph, program, source="a").to_dict(), {"a": 100, "b": 5, "c": 2, "d": 3, "e": 0})
        self.assertEqual(mg.run(graph, program, {"source": "e", "most": 4.5}).to_dict()["b"], 4.5)

    def test_file(self):
        network = nx.gnm_random_graph(50, 120, seed=6)
        graph = mg.from_networkx(network)
        core = nx.k_core(network, 3)
        result = mg.run(graph, os.path.join(EXAMPLES, "kcore.c"), k=3)
        self.assertTrue(0 < len(core) < 50)
        self.assertEqual({node for node, inside in result.to_dict("in_core").items() if inside}, set(core))
        hops = mg.run(graph, os.path.join(EXAMPLES, "hops.c"), source=3)
        np.testing.assert_array_equal(hops.hops, mg.bfs(graph, 3).depth)

    def test_initial(self):
        program = mg.Program(text=AGAIN, name="again.c")
        graph = mg.generate("path", vertices=3)
        self.assertEqual(mg.run(graph, program).times.tolist(), [7, 7, 7])
        result = mg.run(graph, program, initial={"times": [5, 6, 5], "half": np.array([8, 4, 2], np.int8)})
        self.assertEqual(result.times.tolist(), [7, 8, 7])  # until all have seven
        self.assertEqual(result.half.tolist(), [2.0, 1.0, 0.5])
        with self.assertRaisesRegex(mg.InvalidArgument, "no column time;"):
            mg.run(graph, program, initial={"time": [1, 2, 3]})
        with self.assertRaisesRegex(ValueError, "3 vertices"):
            mg.run(graph, program, initial={"times": [1, 2]})
        with self.assertRaisesRegex(TypeError, "uint32"):
            mg.run(graph, program, initial={"times": [0.5, 1, 2]})
        with self.assertRaisesRegex(TypeError, "uint32"):
            mg.run(graph, program, initial={"times": [-1, 1, 2]})

    def test_totals(self):
        graph = mg.from_edges([1, 1, 1, 2], [2, 3, 4, 3])
        result = mg.run(graph, mg.Program(text=SPAN, name="span.c"))
        self.assertEqual(result.totals.tolist(), [4, 0, 3])
        self.assertEqual(mg.bfs(graph, 1).totals.size, 0)

    def test_edge_columns(self):
        graph = mg.from_edges([3, 1, 1], [2, 3, 2], [0.5, 2.5, 4.0])
        program = mg.Program(text=DETOUR, name="detour.c")
        self.assertEqual((program.columns, program.edge_columns), ([], ["longer"]))
        result = mg.run(graph, program)
        self.assertEqual(result.edge_columns["longer"].tolist(), [4.0 + 100, 2.5 + 200, 0.5 + 20 + 100])
        self.assertEqual(graph.out_edges().neighbours.tolist(), [1, 2, 1])
        copy = pickle.loads(pickle.dumps(result))
        np.testing.assert_array_equal(copy.edge_columns["longer"], result.edge_columns["longer"])
        self.assertFalse(copy.edge_columns["longer"].flags.writeable)
        with self.assertRaisesRegex(mg.NoSuchColumn, "no column of vertices"):
            result.to_dict()
        self.assertEqual(mg.bfs(graph, 1).edge_columns, {})

    def test_meaning_of_edge_columns(self):
        graph = mg.from_edges([3, 1, 1], [2, 3, 2], [0.5, 2.5, 4.0], dtype=np.float32)
        result = mg.run(graph, mg.Program(text=FROM_SOURCE, name="near.c"), source=1)
        back = pickle.loads(pickle.dumps(result))
        for one in (result, back):
            self.assertEqual(one.reached("near").tolist(), [True, True, False])
            self.assertEqual(one.masked("near").tolist(), [4.0, 2.5, None])
            self.assertEqual(one.filled("end").tolist(), [1, 2, -1])
            self.assertEqual(one.meaning("end"), mg.layouts.CONSTANTS["MG_VERTEX"])
        with self.assertRaisesRegex(mg.NoSuchColumn, "no column of vertices"):
            result.reached("far")

    def test_errors(self):
        with self.assertRaisesRegex(mg.ProgramError, r"wrong\.c:4:"):
            mg.Program(text=WIDEST.replace("mg_vertex source;", "mg_vertex source"), name="wrong.c")
        with self.assertRaisesRegex(mg.FileError, "missing.c"):
            mg.Program("missing.c")
        with self.assertRaisesRegex(TypeError, "either"):
            mg.Program()
        graph = mg.generate("path", vertices=4)
        with self.assertRaisesRegex(mg.InvalidArgument, "wide"):
            mg.run(graph, mg.Program(text=WIDEST), wide=3)
        with self.assertRaises(mg.RangeError):
            mg.run(graph, mg.Program(text=WIDEST), source=17)
        lawless = WIDEST.replace("MG_LABEL,", "MG_LABEL | MG_ANNIHILATES,")
        lawless = lawless.replace("return width < weight ? width : weight;", "return width + weight;")
        with self.assertRaisesRegex(mg.ProgramError, "edge"):
            mg.Program(text=lawless).check()


class InPlace(WithDeviceArrays):
    def test_states(self):
        graph, program = mg.from_edges([0, 1, 2], [1, 2, 0]), mg.Program(text=AGAIN)
        self.assertEqual(program.state_dtype.names, ("times", "half"))
        self.assertEqual(program.state_dtype.itemsize, 16)
        states = np.zeros(3, program.state_dtype)
        states["half"], states["times"] = [128, 256, 512], [0, 1, 2]
        as_bytes = states.view(np.uint8).reshape(3, 16).copy()
        self.assertIs(mg.run_in_place(graph, program, states), True)
        self.assertEqual(states["times"].tolist(), [7, 8, 9])
        self.assertEqual(states["half"].tolist(), [1, 2, 4])
        mg.run_in_place(graph, program, OnDevice(as_bytes))
        self.assertEqual(as_bytes.tobytes(), states.tobytes())

    def test_limit(self):
        program = mg.Program(os.path.join(EXAMPLES, "kcore.c"))
        graph = mg.generate("path", vertices=50)
        with self.assertWarns(mg.NotConverged):
            done = mg.run_in_place(graph, program, np.zeros(50, program.state_dtype), k=2, max_iterations=3)
        self.assertIs(done, False)

    def test_wrong(self):
        graph, program = mg.from_edges([0, 1, 2], [1, 2, 0]), mg.Program(text=AGAIN)
        good = np.zeros(3, program.state_dtype)
        frozen = good.copy()
        frozen.flags.writeable = False
        for kind, words, states in (
            (TypeError, "states must be an array of NumPy or in a GPU's memory, not list", [0, 0, 0]),
            (ValueError, "states must have 3 elements of 16 bytes", good[:2]),
            (ValueError, r"not float64 of shape \(3,\)", np.zeros(3)),
            (ValueError, "states must have 3 elements of 16 bytes", OnDevice(np.zeros((3, 3)))),
            (ValueError, "writable", frozen), (ValueError, "in C order", np.zeros(6, program.state_dtype)[::2]),
            (ValueError, "states must be writable", OnDevice(frozen)),
            (TypeError, "no Python objects", np.zeros((3, 2), object)),
            (ValueError, "multiple of 8 bytes", np.frombuffer(bytearray(49), np.uint8, 48, 1).reshape(3, 16)),
            (ValueError, "states has no address", OnDevice(good, data=(0, False))),
            (TypeError, "states has a __cuda_array_interface__ that cannot be read", OnDevice(good, data=None)),
        ):  # fmt: skip
            with self.assertRaisesRegex(kind, words):
                mg.run_in_place(graph, program, states)


if __name__ == "__main__":
    unittest.main()
