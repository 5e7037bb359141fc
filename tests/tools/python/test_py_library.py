# SPDX-License-Identifier: Apache-2.0
"""Contexts: progress, cancelling, Ctrl-C, threads, memory."""

import contextlib
import gc
import importlib.util
import io
import os
import resource
import signal
import sys
import tempfile
import threading
import unittest
import unittest.mock

import numpy as np

import multigraph as mg


def large_graph():
    """Betweenness of all vertices of it takes minutes."""
    return mg.generate("kron", scale=14)


class Progress(unittest.TestCase):
    def test_reports(self):
        seen = []
        context = mg.Context(threads=1, progress=lambda stage, fraction, left: seen.append((stage, fraction, left)))
        mg.bc(large_graph(), sources=100, context=context)
        self.assertTrue(seen)
        for stage, fraction, left in seen:
            self.assertIsInstance(stage, str)
            self.assertTrue(fraction is None or 0 <= fraction <= 1)
            self.assertTrue(left is None or left >= 0)

    def test_cancel(self):
        graph = large_graph()
        context = mg.Context(progress=lambda stage, fraction, left: False)
        with self.assertRaises(mg.Cancelled):
            mg.bc(graph, context=context)
        self.assertEqual(mg.bfs(graph).depth.min(), 0)  # the graph is usable afterwards

    def test_exception_in_callback(self):
        def fail(stage, fraction, left):
            raise RuntimeError("enough")

        context = mg.Context(progress=fail)
        with self.assertRaisesRegex(RuntimeError, "enough"):
            mg.bc(large_graph(), context=context)

    def test_interrupt(self):
        graph = large_graph()
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            mg.bc(graph)
        timer.join()

    def test_interrupt_while_a_pipe_is_awaited(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "graph.el")
            os.mkfifo(pipe)
            writer = os.open(pipe, os.O_RDWR)  # never writes
            timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                mg.read(pipe)
            timer.join()
            os.close(writer)

    def test_bar(self):
        screen = io.StringIO()
        without = unittest.mock.patch.dict(sys.modules, {"tqdm": None, "tqdm.auto": None})
        with contextlib.redirect_stderr(screen), without:
            mg.bc(large_graph(), sources=100, context=mg.Context(progress=True))
        self.assertRegex(screen.getvalue(), r"[a-z]+ \[#*\.*\] +[0-9]+%")
        self.assertTrue(screen.getvalue().endswith("\r\033[K"))

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "there is no tqdm")
    def test_bar_of_tqdm(self):
        screen = io.StringIO()
        with contextlib.redirect_stderr(screen):
            context = mg.Context(progress=True)
            for _ in range(2):
                mg.bc(large_graph(), sources=100, context=context)
        self.assertRegex(screen.getvalue(), r"[a-z]+ +[0-9]+%\|.*\|.* left")
        self.assertNotIn("[#", screen.getvalue())
        self.assertEqual(screen.getvalue().split("\r")[-1].strip(), "")

    @unittest.skipUnless(importlib.util.find_spec("tqdm"), "there is no tqdm")
    def test_bar_of_tqdm_without_a_fraction(self):
        screen, bar = io.StringIO(), mg.progress.Bar()
        with contextlib.redirect_stderr(screen):
            bar.draw("iterate", None, None)
            unknown = screen.getvalue()
            bar.draw("iterate", 0.25, 7)
            known = screen.getvalue()[len(unknown) :]
            bar.draw("iterate", None, None)
            unknown += screen.getvalue()[len(unknown) + len(known) :]
            bar.close()
        self.assertRegex(unknown, r"iterate \.\.\. 00:00")
        self.assertNotIn("%", unknown)
        self.assertRegex(known, r"iterate +25%\|.*7.0 s left")


class Contexts(unittest.TestCase):
    def test_configure(self):
        mg.configure(threads=1)
        self.assertEqual(mg.default_context().threads, 1)
        self.assertIs(mg.default_context(), mg.default_context())
        mg.configure(threads=2)
        self.assertEqual(mg.default_context().threads, 2)
        with self.assertRaises(TypeError):
            mg.configure(thread=3)
        with self.assertRaises(mg.InvalidArgument):
            mg.configure(threads=-1)
        self.assertEqual(mg.default_context().threads, 2)
        mg.configure()

    def test_threads_of_python(self):
        graph, found = mg.generate("kron", scale=10), {}
        expected = mg.bfs(graph).depth

        def work(name):
            found[name] = (mg.default_context(), mg.bfs(graph).depth)

        workers = [threading.Thread(target=work, args=(name,)) for name in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(len({id(context) for context, _ in found.values()}), 4)
        for _, depth in found.values():
            np.testing.assert_array_equal(depth, expected)

    def test_nothing_is_kept(self):
        def peak():
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        def once():  # 16 MB of edges and 4 MB of results
            graph = mg.generate("uniform", scale=16, edge_factor=16)
            mg.pagerank(graph, max_iterations=1, tolerance=1.0)
            mg.Context(progress=lambda *report: None)

        for _ in range(3):
            once()
        before = peak()
        for _ in range(20):
            once()
        self.assertLess(peak() - before, 100 * 1024)

    def test_devices(self):
        for device in mg.devices():
            self.assertGreater(device["memory"], 0)

    def test_version(self):
        self.assertEqual(mg.version(), mg.__version__)
        self.assertEqual(mg.library_path(), os.environ["MULTIGRAPH_LIBRARY"])

    def test_statuses(self):
        for error, builtin in ((mg.FormatError, ValueError), (mg.OutOfMemory, MemoryError), (mg.FileError, OSError)):
            self.assertTrue(issubclass(error, builtin) and issubclass(error, mg.Error))
        with self.assertRaises(mg.Error) as caught:
            mg.read("missing.el")
        self.assertEqual(caught.exception.status, "MG_ERROR_FILE")
        self.assertIn("missing.el", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
