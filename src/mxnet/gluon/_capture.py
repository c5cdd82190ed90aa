"""Capturing the outputs of selected parts of a network."""

from __future__ import annotations

from contextlib import ExitStack

__all__ = ["capture"]


def capture(net, layers):
    """Create a function that runs a network and returns the outputs of selected parts.

    ``layers`` are structural names as they are printed and saved: ``"features.4.0.body.2"``. The
    function returns a dictionary from names to outputs (``""`` is the network itself); inside
    ``record()`` the outputs have gradients. Hybridized networks are supported.

    >>> from mxnet import gluon, nd
    >>> net = gluon.nn.Sequential()
    >>> net.add(gluon.nn.Dense(3), gluon.nn.Dense(2))
    >>> net.initialize()
    >>> {path: out.shape for path, out in capture(net, ["0"])(nd.ones((1, 4))).items()}
    {'0': (1, 3), '': (1, 2)}
    """
    paths = [layers] if isinstance(layers, str) else list(layers)
    parts = {path: part_at(net, path) for path in paths}

    def run(*inputs):
        outputs = {}
        with ExitStack() as hooks:
            for path, part in parts.items():
                hooks.enter_context(part.register_forward_hook(_capture_hook(outputs, path)))
            result = net(*inputs)
        missing = [path for path in paths if path not in outputs]
        if missing:
            raise ValueError(f"the network did not call {', '.join(missing)} for these inputs")
        return {**{path: outputs[path] for path in paths}, "": result}

    return run


def _capture_hook(outputs, path):
    def keep(block, inputs, output):
        outputs[path] = output

    return keep


def part_at(net, path):
    """Return the part of a block with a structural name such as ``features.4.0``."""
    part, steps = net, []
    for step in path.split(".") if path else ():
        if step not in part._children:
            children = ", ".join(part._children) or "none"
            where = ".".join(steps) or "the network"
            raise ValueError(f"'{path}': {where} has no part '{step}'; it has {children}")
        part = part._children[step]
        steps.append(step)
    return part
