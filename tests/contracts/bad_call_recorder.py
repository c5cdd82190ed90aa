"""What the real MXNet 1.9.1 answers to bad calls (`tools/record.py bad_calls`).

Some of them end its process, so that a child answers: when it dies, or does not answer in time,
the next one goes on behind the call that it died of. What is refused or crashes is not recorded.
"""

from __future__ import annotations

import multiprocessing
import pathlib

import numpy as np

import mxnet as mx
from tests.contracts.bad_calls import compared_calls, compared_rows, golden_key
from tests.ops.recorder import array_of, function

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "bad_calls.npz"
SECONDS = 20.0  # that one call may take


def record(_mx):
    """Return the golden file: the outputs of each call that 1.9.1 answers."""
    calls = [
        (row, case, numpy_shapes)
        for row in compared_rows()
        for case, numpy_shapes in compared_calls(row)
    ]
    answers, start = {}, 0
    while start < len(calls):
        start = _collect(calls, start, answers)
    return {GOLDEN: answers}


def _collect(calls, start, answers) -> int:
    """Add the answers of one child, which begins at ``start``; return where the next begins."""
    ours, its = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(target=_answer, args=(start, calls, its))
    child.start()
    its.close()
    try:
        while ours.poll(SECONDS):
            start, arrays = ours.recv()
            row, case, numpy_shapes = calls[start - 1]
            for place, array in enumerate(arrays):
                answers[f"{golden_key(row, case, numpy_shapes)}/{place}"] = array
    except EOFError:
        pass
    child.kill()
    child.join()
    if start < len(calls):
        print(f"ends the process: {calls[start][0].op}, {calls[start][1].name}", flush=True)
    return start + 1


def _answer(start, calls, pipe):
    for number, (row, case, numpy_shapes) in enumerate(calls[start:], start):
        try:
            with mx.util.np_shape(numpy_shapes):
                arrays = [array_of(row, values) for values in case.arrays]
                with mx.autograd.record(train_mode=row.train), np.errstate(all="ignore"):
                    result = function(row.op)(*arrays, **row.attrs, **row.targets(arrays))
                outputs = result if isinstance(result, (list, tuple)) else [result]
                answers = [output.asnumpy() for output in outputs]
        except Exception:
            answers = []
        pipe.send((number + 1, answers))
