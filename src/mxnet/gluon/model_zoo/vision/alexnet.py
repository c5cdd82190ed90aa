"""AlexNet (Krizhevsky, 2014: One weird trick for parallelizing convolutional neural networks)."""

from __future__ import annotations

from .... import base as base
from ....context import cpu as cpu
from ... import nn
from ...block import HybridBlock as HybridBlock
from ._classifier import CPU, Classifier, downloadable, load_pretrained_if

__all__ = ["AlexNet", "alexnet"]


class AlexNet(Classifier):
    """Five convolutions and three dense layers.

    Parameters
    ----------
    classes : int
        Number of classes of the output.
    """

    def __init__(self, classes=1000, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.features = features = nn.HybridSequential(prefix="")
            with features.name_scope():
                features.add(
                    nn.Conv2D(64, kernel_size=11, strides=4, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(192, kernel_size=5, padding=2, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Conv2D(384, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.Conv2D(256, kernel_size=3, padding=1, activation="relu"),
                    nn.MaxPool2D(pool_size=3, strides=2),
                    nn.Flatten(),
                )
                for _ in range(2):
                    features.add(nn.Dense(4096, activation="relu"), nn.Dropout(0.5))
            self.output = nn.Dense(classes)


@downloadable
def alexnet(pretrained=False, ctx=CPU, root=None, **kwargs):
    """Create AlexNet."""
    return load_pretrained_if(pretrained, AlexNet(**kwargs), "alexnet", ctx, root)
