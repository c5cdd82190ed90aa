"""Protocol buffers in text format: ``.prototxt``."""

from __future__ import annotations

import ast
import re

from ...base import MXNetError

_TOKEN = re.compile(
    r"""\s+ | \#[^\n]* |
    (?P<name>[A-Za-z_][\w.]*) |
    (?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?f?) |
    (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*') |
    (?P<mark>[{}<>\[\]:;,])""",
    re.VERBOSE,
)
_CLOSING = {"{": "}", "<": ">"}
_DOCS = {"true": True, "false": False}


class Message:
    """The values of fields by name, in the order of the file.

    ``message["name"]`` is a list of all values, ``message.get("name", default)`` the last one.
    """

    def __init__(self):
        self._values: dict[str, list] = {}

    def add(self, name: str, value) -> None:
        """Add a value of a field."""
        self._values.setdefault(name, []).append(value)

    def __contains__(self, name):
        return name in self._values

    def __getitem__(self, name) -> list:
        return self._values.get(name, [])

    def get(self, name: str, default=None):
        """Return the last value of a field."""
        return self._values[name][-1] if name in self._values else default

    def part(self, name: str) -> Message:
        """Return a nested message, or an empty one if it is missing."""
        return self.get(name) or Message()


def parse(text: str, what: str) -> Message:
    """Parse a text; ``what`` is its name in errors."""
    tokens = list(_tokens(text, what))
    try:
        return _message(tokens, 0, None, what)[0]
    except RecursionError as error:
        raise MXNetError(f"{what}: messages are nested too deeply") from error


def _tokens(text: str, what: str):
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            raise MXNetError(f"{what}, line {line}: cannot read {text[place : place + 20]!r}")
        if match.lastgroup:
            yield match.lastgroup, match[0], line
        line += match[0].count("\n")
        place = match.end()


def _message(tokens: list, place: int, closing: str | None, what: str) -> tuple[Message, int]:
    message = Message()
    while place < len(tokens):
        kind, text, line = tokens[place]
        if text == closing and kind == "mark":
            return message, place + 1
        if text in (";", ",") and kind == "mark":
            place += 1
            continue
        if kind != "name":
            raise MXNetError(f"{what}, line {line}: expected the name of a field, got {text!r}")
        place = _field(message, text, tokens, place + 1, what)
    if closing is not None:
        raise MXNetError(f"{what}: a {closing!r} is missing at the end")
    return message, place


def _field(message: Message, name: str, tokens: list, place: int, what: str) -> int:
    """Parse the part after the name of a field; return the position after it."""
    if place < len(tokens) and tokens[place][1] == ":":
        place += 1
    if place >= len(tokens):
        raise MXNetError(f"{what}: the value of {name} is missing at the end")
    kind, text, line = tokens[place]
    if kind == "mark" and text in _CLOSING:
        value, place = _message(tokens, place + 1, _CLOSING[text], what)
        message.add(name, value)
        return place
    if kind == "mark" and text == "[":
        place += 1
        while place < len(tokens) and tokens[place][1] != "]":
            if tokens[place][1] != ",":
                message.add(name, _value(*tokens[place], what))
            place += 1
        return place + 1
    message.add(name, _value(kind, text, line, what))
    return place + 1


def _value(kind: str, text: str, line: int, what: str):
    if kind == "number":
        plain = text.removesuffix("f")
        return int(plain) if re.fullmatch(r"[-+]?\d+", plain) else float(plain)
    if kind == "text":
        return ast.literal_eval(text)
    if kind == "name":
        return _DOCS.get(text, text)  # other words are names of enum values
    raise MXNetError(f"{what}, line {line}: expected a value, got {text!r}")
