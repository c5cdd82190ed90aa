"""Calls that the sequence operators refuse, and the error messages."""

from __future__ import annotations

import pytest

import mxnet as mx
from mxnet import nd

DATA = nd.ones((4, 3, 2))
LENGTHS = nd.ones((3,))
OPERATORS = [nd.SequenceMask, nd.SequenceLast, nd.SequenceReverse]


@pytest.mark.parametrize("operator", OPERATORS)
@pytest.mark.parametrize(
    ("arrays", "attrs", "message"),
    [
        ((DATA,), {"axis": 2}, r"expects axis to be 0"),
        ((LENGTHS,), {}, r"must be of rank 2 or greater"),
        ((DATA,), {"use_sequence_length": True}, r"go together"),
        ((DATA, LENGTHS), {}, r"go together"),
        (
            (DATA, nd.ones((4,))),
            {"use_sequence_length": True},
            r"must have shape \(3,\)(.|\n)*sequence_length \(4,\)",
        ),
    ],
)
def test_refused(operator, arrays, attrs, message):
    with pytest.raises(mx.MXNetError, match=rf"{operator.__name__}: .*{message}"):
        operator(*arrays, **attrs)


def test_reverse_is_along_axis_0():
    with pytest.raises(mx.MXNetError, match=r"SequenceReverse: .*expects axis to be 0\."):
        nd.SequenceReverse(DATA, axis=1)
