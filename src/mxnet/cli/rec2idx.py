"""Write the index of a record file: a number and a position for each record.

Readers that access images by number need it; `mxnet im2rec` writes it too.

    mxnet rec2idx images.rec images.idx
"""

from __future__ import annotations

import os

from .._formats.local import reading, replacing
from .._formats.recordio import read_record
from .._text.reprs import count


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("record", help="the record file")
    parser.add_argument("index", nargs="?", help="the index to write; by default next to the file")


def run(options) -> int:
    """Write the index."""
    index = options.index or os.path.splitext(options.record)[0] + ".idx"
    with reading(options.record) as (file, size), replacing(index) as out:
        number = 0
        while (position := file.tell()) < size:
            read_record(file, options.record)
            out.write(f"{number}\t{position}\n".encode())
            number += 1
    print(f"{index}: {count(number, 'record')}")
    return 0
