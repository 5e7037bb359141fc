# SPDX-License-Identifier: Apache-2.0
"""Matrices against SciPy: from and to arrays and files, views, formats, products."""

import gc
import os
import tempfile
import unittest

import numpy as np
import scipy.sparse as sp
from device_memory import OnDevice, WithDeviceArrays

import multigraph as mg

SHAPES = ((5, 9), (1, 7), (7, 1), (40, 30), (0, 3), (3, 0), (0, 0))
TYPES = ("int32", "int64", "float32", "float64")
FORMATS = ("auto", "csr", "coo", "ell", "split", "well", "adell", "coadell", "csb", "ecsb",
           "gcsb", "hisparse")


def random_matrix(shape, dtype="float64", form="csr", seed=1):
    random = np.random.default_rng(seed)
    found = sp.random(*shape, density=0.3, random_state=random, format="coo")
    return sp.coo_matrix(((found.data * 100 - 50).astype(dtype), (found.row, found.col)), shape=shape).asformat(form)


def dense(rows, k, dtype, seed=2):
    return np.random.default_rng(seed).integers(-9, 9, (rows, k)).astype(dtype)


class Changes(unittest.TestCase):
    def test_sums(self):
        a, b = random_matrix((40, 30)), random_matrix((40, 30), seed=3)
        for form in ("csr", "hisparse"):
            with self.subTest(form=form):
                x, y = (mg.Matrix.from_scipy(m).convert(form) for m in (a, b))
                self.assertEqual((x + y).format, form)
                np.testing.assert_allclose((x + y).to_scipy().toarray(), (a + b).toarray())
                np.testing.assert_allclose((x - y).to_scipy().toarray(), (a - b).toarray())
                np.testing.assert_allclose(x.T.add(y.T * 3, alpha=2).to_scipy().toarray(), (2 * a + 3 * b).T.toarray())
        with self.assertRaisesRegex(mg.Error, "a has 40 rows"):
            x + x.T
        with self.assertRaises(TypeError):
            x + 1

    def test_edits(self):
        expected = random_matrix((40, 30)).toarray()
        for form in ("csr", "hisparse"):
            with self.subTest(form=form):
                matrix, after = mg.Matrix.from_scipy(sp.csr_matrix(expected)).convert(form), expected.copy()
                edited = matrix.edit(rows=[0, 39, 0], columns=[1, 29, 1], values=[5, 6, 7], remove=([2, 3], [3, 4]))
                after[[2, 3], [3, 4]] = 0
                after[[0, 39], [1, 29]] = [7, 6]
                np.testing.assert_array_equal(edited.to_scipy().toarray(), after)
                np.testing.assert_array_equal(matrix.to_scipy().toarray(), expected)
                self.assertEqual(edited.format, form)
        with self.assertRaisesRegex(ValueError, "rows must be below 40"):
            matrix.edit(rows=[40], columns=[0], values=[1])
        with self.assertRaisesRegex(ValueError, "values must be given, because the matrix has values"):
            matrix.edit(rows=[0], columns=[0])
        pattern = mg.Matrix.from_csr([0, 1, 1], [0], shape=(2, 2)).edit(rows=[1], columns=[1])
        self.assertEqual(pattern.csr().columns.tolist(), [0, 1])
        with self.assertRaisesRegex(ValueError, "no values"):
            pattern.edit(rows=[0], columns=[0], values=[1])


class Arrays(unittest.TestCase):
    def test_scipy_and_back(self):
        for shape in SHAPES:
            for dtype in TYPES:
                for form in ("csr", "csc", "coo", "lil"):
                    with self.subTest(shape=shape, dtype=dtype, form=form):
                        expected = random_matrix(shape, dtype, form)
                        matrix = mg.Matrix.from_scipy(expected)
                        self.assertEqual(matrix.shape, shape)
                        self.assertEqual(matrix.nnz, expected.nnz)
                        self.assertEqual(matrix.dtype, np.dtype(dtype))
                        found = matrix.to_scipy()
                        found.check_format()
                        self.assertEqual(found.dtype, expected.dtype)
                        np.testing.assert_array_equal(found.toarray(), expected.toarray())

    def test_types_of_values(self):
        columns, offsets = [0, 1], [0, 1, 2]
        for dtype, becomes in (("int8", "int32"), ("uint16", "int32"), ("uint32", "int64"), ("uint64", "int64"),
                               ("float16", "float32"), (">f8", "float64"), (">i4", "int32")):  # fmt: skip
            matrix = mg.Matrix.from_csr(offsets, columns, np.array([3, 4], dtype))
            self.assertEqual(matrix.dtype, np.dtype(becomes))
            np.testing.assert_array_equal(matrix.to_scipy().toarray(), [[3, 0], [0, 4]])
        self.assertIsNone(mg.Matrix.from_csr(offsets, columns, [True, True]).dtype)
        self.assertEqual(mg.Matrix.from_csr(offsets, columns, [True, False]).csr().values.tolist(), [1, 0])
        self.assertIsNone(mg.Matrix.from_csr(offsets, columns).dtype)
        with self.assertRaisesRegex(TypeError, "complex128"):
            mg.Matrix.from_csr(offsets, columns, np.array([1j, 2]))
        with self.assertRaisesRegex(TypeError, "uint64"):
            mg.Matrix.from_csr(offsets, columns, np.array([1, 2**63], np.uint64))

    def test_coo_keeps_duplicates(self):
        matrix = mg.Matrix.from_coo([1, 0, 1], [2, 0, 2], [3, 4, 5])
        self.assertEqual((matrix.shape, matrix.nnz), ((2, 3), 3))
        offsets, columns, values = matrix.csr()
        self.assertEqual([offsets.tolist(), columns.tolist(), values.tolist()], [[0, 1, 3], [0, 2, 2], [4, 3, 5]])

    def test_arrays_outlive_the_matrix_and_are_read_only(self):
        columns = mg.Matrix.from_csr([0, 1], [3], [7.5]).csr().columns
        gc.collect()
        self.assertEqual(columns.tolist(), [3])
        with self.assertRaises(ValueError):
            columns[0] = 1

    def test_wrong_arrays(self):
        for error, words, call in (
            (ValueError, "begin with 0", lambda: mg.Matrix.from_csr([1, 2], [0])),
            (ValueError, "never decrease", lambda: mg.Matrix.from_csr([0, 2, 1], [0])),
            (ValueError, "last offset is 2", lambda: mg.Matrix.from_csr([0, 2], [0])),
            (ValueError, "columns must be below 2", lambda: mg.Matrix.from_csr([0, 1], [2], shape=(1, 2))),
            (ValueError, "3 offsets, not 2", lambda: mg.Matrix.from_csr([0, 1], [0], shape=(2, 2))),
            (ValueError, "rows must not be negative", lambda: mg.Matrix.from_coo([-1], [0])),
            (TypeError, "columns must be integers", lambda: mg.Matrix.from_coo([1], [0.5])),
            (ValueError, "1 rows, but 2 columns", lambda: mg.Matrix.from_coo([1], [0, 1])),
            (ValueError, "1 nonzeros", lambda: mg.Matrix.from_coo([1], [0], [1, 2])),
            (ValueError, "below 4294967294", lambda: mg.Matrix.from_coo([2**32 - 1], [0])),
            (ValueError, "two numbers", lambda: mg.Matrix.from_coo([0], [0], shape=(1, 2, 3))),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()

    def test_graphs(self):
        graph = mg.generate("kron", scale=6, max_weight=9)
        matrix = mg.Matrix.from_graph(graph)
        np.testing.assert_array_equal(matrix.T.to_scipy().toarray(), mg.to_scipy(graph).toarray())
        x = np.arange(len(graph), dtype=float)
        expected = mg.spmv(graph, x)
        view = matrix.T
        del graph, matrix
        gc.collect()
        np.testing.assert_allclose(view.T @ x, expected)


class Files(unittest.TestCase):
    def test_npz_is_that_of_scipy(self):
        with tempfile.TemporaryDirectory() as folder:
            theirs, ours = os.path.join(folder, "theirs.npz"), os.path.join(folder, "ours.npz")
            for shape in SHAPES:
                for dtype in (*TYPES, "int8", "uint8", "uint32", "bool"):
                    for form in ("csr", "csc", "coo"):
                        expected = random_matrix(shape, dtype, form)
                        for wide in (False, True):
                            if wide and form != "coo":
                                expected.indices = expected.indices.astype(np.int64)
                                expected.indptr = expected.indptr.astype(np.int64)
                            sp.save_npz(theirs, sp.csr_array(expected) if wide else expected, compressed=wide)
                            mg.Matrix.read(theirs).write(ours)
                            found = sp.load_npz(ours)
                            found.check_format()
                            np.testing.assert_array_equal(found.toarray(), expected.toarray())

    def test_matrix_market(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.mtx.gz")
            matrix = mg.Matrix.from_scipy(random_matrix((6, 4)))
            matrix.write(path)
            np.testing.assert_array_equal(mg.Matrix.read(path).to_scipy().toarray(), matrix.to_scipy().toarray())
            with self.assertRaises(mg.Unsupported):
                matrix.write(os.path.join(folder, "m.txt"))
            bad = os.path.join(folder, "bad.npz")
            np.savez(bad, format=b"csr", shape=(1, 1), data=[1], indices=[4], indptr=[0, 1])
            with self.assertRaisesRegex(mg.FormatError, "bad.npz/indices.npy: element 0"):
                mg.Matrix.read(bad)


class Products(unittest.TestCase):
    def test_against_scipy(self):
        for shape in SHAPES[:4]:
            for dtype in TYPES:
                expected = random_matrix(shape, dtype)
                structure = expected.copy()
                structure.data[:] = 1
                for name in FORMATS:
                    with self.subTest(shape=shape, dtype=dtype, format=name):
                        matrix = mg.Matrix.from_scipy(expected).convert(name, k=3)
                        x, t = dense(shape[1], 3, dtype), dense(shape[0], 3, dtype)
                        for found, wanted in (
                            (matrix @ x, expected @ x),
                            (matrix @ x[:, 0], expected @ x[:, 0]),
                            (matrix.T @ t, expected.T @ t),
                            (t.T @ matrix, t.T @ expected),
                            (t[:, 0] @ matrix, t[:, 0] @ expected),
                            (matrix.multiply(t, transpose=True), expected.T @ t),
                        ):
                            self.assertEqual((found.dtype, found.shape), (wanted.dtype, wanted.shape))
                            np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-3)
                        scores = matrix.sddmm(t, x)
                        np.testing.assert_allclose(
                            matrix.with_values(scores).to_scipy().toarray(), expected.multiply(t @ x.T).toarray(),
                            rtol=2e-5, atol=1e-3)  # fmt: skip
                        np.testing.assert_allclose(
                            matrix.T.with_values(matrix.T.sddmm(x, t, scale=False)).to_scipy().toarray(),
                            structure.T.multiply(x @ t.T).toarray(), rtol=2e-5, atol=1e-3)  # fmt: skip

    def test_types_of_operands(self):
        whole, pattern = random_matrix((4, 5), "int32"), mg.Matrix.from_csr([0, 2], [0, 1])
        matrix = mg.Matrix.from_scipy(whole)
        for x in (np.arange(5), np.arange(5, dtype=np.int8), np.arange(5) > 2, np.arange(5) / 2, [0, 1, 2, 3, 4],
                  np.arange(5, dtype=">f4"), np.arange(5, dtype=np.uint32)):  # fmt: skip
            np.testing.assert_allclose(matrix @ x, whole @ np.asarray(x))
        self.assertEqual((matrix @ np.arange(5, dtype=np.float32)).dtype, np.float64)
        self.assertEqual((pattern @ np.array([1.5, 2], np.float32)).tolist(), [3.5])
        with self.assertRaisesRegex(TypeError, "complex"):
            matrix @ (np.arange(5) * 1j)

    def test_parts_of_arrays_are_not_copied_wrongly(self):
        expected = random_matrix((30, 20))
        matrix = mg.Matrix.from_scipy(expected)
        wide = dense(40, 9, "float64")
        for x in (wide[:20], wide[::2], wide[:20, 2:5], wide[:20, ::2], wide[19::-1], np.asfortranarray(wide[:20]),
                  wide[:20, 3], np.broadcast_to(wide[:1], (20, 9)), wide.T[:, :20].T):  # fmt: skip
            np.testing.assert_allclose(matrix @ x, expected @ x)

    def test_sums_masks_and_results(self):
        expected = random_matrix((6, 4))
        matrix, x, y = mg.Matrix.from_scipy(expected), dense(4, 2, "float64"), dense(6, 2, "float64", 3)
        before, mask = y.copy(), np.array([1, 0, 1, 0, 2, 0])
        np.testing.assert_allclose(matrix.multiply(x, alpha=2, beta=-3, y=y), 2 * (expected @ x) - 3 * y)
        np.testing.assert_array_equal(y, before)
        kept = matrix.multiply(x, y=y, mask=mask)
        np.testing.assert_allclose(kept, np.where(mask[:, None] != 0, expected @ x, y))
        kept = matrix.multiply(x, mask=mask, mask_complement=True)
        np.testing.assert_allclose(kept, np.where(mask[:, None] == 0, expected @ x, 0))
        out = np.full((6, 2), np.nan)
        self.assertIs(matrix.multiply(x, out=out), out)
        np.testing.assert_allclose(out, expected @ x)
        np.testing.assert_allclose((2 * matrix * 0.5).scaled(-1) @ x, -(expected @ x))
        least = matrix.multiply(x, semiring="min_plus")
        full = np.where(expected.toarray() != 0, expected.toarray(), np.inf)
        np.testing.assert_allclose(least, (full[:, :, None] + x[None]).min(1))
        np.testing.assert_array_equal(matrix.multiply(x, deterministic=True), matrix @ x)

    def test_errors_in_words(self):
        matrix, good = mg.Matrix.from_scipy(random_matrix((6, 4))), np.zeros((4, 2))
        for error, words, call in (
            (ValueError, "x must have 4 rows, not shape \\(5,\\)", lambda: matrix @ np.zeros(5)),
            (ValueError, "at least one column", lambda: matrix @ np.zeros((4, 0))),
            (ValueError, "x must have 4 rows", lambda: matrix @ np.zeros((4, 2, 2))),
            (ValueError, "x must have 4 rows", lambda: matrix @ 3.0),
            (ValueError, "y must be given if beta is not 0", lambda: matrix.multiply(good, beta=1)),
            (ValueError, "y must have the shape", lambda: matrix.multiply(good, y=np.zeros(6))),
            (ValueError, "out must be float64 of shape \\(6, 2\\)", lambda: matrix.multiply(good, out=np.zeros(6))),
            (ValueError, "in C order", lambda: matrix.multiply(good, out=np.zeros((2, 6)).T)),
            (ValueError, "6 flags", lambda: matrix.multiply(good, mask=[1])),
            (ValueError, "semiring must be one of", lambda: matrix.multiply(good, semiring="plus")),
            (ValueError, "backend must be one of", lambda: matrix.multiply(good, backend="gpu")),
            (ValueError, "scheduler must be one of", lambda: matrix.multiply(good, scheduler="static")),
            (TypeError, "unexpected keyword argument 'modes'", lambda: matrix.multiply(good, modes="x")),
            (ValueError, "format must be one of auto, csr", lambda: matrix.convert("dense")),
            (ValueError, "the same number of columns", lambda: matrix.sddmm(np.zeros((6, 2)), np.zeros((4, 3)))),
            (ValueError, "y must have 4 rows", lambda: matrix.sddmm(np.zeros((6, 2)), np.zeros((6, 2)))),
            (mg.InvalidArgument, "overlap", lambda: _square().multiply(good, out=good)),
            (mg.InvalidArgument, "finite", lambda: matrix.scaled(float("inf"))),
        ):
            with self.subTest(words=words), self.assertRaisesRegex(error, words):
                call()
        with self.assertRaises(TypeError):
            matrix * "2"

    def test_formats_describe_themselves(self):
        matrix = mg.Matrix.from_scipy(random_matrix((40, 30)))
        for name in FORMATS[1:]:
            converted = matrix.convert(name)
            self.assertEqual(converted.format, name)
            self.assertIn(name, repr(converted))
            described = converted.describe()
            self.assertEqual((described["format"], described["why"]), (name, None))
            self.assertEqual(described["bytes"], described["predicted_bytes"])
            self.assertEqual(sum(described["arrays"].values()), described["bytes"])
            indices = {"rs": "light_columns", "coadell": "deltas", "ecsb": "coordinates", "gcsb": "coordinates",
                       "hisparse": "nodes"}  # fmt: skip
            self.assertIn(indices.get(name, "columns"), described["arrays"])
        self.assertTrue(matrix.convert("auto", k=8).describe()["why"])


def _square():
    return mg.Matrix.from_scipy(random_matrix((4, 4)))


class DeviceOperands(WithDeviceArrays):
    """Operands in a GPU's memory: what is passed on, and what is refused. test_py_gpu.py has real ones."""

    def setUp(self):
        super().setUp()
        self.scipy = random_matrix((40, 30))
        self.matrix = mg.Matrix.from_scipy(self.scipy)
        self.x, self.y = dense(30, 4, "float64"), dense(40, 4, "float64", 3)

    def test_matrices(self):
        for columns in (0, slice(None)):
            x, out = np.ascontiguousarray(self.x[:, columns]), np.ascontiguousarray(self.y[:, columns])
            before, there = out.copy(), OnDevice(out)
            self.assertIs(self.matrix.multiply(OnDevice(x), beta=2, y=there, out=there), there)
            np.testing.assert_allclose(out, self.scipy @ x + 2 * before)
        scores = OnDevice(np.zeros(self.matrix.nnz))
        self.assertIs(self.matrix.sddmm(OnDevice(self.y), OnDevice(self.x), out=scores), scores)
        np.testing.assert_allclose(scores.array, self.matrix.sddmm(self.y, self.x))
        for kind in (np.bool_, np.uint8):
            mask, out = (np.arange(40) % 3 > 0).astype(kind), np.zeros(40)
            self.matrix.multiply(OnDevice(self.x[:, 0].copy()), out=OnDevice(out), mask=OnDevice(mask))
            np.testing.assert_allclose(out, np.where(mask, self.scipy @ self.x[:, 0], 0))

    def test_graphs(self):
        graph, x = mg.from_edges([0, 0, 1], [1, 2, 2], [2.0, 3.0, 4.0]), np.array([1.0, 10.0, 100.0])
        for there, out in ((OnDevice(x), OnDevice(np.ones(3))), (x, np.ones(3))):
            self.assertIs(mg.spmv(graph, there, out=out), out)
            np.testing.assert_array_equal(getattr(out, "array", out), [0, 2, 43])
            self.assertIs(mg.spmv(graph, there, y=out, out=out), out)
            np.testing.assert_array_equal(getattr(out, "array", out), [0, 4, 86])

    def test_wrong(self):
        x, out = OnDevice(self.x), OnDevice(np.zeros((40, 4)))
        narrow, mask = OnDevice(self.x.astype(np.float32)), OnDevice(np.zeros(40, np.int32))
        frozen = np.zeros((40, 4))
        frozen.flags.writeable = False
        for kind, words, call in (
            (TypeError, "out must be given", lambda: self.matrix @ x),
            (TypeError, "x is in a GPU's memory, so it must be float64", lambda: self.matrix.multiply(narrow, out=out)),
            (TypeError, "out is in a GPU's memory, so it must be float64",
             lambda: self.matrix.multiply(x, out=OnDevice(np.zeros((40, 4), np.float32)))),
            (TypeError, "mask is in a GPU's memory, so it must be uint8",
             lambda: self.matrix.multiply(x, out=out, mask=mask)),
            (ValueError, r"out must have shape \(40, 4\), not \(40, 3\)",
             lambda: self.matrix.multiply(x, out=OnDevice(np.zeros((40, 3))))),
            (ValueError, "x must have 30 rows", lambda: self.matrix.multiply(out, out=out)),
            (ValueError, "x must be contiguous",
             lambda: self.matrix.multiply(OnDevice(self.x, strides=(64, 8)), out=out)),
            (ValueError, "out must be writable", lambda: self.matrix.multiply(x, out=OnDevice(frozen))),
            (ValueError, "y must be None, or out itself", lambda: self.matrix.multiply(x, beta=1, y=self.y, out=out)),
            (TypeError, "y must be in host memory", lambda: self.matrix.multiply(self.x, beta=1, y=out)),
            (TypeError, "x must be in host memory", lambda: x @ self.matrix),
            (TypeError, "values must be in host memory", lambda: mg.Matrix.from_coo([0], [0], OnDevice(np.ones(1)))),
        ):  # fmt: skip
            with self.assertRaisesRegex(kind, words):
                call()


if __name__ == "__main__":
    unittest.main()
