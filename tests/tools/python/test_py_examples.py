# SPDX-License-Identifier: Apache-2.0
"""The examples of the docstrings: every public function has one, and all of them give what they say."""

import doctest
import importlib.util
import inspect
import os
import pkgutil
import tempfile
import unittest

import numpy as np

import multigraph as mg

# modules whose examples need other packages
NEEDED = {"convert": ("scipy", "networkx", "igraph"), "frames": ("pandas",), "matrices": ("scipy",), "results": ("pandas",)}
# counts and the like, of which the example of the class shows what they are
PLAIN = {"vertex_count", "edge_count", "arc_count", "directed", "threads", "shape", "nnz", "dtype", "format", "call"}


def modules():
    for info in pkgutil.iter_modules(mg.__path__, "multigraph."):
        missing = [p for p in NEEDED.get(info.name.split(".")[1], ()) if importlib.util.find_spec(p) is None]
        if not missing:
            yield importlib.import_module(info.name)


class Examples(unittest.TestCase):
    def setUp(self):
        self.before, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)

    def tearDown(self):
        os.chdir(self.before)
        self.folder.cleanup()

    def test_examples(self):
        attempted = 0
        for module in (mg, *modules()):
            names = {"mg": mg, "np": np, "os": os}
            with np.printoptions(legacy=False), self.subTest(module=module.__name__):
                failed, count = doctest.testmod(module, extraglobs=names, optionflags=doctest.ELLIPSIS)
                self.assertEqual(failed, 0)
                attempted += count
        self.assertGreater(attempted, 50)

    def test_all_have_one(self):
        without = []
        for name in mg.__all__:
            public = getattr(mg, name)
            if inspect.isfunction(public) and ">>>" not in (public.__doc__ or ""):
                without.append(name)
            if not inspect.isclass(public):
                continue
            if not issubclass(public, (Exception, Warning)) and ">>>" not in (public.__doc__ or ""):
                without.append(name)
            for member, value in vars(public).items():
                function = getattr(value, "__func__", None) or getattr(value, "fget", None) or value
                if member.startswith("_") or member in PLAIN or not inspect.isfunction(function):
                    continue
                if ">>>" not in (function.__doc__ or ""):
                    without.append(f"{name}.{member}")
        self.assertEqual(without, [])

    def test_options_are_written_out(self):
        for name in ("bfs", "sssp", "cc", "pagerank", "bc"):
            parameters = inspect.signature(getattr(mg, name)).parameters
            self.assertLessEqual({"backend", "mode", "trace", "sparse_layout", "context"}, set(parameters))
        for name in mg.__all__:
            public = getattr(mg, name)
            if name in ("run", "run_in_place"):  # whose keywords are the program's parameters
                continue
            members = [v for k, v in vars(public).items() if k[0] != "_"] if inspect.isclass(public) else [public]
            for function in filter(inspect.isfunction, members):
                kinds = [p.kind for p in inspect.signature(function).parameters.values()]
                self.assertNotIn(inspect.Parameter.VAR_KEYWORD, kinds, f"{name}: {function.__name__}")


if __name__ == "__main__":
    unittest.main()
