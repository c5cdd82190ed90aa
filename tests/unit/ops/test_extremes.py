"""Large and half-precision numbers, whose results fit their type but intermediate ones do not.

The expected values are those of 1.9.1; it refuses LRN of float16, which is compared with float32.
"""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd

RESULTS = {
    "softmax of float16": (
        lambda x: nd.softmax(x, temperature=1e-3), [70, 69.99, 0], "float16", [0.5, 0.5, 0]
    ),
    "softmax of close numbers": (
        lambda x: nd.softmax(x, temperature=0.03),
        [1e5, 1e5 - 0.0625, 1e5 - 0.125],
        "float32",
        [0.87717885, 0.10922144, 0.01359965],
    ),
    "softmax of the largest numbers": (
        lambda x: nd.softmax(x, temperature=0.5), [3e38, 1], "float32", [1, 0]
    ),
    "log_softmax": (
        lambda x: nd.log_softmax(x, temperature=0.5), [3e38, 1], "float32", [0, -np.inf]
    ),
    "softmin": (lambda x: nd.softmin(x, temperature=0.5), [-3e38, 1], "float32", [1, 0]),
    "lp pooling": (
        lambda x: nd.Pooling(x.reshape((1, 1, -1)), kernel=2, stride=2, pool_type="lp", p_value=3),
        [300, 400, 1, 50],
        "float16",
        [449.8, 50],
    ),
    "LRN": (
        lambda x: nd.LRN(x.reshape((1, 3, 1, 1)), nsize=3),
        [300, 5, 1],
        "float16",
        [89.71, 1.495, 0.594],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RESULTS)
def test_results(name):
    function, values, dtype, expected = RESULTS[name]
    result = function(nd.array(values, dtype=dtype)).asnumpy()
    assert result.dtype == dtype
    np.testing.assert_allclose(result.ravel(), expected, 1e-3 if dtype == "float16" else 1e-6)


GRADIENTS = {
    "arcsinh": (nd.arcsinh, [300, 1000], [3.334e-03, 1.000e-03]),
    "arccosh": (nd.arccosh, [300, 1000], [3.334e-03, 1.000e-03]),
    "arctan": (nd.arctan, [300, 1000], [1.11e-05, 1.01e-06]),
    "log10": (nd.log10, [30000], [1.448e-05]),
    "hypot": (lambda x: nd.broadcast_hypot(x, x * 0 + 60000), [40000], [0.5547]),
    "lp pooling": (
        lambda x: nd.Pooling(x.reshape((1, 1, -1)), kernel=2, pool_type="lp", p_value=2),
        [300, 400],
        [0.6, 0.8],
    ),
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_of_float16(name):
    function, values, expected = GRADIENTS[name]
    x = nd.array(values, dtype="float16")
    x.attach_grad()
    with autograd.record():
        y = function(x)
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), expected, 2e-2)  # the last ones are subnormal
