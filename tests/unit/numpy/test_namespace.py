"""One definition serves arrays and symbols; functions of mx.nd keep the class of mx.np."""

from __future__ import annotations

import inspect

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx
from mxnet.numpy._namespace import Namespace, short_name
from mxnet.numpy.multiarray import F
from mxnet.symbol.numpy._functions import F as SYMBOLS

SPACE = Namespace()


@SPACE.function(names=("normalised",))
def scaled(F, x, axis=-1):
    """Return a softmax."""
    return F.softmax(x, axis=axis)


@SPACE.function(only_arrays=True)
def kind(F, x):
    return isinstance(x, F.ndarray)


SPACE.operators({"halves": "split"})
SPACE.unary({"exp": "exp"})
SPACE.binary({"add": ("broadcast_add", "_plus_scalar", "_plus_scalar")})
ARRAYS = SPACE.functions(F, "some.module")
OF_SYMBOLS = SPACE.functions(SYMBOLS, "some.module", arrays=False)


def arrays():
    return np.array([[1, 2], [3, 4]])


def symbols():
    return mx.sym.var("x").as_np_ndarray()


def test_a_definition_runs_on_arrays_and_makes_nodes_of_symbols():
    result = ARRAYS["scaled"](arrays(), axis=0)
    assert type(result) is np.ndarray
    symbol = OF_SYMBOLS["normalised"](symbols(), axis=0)
    assert type(symbol) is mx.sym.np._Symbol
    assert symbol.name.startswith("softmax")
    (computed,) = symbol.eval(x=arrays())
    assert onp.array_equal(computed.asnumpy(), result.asnumpy())


def test_functions_look_like_functions():
    function = ARRAYS["scaled"]
    assert str(inspect.signature(function)) == "(x, axis=-1)"
    assert function.__name__ == "scaled"
    assert function.__module__ == "some.module"
    assert function.__doc__ == "Return a softmax."
    assert str(inspect.signature(ARRAYS["exp"])) == "(x, out=None, **kwargs)"
    assert str(inspect.signature(ARRAYS["add"])) == "(x1, x2, out=None, **kwargs)"


def test_array_only_functions_are_not_in_the_symbol_namespace():
    assert ARRAYS["kind"](arrays())
    assert "kind" not in OF_SYMBOLS


def test_several_outputs_are_a_list():
    parts = ARRAYS["halves"](arrays(), num_outputs=2)
    assert [type(part) for part in parts] == [np.ndarray] * 2
    nodes = OF_SYMBOLS["halves"](symbols(), num_outputs=2)
    assert [type(node) for node in nodes] == [mx.sym.np._Symbol] * 2
    assert [node.list_outputs() for node in nodes] == [["halves0_output0"], ["halves0_output1"]]


def test_names_in_graphs_have_no_prefix():
    assert [short_name(n) for n in ("_npi_add", "_np_sum", "_npx_relu", "exp")] == [
        "add", "sum", "relu", "exp",
    ]  # fmt: skip


@pytest.mark.parametrize("functions", [ARRAYS, OF_SYMBOLS], ids=["arrays", "symbols"])
def test_numbers_are_left_to_numpy(functions):
    assert functions["exp"](0.0) == 1.0
    assert functions["add"](1, 2) == 3


def test_number_may_be_either_operand():
    assert ARRAYS["add"](arrays(), 1).tolist() == [[2, 3], [4, 5]]
    assert ARRAYS["add"](1, arrays()).tolist() == [[2, 3], [4, 5]]
    assert ARRAYS["add"](arrays(), arrays(), out=(out := arrays())) is out
    assert out.tolist() == [[2, 4], [6, 8]]
    assert OF_SYMBOLS["add"](1, symbols(), name="sum").name == "sum"


ERRORS = [
    (lambda f, x: f["exp"]([1, 2]), "exp: type <class 'list'> not supported"),
    (lambda f, x: f["add"](x, "a"), "add: type <class 'str'> not supported"),
    (lambda f, x: f["exp"](x, order="F", where=True), None),
    (lambda f, x: f["exp"](x, foo=1), "foo is an invalid keyword to function 'exp'"),
]


@pytest.mark.parametrize("functions", [ARRAYS, OF_SYMBOLS], ids=["arrays", "symbols"])
@pytest.mark.parametrize(("call", "text"), ERRORS)
def test_wrong_operands(functions, call, text):
    operand = arrays() if functions is ARRAYS else symbols()
    if text is None:
        with pytest.raises(NotImplementedError, match="order=F is not implemented yet"):
            call(functions, operand)
        return
    with pytest.raises(TypeError, match=text):
        call(functions, operand)


def test_arrays_of_nd_are_refused():
    with pytest.raises(TypeError, match=r"Operator `exp`.*legacy ndarray.*as_np_ndarray"):
        ARRAYS["exp"](mx.nd.ones(2))
    with pytest.raises(TypeError, match=r"Operator `softmax`.*as_np_ndarray"):
        npx.softmax(mx.nd.ones(2))
    with pytest.raises(TypeError, match=r"exp: got a symbol of mx.sym.*as_np_ndarray"):
        OF_SYMBOLS["exp"](mx.sym.var("x"))


def test_a_name_is_defined_once():
    with pytest.raises(ValueError, match="function exp is defined twice"):
        SPACE.unary({"exp": "exp"})


def test_functions_of_nd_keep_the_class():
    x = arrays()
    assert type(mx.nd.exp(x)) is np.ndarray
    assert type(mx.nd.concat(x, x)) is np.ndarray
    assert type(mx.nd.FullyConnected(data=x, weight=x, no_bias=True, num_hidden=2)) is np.ndarray
    assert mx.nd.relu(x, out=(out := arrays())) is out
    assert type(mx.nd.exp(mx.nd.ones(2))) is mx.nd.NDArray
    symbol = symbols()
    assert type(mx.sym.exp(symbol)) is mx.sym.np._Symbol
    assert type(mx.sym.concat(symbol, symbol)) is mx.sym.np._Symbol


def test_modules_are_the_same_from_everywhere():
    assert mx.nd.np is mx.nd.numpy is mx.np
    assert mx.nd.npx is mx.npx
    assert mx.sym.np is mx.sym.numpy is mx.np_symbol
    with pytest.raises(AttributeError, match="mx.np.nothing is not supported"):
        np.nothing  # noqa: B018
