"""An interpreter of pickles that imports nothing and calls nothing.

It runs the instructions that Python writes for protocols 2 to 5. If a pickle refers to a class or a
function, the machine creates a ``Name``; for a call, it creates a ``Call`` record.
``pickle_reader`` interprets these. Each byte of the file is read once, no value is larger than the
bytes that it was read from, and the number of instructions is limited.
"""

from __future__ import annotations

import struct
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from ..error import MXNetError
from .params_reader import Buffer

# A malicious instruction of one or two bytes creates an object of at most 200 bytes. The states of
# a weight take about 45 objects, so this is enough for 10,000 weights; longer files may have more.
MIN_INSTRUCTIONS = 500_000
BYTES_PER_INSTRUCTION = 64
# Text may take four times its size in memory. States only contain names.
MAX_TEXT = 64 << 10
MAX_TEXTS = 16 << 20
MAX_NAME = 256
MAX_KEY = 1 << 31  # larger integers can be chosen so that a dict takes quadratic time


@dataclass(slots=True, eq=False, repr=False)
class Name:
    """The name of a class or function."""

    module: str
    name: str


@dataclass(slots=True, eq=False, repr=False)
class Call:
    """A call in a pickle, and the state to set on its result."""

    function: Name
    arguments: tuple
    state: Any = None


def instruction_limit(nbytes: int) -> int:
    """Return the maximum number of instructions of a pickle of a size."""
    return MIN_INSTRUCTIONS + nbytes // BYTES_PER_INSTRUCTION


def run(data: Buffer) -> Any:
    """Run a pickle; texts, numbers and containers are real objects, the rest is records.

    Bytes are views of ``data``.
    """
    return _Machine(memoryview(data).cast("B")).run()


class _Machine:
    def __init__(self, data: memoryview):
        self._data, self._at = data, 0
        self._stack: list = []
        self._marks: list[int] = []
        self._memo: dict[int, Any] = {}
        self._texts_left = MAX_TEXTS

    def run(self) -> Any:
        for _ in range(instruction_limit(len(self._data))):
            code = self._byte()
            if code == STOP:
                return self._pop()
            if code not in INSTRUCTIONS:
                self._fail(f"instruction {code:#04x} is not one that states are written with")
            INSTRUCTIONS[code](self)
        self._fail("there are too many instructions for a file of this size")

    # --------------------------------------------------------------------------- bytes and stack

    def _fail(self, problem: str) -> NoReturn:
        raise MXNetError(f"byte {self._at} of the pickle: {problem}")

    def _take(self, nbytes: int) -> memoryview:
        part = self._data[self._at : self._at + nbytes]
        if len(part) != nbytes:
            remaining = len(self._data) - self._at
            self._fail(f"{nbytes} bytes are announced, but only {remaining} are left")
        self._at += nbytes
        return part

    def _byte(self) -> int:
        if self._at >= len(self._data):
            self._fail("the pickle ends in the middle")
        self._at += 1
        return self._data[self._at - 1]

    def _number(self, layout: str) -> Any:
        return struct.unpack(layout, self._take(struct.calcsize(layout)))[0]

    def _push(self, value: Any) -> None:
        self._stack.append(value)

    def _pop(self) -> Any:
        # Objects below a mark belong to an outer container.
        if len(self._stack) <= (self._marks[-1] if self._marks else 0):
            self._fail("a value is missing")
        return self._stack.pop()

    def _top(self, cls: type) -> Any:
        value = self._pop()
        if type(value) is not cls:
            self._fail(f"a {cls.__name__} is expected here, not a {type(value).__name__}")
        self._push(value)
        return value

    def _pop_marked(self) -> list:
        if not self._marks:
            self._fail("a mark is missing")
        start = self._marks.pop()
        items = self._stack[start:]
        del self._stack[start:]
        return items

    def mark(self) -> None:
        self._marks.append(len(self._stack))

    # -------------------------------------------------------------------------------------- memo

    def _recall(self, key: int) -> None:
        if key not in self._memo:
            self._fail(f"nothing was remembered as number {key}")
        self._push(self._memo[key])

    def _remember(self, key: int) -> None:
        self._memo[key] = self._pop()
        self._push(self._memo[key])

    def memoize(self) -> None:
        self._remember(len(self._memo))

    # ---------------------------------------------------------------------------------- values

    def protocol(self) -> None:
        version = self._byte()
        if not 2 <= version <= 5:
            self._fail(f"protocol {version} is not supported, 2 to 5 are")

    def frame(self) -> None:
        self._take(8)  # the size of the frame, a hint for buffering

    def long(self) -> None:
        size = self._byte()
        if size > 16:  # counts have 8 bytes; the time to parse grows with the size
            self._fail(f"an integer has {size} bytes")
        self._push(int.from_bytes(self._take(size), "little", signed=True))

    def _text(self, raw: memoryview) -> str:
        self._texts_left -= len(raw)
        if len(raw) > MAX_TEXT or self._texts_left < 0:
            self._fail(f"there is more text than a pickle of states may have: {len(raw)} bytes")
        try:
            return bytes(raw).decode()
        except UnicodeDecodeError as error:
            self._fail(f"a text is not UTF-8: {error.reason}")

    def _key(self, value: Any) -> str | int:
        """Return a valid key or member: a text or a number, whose hash is cheap."""
        if isinstance(value, str) or isinstance(value, int) and abs(value) < MAX_KEY:
            return value
        self._fail(f"a {type(value).__name__} is a key; texts and small integers can be")

    # -------------------------------------------------------------------------------- containers

    def make_tuple(self, size: int) -> None:
        items = [self._pop() for _ in range(size)]
        self._push(tuple(reversed(items)))

    def append(self) -> None:
        item = self._pop()
        self._top(list).append(item)

    def appends(self) -> None:
        items = self._pop_marked()
        self._top(list).extend(items)

    def set_item(self) -> None:
        value, key = self._pop(), self._pop()
        self._set_items([key, value])

    def _set_items(self, items: list) -> None:
        target = self._pop()
        if type(target) not in (dict, OrderedDict) or len(items) % 2:
            self._fail("keys and values are not for a dict")
        for key, value in zip(items[::2], items[1::2], strict=True):
            target[self._key(key)] = value
        self._push(target)

    def add_items(self) -> None:
        items = self._pop_marked()
        self._top(set).update(map(self._key, items))

    # ------------------------------------------------------------------------- names and records

    def global_name(self) -> None:
        self._push(Name(self._line(), self._line()))

    def _line(self) -> str:
        head = bytes(self._data[self._at : self._at + MAX_NAME])
        end = head.find(b"\n")
        if end < 0:
            self._fail("a name has no end")
        line = self._text(self._take(end))
        self._take(1)
        return line

    def stack_global(self) -> None:
        name, module = self._pop(), self._pop()
        if type(name) is not str or type(module) is not str:
            self._fail("a name is not text")
        self._push(Name(module, name))

    def call(self) -> None:
        arguments, function = self._pop(), self._pop()
        if type(function) is not Name or type(arguments) is not tuple:
            self._fail("a call is expected of something that has no name")
        plain = PLAIN.get((function.module, function.name))
        self._push(plain(self, *arguments[:2]) if plain else Call(function, arguments))

    def build(self) -> None:
        state = self._pop()
        self._top(Call).state = state

    # Plain data that pickle writes as a call.

    def plain_bytes(self, value: Any = None, *rest: Any) -> memoryview:
        if type(value) is not memoryview or rest:
            self._fail("a bytearray is not created from bytes")
        return value

    def plain_set(self, items: Any = None, *rest: Any) -> set:
        if type(items) is not list or rest:
            self._fail("a set is not created from a list")
        return set(map(self._key, items))

    def plain_ordered(self, *arguments: Any) -> OrderedDict:
        if arguments:
            self._fail("an OrderedDict does not begin empty")
        return OrderedDict()


PLAIN: dict[tuple[str, str], Callable[..., Any]] = {
    ("builtins", "bytearray"): _Machine.plain_bytes,
    ("builtins", "set"): _Machine.plain_set,
    ("builtins", "frozenset"): _Machine.plain_set,
    ("collections", "OrderedDict"): _Machine.plain_ordered,
}


Instruction = Callable[[_Machine], None]


def _constant(value: Any) -> Instruction:
    return lambda machine: machine._push(value)


def _empty(cls: type) -> Instruction:
    return lambda machine: machine._push(cls())


def _reading(layout: str) -> Instruction:
    return lambda machine: machine._push(machine._number(layout))


def _text(layout: str) -> Instruction:
    return lambda machine: machine._push(machine._text(machine._take(machine._number(layout))))


def _bytes(layout: str) -> Instruction:
    return lambda machine: machine._push(machine._take(machine._number(layout)))


def _tuple(size: int) -> Instruction:
    return lambda machine: machine.make_tuple(size)


STOP = ord(".")
INSTRUCTIONS: dict[int, Instruction] = {
    0x80: _Machine.protocol,
    0x95: _Machine.frame,
    ord("("): _Machine.mark,
    ord("N"): _constant(None),
    0x88: _constant(True),
    0x89: _constant(False),
    ord("J"): _reading("<i"),
    ord("K"): _reading("<B"),
    ord("M"): _reading("<H"),
    0x8A: _Machine.long,
    ord("G"): _reading(">d"),
    0x8C: _text("<B"),
    ord("X"): _text("<I"),
    0x8D: _text("<Q"),
    ord("C"): _bytes("<B"),
    ord("B"): _bytes("<I"),
    0x8E: _bytes("<Q"),
    0x96: _bytes("<Q"),  # a bytearray
    ord("]"): _empty(list),
    ord("}"): _empty(dict),
    ord(")"): _constant(()),
    0x8F: _empty(set),
    ord("a"): _Machine.append,
    ord("e"): _Machine.appends,
    ord("s"): _Machine.set_item,
    ord("u"): lambda machine: machine._set_items(machine._pop_marked()),
    0x90: _Machine.add_items,
    0x91: lambda machine: machine._push(set(map(machine._key, machine._pop_marked()))),
    ord("t"): lambda machine: machine._push(tuple(machine._pop_marked())),
    0x85: _tuple(1),
    0x86: _tuple(2),
    0x87: _tuple(3),
    ord("q"): lambda machine: machine._remember(machine._number("<B")),
    ord("r"): lambda machine: machine._remember(machine._number("<I")),
    0x94: _Machine.memoize,
    ord("h"): lambda machine: machine._recall(machine._number("<B")),
    ord("j"): lambda machine: machine._recall(machine._number("<I")),
    ord("c"): _Machine.global_name,
    0x93: _Machine.stack_global,
    ord("R"): _Machine.call,
    0x81: _Machine.call,  # creates an object without calling __init__
    ord("b"): _Machine.build,
}
