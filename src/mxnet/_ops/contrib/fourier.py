"""Fourier transforms of real numbers, and count sketches.

MXNet has these operators on GPUs only.
"""

from __future__ import annotations

import torch

from ..checks import brackets, check, fail, require_floats
from ..registry import op


def _check_signals(data) -> None:
    require_floats(data)
    check(data.ndim in (2, 4), f"data should be 2D or 4D, got {brackets(data.shape)}")


def _exact(data) -> torch.Tensor:
    # Torch has no FFT in half precision.
    return data if data.dtype is torch.float64 else data.float()


@op("_contrib_fft")
def fft(data, *, compute_size: int = 128):
    """Compute the Fourier transform along the last axis: real part, imaginary part, real part, ...

    ``compute_size`` has no effect.
    """
    _check_signals(data)
    transformed = torch.view_as_real(torch.fft.fft(_exact(data)))
    return transformed.flatten(-2).to(data.dtype)


@op("_contrib_ifft")
def ifft(data, *, compute_size: int = 128):
    """Compute the real part of the inverse of ``fft``, times the length of the last axis.

    ``compute_size`` has no effect.
    """
    _check_signals(data)
    check(data.shape[-1] % 2 == 0, f"real and imaginary parts are pairs, got {data.shape[-1]}")
    pairs = _exact(data).unflatten(-1, (-1, 2)).contiguous()
    # MXNet: the inverse is not divided by the length
    signal = torch.fft.ifft(torch.view_as_complex(pairs), norm="forward")
    return signal.real.to(data.dtype).contiguous()


@op("_contrib_count_sketch")
def count_sketch(data, h, s, *, out_dim: int, processing_batch_size: int = 32):
    """Add up the numbers of a row, times ``s``, at the positions ``h`` of a row of ``out_dim``.

    ``h`` and ``s`` are (1, numbers of a row) and have no gradient. ``processing_batch_size`` has
    no effect.
    """
    _check_signals(data)
    for name, array in (("h", h), ("s", s)):
        check(
            tuple(array.shape) == (1, data.shape[-1]),
            f"{name} must be [1,{data.shape[-1]}], got {brackets(array.shape)}",
        )
    positions, signs = h.detach().flatten().long(), s.detach().flatten()
    if not positions.is_meta and positions.numel():
        low, high = (int(bound) for bound in positions.aminmax())
        if low < 0 or high >= out_dim:
            fail(f"h has {low} to {high}, expected 0 to out_dim - 1 = {out_dim - 1}")
    empty = data.new_zeros(*data.shape[:-1], out_dim)
    return empty.index_add(-1, positions, data * signs)
