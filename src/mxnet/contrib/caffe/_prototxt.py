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
    position, line = 0, 1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise MXNetError(f"{what}, line {line}: cannot read {text[position : position + 20]!r}")
        if match.lastgroup:
            yield match.lastgroup, match[0], line
        line += match[0].count("\n")
        position = match.end()


def _message(tokens: list, position: int, closing: str | None, what: str) -> tuple[Message, int]:
    message = Message()
    while position < len(tokens):
        token_type, text, line = tokens[position]
        if text == closing and token_type == "mark":
            return message, position + 1
        if text in (";", ",") and token_type == "mark":
            position += 1
            continue
        if token_type != "name":
            raise MXNetError(f"{what}, line {line}: expected the name of a field, got {text!r}")
        position = _field(message, text, tokens, position + 1, what)
    if closing is not None:
        raise MXNetError(f"{what}: a {closing!r} is missing at the end")
    return message, position


def _field(message: Message, name: str, tokens: list, position: int, what: str) -> int:
    """Parse the part after the name of a field; return the position after it."""
    if position < len(tokens) and tokens[position][1] == ":":
        position += 1
    if position >= len(tokens):
        raise MXNetError(f"{what}: the value of {name} is missing at the end")
    token_type, text, line = tokens[position]
    if token_type == "mark" and text in _CLOSING:
        value, position = _message(tokens, position + 1, _CLOSING[text], what)
        message.add(name, value)
        return position
    if token_type == "mark" and text == "[":
        position += 1
        while position < len(tokens) and tokens[position][1] != "]":
            if tokens[position][1] != ",":
                message.add(name, _value(*tokens[position], what))
            position += 1
        return position + 1
    message.add(name, _value(token_type, text, line, what))
    return position + 1


def _value(token_type: str, text: str, line: int, what: str):
    if token_type == "number":
        plain = text.removesuffix("f")
        return int(plain) if re.fullmatch(r"[-+]?\d+", plain) else float(plain)
    if token_type == "text":
        return ast.literal_eval(text)
    if token_type == "name":
        return _DOCS.get(text, text)  # other words are names of enum values
    raise MXNetError(f"{what}, line {line}: expected a value, got {text!r}")
