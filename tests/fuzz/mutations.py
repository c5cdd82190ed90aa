"""Damage: bytes, text, JSON, archives and protocol buffers that are almost right."""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import struct
import zipfile

POWERS = (7, 8, 15, 16, 24, 29, 31, 32, 40, 53, 62, 63, 64)
NUMBERS = [0, 1, 2, 3, 4, 10, 100, *(2**p + d for p in POWERS for d in (-1, 0, 1))]
NUMBERS += [-number for number in NUMBERS]
WORDS = [
    "", " ", "nan", "-inf", "1e999", "1e-999", "0x10", "None", "True", "()", "(1,)", "(0, -1)",
    "[" * 50, "(" * 300, "9" * 5000, "-", ".", "..", "/", "\0", "\ufeff", "\u0660\u0661", "a" * 300,
    "__class__", "float16", "int8", "null", "data", "\t", "\n", ",", "1,2", "(1,1)", "3.5",
]  # fmt: skip


def _cut(data: bytes, rng: random.Random) -> tuple[int, int]:
    begin = rng.randrange(len(data) + 1)
    return begin, min(len(data), begin + rng.choice((1, 1, 2, 4, 8, 16, 64, 1024)))


def _set_bytes(data, rng):
    begin, end = _cut(data, rng)
    filler = rng.choice((b"\0", b"\xff", rng.randbytes(1)))
    return data[:begin] + filler * (end - begin) + data[end:]


def _flip_bit(data, rng):
    if not data:
        return b"\0"
    changed, place = bytearray(data), rng.randrange(len(data))
    changed[place] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _set_number(data, rng):
    """Overwrite an integer as binary formats hold it, mostly where one may stand."""
    size = rng.choice((1, 2, 4, 4, 8, 8))
    number = rng.choice(NUMBERS) % (1 << 8 * size)
    place = rng.randrange(len(data) + 1)
    place -= place % size if rng.random() < 0.7 else 0
    encoded = number.to_bytes(size, rng.choice(("little", "little", "big")))
    return data[:place] + encoded + data[place + size :]


def _set_float(data, rng):
    value = rng.choice((float("nan"), float("inf"), -1.0, 1e30, 1e-30))
    place = rng.randrange(len(data) + 1) // 4 * 4
    return data[:place] + struct.pack("<f", value) + data[place + 4 :]


def _truncate(data, rng):
    return data[: rng.randrange(len(data) + 1)]


def _delete(data, rng):
    begin, end = _cut(data, rng)
    return data[:begin] + data[end:]


def _insert(data, rng):
    begin, end = _cut(data, rng)
    return data[:begin] + rng.randbytes(end - begin) + data[begin:]


def _repeat(data, rng):
    begin, end = _cut(data, rng)
    return data[:end] + data[begin:end] * rng.choice((1, 1, 2, 50)) + data[end:]


def _move(data, rng):
    begin, end = _cut(data, rng)
    rest, place = data[:begin] + data[end:], rng.randrange(len(data) + 1)
    return rest[:place] + data[begin:end] + rest[place:]


BYTE_MUTATIONS = (
    _set_bytes, _flip_bit, _flip_bit, _set_number, _set_number, _set_float, _truncate, _delete,
    _insert, _repeat, _move,
)  # fmt: skip


def bytes_(data: bytes, rng: random.Random) -> bytes:
    """Change some bytes."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        data = rng.choice(BYTE_MUTATIONS)(data, rng)
    return data


# ------------------------------------------------------------------------------------------- text

TOKENS = re.compile(r"(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|\w+|\s+|[^\w\s])")


def text(data: bytes, rng: random.Random) -> bytes:
    """Change words, numbers and lines of a text."""
    source = data.decode("utf-8", "surrogateescape")
    tokens = TOKENS.findall(source) or [""]
    for _ in range(rng.choice((1, 1, 2, 3))):
        place = rng.randrange(len(tokens))
        change = rng.randrange(6)
        if change < 3:
            tokens[place] = rng.choice((str(rng.choice(NUMBERS)), rng.choice(WORDS)))
        elif change == 3:
            tokens[place] = ""
        elif change == 4:
            tokens[place] *= rng.choice((2, 3, 100))
        else:
            other = rng.randrange(len(tokens))
            tokens[place], tokens[other] = tokens[other], tokens[place]
    return "".join(tokens).encode("utf-8", "surrogateescape")


# ------------------------------------------------------------------------------------------- JSON


def _value(rng):
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(NUMBERS)
    if kind == 1:
        return rng.choice(WORDS)
    if kind == 2:
        return rng.choice((None, True, False, 1.5, 1e300, [], {}, [[]], [0, 0], [1, 0, 0], "0"))
    if kind == 3:
        return [rng.choice(NUMBERS) for _ in range(rng.randrange(4))]
    if kind == 4:
        return str(tuple(rng.choice(NUMBERS) for _ in range(rng.randrange(5))))
    return str(rng.choice(NUMBERS))


def _places(value, places):
    """Collect every container with each of its keys."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            places.append((value, key))
            _places(value[key], places)
    return places


def _change_json(value, rng):
    places = _places(value, [])
    if not places:
        return _value(rng)
    container, key = rng.choice(places)
    change = rng.randrange(7)
    if change < 3:
        container[key] = _value(rng)
    elif change == 3:
        del container[key]
    elif change == 4:
        other, other_key = rng.choice(places)
        if other_key in other if isinstance(other, dict) else other_key < len(other):
            container[key] = json.loads(json.dumps(other[other_key]))
    elif change == 5 and isinstance(container, dict):
        container[rng.choice(WORDS + list(container))] = container.pop(key)
    elif isinstance(container, list):
        container.insert(rng.randrange(len(container) + 1), container[key])
    return value


def json_(data: bytes, rng: random.Random) -> bytes:
    """Change values, keys and order in a JSON text."""
    try:
        value = json.loads(data)
        for _ in range(rng.choice((1, 1, 2, 4))):
            value = _change_json(value, rng)
        return json.dumps(value).encode()
    except (ValueError, RecursionError):  # damaged already
        return text(data, rng)


# --------------------------------------------------------------------------------------- archives


def zipped(*inner, compression=zipfile.ZIP_STORED):
    """Return a mutation of the members of an archive, whose checksums are then right again."""

    def mutate(data: bytes, rng: random.Random) -> bytes:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members = [(info.filename, archive.read(info)) for info in archive.infolist()]
        except Exception:  # damaged already
            return bytes_(data, rng)
        place = rng.randrange(len(members)) if members else None
        if place is not None:
            name, content = members[place]
            is_json = name.endswith(".json")
            usable = [m for m in inner if m is not json_ or is_json] + [bytes_] * (not is_json)
            members[place] = name, rng.choice(usable)(content, rng)
            if rng.random() < 0.1:
                members[place] = rng.choice(WORDS) or "x", content
            if rng.random() < 0.1:
                members.pop(rng.randrange(len(members)))
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", compression) as archive:
            for name, content in members:
                archive.writestr(zipfile.ZipInfo(name or "x"), content, compression)
        return stream.getvalue()

    return mutate


def gzipped(data: bytes, rng: random.Random) -> bytes:
    """Change what is compressed, and compress it again."""
    try:
        return gzip.compress(bytes_(gzip.decompress(data), rng), 1)
    except Exception:  # damaged already
        return bytes_(data, rng)


# ------------------------------------------------------------------------------- protocol buffers


def _messages(message, messages):
    messages.append(message)
    for field, value in message.ListFields():
        if field.message_type is not None:
            for part in value if _is_repeated(field) else [value]:
                _messages(part, messages)
    return messages


def _is_repeated(field) -> bool:
    return field.is_repeated if hasattr(field, "is_repeated") else field.label == 3


def _scalar(field, rng, old):
    if field.cpp_type in (field.CPPTYPE_INT32, field.CPPTYPE_INT64, field.CPPTYPE_ENUM):
        bits = 31 if field.cpp_type != field.CPPTYPE_INT64 else 63
        number = rng.choice((rng.choice(NUMBERS), rng.randrange(-3, 12)))
        return max(-(2**bits), min(2**bits - 1, number))
    if field.cpp_type == field.CPPTYPE_STRING:
        return rng.choice((rng.choice(WORDS).replace("\0", ""), str(old)[:-1]))
    if field.type == field.TYPE_BYTES:
        return bytes_(old or b"", rng)
    return rng.choice((0.0, -1.0, 1e30, float("nan")))


def protobuf(parse):
    """Return a mutation of fields of a message that ``parse`` reads from bytes."""

    def mutate(data: bytes, rng: random.Random) -> bytes:
        try:
            model = parse(data)
            message = rng.choice(_messages(model, []))
            fields = [field for field, _ in message.ListFields()]
            if not fields:
                return bytes_(data, rng)
            _change_field(message, rng.choice(fields), rng)
            return model.SerializeToString()
        except Exception:  # damaged already, or not serializable
            return bytes_(data, rng)

    return mutate


def _change_field(message, field, rng):
    value = getattr(message, field.name)
    if rng.random() < 0.2:
        message.ClearField(field.name)
    elif not _is_repeated(field):
        if field.message_type is None:
            setattr(message, field.name, _scalar(field, rng, value))
        else:
            message.ClearField(field.name)
    else:
        place = rng.randrange(len(value))
        if rng.random() < 0.4:
            del value[place]
        elif field.message_type is not None:
            value.add().CopyFrom(value[rng.randrange(len(value))])
        else:
            value[place] = _scalar(field, rng, value[place])
