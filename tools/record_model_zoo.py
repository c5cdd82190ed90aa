"""Record how the models of the real MXNet 1.9.1 are made, and what they compute.

usage: ORACLE/bin/python tools/record_model_zoo.py
"""

import json
import pathlib
import sys

import mxnet as mx
from mxnet.gluon.model_zoo import vision

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from tests.golden import archive
from tests.unit.gluon.model_zoo import cases

assert mx.__version__ == "1.9.1", f"record with the real MXNet 1.9.1, not {mx.__version__}"


def names():
    try:
        vision.get_model("")
    except ValueError as error:
        return str(error).split("\n\t")[1:]


def structures():
    for name in names():
        yield name, vision.get_model(name)
    scope = {**vars(vision), "inception": vision.inception, "mobilenet": vision.mobilenet}
    for name, call in cases.VARIATIONS.items():
        with mx.name.NameManager():
            yield name, eval(call, scope)


cases.GOLDEN.mkdir(exist_ok=True)
found = {name: cases.structure(mx, net) for name, net in structures()}
cases.STRUCTURES.write_text(json.dumps(found, indent=0) + "\n")
outputs = {}
for name, height in {**cases.SMALL, **cases.LARGE}.items():
    net = vision.get_model(name, classes=10)
    picture = cases.filled(mx, net, height)
    outputs[name] = net(picture).asnumpy()
    print(name, outputs[name].std())
net = cases.tiny(mx)
picture = cases.filled(mx, net, 16)
net.save_parameters(str(cases.TINY))
outputs["tiny"] = net(picture).asnumpy()
archive.save(cases.OUTPUTS, outputs)
print(f"{len(found)} structures, {len(outputs)} outputs")
