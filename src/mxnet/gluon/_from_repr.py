"""Creation of networks from their printed text: ``nn.from_repr(repr(net))``."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .. import ndarray as nd
from ..base import MXNetError
from . import nn, rnn
from .block import Block, HybridBlock
from .contrib import nn as contrib_nn
from .model_zoo.vision.alexnet import AlexNet
from .model_zoo.vision.densenet import DenseNet
from .model_zoo.vision.inception import Inception3
from .model_zoo.vision.mobilenet import RELU6, LinearBottleneck, MobileNet, MobileNetV2
from .model_zoo.vision.resnet import (
    BasicBlockV1,
    BasicBlockV2,
    BottleneckV1,
    BottleneckV2,
    ResNetV1,
    ResNetV2,
)
from .model_zoo.vision.squeezenet import SqueezeNet
from .model_zoo.vision.vgg import VGG


@dataclass(slots=True)
class ReprNode:
    """A printed block: its class, the text in its parentheses, and its children."""

    type_name: str
    line: int
    positional: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)
    children: dict[str, ReprNode] = field(default_factory=dict)
    previous: ReprNode | None = None  # the block printed before it, on the same level

    def fail(self, problem: str):
        raise MXNetError(f"line {self.line}: {self.type_name}: {problem}")

    def value(self, name: str, default=None):
        """Return the value printed as ``name=value``."""
        if name not in self.named:
            return default
        try:
            return ast.literal_eval(self.named[name])
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return self.fail(f"{self.named[name]!r} is not a valid value for {name}")

    def first(self) -> str:
        """Return the single item in the brackets."""
        if len(self.positional) != 1 or self.named:
            self.fail("one value was expected in its brackets")
        return self.positional[0]

    def sizes(self) -> tuple[int, int]:
        """Return the numbers of ``3 -> 64``; None before the arrow means 0, not known yet."""
        match = re.fullmatch(
            r"(None|\d+) -> (None|\d+)", self.positional[0] if self.positional else ""
        )
        if match is None:
            self.fail("sizes such as '3 -> 64' were expected first in its brackets")
        return tuple(0 if size == "None" else int(size) for size in match.groups())

    def activation(self) -> str | None:
        """Return the activation that is printed last, if there is one."""
        if len(self.positional) < 2 or self.positional[-1] == "linear":
            return None
        match = re.fullmatch(r"Activation\((\w+)\)", self.positional[-1])
        if match is None:
            self.fail(f"the activation {self.positional[-1]!r} is not known")
        return match.group(1)


# ------------------------------------------------------------------------------------- reading text


def _parse(text: str) -> ReprNode:
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise MXNetError("the text of a network was expected, got none")
    rest = iter(lines)
    part = _block(*next(rest), rest)
    for number, line in rest:
        raise MXNetError(f"line {number}: {line!r} comes after the end of the network")
    return part


def _block(number: int, text: str, rest: Iterator) -> ReprNode:
    """Parse a block that begins with ``text``; its children are on the following lines."""
    match = re.fullmatch(r"(\w+)(?:\((.*))?", text)
    if match is None:
        raise MXNetError(
            f"line {number}: a block such as 'Dense(3 -> 2, linear)' was expected, got {text!r}"
        )
    part = ReprNode(match.group(1), number)
    inside = match.group(2)
    if inside is None:  # Flatten
        return part
    if inside:
        if not inside.endswith(")"):
            part.fail("its closing bracket is missing")
        _arguments(part, inside[:-1])
        return part
    for line_number, line in rest:
        if line == ")":
            return part
        child = re.fullmatch(r"\(([\w.]+)\): (.*)", line)
        if child is None:
            raise MXNetError(
                f"line {line_number}: '(name): block' or ')' was expected, got {line!r}"
            )
        name, begin = child.groups()
        if name in part.children:
            raise MXNetError(
                f"line {line_number}: there are two blocks '{name}' in {part.type_name}"
            )
        previous = next(reversed(part.children.values()), None)
        part.children[name] = _block(line_number, begin, rest)
        part.children[name].previous = previous
    return part.fail("its closing bracket is missing")


def _arguments(part: ReprNode, text: str) -> None:
    for piece in filter(None, map(str.strip, _split(text))):
        match = re.fullmatch(r"(\w+) ?= ?(.*)", piece)
        if match is None:
            part.positional.append(piece)
        else:
            part.named[match.group(1)] = match.group(2)


def _split(text: str) -> list[str]:
    """Split at commas that are not inside brackets."""
    pieces, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and depth == 0:
            pieces.append(text[begin:i])
            begin = i + 1
    return [*pieces, text[begin:]]


# -------------------------------------------------------------------------------------- layers


def _dense(part: ReprNode) -> Block:
    in_units, units = part.sizes()
    return nn.Dense(units, in_units=in_units, activation=part.activation())


def _convolution(cls: type, part: ReprNode) -> Block:
    inputs, channels = part.sizes()
    options, groups = _windows(part), part.value("groups", 1)
    if cls.__name__.endswith("Transpose"):  # MXNet: its weight has the input channels first
        inputs, channels = channels, inputs * groups
    else:
        inputs *= groups
    return cls(channels, **options, groups=groups, in_channels=inputs)


def _windows(part: ReprNode) -> dict:
    ndim = len(part.value("kernel_size", ()))
    return {
        "kernel_size": part.value("kernel_size"),
        "strides": part.value("stride", (1,) * ndim),
        "padding": part.value("padding", (0,) * ndim),
        "dilation": part.value("dilation", (1,) * ndim),
        "use_bias": part.value("bias", True),
        "activation": part.activation(),
    }


def _pooling(cls: type, part: ReprNode) -> Block:
    layout = {"layout": part.named["layout"]} if "layout" in part.named else {}
    if cls.__name__.startswith("Global"):
        return cls(**layout)
    return cls(
        part.value("size"), part.value("stride"), part.value("padding"),
        ceil_mode=part.value("ceil_mode", False), **layout,
    )  # fmt: skip


def _normalization(cls: type, part: ReprNode) -> Block:
    """Create a layer that prints its constructor's arguments, except for a few names."""
    options = {name: part.value(name) for name in part.named}
    options["epsilon"] = options.pop("eps", 1e-5)
    if "fix_gamma" in options:
        options["scale"] = not options.pop("fix_gamma")
    if "in_channels" in options:
        options["in_channels"] = options["in_channels"] or 0
    return _construct(cls, part, options)


def _sync_batch_norm(part: ReprNode) -> Block:
    for name in ("ndev", "key"):
        part.named.pop(name, None)
    return _normalization(contrib_nn.SyncBatchNorm, part)


def _embedding(part: ReprNode) -> Block:
    entries, size = part.sizes()
    return nn.Embedding(entries, size, dtype=part.positional[1])


def _function(cls: type, part: ReprNode) -> Block:
    name = part.first()
    if name == "<lambda>":
        part.fail("the text does not say what its function does; give it a name")
    if not _is_operator(name):
        part.fail(
            f"{name!r} is not an operator on arrays; a function of your own has to be put in place"
        )
    return cls(name)


# Functions of mx.nd that are not operators but only compute with arrays.
_ARITHMETIC = {
    "add", "concatenate", "divide", "equal", "greater", "greater_equal", "lesser", "lesser_equal",
    "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "modulo", "moveaxis",
    "multiply", "not_equal", "power", "split_v2", "subtract", "true_divide",
}  # fmt: skip


def _is_operator(name: str) -> bool:
    """Distinguish operators from other names in ``mx.nd``, such as ``save`` and ``load``."""
    is_public = not name.startswith("_") and name != "Custom"  # Custom runs user code
    return is_public and (hasattr(getattr(nd, name, None), "operator") or name in _ARITHMETIC)


def _recurrent(cls: type, part: ReprNode) -> Block:
    inputs, hidden = part.sizes()
    bidirectional = "bidirectional" in part.positional
    return cls(
        hidden, num_layers=part.value("num_layers", 1), layout=part.positional[1],
        dropout=part.value("dropout", 0), bidirectional=bidirectional, input_size=inputs,
    )  # fmt: skip


def _cell(cls: type, part: ReprNode) -> Block:
    inputs, rows = part.sizes()
    options = {"activation": part.positional[1]} if len(part.positional) > 1 else {}
    return cls(rows // cls._gates, input_size=inputs, **options)


def _construct(cls: type, part: ReprNode, options: dict) -> Block:
    try:
        return cls(**options)
    except TypeError as error:
        return part.fail(str(error))


def _of(make: Callable, *types: type) -> dict[str, Callable]:
    return {cls.__name__: lambda part, cls=cls: make(cls, part) for cls in types}


LAYERS: dict[str, Callable[[ReprNode], Block]] = {
    "Activation": lambda part: nn.Activation(part.first()),
    "Dense": _dense,
    "Embedding": _embedding,
    "SyncBatchNorm": _sync_batch_norm,
    "Dropout": lambda part: nn.Dropout(part.value("p"), part.value("axes", ())),
    "DropoutCell": lambda part: rnn.DropoutCell(part.value("rate"), part.value("axes", ())),
    **_of(
        _convolution, nn.Conv1D, nn.Conv2D, nn.Conv3D, nn.Conv1DTranspose, nn.Conv2DTranspose,
        nn.Conv3DTranspose,
    ),
    **_of(
        _pooling, nn.MaxPool1D, nn.MaxPool2D, nn.MaxPool3D, nn.AvgPool1D, nn.AvgPool2D,
        nn.AvgPool3D, nn.GlobalMaxPool1D, nn.GlobalMaxPool2D, nn.GlobalMaxPool3D,
        nn.GlobalAvgPool1D, nn.GlobalAvgPool2D, nn.GlobalAvgPool3D,
    ),
    **_of(
        _normalization, nn.BatchNorm, nn.BatchNormReLU, nn.LayerNorm, nn.InstanceNorm, nn.GroupNorm
    ),
    **_of(_function, nn.Lambda, nn.HybridLambda),
    **_of(_recurrent, rnn.RNN, rnn.LSTM, rnn.GRU),
    **_of(_cell, rnn.RNNCell, rnn.LSTMCell, rnn.GRUCell),
    **_of(
        lambda cls, part: cls(ast.literal_eval(part.first())), nn.LeakyReLU,
        contrib_nn.PixelShuffle1D, contrib_nn.PixelShuffle2D, contrib_nn.PixelShuffle3D,
    ),
    **_of(
        lambda cls, part: cls(), nn.Flatten, nn.PReLU, nn.ELU, nn.SELU, nn.GELU, nn.Swish,
        contrib_nn.Identity, RELU6,
    ),
}  # fmt: skip


# ---------------------------------------------------------------------------------- containers

STACKS: dict[str, Callable[[], Block]] = {
    "Sequential": nn.Sequential,
    "HybridSequential": nn.HybridSequential,
    # MXNet: the axis is not printed; networks join along the channels.
    "Concurrent": lambda: contrib_nn.Concurrent(axis=1),
    "HybridConcurrent": lambda: contrib_nn.HybridConcurrent(axis=1),
    "SequentialRNNCell": rnn.SequentialRNNCell,
    "HybridSequentialRNNCell": rnn.HybridSequentialRNNCell,
}


def _shortcut_fits(part: ReprNode) -> bool:
    """Return whether a bottleneck of MobileNetV2 adds its input: width and size must match."""
    convolutions = [p for p in part.children["out"].children.values() if p.type_name == "Conv2D"]
    inputs = convolutions[0].sizes()[0] or (part.previous and _channels(part.previous))
    strides = [p.value("stride") for p in convolutions]
    return inputs == convolutions[-1].sizes()[1] and all(s == (1, 1) for s in strides)


def _channels(part: ReprNode) -> int | None:
    """Return the number of output channels of a block, from the last convolution in its text."""
    if part.type_name == "Conv2D":
        return part.sizes()[1]
    candidates = (
        _channels(p) for p in [*reversed(part.children.values()), *filter(None, [part.previous])]
    )
    return next((channels for channels in candidates if channels), None)


# Classes whose forward pass is determined by their parts, and their other members.
NETWORKS: dict[type, dict[str, Callable[[ReprNode], object]]] = {
    **dict.fromkeys(
        (
            AlexNet, DenseNet, Inception3, MobileNet,
            MobileNetV2, ResNetV1, ResNetV2, SqueezeNet, VGG,
        ),
        {},
    ),
    **dict.fromkeys(
        (BasicBlockV1, BasicBlockV2, BottleneckV1, BottleneckV2),
        {"downsample": lambda part: None},
    ),
    LinearBottleneck: {"use_shortcut": _shortcut_fits},
}  # fmt: skip


def from_repr(text, classes=()):
    """Create an uninitialized network that prints as ``text``.

    It consists of Gluon's layers and containers and the classes of the model zoo. Pass your own
    classes as ``classes``: they are created without calling ``__init__``, and their parts are
    assigned to the attributes named in the text.

    Properties that are not printed have the usual values: dense layers have a bias and flatten
    their input, convolutions use channels first, and parallel blocks are concatenated along axis 1.

    >>> net = from_repr('''
    ... HybridSequential(
    ...   (0): Dense(4 -> 3, Activation(relu))
    ...   (1): Dense(3 -> 2, linear)
    ... )
    ... ''')
    >>> net[0]
    Dense(4 -> 3, Activation(relu))
    """
    if not isinstance(text, str):
        raise TypeError(f"from_repr takes the text that a network prints, got {type(text)}")
    own = {cls.__name__: (cls, {}) for cls in classes}
    classes_by_name = {cls.__name__: (cls, extra) for cls, extra in NETWORKS.items()} | own
    try:
        return _build(_parse(text), classes_by_name)
    except RecursionError:
        raise MXNetError("the network is nested too deep") from None


def _build(part: ReprNode, classes: dict) -> Block:
    if part.type_name in classes:
        return _network(part, *classes[part.type_name], classes)
    if part.type_name in STACKS:
        net = STACKS[part.type_name]()
        with net.name_scope():
            for name, child in part.children.items():
                net.register_child(_build(child, classes), name)
        return net
    if part.type_name not in LAYERS:
        part.fail("this class is not known; give it as from_repr(text, classes=[...])")
    if part.children:
        part.fail("this layer has no blocks inside")
    try:
        return LAYERS[part.type_name](part)
    except MXNetError:
        raise
    except (AssertionError, IndexError, KeyError, TypeError, ValueError) as error:
        return part.fail(f"its settings are not those of this layer: {error}")


def _network(part: ReprNode, cls: type, extra: dict, classes: dict) -> Block:
    net = cls.__new__(cls)
    (HybridBlock if issubclass(cls, HybridBlock) else Block).__init__(net)
    for name, find in extra.items():
        if name not in part.children:
            setattr(net, name, find(part))
    with net.name_scope():
        for name, child in part.children.items():
            setattr(net, name, _build(child, classes))
    return net
