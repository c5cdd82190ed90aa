"""Attributes: what values and strings of each type mean, and what is said about bad ones."""

from __future__ import annotations

import tracemalloc
from typing import Literal

import numpy as np
import pytest
import torch

from mxnet import MXNetError, nd, sym
from mxnet._ops.attrs import Attr, BadValue, DType, Floats, Pairs, Shape, dtype_choice, kind_of

Mode = Literal["same", "full"]
Small, Tiny = dtype_choice("None", "int8", "float16"), dtype_choice("int8")

READ = [
    (int, 3, 3),
    (int, "3", 3),
    (int, "3L", 3),
    (int, True, 1),
    (int, np.int64(3), 3),
    (int, np.array([3]), 3),
    (float, 3, 3.0),
    (float, "1e-5", 1e-5),
    (float, "inf", float("inf")),
    (float, np.float32(0.5), 0.5),
    (bool, 1, True),
    (bool, "True", True),
    (bool, "false", False),
    (bool, np.bool_(True), True),
    (str, "NCHW", "NCHW"),
    (Shape, (2, 3), (2, 3)),
    (Shape, "(2, 3)", (2, 3)),
    (Shape, "[2,3]", (2, 3)),
    (Shape, "(8L, 3L)", (8, 3)),
    (Shape, "(" + "8L," * 1000 + ")", (8,) * 1000),
    (Shape, 2, (2,)),
    (Shape, "2", (2,)),
    (Shape, (None, 3), (None, 3)),
    (Shape, np.array([2, 3]), (2, 3)),
    (Shape, torch.Size([2, 3]), (2, 3)),
    (Floats, "(1, 2.5)", (1.0, 2.5)),
    (Floats, 1, (1.0,)),
    (DType, "float16", torch.float16),
    (DType, np.int8, torch.int8),
    (DType, "4", torch.int32),
    (Mode, "full", "full"),
    (Mode | None, None, None),
    (Mode | None, "None", None),
    (int | None, "None", None),
    (int | None, 3, 3),
    (Shape | None, "(1,)", (1,)),
    (DType | None, "None", None),
    (Small, "None", None),
    (Small, "int8", torch.int8),
    (Tiny | None, "int8", torch.int8),
    (Tiny | None, None, None),
]


@pytest.mark.parametrize(("annotation", "value", "expected"), READ)
def test_reading(annotation, value, expected):
    read = kind_of(annotation).parse(value)
    assert read == expected
    assert type(read) is type(expected)


@pytest.mark.parametrize(("annotation", "value", "expected"), READ)
def test_formatted_attributes_parse_to_the_same_values(annotation, value, expected):
    kind = kind_of(annotation)
    text = kind.format(expected)
    assert isinstance(text, str)
    assert kind.parse(text) == expected


def test_no_dtype_is_that_of_numpy():
    for annotation in (
        DType,
        DType | None,
        dtype_choice("float64"),
        dtype_choice("float64") | None,
    ):
        attr = Attr("dtype", kind_of(annotation), None)
        assert attr.parse(None) is torch.float64
    assert Attr("out_dtype", kind_of(DType | None), None).parse(None) is None


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (int, 3.0, 3),
        (int, np.float32(3), 3),
        (int, np.array([3.0]), 3),
        (int | None, 3.0, 3),
        (Shape, 3.0, (3,)),
        (Shape, (4.0, -1), (4, -1)),
        (Shape, [4.0, None], (4, None)),
        (Shape, np.array([4.0, 2.0]), (4, 2)),
        (Pairs, ((1.0, 2), 3), ((1, 2), (3,))),
    ],
)
def test_integral_floats(annotation, value, expected):
    read = Attr("a", kind_of(annotation), 1).parse(value)
    assert read == expected
    assert repr(read) == repr(expected)


def test_integral_floats_become_integers_in_files():
    node = sym.reshape(sym.var("x", shape=(np.int64(8), 3.0)), shape=(6.0, -1), name="node")
    assert node.attr_dict() == {"x": {"__shape__": "(8, 3)"}, "node": {"shape": "(6, -1)"}}
    assert node.infer_shape()[1] == [(6, 4)]


BAD = [
    (int, 3.5, "Invalid Parameter format for a expect int but value='3.5'"),
    (int, float("inf"), "expect int but value='inf'"),
    (int, "3.0", "expect int but value='3.0'"),
    (int, "3.5", "Invalid Parameter format for a expect int but value='3.5'"),
    (int, None, "expect int but value='None'"),
    (int, "__import__('os')", "expect int but"),
    (int | None, "x", "expect int or None but value='x'"),
    (float, "x", "expect float but value='x'"),
    (float, [1.0], "expect float but"),
    (bool, "yes", "expect boolean but value='yes'"),
    (bool, 2, "expect boolean but value='2'"),
    (Shape, "x", "expect Shape.tuple. but value='x'"),
    (Shape, (1.5,), "expect Shape.tuple. but"),
    (DType, "complex64", "expect dtype but value='complex64'"),
    (Mode, "half", "Invalid Input: 'half', valid values are: {'full', 'same'}"),
    (Mode | None, "half", "Invalid Input: 'half', valid values are: {None, 'full', 'same'}"),
    (Small, "int32", "Invalid Input: 'int32', valid values are: {'None', 'float16', 'int8'}"),
    (Tiny | None, "int32", "Invalid Input: 'int32', valid values are: {None, 'int8'}"),
]


@pytest.mark.parametrize(("annotation", "value", "message"), BAD)
def test_bad_values(annotation, value, message):
    with pytest.raises(BadValue, match=message):
        Attr("a", kind_of(annotation), 1).parse(value)


@pytest.mark.parametrize(
    ("annotation", "default", "text"),
    [
        (int, 1, "int, optional, default='1'"),
        (float, 1.0, "float, optional, default='1'"),
        (bool, False, "boolean, optional, default='False'"),
        (Mode | None, None, "{None, 'full', 'same'}, optional, default='None'"),
        (Shape, (), "Shape(tuple), optional, default='()'"),
        (DType, torch.float32, "dtype, optional, default='float32'"),
    ],
)
def test_descriptions(annotation, default, text):
    assert Attr("a", kind_of(annotation), default).describe() == text


def test_messages_name_operator_and_arguments():
    picture = nd.ones((1, 1, 4, 4))
    with pytest.raises(
        MXNetError, match=r"{None, 'NCDHW', .*'NWC'} .*, in operator Pooling\(name="
    ):
        nd.Pooling(picture, kernel=(2, 2), layout="CHWN")
    with pytest.raises(MXNetError, match="Required parameter axis of int is not presented"):
        nd.expand_dims(picture)
    with pytest.raises(MXNetError, match="Cannot find argument 'axes' in operator expand_dims"):
        nd.expand_dims(picture, axes=1)


@pytest.mark.parametrize("brackets", ["()", "[]"])
@pytest.mark.parametrize("comma", [",", ", ", " ,"])
def test_long_tuples(brackets, comma):
    numbers = [*range(-500, 500)]
    text = f"{brackets[0]}{comma.join(map(str, numbers))}{brackets[1]}"
    assert kind_of(Shape).parse(text) == tuple(numbers)
    assert kind_of(Shape).parse(text[:-1] + "," + brackets[1]) == tuple(numbers)
    assert kind_of(Floats).parse(text.replace("499", "0.5"))[-1] == 0.5


@pytest.mark.parametrize("text", ["(" + "1," * 999 + "x)", "(" * 2000, "1" * 2000])
def test_long_texts_that_are_no_tuples(text):
    with pytest.raises(MXNetError, match=r"Invalid Parameter format for shape.*characters"):
        nd.reshape(nd.ones(2), shape=text)


def test_a_long_tuple_takes_little_memory():
    text = "(" + "1," * 100_000 + ")"
    tracemalloc.start()
    kind_of(Shape).parse(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * len(text)  # Python's own parser takes 500 times the text


@pytest.mark.parametrize("text", ["²", "9" * 5000, "99"])
def test_types_by_number_that_are_none(text):
    with pytest.raises(MXNetError, match="dtype"):
        nd.Cast(nd.ones(1), dtype=text)
