"""Executors: forward, backward, kinds of gradients, other shapes, monitors, contexts."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd, sym

X, Y = sym.var("x"), sym.var("y")
TWO = X * Y


def bound(symbol=TWO, grad_req="write", **arrays):
    arrays = {name: nd.array(values) for name, values in arrays.items()}
    grads = {name: nd.zeros(array.shape) for name, array in arrays.items()}
    return symbol.bind(mx.cpu(), arrays, grads, grad_req)


def test_forward_and_backward():
    executor = bound(x=[1, 2], y=[3, 4])
    assert executor.outputs[0].shape == (2,)  # before anything has run
    outputs = executor.forward(is_train=True)
    executor.backward(nd.array([1, 10]))
    np.testing.assert_array_equal(outputs[0].asnumpy(), [3, 8])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [3, 40])
    np.testing.assert_array_equal(executor.grad_dict["y"].asnumpy(), [1, 20])
    assert list(executor.output_dict) == TWO.list_outputs()


def test_arrays_are_those_of_the_user():
    x, y = nd.array([1, 2]), nd.array([3, 4])
    executor = TWO.bind(mx.cpu(), [x, y])
    x[:] = 5
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), [15, 20])
    executor.forward(x=np.array([7, 8]))
    np.testing.assert_array_equal(x.asnumpy(), [7, 8])
    assert executor.arg_dict["x"] is x


@pytest.mark.parametrize("listed", [False, True])
def test_grad_req_of_each_argument(listed):
    requests = ["add", "null"] if listed else {"x": "add"}
    executor = bound(grad_req=requests, x=[1, 2], y=[3, 4])
    for _ in range(3):
        executor.forward(is_train=True)
        executor.backward(nd.ones(2))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [9, 12])
    np.testing.assert_array_equal(executor.grad_dict["y"].asnumpy(), [0, 0])


def test_gradients_of_some_arguments():
    x, y, grad = nd.array([1, 2]), nd.array([3, 4]), nd.zeros(2)
    executor = TWO.bind(mx.cpu(), [x, y], {"y": grad})
    executor.forward(is_train=True)
    executor.backward(nd.ones(2))
    np.testing.assert_array_equal(grad.asnumpy(), [1, 2])
    assert executor.grad_dict["x"] is None


def test_backward_without_forward_or_after_inference():
    executor = bound(x=[1, 2], y=[3, 4])
    executor.backward(nd.ones(2))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [3, 4])
    executor.arg_dict["y"][:] = 7
    executor.forward()
    executor.backward(nd.ones(2))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [7, 7])


def test_heads_by_name_and_losses_without():
    both = sym.Group([sym.MakeLoss(X * 2, name="loss"), TWO])
    executor = bound(both, x=[1, 2], y=[3, 4])
    executor.forward(is_train=True)
    executor.backward({both.list_outputs()[1]: nd.ones(2)})
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [5, 6])


def test_an_output_that_is_there_twice_has_two_gradients():
    executor = bound(sym.Group([TWO, TWO]), x=[1], y=[3])
    executor.forward(is_train=True)
    executor.backward([nd.array([1]), nd.array([10])])
    assert executor.grad_dict["x"].asscalar() == 33


def test_integers_have_zero_gradient():
    result = sym.take(X, sym.var("index", dtype="int32"))
    executor = result.simple_bind(mx.cpu(), x=(3, 2), index=(2,))
    executor.grad_dict["index"][:] = 9
    executor.forward(is_train=True)
    executor.backward(nd.ones((2, 2)))
    np.testing.assert_array_equal(executor.grad_dict["index"].asnumpy(), [0, 0])
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy()[0], [2, 2])


@pytest.mark.parametrize("operator", ["relu", "sigmoid", "exp", "sqrt", "softmax", "reciprocal"])
def test_backward_uses_outputs_that_the_user_changed(operator):
    result = getattr(sym, operator)(X + sym.zeros((2, 2)))
    executor = result.simple_bind(mx.cpu(), x=(2, 2))
    executor.arg_dict["x"][:] = nd.array([[0.5, 1], [2, 3]])
    executor.forward(is_train=True)
    output = executor.outputs[0]
    output[:] = nd.array([[0, 0.25], [0.5, 0.75]])
    executor.backward(nd.array([[1, 2], [3, 4]]))
    y, head = output.asnumpy(), np.array([[1, 2], [3, 4]])
    with np.errstate(divide="ignore"):
        expected = {
            "relu": (y > 0) * head,
            "sigmoid": y * (1 - y) * head,
            "exp": y * head,
            "sqrt": head / (2 * y),
            "softmax": y * (head - (y * head).sum(1, keepdims=True)),
            "reciprocal": -(y**2) * head,  # MXNet: computed from the input
        }
    np.testing.assert_allclose(executor.grad_dict["x"].asnumpy(), expected[operator], rtol=1e-6)


def test_states_change_in_training_only():
    norm = sym.BatchNorm(X, name="bn", momentum=0.5, fix_gamma=False)
    executor = norm.simple_bind(mx.cpu(), x=(4, 1))
    executor.arg_dict["x"][:] = nd.array([[0], [1], [2], [3]])
    executor.forward(is_train=False)
    assert executor.aux_dict["bn_moving_mean"].asscalar() == 0
    executor.forward(is_train=True)
    executor.backward(nd.ones((4, 1)))
    assert executor.aux_dict["bn_moving_mean"].asscalar() == 0.75


def test_dropout_of_backward_is_that_of_forward():
    executor = bound(sym.Dropout(X, p=0.5), x=np.ones(200))
    for _ in range(2):
        out = executor.forward(is_train=True)[0].asnumpy()
        executor.backward(nd.ones(200))
        np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), out)
        assert 0 < (out == 0).sum() < 200
    np.testing.assert_array_equal(executor.forward()[0].asnumpy(), np.ones(200))


@pytest.mark.parametrize("inferences", [1, 3])
@pytest.mark.parametrize("watched", [False, True])
def test_dropout_of_backward_after_inference_is_that_of_forward(inferences, watched):
    executor = bound(sym.Dropout(X, p=0.5, mode="always"), x=np.ones(200))
    if watched:
        executor.set_monitor_callback(lambda name, array: None)
    for _ in range(inferences):
        out = executor.forward(is_train=False)[0].asnumpy()
    executor.backward(nd.ones(200))
    assert 0 < (out == 0).sum() < 200
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), out)


def test_simple_bind_makes_zeros_of_inferred_types():
    executor = TWO.simple_bind(mx.cpu(), type_dict={"x": "float64"}, x=(2, 3))
    assert {a.dtype for a in executor.arg_arrays} == {np.float64}
    assert [a.shape for a in executor.arg_arrays] == [(2, 3)] * 2
    assert not any(a.asnumpy().any() for a in (*executor.arg_arrays, *executor.grad_arrays))
    assert TWO.simple_bind(mx.cpu(), grad_req="null", x=(2,)).grad_arrays == [None, None]
    with pytest.warns(UserWarning, match="no input 'z'"):
        TWO.simple_bind(mx.cpu(), x=(2,), z=(3,))


def test_eval():
    (result,) = TWO.eval(x=nd.array([1, 2]), y=nd.array([3, 4]))
    np.testing.assert_array_equal(result.asnumpy(), [3, 8])
    (result,) = sym.BatchNorm(X, name="n").eval(
        x=nd.ones((2, 1)), n_gamma=nd.ones(1), n_beta=nd.ones(1),
        n_moving_mean=nd.zeros(1), n_moving_var=nd.ones(1),
    )  # fmt: skip
    np.testing.assert_allclose(result.asnumpy(), 1.9995, 1e-4)


# ------------------------------------------------------------------------------------- other shapes


def test_reshape_shares_memory():
    executor = sym.FullyConnected(X, num_hidden=3, name="fc").simple_bind(mx.cpu(), x=(4, 2))
    smaller = executor.reshape(x=(2, 2))
    executor.arg_dict["fc_weight"][:] = 1
    executor.arg_dict["x"][:] = 2
    np.testing.assert_array_equal(smaller.forward()[0].asnumpy(), np.full((2, 3), 4.0))
    smaller.backward(nd.ones((2, 3)))
    assert executor.grad_dict["fc_bias"].asnumpy().tolist() == [2, 2, 2]
    larger = executor.reshape(x=(6, 2), allow_up_sizing=True)
    assert larger.forward()[0].shape == (6, 3)


@pytest.mark.parametrize(
    ("shapes", "flags", "what"),
    [
        ({"x": (8, 2)}, {}, "arg:x larger than original"),
        ({"x": (2, 1)}, {}, "unspecified array arg:fc_weight changed"),
        ({"x": (2, 5)}, {"partial_shaping": True}, "larger than original"),
        ({"z": (2, 5)}, {}, "argument name z not found"),
    ],
)
def test_reshape_refuses(shapes, flags, what):
    executor = sym.FullyConnected(X, num_hidden=3, name="fc").simple_bind(mx.cpu(), x=(4, 2))
    with pytest.raises(MXNetError, match=what):
        executor.reshape(**flags, **shapes)


# ----------------------------------------------------------------------------------------- monitors


def test_a_monitor_sees_all_results_and_stays_after_reshape():
    seen = []
    executor = sym.exp(TWO, name="e").simple_bind(mx.cpu(), x=(2,), y=(2,))
    executor.set_monitor_callback(lambda name, array: seen.append((name, array.shape)))
    executor.forward()
    product = TWO.list_outputs()[0].encode()
    assert seen == [(product, (2,)), (b"e_output", (2,))]
    del seen[:]
    executor.reshape(x=(1,), y=(1,)).forward()
    assert seen == [(product, (1,)), (b"e_output", (1,))]


def test_a_monitor_of_inputs_and_gradients():
    seen = {}
    executor = sym.FullyConnected(X, num_hidden=1, no_bias=True, name="fc").simple_bind(
        mx.cpu(), x=(1, 2)
    )
    executor.arg_dict["fc_weight"][:] = nd.array([[3, 4]])
    executor.set_monitor_callback(lambda n, a: seen.setdefault(n, a.asnumpy().tolist()), True)
    executor.forward(is_train=True)
    executor.backward(nd.ones((1, 1)))
    assert {b"x", b"fc_data", b"fc_weight", b"fc_output"} < seen.keys()
    assert seen[b"fc_backward_output0"] == [[3, 4]]


def test_a_monitor_sees_gradients_that_add_up():
    """As 1.9.1: of a variable with one use the sum so far, of one with two each part."""
    seen = []
    dense = sym.FullyConnected(X, num_hidden=1, no_bias=True, name="fc")
    executor = sym.MakeLoss(dense + sym.sum(X, axis=1, keepdims=True), name="loss").simple_bind(
        mx.cpu(), grad_req="add", x=(1, 2)
    )
    executor.arg_dict["x"][:] = nd.array([[1, 2]])
    executor.arg_dict["fc_weight"][:] = nd.array([[3, 4]])
    executor.set_monitor_callback(lambda n, a: seen.append((n, a.asnumpy().tolist())))
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward()
    of_data = [values for name, values in seen if name == b"fc_backward_output0"]
    of_weight = [values for name, values in seen if name == b"fc_backward_output1"]
    assert of_data == [[[3, 4]], [[3, 4]]] and of_weight == [[[1, 2]], [[2, 4]]]


# ------------------------------------------------------------------------------------------ refused


@pytest.mark.parametrize(
    ("call", "error", "what"),
    [
        (lambda e: e.forward(z=nd.ones(2)), TypeError, "Unknown argument z"),
        (lambda e: e.forward(x=nd.ones(3)), ValueError, r"x, need: \(2,\), received: \(3,\)"),
        (lambda e: e.forward(x=[1, 2]), ValueError, "forward expects arrays"),
        (lambda e: e.backward(), MXNetError, "head_gradient is required .*_mul"),
        (lambda e: e.backward(nd.ones(3)), MXNetError, r"gradient of output .*\(3,\)"),
        (lambda e: e.copy_params_from({"z": nd.ones(2)}), ValueError, '"z" that is not in the arg'),
        (lambda e: e.copy_params_from({"x": nd.ones(3)}), MXNetError, r"'x' has shape \(3,\)"),
    ],
)
def test_refused(call, error, what):
    executor = bound(x=[1, 2], y=[3, 4])
    executor.forward(is_train=True)
    with pytest.raises(error, match=what):
        call(executor)


def test_bind_refuses():
    with pytest.raises(MXNetError, match=r"operator _mul.*expected \[2\], got \[3\]"):
        TWO.bind(mx.cpu(), [nd.ones(2), nd.ones(3)])
    with pytest.raises(MXNetError, match="expected float32, got float64"):
        TWO.bind(mx.cpu(), [nd.ones(2), nd.ones(2, dtype="float64")]).forward()
    with pytest.raises(MXNetError, match=r"'x': Input array is in cpu\(1\) while binding with"):
        TWO.bind(mx.cpu(), [nd.ones(2, ctx=mx.cpu(1)), nd.ones(2)])
    with pytest.raises(ValueError, match=r"duplicated argument name \['x'\]"):
        (X + sym.var("x")).simple_bind(mx.cpu(), x=(2,))


# ---------------------------------------------------------------------------------------- contexts


def test_groups_on_contexts():
    with mx.AttrScope(ctx_group="one"):
        x = sym.var("x")
        left = x * 2
    with mx.AttrScope(ctx_group="two"):
        total = left + sym.var("y")
    places = {"one": mx.cpu(1), "two": mx.cpu(2)}
    executor = total.simple_bind(mx.cpu(0), group2ctx=places, x=(2,), y=(2,))
    assert [a.context for a in executor.arg_arrays] == [mx.cpu(1), mx.cpu(2)]
    executor.arg_dict["x"][:] = 3
    np.testing.assert_array_equal(executor.forward(is_train=True)[0].asnumpy(), [6, 6])
    executor.backward(nd.ones(2))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), [2, 2])


def test_arguments_share_a_buffer():
    buffer = {}
    one = TWO.simple_bind(mx.cpu(), x=(4,), shared_buffer=buffer)
    assert sorted(buffer) == ["grad of x", "grad of y", "x", "y"]
    other = TWO.simple_bind(mx.cpu(), x=(2,), shared_buffer=buffer)
    other.arg_dict["x"][:] = 5
    assert one.arg_dict["x"].asnumpy().tolist() == [5, 5, 0, 0]


def test_shared_memory_of_executors():
    one = TWO.simple_bind(mx.cpu(), x=(4,))
    other = TWO.simple_bind(mx.cpu(), x=(4,), shared_exec=one, shared_arg_names=["x"])
    one.arg_dict["x"][:] = 5
    assert other.arg_dict["x"].asnumpy().tolist() == [5] * 4
    assert other.arg_dict["y"] is not one.arg_dict["y"]


def test_sparse_head_gradients():
    x = mx.sym.var("x")
    executor = (x * 3).bind(mx.cpu(), {"x": mx.nd.ones((2, 2))}, {"x": mx.nd.zeros((2, 2))})
    executor.forward(is_train=True)
    executor.backward([mx.nd.array([[0, 0], [1, 2]]).tostype("row_sparse")])
    assert executor.grad_dict["x"].asnumpy().tolist() == [[0, 0], [3, 6]]


MASKED = sym.contrib.boolean_mask(X, Y)


@pytest.mark.parametrize(("symbol", "known"), [(MASKED * 2, (0, 2)), (MASKED.sum(axis=1), (0,))])
def test_results_whose_size_the_values_decide(symbol, known):
    with pytest.warns(UserWarning, match="Cannot decide shape"):
        assert symbol.infer_shape(x=(3, 2), y=(3,)) == (None, None, None)
    assert symbol.infer_shape_partial(x=(3, 2), y=(3,))[1] == [known]
    executor = bound(symbol, x=np.ones((3, 2)), y=[1, 0, 1])
    (output,) = executor.forward(is_train=True)
    np.testing.assert_array_equal(output.asnumpy(), 2 * np.ones((2, *known[1:])))
    executor.backward(nd.ones(output.shape))
    factor = 2 if known[1:] else 1
    np.testing.assert_array_equal(
        executor.grad_dict["x"].asnumpy(), factor * np.array([[1, 1], [0, 0], [1, 1]])
    )
    (again,) = executor.forward(y=nd.ones(3))
    assert again is output and again.shape == (3, *known[1:])
    with pytest.raises(MXNetError, match=r"index must have shape \[3\], got \[2\]"):
        bound(symbol, x=np.ones((3, 2)), y=[1, 0])


BEHIND_LOSSES = {
    "itself": lambda loss: loss,
    "reshape": lambda loss: sym.reshape(loss, shape=(-1,)),
    "slice": lambda loss: sym.slice_axis(loss, axis=1, begin=0, end=1),
    "arithmetic": lambda loss: sym.exp(loss + 1) * 2,
    "beside another": lambda loss: sym.Group([sym.Flatten(loss), sym.MakeLoss(sym.var("x"))]),
}


@pytest.mark.parametrize("behind", BEHIND_LOSSES.values(), ids=BEHIND_LOSSES)
def test_functions_of_losses_need_no_head_gradient(behind):
    """Detectors reshape the probabilities of SoftmaxOutput before they give them out."""
    layer = sym.FullyConnected(sym.var("data"), num_hidden=3, name="fc")
    net = behind(sym.SoftmaxOutput(layer, sym.var("label"), name="softmax"))
    extra = {"x": (1,)} if "x" in net.list_arguments() else {}
    executor = net.simple_bind(mx.cpu(), data=(2, 4), **extra)
    for array in executor.arg_arrays:
        array[:] = 1
    for _ in range(3):  # a plan is made after some calls
        executor.forward(is_train=True)
        executor.backward()
        np.testing.assert_allclose(
            executor.grad_dict["fc_bias"].asnumpy(), [2 / 3, -4 / 3, 2 / 3], rtol=1e-6
        )


def test_other_outputs_need_a_head_gradient_next_to_a_loss():
    x = sym.var("x")
    net = sym.MakeLoss(x) + sym.broadcast_mul(x, sym.var("y"), name="product")
    for request, spared in (
        ({"x": "write", "y": "write"}, False),
        ({"x": "null", "y": "null"}, True),
    ):
        executor = net.simple_bind(mx.cpu(), grad_req=request, x=(2,), y=(2,))
        executor.forward(is_train=True)
        if spared:
            executor.backward()
        else:
            with pytest.raises(MXNetError, match="head_gradient is required .*_plus"):
                executor.backward()


def test_loss_after_block_grad_has_no_gradient():
    x = sym.var("x")
    for net, gradient in (
        (sym.BlockGrad(sym.MakeLoss(x)), 0),
        (sym.Group([sym.MakeLoss(x), sym.BlockGrad(sym.MakeLoss(x))]), 1),
    ):
        executor = net.simple_bind(mx.cpu(), x=(2,))
        executor.forward(is_train=True)
        executor.backward()
        assert executor.grad_dict["x"].asnumpy().tolist() == [gradient] * 2


DEBUG_TEXT = """\
Symbol Outputs:
	output[0]=softmax(0)
	output[1]=sum_grad(0)
	output[2]=fc_backward(1)
Variable:data
Variable:fc_weight
--------------------
Op:FullyConnected, Name=fc
Inputs:
	arg[0]=data(0) version=0
	arg[1]=fc_weight(0) version=0
Attrs:
	no_bias=True
	num_hidden=3
--------------------
Op:Concat, Name=both
Inputs:
	arg[0]=fc(0)
	arg[1]=data(0) version=0
Attrs:
	num_args=2
Variable:softmax_label
--------------------
Op:SoftmaxOutput, Name=softmax
Inputs:
	arg[0]=both(0)
	arg[1]=softmax_label(0) version=0
--------------------
Op:_backward_SoftmaxOutput, Name=softmax_backward
Inputs:
	arg[0]=both(0)
	arg[1]=softmax_label(0) version=0
Control deps:
	cdep[0]=softmax
--------------------
Op:_backward_Concat, Name=both_backward
Inputs:
	arg[0]=softmax_backward(0)
	arg[1]=fc(0)
	arg[2]=data(0) version=0
Attrs:
	num_args=2
Control deps:
	cdep[0]=both
--------------------
Op:_backward_FullyConnected, Name=fc_backward
Inputs:
	arg[0]=both_backward(0)
	arg[1]=data(0) version=0
	arg[2]=fc_weight(0) version=0
Attrs:
	no_bias=True
	num_hidden=3
Control deps:
	cdep[0]=fc
--------------------
Op:add_n, Name=sum_grad
Inputs:
	arg[0]=both_backward(1)
	arg[1]=fc_backward(0)
Attrs:
	num_args=2
Total 0 MB allocated
Total 0 TempSpace resource requested
"""


def test_debug_str_lists_the_backward_pass():
    data = sym.var("data")
    both = sym.concat(
        sym.FullyConnected(data, num_hidden=3, no_bias=True, name="fc"), data, name="both"
    )
    requests = {"data": "write", "fc_weight": "add", "softmax_label": "null"}
    executor = sym.SoftmaxOutput(both, name="softmax").simple_bind(
        mx.cpu(), grad_req=requests, data=(2, 5)
    )
    assert executor.debug_str() == DEBUG_TEXT


def test_debug_str_of_an_inference():
    executor = sym.exp(sym.var("data"), name="e").simple_bind(
        mx.cpu(), grad_req="null", data=(1 << 20,)
    )
    text = executor.debug_str()
    assert "backward" not in text
    # as programs that plan memory read the megabytes
    assert int(text.split("\n")[-3].split()[1]) == 4


def test_debug_str_lists_head_gradients():
    text = sym.exp(sym.var("data"), name="e").simple_bind(mx.cpu(), data=(2,)).debug_str()
    assert "Variable:_head_grad_0\n" in text
    assert "\toutput[1]=e_backward(0)\n" in text


@pytest.mark.parametrize("stype", ["default", "row_sparse"])
def test_a_bias_may_be_a_column(stype):
    bias = sym.var("b", shape=(2, 1), stype=stype)
    layer = sym.FullyConnected(sym.var("x"), sym.var("w"), bias, num_hidden=2)
    assert layer.infer_shape(x=(3, 4))[0] == [(3, 4), (2, 4), (2, 1)]
    executor = layer.simple_bind(mx.cpu(), x=(3, 4))
    nd.array([[5], [6]]).tostype(stype).copyto(executor.arg_dict["b"])
    for training in (False, True):
        assert executor.forward(training)[0].asnumpy().tolist() == [[5, 6]] * 3
    executor.backward(nd.ones((3, 2)))
    assert executor.grad_dict["b"].asnumpy().tolist() == [[3], [3]]
