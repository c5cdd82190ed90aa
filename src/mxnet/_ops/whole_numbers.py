"""Products of 8-bit integers, exact: floats hold whole numbers exactly as long as they are small.

int8 kernels would be the natural choice, but those of oneDNN and FBGEMM add pairs of products in 16
bits on processors without VNNI, and cut what does not fit. A product of floats is exact wherever
no partial sum can reach 2**24, whatever the order; that is known from the weights. Where it is not
so, float64 does.
"""

from __future__ import annotations

import torch

EXACT = 1 << 24  # up to here float32 holds every whole number
_BEYOND = {torch.uint8: 255, torch.int8: 128}


def exact_type(
    data_type: torch.dtype, weight: torch.Tensor, bias: torch.Tensor | None = None
) -> torch.dtype:
    """Return the type in which sums of products of data with rows of weights are exact."""
    terms = weight[0].numel() if len(weight) else 0
    largest = _BEYOND[data_type]
    if weight.is_meta or bias is None and terms * largest * 128 < EXACT:
        return torch.float32
    rows = weight.flatten(1).double()
    if data_type is torch.uint8:  # partial sums lie between those of negative and positive weights
        sums = torch.maximum(rows.clamp(min=0).sum(1), -rows.clamp(max=0).sum(1))
    else:
        sums = rows.abs().sum(1)
    sums *= largest
    if bias is not None:
        sums += bias.abs()
    return torch.float32 if float(sums.max()) < EXACT else torch.float64
