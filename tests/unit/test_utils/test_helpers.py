"""The helpers that make arrays, check generators and set up where a test runs."""

import gzip
import os
import struct
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd, test_utils as tu
from mxnet._core.scope import scope

# ------------------------------------------------------------------------------------------- arrays


def test_random_arrays():
    assert tu.random_arrays((2, 3)).dtype == np.float32
    assert [a.shape for a in tu.random_arrays((2,), (), (3, 1))] == [(2,), (), (3, 1)]
    (uniform,) = tu.random_uniform_arrays((1000,), low=2, high=3, dtype="float64")
    assert uniform.dtype == np.float64 and 2 <= uniform.min() < 2.1 < 2.9 < uniform.max() < 3
    with pytest.raises(TypeError, match="not .'top'."):
        tu.random_uniform_arrays((1,), top=1)
    assert sorted(tu.random_sample(list("abcd"), 3)) != tu.random_sample(list("abcd"), 4)
    assert len(set(tu.random_sample(range(10), 10))) == 10


def test_random_ndarrays():
    x = tu.rand_ndarray((2, 3), dtype="float64", ctx=mx.cpu(1))
    assert (x.shape, x.dtype, x.ctx) == ((2, 3), np.float64, mx.cpu(1))
    assert tu.rand_ndarray((2, 3), "csr").stype == "csr"
    with pytest.raises(AssertionError, match="powerlaw"):
        tu.rand_sparse_ndarray((2, 3), "row_sparse", distribution="powerlaw")


def test_random_shapes():
    shapes = [tu.rand_shape_2d(2, 3) for _ in range(100)]
    assert {s[0] for s in shapes} == {1, 2} and {s[1] for s in shapes} == {1, 2, 3}
    assert {s for _ in range(100) for s in tu.rand_shape_nd(3, 2, allow_zero_size=True)} == {
        0,
        1,
        2,
    }
    assert len(tu.rand_shape_3d()) == 3
    assert all(0 <= x < 2 <= y < 5 for x, y in (tu.rand_coord_2d(0, 2, 2, 5) for _ in range(50)))


def test_matrices():
    reflection = tu.new_orthonormal_matrix_2d(4)
    np.testing.assert_allclose(reflection @ reflection.T, np.eye(4), atol=1e-12)
    eigenvalues = np.linalg.eigvals(tu.new_matrix_with_real_eigvals_nd((2, 3, 4, 4)))
    assert not eigenvalues.imag.any()  # NumPy 2.5 returns complex numbers in any case
    symmetric = tu.new_sym_matrix_with_real_eigvals_nd((2, 3, 3))
    np.testing.assert_allclose(symmetric, symmetric.transpose(0, 2, 1))
    assert np.linalg.cond(tu.new_matrix_with_real_eigvals_2d(5)) < 100
    with pytest.raises(ValueError, match="last two sizes"):
        tu.new_matrix_with_real_eigvals_nd((2, 3))
    assert tu.get_identity_mat(2).asnumpy().tolist() == [[1, 0], [0, 1]]
    assert tu.get_identity_mat_batch(2).shape == (2, 2, 2)
    assert tu.create_2d_tensor(2, 2).asnumpy().tolist() == [[0, 0], [1, 1]]
    assert tu.create_vector(3).dtype == np.int64


def test_references():
    x = np.arange(24.0).reshape(2, 3, 4)
    for axis in (None, 1, -1, (0, 2)):
        for keepdims in (False, True):
            np.testing.assert_array_equal(
                tu.np_reduce(x, axis, keepdims, np.sum), np.sum(x, axis=axis, keepdims=keepdims)
            )
    np.testing.assert_array_equal(tu.collapse_sum_like(x, (3, 1)), x.sum((0, 2)).reshape(3, 1))
    assert tu.collapse_sum_like(np.ones((2, 1)), (1, 1)).tolist() == [[2]]
    assert tu.assign_each(np.ones((2, 2)), lambda v: v + 1).tolist() == [[2, 2], [2, 2]]
    assert tu.assign_each2(np.ones(2), np.ones(2), lambda a, b: a + b).tolist() == [2, 2]
    assert tu.assign_each(np.ones(1), None).tolist() == [1]


# --------------------------------------------------------------------------------------- generators


def test_means_and_variances():
    def normal(n):
        return nd.random.normal(2, 3, shape=(n,))

    assert tu.mean_check(normal, 2, 3) and not tu.mean_check(normal, 2.1, 3)
    assert tu.var_check(normal, 3) and not tu.var_check(normal, 3.1)


HALVES = [(-1.0, -0.5), (-0.5, 0.0), (0.0, 0.5), (0.5, 1.0)]


def test_right_and_wrong_generators():
    def uniform(n):
        return np.random.uniform(-1, 1, n)

    ps = tu.verify_generator(uniform, HALVES, [0.25] * 4, nsamples=10000)
    assert len(ps) == 5
    with pytest.raises(AssertionError, match="Chi-square p="):
        tu.verify_generator(lambda n: uniform(n) ** 3, HALVES, [0.25] * 4, nsamples=10000)
    with pytest.raises(AssertionError, match="Generator test fails"):  # nothing in any bucket
        tu.verify_generator(lambda n: np.full(n, 5.0), HALVES, [0.25] * 4, nsamples=1000)


def test_discrete_values():
    p, observed, expected = tu.chi_square_check(
        lambda n: np.random.randint(0, 3, n), [0, 1, 2], [1 / 3] * 3, nsamples=9000
    )
    assert p > 1e-4 and observed.sum() == 9000 and expected.tolist() == [3000] * 3
    with pytest.raises(AssertionError, match="3 buckets need as many probs"):
        tu.chi_square_check(np.zeros, [0, 1, 2], [0.5, 0.5])


def test_buckets():
    buckets, probs = tu.gen_buckets_probs_with_ppf(lambda p: 2 * p, 4)
    assert buckets == [(0, 0.5), (0.5, 1), (1, 1.5), (1.5, 2)] and probs == [0.25] * 4


# ------------------------------------------------------------------------------------ where it runs


def test_default_context():
    with scope(context=None):
        tu.set_default_context(mx.cpu(1))
        assert tu.default_context() == mx.cpu(1) == nd.ones(1).ctx
    assert tu.default_context() == mx.cpu(0)


def test_environment(monkeypatch):
    monkeypatch.setenv("REGLUON_A", "before")
    with tu.environment({"REGLUON_A": None, "REGLUON_B": "1"}):
        assert "REGLUON_A" not in os.environ and os.environ["REGLUON_B"] == "1"
    assert os.environ["REGLUON_A"] == "before" and "REGLUON_B" not in os.environ
    with pytest.raises(ZeroDivisionError), tu.environment("REGLUON_A", "x"):
        1 / 0  # noqa: B018
    assert os.environ["REGLUON_A"] == "before"
    with pytest.raises(AssertionError, match="one dict arg or two args"), tu.environment("A"):
        pass


def test_discard_stderr(capfd):
    with tu.discard_stderr():
        os.write(2, b"hidden")
    os.write(2, b"seen")
    assert capfd.readouterr().err == "seen"


def test_retry():
    calls = []

    @tu.retry(3)
    def flaky(succeed_at):
        calls.append(1)
        assert len(calls) >= succeed_at
        return len(calls)

    assert flaky(2) == 2
    calls.clear()
    with pytest.raises(AssertionError):
        flaky(4)
    assert len(calls) == 3 and flaky.__name__ == "flaky"
    with pytest.raises(ValueError, match="once"):  # other errors are not tried again
        tu.retry(3)(lambda: (_ for _ in ()).throw(ValueError("once")))()
    with pytest.raises(AssertionError, match="positive"):
        tu.retry(0)


def test_dummy_iterator():
    class Batches:
        provide_data, provide_label, batch_size = "data", "label", 2

        def __next__(self):
            return "batch"

    dummy = tu.DummyIter(Batches())
    assert [next(dummy), dummy.next(), next(iter(dummy))] == ["batch"] * 3
    assert (dummy.provide_data, dummy.batch_size) == ("data", 2)


def test_environment_queries(monkeypatch, tmp_path):
    assert list(tu.list_gpus()) == list(range(mx.context.num_gpus()))
    assert tu.is_op_runnable() and not tu.has_tvm_ops()
    monkeypatch.setenv("CD_JOB", "1")
    assert tu.is_cd_run()
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(MXNetError, match="Set MXNET_HOME"):
        tu.get_im2rec_path()
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "im2rec.py").touch()
    assert tu.get_im2rec_path() == str(tmp_path / "tools" / "im2rec.py")


def test_star_import_brings_modules_that_tests_rely_on():
    names = {}
    exec("from mxnet.test_utils import *", names)
    assert {"mx", "np", "rnd", "npt", "os", "sys", "time", "logging", "same"} <= set(names)


def test_get_mnist_reads_existing_files_whatever_they_contain(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    images, labels = np.arange(2 * 28 * 28, dtype=np.uint8), np.array([7, 3], np.uint8)
    for part in ("train", "t10k"):
        for kind, header, content in (
            ("images-idx3", (0x803, 2, 28, 28), images),
            ("labels-idx1", (0x801, 2), labels),
        ):
            raw = struct.pack(f">{len(header)}I", *header) + content.tobytes()
            Path(f"data/{part}-{kind}-ubyte.gz").write_bytes(gzip.compress(raw))
    data = tu.get_mnist()
    np.testing.assert_array_equal(data["train_label"], [7, 3])
    expected = images.reshape(2, 1, 28, 28).astype(np.float32) / 255
    np.testing.assert_array_equal(data["test_data"], expected)
