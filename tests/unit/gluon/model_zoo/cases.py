"""Models of the zoo with parameters and pictures that are the same on every machine.

Only NumPy is imported here: the same code runs on this package and, to record what is right, on
the real MXNet 1.9.1. Parameters follow from their names and shapes, so no file has to keep them.
"""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import zlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[3] / "golden" / "model_zoo"
OUTPUTS = GOLDEN / "outputs.npz"
STRUCTURES = GOLDEN / "structures.json"
TINY = GOLDEN / "tiny.params"

# One model of each family, depth of blocks and width, and the height of the pictures it sees.
SMALL = {
    "alexnet": 64,
    **dict.fromkeys(("vgg11", "vgg11_bn"), 32),
    **dict.fromkeys(("resnet18_v1", "resnet50_v1", "resnet18_v2", "resnet50_v2"), 32),
    **{f"mobilenet{width}": 32 for width in (0.25, 0.5, 0.75, 1.0)},
    **{f"mobilenetv2_{width}": 32 for width in (0.25, 0.5, 0.75, 1.0)},
}
# These end in a pooling of fixed size, so pictures must be large.
LARGE = {
    **dict.fromkeys(("squeezenet1.0", "squeezenet1.1", "densenet121", "densenet161"), 224),
    "inceptionv3": 299,
}
# What else can be asked for, beside every name of `get_model`.
VARIATIONS = {
    "thumbnail v1": "get_model('resnet18_v1', thumbnail=True, prefix='net_')",
    "thumbnail v2": "get_model('resnet50_v2', thumbnail=True, prefix='net_')",
    "few classes": "alexnet(classes=3)",
    "dropout": "DenseNet(8, 4, [1, 2], bn_size=2, dropout=0.3, prefix='d_')",
    "narrow": "get_mobilenet(0.3, prefix='m_')",
    "wide": "get_mobilenet_v2(1.4, prefix='m_')",
    "own blocks": "ResNetV2(BottleneckV2, [1, 2], [8, 8, 16], classes=4, prefix='r_')",
    "batch norm asked for": "get_vgg(11, batch_norm=True, prefix='v_')",
    "auxiliary output": "inception.make_aux(10)",
    "bottleneck": "mobilenet.LinearBottleneck(8, 8, t=6, stride=1, prefix='b_')",
}


def filled(mx, net, height):
    """Set parameters that follow from their names; return the input picture."""
    picture = np.random.RandomState(height).uniform(-1, 1, (1, 3, height, height))
    picture = mx.nd.array(picture.astype(np.float32))
    net.infer_shape(picture)
    net.initialize(mx.init.Zero())
    for name, parameter in net._collect_params_with_prefix().items():
        parameter.set_data(mx.nd.array(values(name, parameter.shape)))
    return picture


def values(name, shape):
    """Return the values of a parameter, such that the network neither explodes nor dies out."""
    random = np.random.RandomState(zlib.crc32(name.encode()))
    if name.endswith(("running_var", "gamma")):
        result = random.uniform(0.5, 1.5, shape)
    elif len(shape) == 1:
        result = random.uniform(-0.2, 0.2, shape)
    else:
        result = random.uniform(-1, 1, shape) * np.sqrt(6 / np.prod(shape[1:]))
    return result.astype(np.float32)


def structure(mx, net):
    """Return what can be seen of a network, in four sums: text, parameters, names and graph."""
    graph = json.loads(net(mx.sym.var("data")).tojson())
    parts = {
        "text": repr(net),
        "parameters": [
            [name, parameter.shape, parameter.grad_req, _initial(parameter)]
            for name, parameter in net.collect_params().items()
        ],
        "names": list(net._collect_params_with_prefix()),
        "graph": [
            [node["op"], node["name"], sorted(node.get("attrs", {}).items()), node["inputs"]]
            for node in graph["nodes"]
        ],
    }
    return {
        part: hashlib.sha1(without_counters(json.dumps(facts)).encode()).hexdigest()[:12]
        for part, facts in parts.items()
    }


def without_counters(text):
    """Return a text in which the number of a network's own name does not count."""
    families = "alexnet|vgg|resnetv1|resnetv2|squeezenet|densenet|inception3|mobilenetv2|mobilenet"
    return re.sub(rf'"({families})\d+_', r'"\1_', text)


def _initial(parameter):
    initial = parameter.init
    return initial if initial is None or isinstance(initial, str) else initial.dumps()


def tiny(mx):
    """Return a small network, of which a file of parameters is kept."""
    vision = mx.gluon.model_zoo.vision
    return vision.ResNetV1(vision.BottleneckV1, [1, 1], [4, 8, 12], classes=3, thumbnail=True)


def _names(vision):
    try:
        vision.get_model("")
    except ValueError as error:
        return str(error).split("\n\t")[1:]


def _networks(mx):
    vision = mx.gluon.model_zoo.vision
    for name in _names(vision):
        yield name, vision.get_model(name)
    scope = {**vars(vision), "inception": vision.inception, "mobilenet": vision.mobilenet}
    for name, call in VARIATIONS.items():
        with mx.name.NameManager():
            yield name, eval(call, scope)


def record(mx):
    """Return the golden files, made by the real MXNet, which writes a file of parameters too."""
    structures = {name: structure(mx, net) for name, net in _networks(mx)}
    outputs = {}
    for name, height in {**SMALL, **LARGE}.items():
        net = mx.gluon.model_zoo.vision.get_model(name, classes=10)
        picture = filled(mx, net, height)
        outputs[name] = net(picture).asnumpy()
    net = tiny(mx)
    picture = filled(mx, net, 16)
    net.save_parameters(str(TINY))
    outputs["tiny"] = net(picture).asnumpy()
    return {STRUCTURES: json.dumps(structures, indent=0) + "\n", OUTPUTS: outputs}
