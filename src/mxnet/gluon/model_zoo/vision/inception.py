"""Inception V3 (Szegedy et al., 2015: Rethinking the inception architecture)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ... import nn
from ...block import HybridBlock as HybridBlock
from ...contrib.nn import HybridConcurrent
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if

__all__ = ["Inception3", "inception_v3"]

# A convolution is (channels, kernel) or (channels, kernel, strides). With strides 1 it is padded to
# keep height and width, except in the first layers; with strides 2 never.
_SAME = {1: 0, 3: 1, 5: 2, 7: 3}
_SPLIT = "split"  # at the end of a branch: two parallel convolutions, a wide and a tall one


class Inception3(Classifier):
    """Modules of parallel branches, for images of 299 x 299.

    Parameters
    ----------
    classes : int
        Number of classes of the output.
    """

    def __init__(self, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = features = nn.HybridSequential(prefix="")
            features.add(
                _convolution(32, 3, 2),
                _convolution(32, 3, padding=0),
                _convolution(64, 3),
                nn.MaxPool2D(pool_size=3, strides=2),
                _convolution(80, 1),
                _convolution(192, 3, padding=0),
                nn.MaxPool2D(pool_size=3, strides=2),
            )
            for name, channels in (("A1_", 32), ("A2_", 64), ("A3_", 64)):
                features.add(_make_A(channels, name))
            features.add(_make_B("B_"))
            for name, channels in (("C1_", 128), ("C2_", 160), ("C3_", 160), ("C4_", 192)):
                features.add(_make_C(channels, name))
            features.add(_make_D("D_"), _make_E("E1_"), _make_E("E2_"))
            features.add(nn.AvgPool2D(pool_size=8), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


def _convolution(channels, kernel, strides=1, padding=None):
    if padding is None:
        sides = kernel if isinstance(kernel, tuple) else (kernel, kernel)
        padding = tuple(_SAME[side] for side in sides) if strides == 1 else 0
    return _make_basic_conv(channels=channels, kernel_size=kernel, strides=strides, padding=padding)


def _branch(*parts):
    """Return a branch: ``"avg"`` or ``"max"`` for pooling, then convolutions; see ``_SPLIT``."""
    if parts[-1] is _SPLIT:
        branch = nn.HybridSequential(prefix="")
        branch.add(_branch(*parts[:-1]), _concurrent("", [(384, (1, 3))], [(384, (3, 1))]))
        return branch
    branch = _pooling(parts[0])
    branch.add(*(_convolution(*part) for part in parts if not isinstance(part, str)))
    return branch


def _concurrent(prefix, *branches):
    """Return parallel branches, each given by a list of its parts."""
    module = HybridConcurrent(axis=1, prefix=prefix)
    with module.name_scope():
        module.add(*(_branch(*parts) for parts in branches))
    return module


def _pooling(pool_type):
    """Return the beginning of a branch."""
    branch = nn.HybridSequential(prefix="")
    if pool_type == "avg":
        branch.add(nn.AvgPool2D(pool_size=3, strides=1, padding=1))
    elif pool_type == "max":
        branch.add(nn.MaxPool2D(pool_size=3, strides=2))
    return branch


# Other networks use these functions, so they have MXNet's names and parameters.


def _make_basic_conv(**kwargs):
    """Return a convolution without bias, with normalization and activation."""
    layers = nn.HybridSequential(prefix="")
    layers.add(
        nn.Conv2D(use_bias=False, **kwargs), nn.BatchNorm(epsilon=0.001), nn.Activation("relu")
    )
    return layers


def _make_branch(use_pool, *conv_settings):
    """Return a branch: an optional pooling, ``"avg"`` or ``"max"``, and convolutions.

    Each is a tuple (channels, kernel_size, strides, padding), in which None means the default.
    """
    branch = _pooling(use_pool)
    for settings in conv_settings:
        branch.add(_make_basic_conv(**_conv_options(*settings)))
    return branch


def _conv_options(channels, kernel_size, strides=None, padding=None):
    """Return the options of a convolution that are not None."""
    optional = {"strides": strides, "padding": padding}
    options = {key: value for key, value in optional.items() if value is not None}
    return {"channels": channels, "kernel_size": kernel_size, **options}


def _make_A(pool_features, prefix):
    return _concurrent(
        prefix,
        [(64, 1)],
        [(48, 1), (64, 5)],
        [(64, 1), (96, 3), (96, 3)],
        ["avg", (pool_features, 1)],
    )


def _make_B(prefix):
    return _concurrent(prefix, [(384, 3, 2)], [(64, 1), (96, 3), (96, 3, 2)], ["max"])


def _make_C(channels_7x7, prefix):
    inner, wide, tall = channels_7x7, (1, 7), (7, 1)
    return _concurrent(
        prefix,
        [(192, 1)],
        [(inner, 1), (inner, wide), (192, tall)],
        [(inner, 1), (inner, tall), (inner, wide), (inner, tall), (192, wide)],
        ["avg", (192, 1)],
    )


def _make_D(prefix):
    return _concurrent(
        prefix,
        [(192, 1), (320, 3, 2)],
        [(192, 1), (192, (1, 7)), (192, (7, 1)), (192, 3, 2)],
        ["max"],
    )


def _make_E(prefix):
    return _concurrent(
        prefix, [(320, 1)], [(384, 1), _SPLIT], [(448, 1), (384, 3), _SPLIT], ["avg", (192, 1)]
    )


def make_aux(classes):
    """Return the auxiliary output that the paper trains in addition to the last one."""
    output = nn.HybridSequential(prefix="")
    output.add(
        nn.AvgPool2D(pool_size=5, strides=3),
        _convolution(128, 1),
        _convolution(768, 5, padding=0),
        nn.Flatten(),
        nn.Dense(classes),
    )
    return output


@downloadable
def inception_v3(pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create Inception V3."""
    return load_pretrained_if(pretrained, Inception3(**kwargs), "inceptionv3", ctx, root)
