"""Record what the real MXNet 1.9.1 computes and prints for layers, losses, metrics and Gluon.

usage: ORACLE/bin/python tools/record_gluon.py [--all]

Of the pieces in tests/unit/gluon/cases only those not recorded yet are run, unless all are asked
for.
"""

import contextlib
import json
import pathlib
import sys
import tempfile

import mxnet as mx

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit import metric_cases
from tests.unit.gluon import file_cases, layer_cases
from tests.unit.gluon.cases import GOLDEN, cases, golden, run
from tests.unit.metric_cases import METRICS

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"


def answer(piece):
    with tempfile.TemporaryDirectory() as folder:
        printed = run(mx, piece, folder)
    with contextlib.suppress(mx.MXNetError):  # else it comes up in the next piece
        mx.nd.waitall()
    return printed


def record_cases(known):
    recorded = {}
    for name, piece in cases().items():
        if piece not in known:
            print(name, flush=True)
        recorded[piece] = known[piece] if piece in known else answer(piece)
    GOLDEN.write_text(json.dumps(recorded, indent=0, ensure_ascii=False) + "\n")
    print(f"{len(recorded)} cases")


def record_layers():
    recorded = {}
    for case in layer_cases.LAYERS + layer_cases.LOSSES + layer_cases.ONLY_FORWARD:
        parts = layer_cases.run(mx, case, backward=case not in layer_cases.ONLY_FORWARD)
        recorded |= {f"{layer_cases.name_of(case)}/{part}": a for part, a in parts.items()}
    archive.save(layer_cases.GOLDEN, recorded)
    print(f"{len(recorded)} arrays of layers and losses")


def record_metrics():
    recorded = {metric_cases.name_of(case): metric_cases.run(mx, case) for case in METRICS}
    archive.save(metric_cases.GOLDEN, recorded)
    print(f"{len(recorded)} metrics")


def record_files():
    """Write one network in every form that 1.9.1 has for files."""
    net = file_cases.build(mx)
    net.initialize()
    data = mx.nd.array(file_cases.DATA)
    net(data)
    layer_cases.set_parameters(mx, net)
    with contextlib.chdir(file_cases.FOLDER):
        net.save_parameters("structure.params")
        net.save_parameters("once.params", deduplicate=True)
        net.save_params("stripped.params")
        net.collect_params().save("full.params")
        net.save("plain")
        net.hybridize()
        output = net(data).asnumpy().tolist()
        net.export("exported", epoch=3)
        net.save("hybrid")
        pathlib.Path("output.json").write_text(json.dumps(output) + "\n")


record_layers()
record_files()
record_metrics()
record_cases({} if "--all" in sys.argv else golden())
