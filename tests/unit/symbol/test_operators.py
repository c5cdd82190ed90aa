"""Every operator as a symbol, against what the real MXNet 1.9.1 says of it."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet._ops import OPS
from mxnet._ops.registry import no_inputs
from tests.ops.row import families, rows_of

from . import operators

GOLDEN = operators.load()
ROWS = {row.key: row for family in families() for row in rows_of(family)}
NOT_FOR_USERS = {"_contrib_backward_gradientmultiplier"}  # it contradicts itself there
CASES = [key for key in GOLDEN if key in ROWS and ROWS[key].op not in NOT_FOR_USERS]

# For these we infer less than 1.9.1 from partial shapes; from complete shapes always as much.
INFERS_LESS = set(
    """
    _contrib_MultiBoxDetection _contrib_MultiBoxTarget _contrib_MultiProposal _contrib_Proposal
    _contrib_box_decode _contrib_box_encode _contrib_interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt _contrib_quantized_concat
    _contrib_quantized_elemwise_add CTCLoss ctc_loss Convolution Convolution_v1
    Correlation Deconvolution Pad RNN
    _backward_gather_nd _contrib_DeformableConvolution _contrib_ModulatedDeformableConvolution
    _histogram _linalg_gelqf _linalg_gemm _linalg_makediag _linalg_potrf _linalg_potri
    _linalg_sumlogdiag _linalg_trmm _linalg_trsm _random_pdf_dirichlet _random_pdf_exponential
    _random_pdf_gamma _random_pdf_generalized_negative_binomial _random_pdf_negative_binomial
    _random_pdf_normal _random_pdf_poisson _random_pdf_uniform random_pdf_normal _slice_assign
    _split_v2 all_finite amp_multicast broadcast_like choose_element_0index multi_all_finite
    multi_lars multi_sum_sq pick ravel_multi_index scatter_nd shape_array size_array slice_like
    unravel_index
    """.split()
)
# MXNet: an unknown size counts as 0 in the sum.
WRONG_THERE = {"Concat", "_rnn_param_concat"}


@pytest.mark.parametrize("key", CASES)
def test_structure(key):
    ours = operators.structure(mx, ROWS[key])
    for what, expected in GOLDEN[key]["structure"].items():
        if expected is not None:
            assert ours[what] == expected, what


def pairs(key, what, question):
    """The answers of both, where 1.9.1 has one."""
    theirs, ours = GOLDEN[key][what], question(mx, ROWS[key])
    assert len(ours) == len(theirs)
    for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
        if other is not None:
            assert one is not None, f"case {i}"
            yield i, one, other


@pytest.mark.parametrize("key", [key for key in CASES if "types" in GOLDEN[key]])
def test_types(key):
    op = ROWS[key].op
    for i, ours, theirs in pairs(key, "types", operators.types):
        for one, other in zip(ours, theirs, strict=True):
            is_right = one == other or (other is None) or (one is None and op in INFERS_LESS)
            assert is_right, f"case {i}: {ours}, 1.9.1 says {theirs}"


@pytest.mark.parametrize("key", [key for key in CASES if "shapes" in GOLDEN[key]])
def test_shapes(key):
    op = ROWS[key].op
    for i, ours, theirs in pairs(key, "shapes", operators.shapes):
        is_complete = all(map(says_as_much, ours, theirs))
        agrees = all(map(agrees_with, ours, theirs)) and (i > 0 or is_complete)
        is_right = is_complete or (op in INFERS_LESS and agrees) or op in WRONG_THERE
        assert is_right, f"case {i}: {ours}, 1.9.1 says {theirs}"


def says_as_much(ours, theirs):
    if not theirs or ours == theirs:
        return True
    return len(ours) == len(theirs) and all(n in (0, m) for m, n in zip(ours, theirs, strict=True))


def agrees_with(ours, theirs):
    if not theirs or not ours:
        return True
    return len(ours) == len(theirs) and all(
        0 in (m, n) or m == n for m, n in zip(ours, theirs, strict=True)
    )


def test_every_optional_input_depends_on_attributes():
    """Graphs must know which inputs a node has."""
    optional = [op for op in OPS.values() if op.required < len(op.inputs) and not op.variadic]
    undeclared = {op.name for op in optional if op.optional is no_inputs}
    assert undeclared == {"_imdecode"}  # for arrays only
