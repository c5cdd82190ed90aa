"""Errors for packages that are not installed."""

import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet.cli._check_models import check_model
from mxnet.cli._training.pictures import draw_curve
from mxnet.error import MissingPackageError
from mxnet.gluon.contrib.estimator.utils import new_figure

USES = [
    (
        "scipy",
        lambda: mx.nd.sparse.zeros("csr", (2, 2)).asscipy(),
        "asscipy needs SciPy: pip install scipy",
    ),
    (
        "scipy",
        lambda: mx.test_utils.chi_square_check(np.random.rand, [(0, 1)], [1.0], nsamples=10),
        "chi_square_check needs SciPy: pip install scipy",
    ),
    (
        "matplotlib",
        lambda: new_figure(3, 2),
        r"figures need matplotlib: pip install 'regluon\[viz\]'",
    ),
    (
        "matplotlib",
        lambda: draw_curve([], "curve.png", "curve"),
        r"drawing needs matplotlib: pip install 'regluon\[viz\]'",
    ),
    (
        "onnx",
        lambda: mx.contrib.onnx.import_model("net.onnx"),
        r"ONNX needs the package onnx: pip install 'regluon\[onnx\]'",
    ),
    (
        "onnxruntime",
        lambda: mx.onnx._package.onnxruntime_package(),
        r"ONNX needs the package onnxruntime: pip install 'regluon\[onnx\]'",
    ),
]


def hide(monkeypatch, package):
    """Make ``package`` and what was loaded of it impossible to import."""
    for name in list(sys.modules):
        if name.partition(".")[0] == package or name.endswith("estimator._figures"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)


@pytest.mark.parametrize(("package", "use", "message"), USES, ids=[row[2] for row in USES])
def test_the_error_says_what_to_install(monkeypatch, package, use, message):
    hide(monkeypatch, package)
    # With the reason in parentheses: the package may be installed, but broken.
    with pytest.raises(MissingPackageError, match=rf"^{message} \(.*{package}.*\)$") as caught:
        use()
    assert isinstance(caught.value, ImportError)
    assert isinstance(caught.value, mx.MXNetError)


def test_check_reports_it_as_the_problem_of_a_file(monkeypatch):
    hide(monkeypatch, "onnx")
    assert check_model("net.onnx")["problem"].startswith("ONNX needs the package onnx")
