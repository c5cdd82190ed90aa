"""Calls that update operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

W, OTHER = nd.ones((2, 3)), nd.ones((3, 2))
HALF = nd.ones((2, 3), dtype="float16")
ONE = nd.ones((1,))
STATES = {
    "sgd_update": 0, "sgd_mom_update": 1, "nag_mom_update": 1, "signsgd_update": 0,
    "signum_update": 1, "adam_update": 2, "ftrl_update": 2, "rmsprop_update": 1,
    "rmspropalex_update": 3,
}  # fmt: skip
SHAPES = r"at {}-th input: expected \[2, 3\], got \[3, 2\]"


def last_is_other(name, states):
    return lambda: getattr(nd, name)(W, *[W] * states, OTHER, lr=0.1)


CASES = [
    *(
        (last_is_other(name, states), f"{name}.*{SHAPES.format(states + 1)}")
        for name, states in STATES.items()
    ),
    (lambda: nd.sgd_update(W, W), r"Required parameter lr"),
    (lambda: nd.sgd_update(W, lr=0.1), r"expects 2 inputs"),
    (lambda: nd.sgd_update(W, HALF, lr=0.1), r"expected float32, got float16"),
    (lambda: nd.sgd_update(W.astype("int32"), W.astype("int32"), lr=0.1), r"floating point.*int32"),
    (lambda: nd.sgd_update(W, W, lr="fast"), r"Invalid Parameter format for lr"),
    (lambda: nd.sgd_update(W, W, lr=0.1, momentum=0.9), r"Cannot find argument 'momentum'"),
    (
        lambda: nd.mp_sgd_update(HALF, HALF, HALF, lr=0.1),
        r"weight32 is torch.float16, expected float32",
    ),
    (
        lambda: nd.mp_sgd_mom_update(HALF, W, W, W, lr=0.1),
        r"grad is torch.float32, expected torch.float16",
    ),
    (lambda: nd.mp_sgd_mom_update(HALF, HALF, OTHER, W, lr=0.1), SHAPES.format(2)),
    (
        lambda: nd.ftml_update(W, W, W, W, W, lr=0.1, t=1, beta1=1.5),
        r"1.5 for Parameter beta1 exceed bound",
    ),
    (
        lambda: nd.lamb_update_phase2(W, W, W, ONE, lr=0.1),
        r"r1 shape incorrect: \[2, 3\], expected \[1\]",
    ),
    (lambda: nd.lamb_update_phase2(W, W, ONE, W, lr=0.1), r"r2 shape incorrect"),
    (lambda: nd.lamb_update_phase2(W, OTHER, ONE, ONE, lr=0.1), SHAPES.format(1)),
    (
        lambda: nd.mp_lamb_update_phase1(W, W, W, W, W, t=1, wd=0),
        r"weight is torch.float32, expected float16",
    ),
    (
        lambda: nd._internal._adamw_update(W, W, W, W, ONE.astype("float64"), lr=0.1, eta=1),
        r"rescale_grad is torch.float64, expected float32",
    ),
    (
        lambda: nd.multi_sgd_update(W, W, W, W, lrs=(0.1, 0.1), wds=(0, 0)),
        r"expects 2 inputs for 1 weights, but got 4",
    ),
    (
        lambda: nd.multi_sgd_update(W, W, W, W, lrs=(0.1, 0.1), wds=(0,), num_weights=2),
        r"Number of wds is inconsistent.*expected 2, and got 1",
    ),
    (
        lambda: nd.multi_sgd_update(W, W, W, OTHER, lrs=(0.1, 0.1), wds=(0, 0), num_weights=2),
        SHAPES.format(1),
    ),
    (
        lambda: nd.multi_mp_sgd_update(HALF, HALF, HALF, lrs=(0.1,), wds=(0,)),
        r"weight32 is torch.float16",
    ),
    (
        lambda: nd.preloaded_multi_sgd_update(W, W, ONE, nd.ones((2,))),
        r"Number of wds .*expected 1, and got 2",
    ),
    (lambda: nd.preloaded_multi_sgd_update(W, W), r"expects weights, gradients, learning rates"),
    (
        lambda: nd._internal._multi_lamb_update(
            W, W, W, W, learning_rates=(0.1,), wds=(0,), step_count=(1, 2)
        ),
        r"Number of step_count .*expected 1, and got 2",
    ),
    (lambda: nd.multi_lars(*[W.astype("float64")] * 4, eta=1, eps=1), r"lrs is torch.float64"),
    (lambda: nd.multi_sum_sq(W, W), r"Required parameter num_arrays"),
    (lambda: nd.multi_sum_sq(W, W, num_arrays=1), r"expects 1 inputs, but got 2"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
