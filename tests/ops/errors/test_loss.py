"""Calls that loss outputs refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

X, CUBE, IMAGE = nd.ones((2, 3)), nd.ones((2, 3, 4)), nd.ones((2, 3, 2, 2))
INTEGERS = nd.ones((2, 3), dtype="int32")
REGRESSIONS = [nd.LinearRegressionOutput, nd.LogisticRegressionOutput, nd.MAERegressionOutput]
SEQUENCES, LABELS = nd.ones((5, 2, 4)), nd.array([[1, 2, 0], [3, 3, 1]])


def ctc(data=SEQUENCES, label=LABELS, *lengths, **attrs):
    return nd.CTCLoss(data, label, *lengths, **attrs)


CASES = [
    (lambda: nd.SoftmaxOutput(X, nd.ones((3,))), r"label has shape \(3,\), expected \(2,\)"),
    (lambda: nd.SoftmaxOutput(X, nd.ones((2, 1))), r"label has shape \(2, 1\), expected \(2,\)"),
    (lambda: nd.SoftmaxOutput(CUBE, nd.ones((2,))), r"has shape \(2,\), expected \(2, 3\)"),
    (
        lambda: nd.SoftmaxOutput(IMAGE, nd.ones((2, 3)), multi_output=True),
        r"label has shape \(2, 3\), expected \(2, 4\) or \(2, 2, 2\) or \(2, 1, 2, 2\)",
    ),
    (lambda: nd.SoftmaxOutput(X[0], nd.ones((1,)), multi_output=True), r"at least 2 axes"),
    (
        lambda: nd.SoftmaxOutput(X, nd.ones((2,), dtype="int32")),
        r"SoftmaxOutput: .*at 1-th input: expected float32, got int32",
    ),
    (lambda: nd.SoftmaxOutput(INTEGERS, INTEGERS), r"floating point types, not int32"),
    (
        lambda: nd.SoftmaxOutput(X, nd.ones((2,)), smooth_alpha=1.5),
        r"value 1.5 for Parameter smooth_alpha exceed bound \[0,1\]",
    ),
    (
        lambda: nd.SoftmaxOutput(X, nd.ones((2,)), normalization="none"),
        r"'none', valid values are: {'batch', 'null', 'valid'}",
    ),
    *(
        (lambda f=f: f(X, nd.ones((2,))), r"Provided=\(2,\), inferred shape=\(2, 3\)")
        for f in REGRESSIONS
    ),
    *((lambda f=f: f(X, nd.ones((3, 2))), r"Provided=\(3, 2\), inferred") for f in REGRESSIONS),
    *((lambda f=f: f(INTEGERS, INTEGERS), r"floating point types, not int32") for f in REGRESSIONS),
    (lambda: nd.MakeLoss(INTEGERS), r"MakeLoss: .*floating point types, not int32"),
    (lambda: nd.SVMOutput(X, nd.ones((3,))), r"label has shape \(3,\), expected \(2,\)"),
    (lambda: ctc(X), r"number of dimensions of data array must be 3, got data \(2, 3\)"),
    (lambda: ctc(label=nd.ones((2,))), r"number of dimensions of labels array must be 2"),
    (lambda: ctc(label=nd.ones((3, 3))), r"batch size for the labels and data .* the same"),
    (lambda: ctc(label=nd.ones((2, 6))), r"max number of labels cannot exceed"),
    (lambda: ctc(use_data_lengths=True), r"CTCLoss: data_lengths is missing"),
    (lambda: ctc(use_label_lengths=True), r"CTCLoss: label_lengths is missing"),
    (lambda: ctc(data_lengths=nd.ones((2,))), r"data_lengths is given, but use_data_lengths"),
    (
        lambda: ctc(data_lengths=nd.ones((3,)), use_data_lengths=True),
        r"data_lengths must have one number per sequence, got \(3,\)",
    ),
    (
        lambda: ctc(data_lengths=nd.array([5, 9]), use_data_lengths=True),
        r"data_lengths must be between 0 and 5, got \[5, 9\]",
    ),
    (
        lambda: ctc(label_lengths=nd.array([4, -1]), use_label_lengths=True),
        r"label_lengths must be between 0 and 3, got \[4, -1\]",
    ),
    (lambda: ctc(label=nd.array([[1, 9, 0], [3, 3, 1]])), r"label 9 is not one of 4 classes"),
    (lambda: ctc(label=nd.array([[1, -1, 0], [3, 3, 1]])), r"label -1 is not one of 4 classes"),
    (lambda: ctc(SEQUENCES.astype("int32")), r"floating point types, not int32"),
    (lambda: ctc(blank_label="middle"), r"'middle', valid values are: {'first', 'last'}"),
]


@pytest.mark.parametrize(("call", "message"), CASES)
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=f"(?s){message}"):
        call()
