"""RecordIO files and packed headers that the real MXNet 1.9.1 writes to tests/golden/files.

``records.json`` says what is in the files.
"""

from __future__ import annotations

import json
import pathlib
import struct

import numpy as np

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files"
MAGIC = struct.pack("<I", 0xCED7230A)

# The magic number inside a record is what the format has to hide.
RECORDS = [
    b"", b"a", b"abcd", b"12345", MAGIC, MAGIC + MAGIC, b"abcd" + MAGIC + b"xy", b"abc" + MAGIC,
    b"abcd" + MAGIC, MAGIC + b"abcd" + MAGIC + b"z", MAGIC[:2] + MAGIC + MAGIC[2:],
    MAGIC[:3] + MAGIC * 3, bytes(range(256)), b"end",
]  # fmt: skip

HEADERS = [
    (0, 4.5, 7, 8),
    (9, 3, 2**63, 0),
    (0, [1, 2.5, -3], 7, 8),
    (0, [[1, 2], [3, 4]], 0, 0),
    (0, [], 1, 2),
]


def _write_records(mx):
    """Write the records in order, those with an even number under a separate key."""
    path = FOLDER / "records"
    writer = mx.recordio.MXIndexedRecordIO(f"{path}.idx", f"{path}.rec", "w")
    for number, record in enumerate(RECORDS):
        if number % 2 == 0:
            writer.write_idx(100 - number, record)
        else:
            writer.write(record)
    writer.close()
    reader = mx.recordio.MXRecordIO(f"{path}.rec", "r")
    assert [reader.read() for _ in RECORDS] == RECORDS
    assert reader.read() is None


def _pack(mx, header):
    """Pack a header, and unpack it again."""
    packed = mx.recordio.pack(mx.recordio.IRHeader(*header), b"text")
    back, text = mx.recordio.unpack(packed)
    assert text == b"text"
    label = np.asarray(back.label).tolist()
    return {"header": header, "packed": packed.hex(), "back": [back.flag, label, back.id, back.id2]}


def record(mx):
    """Let the real MXNet write the files, and return what is in them."""
    _write_records(mx)
    content = {
        "records": [record.hex() for record in RECORDS],
        "headers": [_pack(mx, header) for header in HEADERS],
    }
    return {FOLDER / "records.json": json.dumps(content, indent=1) + "\n"}
