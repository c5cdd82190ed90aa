"""Control flow in graphs: ``_foreach``, ``_while_loop``, ``_cond``, operators with bodies.

A body is a separate graph. Attributes map the operator's inputs to its variables: ``in_data_locs``
of a loop, for example, has the position among the variables for each data input.

The attributes come from files, so every position is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch

from ..._ops.attrs import read_integers
from ..._ops.checks import check
from ..._ops.partial_shape import Shape, merge
from ...base import MXNetError
from ...context import Context
from ...util import is_np_shape
from ..infer.shapes import GraphShapes
from ..infer.types import GraphTypes
from ..ir.compose import MAX_INPUTS
from ..ir.node import Entry, topological
from ..ir.node_ops import FACTORIES, special_op
from ..lower.lowering import lower, run


class Body:
    """A graph that an operator runs, with its variables in order."""

    def __init__(self, outputs: list[Entry]):
        self.outputs = outputs
        self.variables = [node for node in topological(outputs) if node.is_variable]

    def bind(self, ctx: Context, training: bool) -> Callable:
        """Return a function of the variables' tensors, in order."""
        module, _ = lower(self.outputs, ctx, training)
        return lambda tensors: run(module, tensors)

    def shapes(self, start: list[Shape | None], results: Sequence = ()) -> tuple[list, list]:
        """Return the shapes of variables and outputs inferred from those known."""
        by_id = {id(node): shape for node, shape in zip(self.variables, start, strict=True)}
        types = GraphTypes(self.outputs, {})
        types.fill()
        inferred = GraphShapes(self.outputs, by_id, types, results)
        return [inferred.shape_of((node, 0)) for node in self.variables], [
            inferred.shape_of(e) for e in self.outputs
        ]

    def types(self, start: list) -> tuple[list, list]:
        """Return the types of variables and outputs inferred from those known."""
        by_id = {id(node): dtype for node, dtype in zip(self.variables, start, strict=True)}
        inferred = GraphTypes(self.outputs, {k: v for k, v in by_id.items() if v is not None})
        return [inferred.type_of((node, 0)) for node in self.variables], [
            inferred.type_of(e) for e in self.outputs
        ]


def _numbers(attrs: dict[str, str], key: str) -> list[int]:
    """Parse an attribute that is a list of positions."""
    try:
        return [int(position) for position in read_integers(attrs[key])]  # type: ignore[arg-type]
    except (KeyError, ValueError, TypeError):
        raise MXNetError(
            f"control flow: {key} is {attrs.get(key)!r}, expected a list of positions"
        ) from None


def _number(attrs: dict[str, str], key: str) -> int:
    text = attrs.get(key, "")
    if not text.isdecimal() or len(text) > 18:  # 18 digits always fit into 64 bits
        raise MXNetError(f"control flow: {key} is {text!r}, expected a number")
    return int(text)


def _bodies(name: str, subgraphs: tuple, count: int) -> tuple:
    if len(subgraphs) != count:
        raise MXNetError(f"{name} has {count} subgraphs, got {len(subgraphs)}")
    return subgraphs


def _check_positions(positions: list[int], limit: int, key: str) -> None:
    if any(not 0 <= position < limit for position in positions):
        raise MXNetError(f"control flow: {key} is {positions}, there are {limit}")


class ControlFlowKernel:
    """The base class of control flow kernels: they are bound to a context, not called."""

    def __call__(self, *tensors, **attrs):
        raise MXNetError("control flow has rules for shapes and is bound before it runs")


def _scatter(defaults: list, values: list, positions: list[int]) -> list:
    """Return a copy of a list with values at the given positions."""
    spread = list(defaults)
    for value, position in zip(values, positions, strict=True):
        spread[position] = value
    return spread


def _slice_shape(shape: Shape) -> Shape:
    # MXNet: an element of a vector has shape (1,), except with np_shape.
    return (1,) if len(shape) == 1 and not is_np_shape() else shape[1:]


def _slices(array: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return (array.unsqueeze(1) if array.ndim == 1 and not is_np_shape() else array).unbind(0)


def _first(count, shape):
    return None if shape is None else (count, *shape)


def unpack_single(results):
    return results[0] if len(results) == 1 else tuple(results)


class Foreach(ControlFlowKernel):
    """Run a body on each slice of the data; it passes states to the next iteration."""

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        (outputs,) = _bodies("_foreach", subgraphs, 1)
        self.body = Body(outputs)
        data, states, rest = (
            _numbers(attrs, key) for key in ("in_data_locs", "in_state_locs", "remain_locs")
        )
        # Indices of the operator's inputs among the body's variables.
        self.positions = [*data, *states, *rest]
        if sorted(self.positions) != list(range(len(self.body.variables))):
            raise MXNetError(
                f"_foreach: the body has {len(self.body.variables)} variables, the inputs are at "
                f"{self.positions}"
            )
        self.num_data, self.num_states = len(data), len(states)
        self.num_results = _number(attrs, "num_out_data")
        if self.num_results + self.num_states != len(outputs) or not data:
            raise MXNetError(f"_foreach: the body has {len(outputs)} outputs, which do not fit")

    def _to_body(self, values: list) -> list:
        return _scatter([None] * len(self.positions), values, self.positions)

    def shape_rule(self, inputs, outputs, attrs):
        split = self.num_data
        count: int | None = None
        for shape in (*inputs[:split], *outputs[: self.num_results]):
            if shape is not None:
                (count,) = merge((count,), shape[:1])
        inside = [None if s is None else _slice_shape(s) for s in inputs[:split]]
        variables, results = self.body.shapes(self._to_body([*inside, *inputs[split:]]))
        inside = [variables[position] for position in self.positions]
        states = inside[split : split + self.num_states]
        inferred = [
            merge(state, result)
            for state, result in zip(states, results[self.num_results :], strict=True)
        ]
        data = [
            _first(count, shape if known is None else known[1:])
            for shape, known in zip(inside[:split], inputs[:split], strict=True)
        ]
        rest = inside[split + self.num_states :]
        return (
            [*data, *inferred, *rest],
            [*(_first(count, shape) for shape in results[: self.num_results]), *inferred],
        )

    def type_rule(self, inputs, outputs, attrs):
        variables, results = self.body.types(self._to_body(inputs))
        return [variables[position] for position in self.positions], results

    def bind(self, ctx, training):
        step = self.body.bind(ctx, training)

        def foreach(*tensors):
            end = self.num_data + self.num_states
            data, rest = tensors[: self.num_data], tensors[end:]
            states = list(tensors[self.num_data : end])
            lengths = {len(array) for array in data}
            check(len(lengths) == 1, f"data of different lengths: {sorted(lengths)}")
            results: list[tuple] = []
            for slices in zip(*(_slices(array) for array in data), strict=True):
                out = step(self._to_body([*slices, *states, *rest]))
                results.append(out[: self.num_results])
                states = list(out[self.num_results :])
            check(bool(results), "data of length 0")
            return unpack_single([*map(torch.stack, zip(*results, strict=True)), *states])

        return foreach


class WhileLoop(ControlFlowKernel):
    """Run a body on its own results while a condition holds."""

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        condition, function = _bodies("_while_loop", subgraphs, 2)
        self.condition, self.body = Body(condition), Body(function)
        self.condition_positions = _numbers(attrs, "cond_input_locs")
        # Indices of variables among the inputs.
        self.body_positions = _numbers(attrs, "func_input_locs")
        # Indices of loop variables among the variables.
        self.loop_positions = _numbers(attrs, "func_var_locs")
        self.most = _number(attrs, "max_iterations")
        self.num_results = _number(attrs, "num_out_data")
        _check_positions(self.loop_positions, len(self.body.variables), "func_var_locs")
        if (
            len(self.condition_positions) != len(self.condition.variables)
            or len(self.body_positions) != len(self.body.variables)
            or len(function) != self.num_results + len(self.loop_positions)
            or len(condition) != 1
        ):
            raise MXNetError("_while_loop: the bodies do not fit the positions of their inputs")

    def shape_rule(self, inputs, outputs, attrs):
        start = [inputs[position] for position in self.body_positions]
        variables, results = self.body.shapes(start)
        states = [variables[position] for position in self.loop_positions]
        inferred = [
            merge(state, result)
            for state, result in zip(states, results[self.num_results :], strict=True)
        ]
        variables = _scatter(variables, inferred, self.loop_positions)
        inputs = _scatter(inputs, variables, self.body_positions)
        stacked = [_first(self.most, shape) for shape in results[: self.num_results]]
        return inputs, [*stacked, *inferred]

    def type_rule(self, inputs, outputs, attrs):
        variables, results = self.body.types([inputs[position] for position in self.body_positions])
        return _scatter(inputs, variables, self.body_positions), results

    def bind(self, ctx, training):
        holds, step = self.condition.bind(ctx, training), self.body.bind(ctx, training)
        one_step = self.body.shapes

        def while_loop(*tensors):
            values = list(tensors)
            loop = [self.body_positions[position] for position in self.loop_positions]
            results: list[tuple] = []
            while len(results) < self.most and _truth(
                holds([values[position] for position in self.condition_positions])[0]
            ):
                out = step([values[position] for position in self.body_positions])
                results.append(out[: self.num_results])
                values = _scatter(values, list(out[self.num_results :]), loop)
            if results:
                stacked = [
                    _stack_padded(column, self.most) for column in zip(*results, strict=True)
                ]
            else:
                _, shapes = one_step(
                    [tuple(values[position].shape) for position in self.body_positions]
                )
                first = values[loop[0]]
                stacked = [
                    first.new_zeros((self.most, *shape)) for shape in shapes[: self.num_results]
                ]
            return unpack_single([*stacked, *(values[position] for position in loop)])

        return while_loop


def _stack_padded(column: tuple, count: int) -> torch.Tensor:
    """Stack the results of a loop, with zeros for the iterations that were not executed."""
    stacked = torch.stack(column)
    if len(column) == count:
        return stacked
    return torch.cat([stacked, stacked.new_zeros((count - len(column), *stacked.shape[1:]))])


def _truth(condition: torch.Tensor) -> bool:
    check(
        condition.numel() == 1, f"the condition has shape {tuple(condition.shape)}, not one value"
    )
    return bool(condition)


class Cond(ControlFlowKernel):
    """Run one body or the other."""

    def __init__(self, attrs: dict[str, str], subgraphs: tuple):
        self.bodies = [Body(outputs) for outputs in subgraphs]
        keys = ("cond_input_locs", "then_input_locs", "else_input_locs")
        self.positions = [_numbers(attrs, key) for key in keys]
        if len(subgraphs) != 3 or any(
            len(positions) != len(body.variables)
            for positions, body in zip(self.positions, self.bodies, strict=True)
        ):
            raise MXNetError("_cond: the bodies do not fit the positions of their inputs")
        if len(subgraphs[0]) != 1 or len(subgraphs[1]) != len(subgraphs[2]):
            raise MXNetError("_cond: both branches must have as many outputs")

    def shape_rule(self, inputs, outputs, attrs):
        results = list(outputs)
        for body, positions in list(zip(self.bodies, self.positions, strict=True))[1:]:
            variables, inferred = body.shapes([inputs[position] for position in positions])
            inputs = _scatter(inputs, variables, positions)
            results = [merge(a, b) for a, b in zip(results, inferred, strict=True)]
        return inputs, results

    def type_rule(self, inputs, outputs, attrs):
        for body, positions in list(zip(self.bodies, self.positions, strict=True))[1:]:
            variables, outputs = body.types([inputs[position] for position in positions])
            inputs = _scatter(inputs, variables, positions)
        return inputs, outputs

    def bind(self, ctx, training):
        condition, *branches = (body.bind(ctx, training) for body in self.bodies)

        def cond(*tensors):
            which = (
                0
                if _truth(condition([tensors[position] for position in self.positions[0]])[0])
                else 1
            )
            return unpack_single(
                branches[which]([tensors[position] for position in self.positions[1 + which]])
            )

        return cond


def _factory(name: str, kernel_class: type):
    def make(attrs: dict[str, str], subgraphs: tuple):
        kernel = kernel_class(attrs, subgraphs)
        count = _number(attrs, "num_args") - len(subgraphs)
        if count > MAX_INPUTS:
            raise MXNetError(f"control flow: {name} cannot have {count} inputs")
        inputs = tuple(f"data{i}" for i in range(count))
        for key in ("cond_input_locs", "func_input_locs", "then_input_locs", "else_input_locs"):
            if key in attrs:
                _check_positions(_numbers(attrs, key), count, key)
        outputs = _number(attrs, "num_outputs")
        return special_op(name, kernel, inputs, outputs, attrs, doc=kernel_class.__doc__ or "")

    return make


FACTORIES["_foreach"] = _factory("_foreach", Foreach)
FACTORIES["_while_loop"] = _factory("_while_loop", WhileLoop)
FACTORIES["_cond"] = _factory("_cond", Cond)
