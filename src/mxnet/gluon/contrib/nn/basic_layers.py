"""Contributed layers: parallel branches, pixel shuffle, synchronized batch normalization."""

from __future__ import annotations

import math

from .... import context as context, ndarray as nd
from ...._distributed import process_group, read_launch
from ....base import MXNetError
from ...block import Block as Block, HybridBlock
from ...nn import BatchNorm, HybridSequential, Sequential
from ...nn.basic_layers import add_embedding_weight

__all__ = [
    "Concurrent", "HybridConcurrent", "Identity", "PixelShuffle1D", "PixelShuffle2D",
    "PixelShuffle3D", "SparseEmbedding", "SyncBatchNorm",
]  # fmt: skip


class Concurrent(Sequential):
    """Passes the input to every child and concatenates their outputs along an axis."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def forward(self, x):
        return nd.concat(*(block(x) for block in self._children.values()), dim=self.axis)


class HybridConcurrent(HybridSequential):
    """Passes the input to every hybrid child and concatenates their outputs along an axis."""

    def __init__(self, axis=-1, prefix=None, params=None):
        super().__init__(prefix=prefix, params=params)
        self.axis = axis

    def hybrid_forward(self, F, x):
        return F.concat(*(block(x) for block in self._children.values()), dim=self.axis)


class Identity(HybridBlock):
    """Returns its input, for example as the shortcut of a residual block."""

    def hybrid_forward(self, F, x):
        return x


class SparseEmbedding(Block):
    """An embedding with a row-sparse weight: a device has only the rows that its batch needs."""

    def __init__(self, input_dim, output_dim, dtype="float32", weight_initializer=None, **kwargs):
        super().__init__(**kwargs)
        add_embedding_weight(
            self, input_dim, output_dim, dtype, weight_initializer, True, stype="row_sparse"
        )

    def forward(self, x):
        return nd.Embedding(x, self.weight.row_sparse_data(x), name="fwd", **self._kwargs)

    def __repr__(self):
        return "{}({input_dim} -> {output_dim}, {dtype})".format(
            type(self).__name__, **self._kwargs
        )


class SyncBatchNorm(BatchNorm):
    """Batch normalization with statistics over all processes of a job.

    Parameters
    ----------
    num_devices : int, optional
        The number of processes; by default those started by the launcher, so that a single process
        uses BatchNorm. With 1 each process has separate statistics. Several devices in one process
        are not supported.
    in_channels, momentum, epsilon, center, scale, use_global_stats
        As for BatchNorm.
    beta_initializer, gamma_initializer, running_mean_initializer, running_variance_initializer
        As for BatchNorm.
    """

    def __init__(
        self, in_channels=0, num_devices=None, momentum=0.9, epsilon=1e-5, center=True, scale=True,
        use_global_stats=False, beta_initializer="zeros", gamma_initializer="ones",
        running_mean_initializer="zeros", running_variance_initializer="ones", **kwargs,
    ):  # fmt: skip
        num_processes = read_launch().size
        if num_devices not in (None, 1, num_processes):
            raise MXNetError(
                f"SyncBatchNorm over num_devices={num_devices}: the number of processes here is "
                f"{num_processes}, and several devices of one process are not supported; leave "
                "num_devices out"
            )
        super().__init__(
            1, momentum, epsilon, center, scale, use_global_stats, beta_initializer,
            gamma_initializer, running_mean_initializer, running_variance_initializer,
            in_channels, **kwargs,
        )  # fmt: skip
        self._num_devices = num_processes if num_devices is None else num_devices

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        if self._num_devices == 1:
            return super().hybrid_forward(F, x, gamma, beta, running_mean, running_var)
        process_group()  # create the group before the operator needs it
        options = {name: value for name, value in self._kwargs.items() if name != "axis"}
        return F.contrib.SyncBatchNorm(
            x, gamma, beta, running_mean, running_var, name="fwd", ndev=self._num_devices,
            key=self.prefix, **options,
        )  # fmt: skip

    def __repr__(self):
        options = {k: v for k, v in self._kwargs.items() if k != "axis"}
        channels = self.gamma.shape[0] or None
        options |= {"ndev": self._num_devices, "key": self.prefix, "in_channels": channels}
        return f"SyncBatchNorm({', '.join(f'{k}={v!r}' for k, v in options.items())})"


# -------------------------------------------------------------------------------- pixel shuffles


class _PixelShuffle(HybridBlock):
    """Rearranges groups of channels into space: each axis grows by its factor."""

    def __init__(self, factor, ndim):
        super().__init__()
        factors = (factor,) * ndim if isinstance(factor, int) else tuple(int(f) for f in factor)
        if len(factors) != ndim:
            raise AssertionError(f"wrong length {len(factors)} of factor, expected {ndim}")
        self._factors = factors

    def hybrid_forward(self, F, x):
        # (N, C f1 f2, H, W) -> (N, C, f1, f2, H, W) -> (N, C, H, f1, W, f2) -> (N, C, H f1, W f2)
        factors, ndim = self._factors, len(self._factors)
        space = (0,) * ndim
        x = F.reshape(x, shape=(0, -4, -1, math.prod(factors), *space))
        for axis, factor in enumerate(factors[:-1]):
            x = F.reshape(x, shape=(*(0,) * (2 + axis), -4, factor, -1, *space))
        order = [axis for i in range(ndim) for axis in (2 + ndim + i, 2 + i)]
        x = F.transpose(x, axes=(0, 1, *order))
        return F.reshape(x, shape=(0, 0, *(-3,) * ndim))

    def __repr__(self):
        return f"{type(self).__name__}({self._factors})"


class PixelShuffle1D(_PixelShuffle):
    """(N, f C, W) becomes (N, C, f W)."""

    def __init__(self, factor):
        super().__init__(factor, 1)
        (self._factor,) = self._factors

    def __repr__(self):
        return f"PixelShuffle1D({self._factor})"


class PixelShuffle2D(_PixelShuffle):
    """(N, f1 f2 C, H, W) becomes (N, C, f1 H, f2 W)."""

    def __init__(self, factor):
        super().__init__(factor, 2)


class PixelShuffle3D(_PixelShuffle):
    """(N, f1 f2 f3 C, D, H, W) becomes (N, C, f1 D, f2 H, f3 W)."""

    def __init__(self, factor):
        super().__init__(factor, 3)
