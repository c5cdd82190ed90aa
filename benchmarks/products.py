"""The bare matrix products of training steps, in the fastest form that torch has for each.

They are computed into arrays that are kept, from numbers that are there, with no activation, loss,
update or bookkeeping around them: no step on torch's kernels can take less time.
"""

from __future__ import annotations

MLP = """
def step_of(batch, inputs, hidden, classes):
    x, first, second = (
        torch.rand(*shape) for shape in ((batch, inputs), (hidden, inputs), (classes, hidden)))
    inner, of_inner = torch.rand(batch, hidden), torch.rand(batch, hidden)
    outer = torch.rand(batch, classes)
    of_first, of_second = torch.rand(hidden, inputs), torch.rand(classes, hidden)
    def step():
        torch.mm(x, first.t(), out=inner)
        torch.mm(inner, second.t(), out=outer)
        torch.mm(outer.t(), inner, out=of_second)
        torch.mm(outer, second, out=of_inner)
        torch.mm(of_inner.t(), x, out=of_first)
    return step
"""

LSTM = """
def layer_of(steps, batch, size, gives_gradient):
    x, hidden = torch.rand(steps * batch, size), torch.rand(steps, batch, size)
    of_input, of_state = torch.rand(4 * size, size), torch.rand(4 * size, size)
    turned = of_state.view(4, size, size).transpose(1, 2).contiguous()  # gate by gate: faster
    by_gate = torch.rand(steps, 4, batch, size)
    gates, back = torch.rand(steps * batch, 4 * size), torch.rand(steps, batch, size)
    by_step = gates.view(steps, batch, 4 * size)
    of_weights, of_x = torch.rand(4 * size, size), torch.rand(steps * batch, size)
    def layer():
        torch.mm(x, of_input.t(), out=gates)
        for now, before in zip(by_gate, hidden):
            torch.bmm(before.expand(4, batch, size), turned, out=now)
        for now, before in zip(by_step, back):
            torch.mm(now, of_state, out=before)
        torch.mm(gates.t(), x, out=of_weights)
        torch.mm(gates.t(), hidden.view(-1, size), out=of_weights)
        if gives_gradient:
            torch.mm(gates, of_input, out=of_x)
    return layer

def decoder_of(rows, size, words):
    x, weight, y = torch.rand(rows, size), torch.rand(words, size), torch.rand(rows, words)
    of_x, of_weight = torch.rand(rows, size), torch.rand(words, size)
    def decoder():
        torch.mm(x, weight.t(), out=y)
        torch.mm(y, weight, out=of_x)
        torch.mm(y.t(), x, out=of_weight)
    return decoder

def together(*parts):
    def step():
        for part in parts:
            part()
    return step
"""
