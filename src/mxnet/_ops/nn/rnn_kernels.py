"""Kernels that train one direction of one recurrent layer on a CPU, with their own gradient.

Everything that does not depend on the previous step is one product or one operator over all steps:
the contribution of the inputs to the gates, the factors of the carried gradient, and the gradients
of the weights. Each step is then a product with the state and a few operators that write to
preallocated memory. torch records every operator of every step, unless it uses oneDNN's kernel:
that one supports LSTM in float32 and is fast, but always computes a gradient of the data.

Gates have shape (steps, gates, batch, size), so that each gate of a step is contiguous. Their
gradients have shape (steps, batch, gates * size), as needed for products.
"""

from __future__ import annotations

import torch

from ..._core.private_torch import Function
from ..products import addmm, mm
from .rnn_steps import lstm_layer, zoneout_lstm

_sigmoid_gradient = torch.ops.aten.sigmoid_backward.grad_input
_tanh_gradient = torch.ops.aten.tanh_backward.grad_input
_relu_gradient = torch.ops.aten.threshold_backward.grad_input


def train_layer(mode: str, data, cells, states) -> tuple:
    """Run one layer forward in time and, if there is a second cell, backward in time.

    ``data`` is (steps, batch, features); ``states`` and the final states, which are returned after
    the outputs, are (directions, batch, size).
    """
    kernel = KERNELS[mode]
    results = [
        kernel.apply(data, *(state[i] for state in states), *weights, i == 1)
        for i, weights in enumerate(cells)
    ]
    if len(results) == 1:
        output, *last = results[0]
        return output, *(state.unsqueeze(0) for state in last)
    outputs, *last = zip(*results, strict=True)
    return torch.cat(outputs, -1), *(torch.stack(state) for state in last)


# ------------------------------------------------------------------------------- what kernels share


def _by_step(reverse: bool, *tensors: torch.Tensor) -> zip:
    """Return views of each step, in the order of execution."""
    steps = [tensor.unbind() for tensor in tensors]
    return zip(*([views[::-1] for views in steps] if reverse else steps), strict=True)


def _from_inputs(data, weight, bias) -> torch.Tensor:
    """Return the contribution of the inputs to all steps: (steps, batch, gates * size)."""
    steps, batch, features = data.shape
    share = data.new_empty(steps, batch, len(weight))
    rows = share.view(steps * batch, -1)
    addmm(bias, data.reshape(-1, features), weight.t(), out=rows)
    return share


def _gates(data, weight, bias, size: int) -> torch.Tensor:
    """Return the contribution of the inputs to the gates of all steps."""
    share = _from_inputs(data, weight, bias)
    return share.view(*share.shape[:2], -1, size).transpose(1, 2).contiguous()


def _by_gate(weight: torch.Tensor) -> torch.Tensor:
    """Return the matrix of each gate, in the form for multiplying a state from the left."""
    size = weight.shape[1]
    return weight.reshape(-1, size, size).transpose(1, 2)


def _before(states, first, reverse: bool) -> torch.Tensor:
    """Return the initial states of the steps, given their final states."""
    first = first.unsqueeze(0)
    return torch.cat([states[1:], first] if reverse else [first, states[:-1]])


def _carry_gradients(like, grad_output, grad_last, reverse: bool) -> tuple:
    """Return the gradient of the last state, and of the outputs of the steps before it.

    The steps are in the order of the backward pass. There is none before the first step.
    """
    if grad_output is None:
        grad_output = like.new_zeros(()).expand(like.shape)
    last, *before = grad_output.unbind() if reverse else grad_output.unbind()[::-1]
    return last if grad_last is None else last + grad_last, (*before, None)


def _of_weights(rows, data, states_before) -> tuple:
    """Compute the gradients of the weights of the inputs, of the states, and of a bias."""
    turned = rows.t()
    return (
        mm(turned, data.reshape(len(rows), -1)),
        mm(turned, states_before.view(len(rows), -1)),
        rows.sum(0),
    )


def _of_data(ctx, rows, data, weight) -> torch.Tensor | None:
    """Compute the gradient of the data, or return None if it is not needed."""
    return mm(rows, weight).view(data.shape) if ctx.needs_input_grad[0] else None


class _Layer(Function):
    """The base class of the kernels: saved tensors, and gradients of gradients."""

    @classmethod
    def _save(cls, ctx, inputs, saved, reverse):
        ctx.save_for_backward(*inputs, *saved)
        ctx.count, ctx.reverse = len(inputs), reverse
        ctx.set_materialize_grads(False)

    @classmethod
    def backward(cls, ctx, *grads):
        tensors = ctx.saved_tensors
        inputs, saved = tensors[: ctx.count], tensors[ctx.count :]
        if torch.is_grad_enabled():
            gradients = _record_gradients(cls._plain, inputs, ctx, grads)
        else:
            gradients = cls._gradients(ctx, grads, inputs, saved)
        # Directions and masks have none.
        return *gradients, *[None] * (len(ctx.needs_input_grad) - len(gradients))


def _record_gradients(plain, inputs, ctx, grads) -> list:
    """Return gradients recorded by torch, computed by torch's own operators for the layer."""
    results = plain(inputs, ctx.reverse)
    heads = [
        (result, grad) for result, grad in zip(results, grads, strict=True) if grad is not None
    ]
    positions = [i for i in range(len(inputs)) if ctx.needs_input_grad[i]]
    computed = torch.autograd.grad(
        [head for head, _ in heads], [inputs[i] for i in positions], [grad for _, grad in heads],
        create_graph=True, allow_unused=True,
    )  # fmt: skip
    gradients: list = [None] * len(inputs)
    for i, gradient in zip(positions, computed, strict=True):
        gradients[i] = gradient
    return gradients


# --------------------------------------------------------------------------------------------- LSTM


class _LSTM(_Layer):
    """Long short-term memory; the gates are input, forget, cell and output."""

    @staticmethod
    def forward(ctx, data, hidden, cell, of_input, of_state, input_bias, state_bias, reverse):
        inputs = data, hidden, cell, of_input, of_state, input_bias, state_bias
        gates = _gates(data, of_input, input_bias + state_bias, hidden.shape[1])
        cells, tanh_cell, output = (torch.empty_like(gates[:, 0]) for _ in range(3))
        repeated = output.unsqueeze(1).expand(gates.shape)
        weight = _by_gate(of_state)
        state, before = hidden.expand(gates.shape[1:]), cell
        for now, two, after, bent_, out, again, *each in _by_step(
            reverse, gates, gates[:, :2], cells, tanh_cell, output, repeated, *gates.unbind(1)
        ):
            _lstm_step(now, two, each, state, weight, before, after, bent_, out)
            state, before = again, after
        _LSTM._save(ctx, inputs, (gates, cells, tanh_cell, output), reverse)
        return output, out.clone(), after.clone()

    @staticmethod
    def _gradients(ctx, grads, inputs, saved):
        _, hidden, cell, _, of_state, *_ = inputs
        gates, cells, tanh_cell, output = saved
        of_gates, *views = _lstm_factors(gates, tanh_cell, _before(cells, cell, ctx.reverse))
        grad, earlier = _carry_gradients(output, grads[0], grads[1], ctx.reverse)
        grad_cell = torch.zeros_like(cell) if grads[2] is None else grads[2].clone()
        buffer = torch.empty_like(hidden)
        steps = _by_step(not ctx.reverse, of_gates, *views)
        for (now, *factors), grad_output in zip(steps, earlier, strict=True):
            _lstm_step_back(grad, grad_cell, *factors)
            if grad_output is not None:
                grad = addmm(grad_output, now, of_state, out=buffer)
        of_hidden = mm(now, of_state) if ctx.needs_input_grad[1] else None
        states_before = _before(output, hidden, ctx.reverse)
        return _lstm_gradients(ctx, inputs, of_gates, states_before, of_hidden, grad_cell)

    @staticmethod
    def _plain(inputs, reverse):
        data, hidden, cell, *weights = inputs
        if reverse:
            data = data.flip(0)
        states = hidden.unsqueeze(0), cell.unsqueeze(0)
        output, *last = lstm_layer(data, [weights], states, None, None)
        return output.flip(0) if reverse else output, *(state[0] for state in last)


def _lstm_step(now, two, each, state, weight, before, after, tanh_cell, out) -> None:
    """Complete the gates of a step; write its cell, the tanh of the cell, and its output.

    The gates are passed as one view, as one of the first two, and as one of each.
    """
    i, f, g, o = each
    now.baddbmm_(state, weight)
    two.sigmoid_()
    torch.mul(f, before, out=after).addcmul_(i, g.tanh_())
    torch.tanh(after, out=tanh_cell)
    torch.mul(o.sigmoid_(), tanh_cell, out=out)


def _lstm_factors(gates, tanh_cell, cells_before) -> tuple:
    """Return memory for the gradients of the gates, and for each step what its gradients need.

    That is what the gradient of a step's cell is multiplied by: for the first three gates and the
    cell before; and what that of its state is multiplied by: for the last gate and the cell.
    """
    steps, _, batch, size = gates.shape
    i, f, g, o = gates.unbind(1)
    of_gates = gates.new_empty(steps, batch, 4 * size)
    pieces = of_gates.view(steps, batch, 4, size).transpose(1, 2)
    _sigmoid_gradient(g, i, grad_input=pieces[:, 0])
    _sigmoid_gradient(cells_before, f, grad_input=pieces[:, 1])
    _tanh_gradient(i, g, grad_input=pieces[:, 2])
    _sigmoid_gradient(tanh_cell, o, grad_input=pieces[:, 3])
    of_cell = _tanh_gradient(o, tanh_cell, grad_input=torch.empty_like(tanh_cell))
    return of_gates, pieces[:, :3], f, pieces[:, 3], of_cell


def _lstm_step_back(grad, grad_cell, three, f, fourth, of_cell) -> None:
    """Complete the gradients of a step's gates; ``grad_cell`` becomes that of the cell before."""
    grad_cell.addcmul_(grad, of_cell)
    three.mul_(grad_cell)
    fourth.mul_(grad)
    grad_cell.mul_(f)


def _lstm_gradients(ctx, inputs, of_gates, states_before, of_hidden, of_cell) -> tuple:
    data, of_input = inputs[0], inputs[3]
    rows = of_gates.view(-1, of_gates.shape[2])
    *weights, bias = _of_weights(rows, data, states_before)
    of_data = _of_data(ctx, rows, data, of_input)
    return of_data, of_hidden, of_cell, *weights, bias, bias.clone()


class _ZoneoutLSTM(_Layer):
    """An LSTM with zoneout: ``new_states`` and ``new_cells`` are true where states do change."""

    @staticmethod
    def forward(
        ctx, data, hidden, cell, of_input, of_state, input_bias, state_bias, new_states, new_cells
    ):
        gates = _gates(data, of_input, input_bias + state_bias, hidden.shape[1])
        tanh_cell, output, states, cells = (torch.empty_like(gates[:, 0]) for _ in range(4))
        repeated = states.unsqueeze(1).expand(gates.shape)
        weight, new_cell = _by_gate(of_state), torch.empty_like(cell)
        state, before, again = hidden, cell, hidden.expand(gates.shape[1:])
        buffers = gates, gates[:, :2], tanh_cell, output, states, cells, repeated
        for now, two, bent_, out, state_, cell_, again_, is_new, is_new_cell, *each in _by_step(
            False, *buffers, new_states, new_cells, *gates.unbind(1)
        ):
            _lstm_step(now, two, each, again, weight, before, new_cell, bent_, out)
            state = torch.where(is_new, out, state, out=state_)
            before = torch.where(is_new_cell, new_cell, before, out=cell_)
            again = again_
        inputs = data, hidden, cell, of_input, of_state, input_bias, state_bias
        saved = gates, tanh_cell, states, cells
        _ZoneoutLSTM._save(ctx, (*inputs, new_states, new_cells), saved, False)
        return output, state.clone(), before.clone()

    @staticmethod
    def _gradients(ctx, grads, inputs, saved):
        _, hidden, cell, _, of_state, _, _, *masks = inputs
        gates, tanh_cell, states, cells = saved
        of_gates, *views = _lstm_factors(gates, tanh_cell, _before(cells, cell, False))
        new = [mask.to(gates.dtype) for mask in masks]
        old = [1 - mask for mask in new]
        grad_outputs = torch.zeros_like(tanh_cell) if grads[0] is None else grads[0]
        grad, grad_cell = (
            torch.zeros_like(cell) if grad is None else grad.clone() for grad in grads[1:]
        )
        for now, grad_output, is_new, is_new_cell, is_old, is_old_cell, *factors in _by_step(
            True, of_gates, grad_outputs, *new, *old, *views
        ):
            of_new_cell = grad_cell * is_new_cell
            _lstm_step_back(torch.addcmul(grad_output, grad, is_new), of_new_cell, *factors)
            grad_cell.mul_(is_old_cell).add_(of_new_cell)
            grad.mul_(is_old).addmm_(now, of_state)
        states_before = _before(states, hidden, False)
        return _lstm_gradients(ctx, inputs, of_gates, states_before, grad, grad_cell)

    @staticmethod
    def _plain(inputs, reverse):
        return zoneout_lstm(*inputs)


# ---------------------------------------------------------------------------------------------- GRU


class _GRU(_Layer):
    """Gated recurrent units; the gates are reset, update and new."""

    @staticmethod
    def forward(ctx, data, hidden, of_input, of_state, input_bias, state_bias, reverse):
        inputs = data, hidden, of_input, of_state, input_bias, state_bias
        (batch, size), steps = hidden.shape, len(data)
        # The reset gate multiplies the product of state and weight, including its bias.
        bias = input_bias.clone()
        bias[: 2 * size].add_(state_bias[: 2 * size])
        gates = _gates(data, of_input, bias, size)
        r, z, n = gates.unbind(1)
        shares, output = (data.new_empty(steps, batch, size) for _ in range(2))
        repeated = output.unsqueeze(1).expand(steps, 2, batch, size)
        weight, new_weight = _by_gate(of_state).split((2, 1))
        new_weight, new_bias = new_weight[0], state_bias[2 * size :]
        state, states = hidden, hidden.expand(2, batch, size)
        for two, r_, z_, n_, share, out, again in _by_step(
            reverse, gates[:, :2], r, z, n, shares, output, repeated
        ):
            two.baddbmm_(states, weight).sigmoid_()
            torch.addmm(new_bias, state, new_weight, out=share)
            n_.addcmul_(r_, share).tanh_()
            torch.lerp(n_, state, z_, out=out)
            state, states = out, again
        _GRU._save(ctx, inputs, (gates, shares, output), reverse)
        return output, out.clone()

    @staticmethod
    def _gradients(ctx, grads, inputs, saved):
        data, hidden, of_input, of_state, *_ = inputs
        gates, shares, output = saved
        steps, batch, size = output.shape
        r, z, n = gates.unbind(1)
        states_before = _before(output, hidden, ctx.reverse)
        of_gates = data.new_empty(steps, batch, 3 * size)
        pieces = of_gates.view(steps, batch, 3, size).transpose(1, 2)
        # Factors for the gradient of the state of each step.
        of_new = torch.rsub(z, 1)
        _tanh_gradient(of_new, n, grad_input=of_new)
        _sigmoid_gradient(of_new * shares, r, grad_input=pieces[:, 0])
        _sigmoid_gradient(states_before - n, z, grad_input=pieces[:, 1])
        torch.mul(of_new, r, out=pieces[:, 2])

        grad, earlier = _carry_gradients(output, grads[0], grads[1], ctx.reverse)
        all_grads = torch.empty_like(output)
        targets = (view for (view,) in _by_step(not ctx.reverse, all_grads))
        grad = next(targets).copy_(grad)
        views = _by_step(not ctx.reverse, pieces, of_gates, z)
        for (piece, now, z_), grad_output in zip(views, earlier, strict=True):
            piece.mul_(grad)
            if grad_output is not None:
                before = addmm(grad_output, now, of_state, out=next(targets))
                grad = before.addcmul_(grad, z_)
        of_hidden = None
        if ctx.needs_input_grad[1]:
            of_hidden = mm(now, of_state).addcmul_(grad, z_)
        rows = of_gates.view(steps * batch, -1)
        of_weight = mm(rows.t(), states_before.view(len(rows), -1))
        of_bias = rows.sum(0)
        # From here on, the third part is the gradient of the new gate itself.
        torch.mul(of_new, all_grads, out=pieces[:, 2])
        of_input_weight = mm(rows.t(), data.reshape(len(rows), -1))
        of_data = _of_data(ctx, rows, data, of_input)
        return of_data, of_hidden, of_input_weight, of_weight, rows.sum(0), of_bias

    @staticmethod
    def _plain(inputs, reverse):
        return _by_torch(torch.gru, inputs, reverse)


# ---------------------------------------------------------------------------------------- plain RNN


class _Plain(_Layer):
    """The common base of plain layers: activation ``_activate`` with gradient ``_unactivate``."""

    @classmethod
    def forward(cls, ctx, data, hidden, of_input, of_state, input_bias, state_bias, reverse):
        inputs = data, hidden, of_input, of_state, input_bias, state_bias
        output = _from_inputs(data, of_input, input_bias + state_bias)
        state, weight, activate = hidden, of_state.t(), cls._activate
        for (out,) in _by_step(reverse, output):
            state = activate(out.addmm_(state, weight))
        cls._save(ctx, inputs, (output,), reverse)
        return output, state.clone()

    @classmethod
    def _gradients(cls, ctx, grads, inputs, saved):
        data, hidden, of_input, of_state, *_ = inputs
        (output,) = saved
        of_gates, buffer = torch.empty_like(output), torch.empty_like(hidden)
        grad, earlier = _carry_gradients(output, grads[0], grads[1], ctx.reverse)
        views = _by_step(not ctx.reverse, output, of_gates)
        for (out, now), grad_output in zip(views, earlier, strict=True):
            cls._unactivate(grad, out, now)
            if grad_output is not None:
                grad = addmm(grad_output, now, of_state, out=buffer)
        rows = of_gates.view(-1, of_gates.shape[2])
        of_hidden = mm(now, of_state) if ctx.needs_input_grad[1] else None
        *weights, bias = _of_weights(rows, data, _before(output, hidden, ctx.reverse))
        of_data = _of_data(ctx, rows, data, of_input)
        return of_data, of_hidden, *weights, bias, bias.clone()

    @classmethod
    def _plain(cls, inputs, reverse):
        return _by_torch(cls._fused, inputs, reverse)


class _Tanh(_Plain):
    _activate, _fused = torch.Tensor.tanh_, torch.rnn_tanh

    @staticmethod
    def _unactivate(grad, output, into):
        _tanh_gradient(grad, output, grad_input=into)


class _Relu(_Plain):
    _activate, _fused = torch.Tensor.relu_, torch.rnn_relu

    @staticmethod
    def _unactivate(grad, output, into):
        _relu_gradient(grad, output, 0, grad_input=into)


def _by_torch(fused, inputs, reverse: bool) -> tuple:
    """Run one of torch's kernels that record their operators."""
    data, hidden, *weights = inputs
    if reverse:
        data = data.flip(0)
    settings = True, 1, 0.0, True, False, False
    output, last = fused(data, hidden.unsqueeze(0), weights, *settings)
    return output.flip(0) if reverse else output, last[0]


KERNELS = {"rnn_relu": _Relu, "rnn_tanh": _Tanh, "gru": _GRU, "lstm": _LSTM}
train_zoneout_lstm = _ZoneoutLSTM.apply
