"""Record what the real MXNet 1.9.1 makes of graphs: files, names, shapes, types, values.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_symbols.py
"""

from __future__ import annotations

import json
import pathlib
import sys
import warnings

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from tests.golden import archive
from tests.unit.symbol import old_files
from tests.unit.symbol.graphs import CASES, GOLDEN, build, facts, run

warnings.simplefilter("ignore")

told = {name: facts(mx, name) for name in CASES}
found = {
    f"{name}/{part}": array
    for name, case in CASES.items()
    if case.runs
    for part, array in run(mx, name, build(mx, name)).items()
}
text = json.dumps(told, indent=0, sort_keys=True)
(GOLDEN / "symbols.json").write_text(text + "\n", encoding="utf-8")
archive.save(GOLDEN / "symbols.npz", found)
old = {
    f"{name}/{part}": array
    for name in old_files.FILES
    for part, array in old_files.read(mx, name).items()
}
archive.save(old_files.GOLDEN, old)
print(f"{len(CASES)} graphs, {len(found)} arrays, {len(old_files.FILES)} old files")
