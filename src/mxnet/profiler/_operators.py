"""Noticing operators as they run, by Python's own hook for profilers.

``sys.setprofile`` calls the hook at every call of a function. Those that run an operator are known
by their code: the functions of ``mx.nd``, ``invoke``, Python's operators on arrays, the calls in
lowered graphs, custom operators. So operators cost nothing more while nobody profiles.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType

from .. import ndarray
from .._core import malloc
from .._eager import backward, call
from .._eager.array import NDArrayBase
from .._eager.call import direct_kernel
from .._graph.lower.code import FILE as LOWERED
from .._ops import OPS
from ..executor import Executor
from ..ndarray import NDArray
from ..ndarray._activating import activate
from ..ndarray._layer_steps import OPERATORS, DenseSteps, cross_entropy
from ..ndarray.ndarray import ones, zeros
from ..operator import _custom
from ._record import CUSTOM, MEMORY, MEMORY_NAME, OPERATOR, Record, now

MEMORY_PERIOD = 0.001  # seconds between looks at how much memory the process has


@dataclass(slots=True)
class Running:
    """Something that has begun and not ended."""

    frame: FrameType
    category: str
    name: str
    begin: float
    is_builtin: bool = False  # whether it is a function of C that the frame has called
    custom: str | None = None  # the type of a custom operator
    inside: float = 0.0  # time of operators inside of it


class Watcher:
    """The hook; ``start`` and ``stop`` switch it on and off for this thread and new ones."""

    def __init__(self, record: Record, imperative: bool, symbolic: bool, memory: bool):
        self._record, self._symbolic, self._memory = record, symbolic, memory
        self._names = _eager_names() if imperative else {}
        self._kernels = _Kernels() if symbolic else None
        self._local = threading.local()
        self._outer = None
        self._active = False
        self._looked = 0.0

    def start(self) -> None:
        self._active, self._outer = True, sys.getprofile()
        threading.setprofile(self._hook)
        sys.setprofile(self._hook)

    def stop(self) -> None:
        self._active = False
        threading.setprofile(None)
        sys.setprofile(self._outer)

    def _hook(self, frame: FrameType, event: str, arg) -> None:
        if not self._active:
            sys.setprofile(None)  # a thread that has not heard of it yet
            return
        stack = self._local.__dict__.setdefault("stack", [])
        if event in ("call", "c_call"):
            self._begin(stack, frame, event, arg)
        elif stack and stack[-1].frame is frame and (event == "return") is not stack[-1].is_builtin:
            self._end(stack)

    def _begin(self, stack: list[Running], frame: FrameType, event: str, arg) -> None:
        around = stack[-1].custom if stack else None
        code = frame.f_code
        if event == "call" and code in CUSTOM_CODES:
            kind = _custom_type(frame)
            name = f"{CUSTOM_CODES[code]}{kind}::pure_python"
            stack.append(Running(frame, CUSTOM, name, now(), custom=kind))
            return
        if stack and around is None:
            return  # a part of an operator that is noted already
        name = self._name_of(frame, event, arg)
        if name is not None:
            category = OPERATOR if around is None else CUSTOM
            label = name if around is None else f"{around}::{name}"
            stack.append(Running(frame, category, label, now(), event == "c_call"))

    def _name_of(self, frame: FrameType, event: str, arg) -> str | None:
        if event == "call":
            find = self._names.get(frame.f_code)
            if find is not None:
                return find(frame)
            if self._kernels and frame.f_code is Executor.backward.__code__:
                return "_backward"
            caller = frame.f_back
            if self._kernels and caller and caller.f_code.co_filename == LOWERED:
                return self._kernels.of_frame(frame)
        elif self._names and frame.f_code is DenseSteps.record.__code__:
            return OPERATORS.get(arg)
        elif self._kernels and frame.f_code.co_filename == LOWERED:
            return self._kernels.of_builtin(arg)
        return None

    def _end(self, stack: list[Running]) -> None:
        span, end = stack.pop(), now()
        if stack:
            stack[-1].inside += end - span.begin
        # MXNet: of a custom operator its own share is listed beside those of operators inside
        self._record.span(span.category, span.name, span.begin, max(end - span.inside, span.begin))
        if self._memory and time.monotonic() - self._looked > MEMORY_PERIOD:
            self._looked = time.monotonic()
            self._record.number(MEMORY, MEMORY_NAME, malloc.resident())


# ------------------------------------------------------------------------------ what code runs


def _eager_names() -> dict[CodeType, Callable[[FrameType], str]]:
    """Return how the name of the operator is found, for the code of functions that run one."""

    def own(frame):
        return frame.f_locals["op"].name

    def of_operands(frame):
        values = frame.f_locals
        return values["array_op" if isinstance(values["other"], NDArrayBase) else "scalar_op"].name

    functions = [getattr(ndarray.op, name) for name in ndarray.op.__all__]
    names = {function.__code__: own for function in functions}
    names |= {call.invoke.__code__: own}
    for name in ("__add__", "__iadd__", "__eq__"):
        names[getattr(NDArray, name).__code__] = of_operands
    names[NDArray.__radd__.__code__] = lambda frame: frame.f_locals["reversed_op"].name
    names[zeros.__code__], names[ones.__code__] = lambda _: "_zeros", lambda _: "_ones"
    names[activate.__code__] = lambda _: "Activation"
    names[cross_entropy.__code__] = lambda _: "_softmax_cross_entropy_loss"
    names[backward.backward.__code__] = lambda _: "_backward"
    return names


CUSTOM_CODES = {_custom.run_forward.__code__: "", _custom.run_backward.__code__: "_backward_"}


def _custom_type(frame: FrameType) -> str:
    operator = frame.f_locals["operator"]
    return getattr(operator, "_op_type", None) or type(operator).__name__


class _Kernels:
    """Names of the operators behind the functions that lowered graphs call."""

    def __init__(self):
        self._by_code: dict[tuple, str] = {}
        self._by_builtin: dict[object, str] = {}
        for op in OPS.values():
            kernel = direct_kernel(op)
            code = getattr(kernel, "__code__", None)
            if code is None:
                self._by_builtin.setdefault(kernel, op.name)
            else:
                inner = [cell.cell_contents for cell in kernel.__closure__ or ()]
                self._by_code.setdefault((code, *map(id, inner)), op.name)

    def of_frame(self, frame: FrameType) -> str:
        code = frame.f_code
        if code.co_name == "__call__":
            return type(frame.f_locals["self"]).__name__
        variables = frame.f_locals if code.co_freevars else {}
        key = (code, *(id(variables.get(name)) for name in code.co_freevars))
        return self._by_code.get(key, code.co_name)

    def of_builtin(self, function) -> str | None:
        if function.__name__ == "contiguous":  # results in ordinary order: no operator
            return None
        try:
            return self._by_builtin.get(function, function.__name__)
        except TypeError:  # it cannot be looked up
            return function.__name__
