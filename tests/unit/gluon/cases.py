"""Reading and running the pieces of code in ``cases/``; the package that runs them is given."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import pathlib
import sys
import tempfile

from tests.unit.ndarray.cases import outcome

FOLDER = pathlib.Path(__file__).parent / "cases"
GOLDEN = FOLDER.parents[2] / "golden" / "gluon.json"


def cases() -> dict[str, str]:
    """Return the pieces, which empty lines separate, by the file and their place in it."""
    result = {}
    for path in sorted(FOLDER.glob("*.txt")):
        pieces = [p for p in path.read_text().split("\n\n") if not p.startswith("#")]
        result |= {f"{path.stem}-{i}": piece.strip() for i, piece in enumerate(pieces)}
    return result


def golden() -> dict[str, str]:
    return json.loads(GOLDEN.read_text())


class _Log(logging.Handler):
    def emit(self, record):
        print(record.levelname, record.getMessage(), file=sys.stdout)


@contextlib.contextmanager
def _print_log():
    """Print what is logged."""
    logger, handler = logging.getLogger(), _Log()
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.setLevel(level)


def run(mx, piece: str, folder, expected: str = "") -> str:
    """Run one piece in a folder, with counters that begin at 0; return what it prints."""
    gluon = mx.gluon
    names = {"gluon": gluon, "nn": gluon.nn, "init": mx.init, "autograd": mx.autograd}
    home = os.getcwd()
    os.chdir(folder)
    try:
        with mx.name.NameManager(), _print_log():
            return outcome(mx, piece, expected, **names)
    finally:
        os.chdir(home)


def _answer(mx, piece: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        printed = run(mx, piece, folder)
    with contextlib.suppress(mx.MXNetError):  # else it comes up in the next piece
        mx.nd.waitall()
    return printed


def record(mx, *parts):
    """Return the golden file: pieces that it lacks are run, with the part "all" every one."""
    recorded = {} if "all" in parts else golden()
    answers = {
        piece: recorded[piece] if piece in recorded else _answer(mx, piece)
        for piece in cases().values()
    }
    return {GOLDEN: json.dumps(answers, indent=0, ensure_ascii=False) + "\n"}
