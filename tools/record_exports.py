"""Record what the real MXNet 1.9.1 computes from networks that this package has exported.

usage: ORACLE/bin/python tools/record_exports.py
"""

import pathlib
import sys

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.gluon.export_cases import BATCHES, FOLDER, inputs

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"

recorded = {}
for file in sorted(FOLDER.glob("*-symbol.json")):
    name = file.name[: -len("-symbol.json")]
    net = mx.gluon.SymbolBlock.imports(str(file), ["data"], str(FOLDER / f"{name}-0000.params"))
    for batch in BATCHES:
        outputs = net(mx.nd.array(inputs(batch)))
        for i, output in enumerate(outputs if isinstance(outputs, list) else [outputs]):
            recorded[f"{name}/{batch}/{i}"] = output.asnumpy()
archive.save(FOLDER / "outputs.npz", recorded)
print(f"{len(recorded)} arrays")
