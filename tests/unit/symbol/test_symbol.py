"""Symbols: building, naming, composing, asking. What 1.9.1 answers is in ``test_graphs``."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, gluon, sym
from mxnet._graph.infer import shapes
from mxnet.base import NotImplementedForSymbol
from tests.threads import in_thread

A, B = sym.var("a"), sym.var("b")
PAIR = sym.Group([A, B])


def net():
    return sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc")


# --------------------------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("call", "error", "what"),
    [
        (lambda: sym.var(3), TypeError, "string for variable `name`, got 3"),
        (lambda: sym.var("x", foo=1), ValueError, "Attribute name=foo is not supported"),
        (lambda: sym.var("x", stype="dense"), KeyError, "dense"),
        (lambda: sym.var("x", dtype="float7"), TypeError, "'float7' not understood"),
        (lambda: sym.Group([]), TypeError, "Expected a list of symbols"),
        (lambda: sym.Group([1]), TypeError, "Expected a list of symbols"),
        (lambda: sym.exp(3), TypeError, "data of exp must be Symbol instances, but got 3"),
        (lambda: sym.exp(mx.nd.ones(2)), TypeError, "data of exp must be Symbol instances"),
        (lambda: sym.exp(PAIR), MXNetError, "exp .*with 2 outputs as data"),
        (lambda: sym.exp(A, other=B), MXNetError, "argument name other not found.* data"),
        (lambda: sym.FullyConnected(A), MXNetError, "Required parameter num_hidden of int"),
        (
            lambda: sym.FullyConnected(A, num_hidden="x"),
            MXNetError,
            "Invalid Parameter format for num_hidden expect int but value='x'",
        ),
        (
            lambda: sym.Activation(A, act_type="step"),
            MXNetError,
            "act_type expect .*relu.* but value='step'|Invalid Input: 'step'",
        ),
        (lambda: sym.concat(A, B, arg0=A), TypeError, "by position or by name, not by both"),
        (lambda: A + "x", TypeError, "not supported"),
        (lambda: A + mx.nd.ones(2), TypeError, "not supported"),
        (lambda: A == "x", TypeError, "not supported"),
        (lambda: bool(A), NotImplementedForSymbol, "bool"),
        (lambda: A.asnumpy(), NotImplementedForSymbol, "asnumpy"),
        (lambda: A.wait_to_read(), NotImplementedForSymbol, "wait_to_read"),
        (lambda: PAIR["c"], ValueError, 'Cannot find output that matches name "c"'),
        (lambda: sym.Group([A, A])["a"], ValueError, 'multiple outputs with name "a"'),
        (lambda: PAIR[2], IndexError, "output 2 of a symbol with 2"),
        (lambda: PAIR[0.5], TypeError, "integer index"),
        (lambda: net()(A, data=B), TypeError, "either as positional or keyword"),
        (lambda: net()(other=B), MXNetError, r"no arguments \['other'\]"),
        (lambda: net()(data=3), TypeError, "for 'data'"),
        (lambda: A.infer_shape(a=3), TypeError, "Arguments need to be shapes.* 'a'"),
        (lambda: A.infer_shape(c=(2,)), MXNetError, r"argument name c not found.*\n.*\n.*\[0\]a"),
        (lambda: A.infer_shape((1,), (2,)), MXNetError, "1 arguments, got 2"),
        (lambda: A.infer_shape((1,), a=(2,)), ValueError, "either by position or by name"),
        (lambda: A.infer_type(a="float7"), TypeError, "'float7' not understood"),
        (lambda: sym.load_json(3), TypeError, "string"),
        (lambda: sym.load("no such file"), MXNetError, "no such file"),
        (lambda: A._set_attr(x=3), ValueError, "only accepts string values, got x=3"),
        (lambda: PAIR._set_attr(x="3"), MXNetError, "not at a group"),
        (lambda: A.list_attr(recursive=True), DeprecationWarning, "attr_dict"),
        (lambda: A.gradient(["a"]), MXNetError, "not implemented"),
        (lambda: A.bind(3, {}), TypeError, "a Context such as .* is needed, got 3"),
        (lambda: A.bind(mx.cpu(), {}), ValueError, "key `a` is missing in `args`"),
        (lambda: A.bind(mx.cpu(), []), ValueError, "Length of args does not match"),
        (lambda: A.bind(mx.cpu(), [1]), TypeError, "Only accept list of NDArrays"),
        (lambda: A.eval(b=mx.nd.ones(2)), ValueError, "key `a` is missing"),
        (lambda: net().simple_bind(mx.cpu()), RuntimeError, "cannot decide shapes.*\n.*data: None"),
        (
            lambda: net().simple_bind(mx.cpu(), grad_req="sum", data=(2, 2)),
            ValueError,
            "grad_req must be one of .*'sum'",
        ),
        (
            lambda: (net() + A).infer_shape(data=(2, 2), a=(2, 4)),
            MXNetError,
            r"Error in operator _plus\d+: .*expected \[2,3\], got \[2,4\](?s:.)*data: \(2, 2\)",
        ),
        (
            lambda: (sym.var("x", dtype="int32") + sym.var("y", dtype="float32")).infer_type(),
            MXNetError,
            r"operator _plus\d+: .*expected int32, got float32",
        ),
        (
            lambda: sym.contrib.adamw_update(A, A, A, A, 1, 0.1, 1),
            MXNetError,
            "adamw_update: a graph cannot change its arrays",
        ),
        (lambda: mx.AttrScope(x=3), ValueError, "Attributes need to be string"),
        (lambda: sym.contrib.foreach(lambda x, s: (x, s), 3, A), Exception, "foreach data"),
    ],
)
def test_refused(call, error, what):
    with pytest.raises(error, match=what):
        call()


# -------------------------------------------------------------------------------------- structure


def test_numbers_need_no_symbol():
    assert (sym.maximum(2, 3), sym.minimum(2, 3), sym.hypot(3, 4), sym.power(2, 3)) == (3, 2, 5, 8)
    assert sym.pow(base=A, exp=2).list_arguments() == ["a"]


def test_an_operator_without_inputs_drops_symbols():
    assert sym.zeros((2,), data=A).list_arguments() == []


def test_iteration_and_slices():
    parts = sym.split(A, num_outputs=4, name="s")
    assert len(parts) == 4
    assert [part.list_outputs() for part in parts] == [[f"s_output{i}"] for i in range(4)]
    assert parts[1:3].list_outputs() == ["s_output1", "s_output2"]
    assert parts["s_output3"].list_outputs() == parts[-1].list_outputs() == ["s_output3"]
    assert parts.name == parts[2].name == "s"
    assert repr(parts[0]) == "<Symbol s>"
    assert repr(PAIR) == "<Symbol group [a, b]>" and PAIR.name is None


def test_outputs_are_numbered_as_in_mxnet():
    data = sym.var("x")
    assert sym.split(data, num_outputs=1, name="s").list_outputs() == ["s_output0"]
    drawn = sym.sample_multinomial(data, get_prob=True, name="m")
    assert drawn.list_outputs() == ["m_output0", "m_output1"]
    assert sym.sample_multinomial(data, name="m").list_outputs() == ["m_output"]


def test_internals_and_children():
    last = sym.exp(net(), name="e")
    inside = last.get_internals()
    assert inside.list_outputs() == ["data", "fc_weight", "fc_bias", "fc_output", "e_output"]
    assert inside["fc_output"].list_arguments() == ["data", "fc_weight", "fc_bias"]
    assert last.get_children().list_outputs() == ["fc_output"]
    assert A.get_children() is None


def test_a_variable_that_two_nodes_share_is_listed_once():
    weight = sym.var("w")
    both = sym.dot(sym.dot(A, weight), weight)
    assert both.list_arguments() == ["a", "w"]


def test_states_are_composed_by_name():
    norm = sym.BatchNorm(sym.var("data"), name="norm")
    shared = norm(norm_moving_mean=sym.var("mean"))
    assert shared.list_auxiliary_states() == ["mean", "norm_moving_var"]
    assert norm.list_auxiliary_states() == ["norm_moving_mean", "norm_moving_var"]


def test_composing_leaves_the_original_alone():
    inner = net()
    outer = inner(data=sym.exp(A))
    assert outer.list_arguments() == ["a", "fc_weight", "fc_bias"]
    assert inner.list_arguments() == ["data", "fc_weight", "fc_bias"]
    assert inner(data=A, name="renamed").name == "renamed"
    assert inner.name == "fc"


@pytest.mark.parametrize(
    "remade", [copy.copy, copy.deepcopy, lambda s: pickle.loads(pickle.dumps(s))]
)
def test_copies_are_independent(remade):
    first = net()
    second = remade(first)
    second._set_attr(__note__="mine")
    assert second.attr("__note__") == "mine" and first.attr("__note__") is None
    assert second.tojson() != first.tojson()
    assert second.list_arguments() == first.list_arguments()


def test_symbols_can_be_keys():
    assert {A: 1, B: 2}[A] == 1


# ----------------------------------------------------------------------------- names and attributes


def test_names_count_by_operator_and_restart_in_a_scope():
    with mx.name.NameManager():
        names = [sym.exp(A).name, sym.exp(A).name, (A + B).name, (A + 1).name, sym.Flatten(A).name]
        with mx.name.NameManager():
            names.append(sym.exp(A).name)
        names.append(sym.exp(A).name)
        with mx.name.Prefix("p_"):
            names += [sym.exp(A).name, sym.exp(A, name="own").name]
    assert names == [
        "exp0", "exp1", "_plus0", "_plusscalar0", "flatten0", "exp0", "exp2", "p_exp0", "p_own",
    ]  # fmt: skip


def test_every_thread_counts_for_itself():
    with mx.name.NameManager():
        sym.exp(A)
        assert in_thread(lambda: sym.exp(A).name) == "exp0"


def test_attributes():
    with mx.AttrScope(ctx_group="one", __data__="yes"):
        data = sym.var("data", attr={"mood": "angry"}, lr_mult=2)
        with mx.AttrScope(ctx_group="two"):
            layer = sym.FullyConnected(data, num_hidden=2, name="fc", lr_mult="0.5")
    assert data.attr("ctx_group") == data.attr("__ctx_group__") == "one"
    assert (data.attr("mood"), data.attr("lr_mult"), data.attr("nothing")) == ("angry", "2", None)
    assert layer.attr("ctx_group") == "two" and layer.attr("__data__") == "yes"
    assert layer.attr_dict()["fc_weight"]["lr_mult"] == "0.5"  # made by the operator, so like it
    assert layer.attr("num_hidden") == "2"
    again = sym.load_json(layer.tojson())
    assert again.attr_dict() == layer.attr_dict()


def test_initializers_are_kept():
    weight = sym.var("w", init=mx.init.Normal(0.5), shape=(2, 3))
    assert weight.attr("__init__") == '["normal", {"sigma": 0.5}]'
    assert sym.var("g", init="ones").attr("__init__") == "ones"


# ------------------------------------------------------------------------------------------- files


def test_save_and_load(tmp_path):
    first = sym.Group([net(), sym.BlockGrad(net())])
    path = str(tmp_path / "net-symbol.json")
    first.save(path)
    assert sym.load(path).tojson() == first.tojson()
    assert sym.load_json(first.tojson()).list_outputs() == first.list_outputs()


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "net-symbol.json"
    net().save(str(path))
    before = path.read_text()

    def fails(self, remove_amp_cast=True):
        raise MemoryError

    monkeypatch.setattr(sym.Symbol, "tojson", fails)
    with pytest.raises(MemoryError):
        net().save(str(path))
    assert path.read_text() == before and len(list(tmp_path.iterdir())) == 1


def test_casts_of_mixed_precision_are_left_out_of_files():
    cast = sym.amp_cast(A, dtype="float16")
    both = sym.amp_multicast(cast, B, num_outputs=2)
    total = sym.elemwise_add(both[0], both[1], name="sum")
    assert "amp_" not in total.tojson()
    assert sym.load_json(total.tojson()).list_arguments() == ["a", "b"]
    assert total.tojson(remove_amp_cast=False).count('"op": "amp_') == 2


# --------------------------------------------------------------------------------- shapes and types


def test_shapes_by_place_and_by_name():
    one = net()
    assert one.infer_shape((5, 4)) == one.infer_shape(data=(5, 4))
    assert one.infer_shape((5, 4)) == ([(5, 4), (3, 4), (3,)], [(5, 3)], [])


def test_shapes_follow_backward():
    one = sym.FullyConnected(sym.var("data"), sym.var("w", shape=(3, 4)), num_hidden=3, name="fc")
    total = one + sym.var("other", shape=(7, 3))
    assert total.infer_shape(data=(0, 4))[0][0] == (7, 4)


def test_unknown_shapes_are_a_warning():
    with pytest.warns(UserWarning, match=r"Cannot decide shape.*\n\tdata: \(\)"):
        assert net().infer_shape() == (None, None, None)
    assert net().infer_shape_partial(data=(0, 4)) == ([(0, 4), (3, 4), (3,)], [(0, 3)], [])
    with pytest.warns(UserWarning, match=r"Cannot decide type.*\n\tdata: None"):
        assert net().infer_type() == (None, None, None)


def test_types_follow():
    assert net().infer_type(data="float16") == ([np.float16] * 3, [np.float16], [])
    norm = sym.BatchNorm(sym.var("data"), name="bn")
    arguments, outputs, states = norm.infer_type(data="float16")
    assert outputs == [np.float16] and arguments == [np.float16, np.float32, np.float32]
    assert states == [np.float32] * 2


def test_shapes_of_contradicting_types():
    """A variable keeps the type of its parameter at the time of its first use."""
    x = sym.var("x", dtype="float64")
    product = sym.FullyConnected(x, sym.var("w", dtype="float32"), no_bias=True, num_hidden=3)
    assert product.infer_shape(x=(2, 4))[1] == [(2, 3)]
    with pytest.raises(MXNetError, match=r"Incompatible attr.*expected float64, got float32"):
        product.infer_type()
    dense = gluon.nn.Dense(3, in_units=4)
    both = gluon.nn.HybridSequential()
    both.add(dense, gluon.nn.Dense(2, in_units=3))
    dense(sym.var("data"))
    both.cast("float64")
    assert both(sym.var("data")).infer_shape(data=(2, 4))[1] == [(2, 2)]


def test_numpy_shapes():
    with mx.np_shape():
        assert sym.exp(A).infer_shape(a=()) == ([()], [()], [])
        assert sym.exp(A).infer_shape(a=(0, 2)) == ([(0, 2)], [(0, 2)], [])
        assert sym.exp(A).infer_shape_partial(a=(-1, 2)) == ([(-1, 2)], [(-1, 2)], [])


# --------------------------------------------------------------------------------------- optimizing


def test_there_are_no_backends(caplog):
    one = net()
    assert one.optimize_for("nothing") is one
    assert "'nothing' cannot be found" in caplog.text
    with pytest.raises(MXNetError, match="SubgraphProperty nothing is not found"):
        one.get_backend_symbol("nothing")


def test_shapes_of_a_growing_graph_are_inferred_once(monkeypatch):
    """Keras and others ask for the shape after every node that they add; equal nodes share it."""
    monkeypatch.setattr(shapes, "_outcomes", {})
    calls = []
    real = shapes.infer_outputs

    def count_call(op, inputs, attrs):
        calls.append(op.name)
        return real(op, inputs, attrs)

    monkeypatch.setattr(shapes, "infer_outputs", count_call)
    x = sym.var("x", shape=(2, 3))
    for _ in range(4):
        x = sym.sum(sym.stack(x, x, axis=2), axis=2, name="last")
        assert x.infer_shape_partial()[1] == [(2, 3)]
    assert calls == ["stack", "sum"]

    assert x.infer_shape(x=(5, 3))[1] == [(5, 3)]  # other shapes, and again those of before
    assert x.infer_shape()[1] == [(2, 3)]
    x._set_attr(keepdims="True")
    assert x.infer_shape()[1] == [(2, 3, 1)]
    x._set_attr(axis="7")
    for _ in range(2):
        with pytest.raises(MXNetError, match=r"last.*axis"):
            x.infer_shape()


def test_the_size_of_a_concat_with_an_unknown_part():
    both = mx.sym.concat(mx.sym.var("w"), mx.sym.var("x"), dim=1)
    assert both.infer_shape_partial(x=(3, 4)) == ([(3, 0), (3, 4)], [(3, 0)], [])
    assert both.infer_shape(x=(3, 4), w=(3, 2))[1] == [(3, 6)]


def test_the_size_of_a_broadcast_with_an_unknown_part():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    product = mx.sym.broadcast_mul(a, b)
    assert product.infer_shape_partial(a=(2, 4), b=(0, 4)) == ([(2, 4), (0, 4)], [(2, 4)], [])
    assert (product + b).infer_shape(a=(2, 4), b=(0, 4))[0] == [(2, 4), (2, 4)]


@pytest.mark.parametrize("known", [(0, 128), (4, 0), (0, 0), (3, 0, 5)])
def test_the_sizes_of_a_reshape_with_an_unknown_part(known):
    x = mx.sym.var("x")
    assert x.reshape((-1, 7)).infer_shape_partial(x=known)[1] == [(0, 7)]
    # The rank is known, too: Keras reads it, to count axes from the end.
    axis = x.reshape((-1, 7, 5)).sum(axis=(1, 2))
    assert axis.infer_shape_partial(x=known)[1] == [(0,)]
    assert x.reshape((-1, 7)).infer_shape_partial()[1] == [()]


def test_shapes_follow_the_inputs_and_attributes_of_each_call():
    layer = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="layer")
    for shape in ((2, 4), (5, 4), (2, 4), (2, 6)):
        arguments, outputs, _ = layer.infer_shape(data=shape)
        assert outputs == [(shape[0], 3)]
        assert arguments == [shape, (3, shape[1]), (3,)]
    layer._set_attr(num_hidden="7")
    assert layer.infer_shape(data=(2, 4))[1] == [(2, 7)]
    assert layer.infer_shape_partial(data=(0, 4))[0] == [(0, 4), (7, 4), (7,)]


def test_cache_of_inferred_shapes_is_bounded(monkeypatch):
    monkeypatch.setattr(shapes, "MAX_OUTCOMES", 10)
    layer = mx.sym.relu(mx.sym.var("data"))
    for length in range(1, 50):
        assert layer.infer_shape(data=(length,))[1] == [(length,)]
        assert len(shapes._outcomes) <= 10


def test_default_types_are_those_of_the_same_graph():
    x = mx.sym.var("x")
    part = mx.sym.exp(x)
    whole = part + mx.sym.var("w", dtype="float64")

    def type_of_x(symbol, **shapes):
        return np.dtype(symbol.simple_bind(mx.cpu(), x=(2,), **shapes).arg_dict["x"].dtype).name

    for _ in range(2):  # the second time, all types are known from the first
        assert type_of_x(part) == "float32"
        assert type_of_x(whole, w=(2,)) == "float64"
    x._set_attr(__dtype__="2")
    assert type_of_x(part) == "float16"
