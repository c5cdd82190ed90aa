"""Record what the real MXNet 1.9.1 says of every operator as a symbol: names, types, shapes.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_symbol_rows.py
"""

from __future__ import annotations

import json
import os
import pathlib
import sys
import warnings

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.unit.symbol import operators

warnings.simplefilter("ignore")


def answered_apart(row, is_first):
    """Ask in a process of its own: some questions crash 1.9.1. None where it cannot answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = json.dumps(operators.answer(mx, row, is_first))
        except Exception as error:
            print(f"{row.key}: {str(error)[:100]}", file=sys.stderr)
            answer = "null"
        with os.fdopen(writer, "w") as pipe:
            pipe.write(answer)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text or "null")


answers = {key: answered_apart(*case) for key, case in operators.selected().items()}
found = {key: answer for key, answer in answers.items() if answer is not None}
operators.save(found)
print(f"{len(found)} rows; without answer: {sorted(answers.keys() - found.keys())}")
