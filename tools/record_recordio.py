"""Record RecordIO files and packed headers made by the real MXNet 1.9.1, for tests/golden/files.

Run it with a Python that has ``mxnet==1.9.1``. ``records.json`` says what is in the files.
"""

import json
import pathlib
import struct

import numpy as np

import mxnet as mx

FOLDER = pathlib.Path(__file__).parent.parent / "tests" / "golden" / "files"
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


def record_files():
    """Write the records in order, those with an even number under a key of their own."""
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


def packed(header):
    """Pack a header, and unpack it again."""
    made = mx.recordio.pack(mx.recordio.IRHeader(*header), b"text")
    back, text = mx.recordio.unpack(made)
    assert text == b"text"
    label = np.asarray(back.label).tolist()
    return {"header": header, "packed": made.hex(), "back": [back.flag, label, back.id, back.id2]}


def main():
    record_files()
    content = {
        "records": [record.hex() for record in RECORDS],
        "headers": [packed(header) for header in HEADERS],
    }
    (FOLDER / "records.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
