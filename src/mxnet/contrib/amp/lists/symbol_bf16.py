"""The types in which operators compute in mixed precision with bfloat16, as in 1.9.1."""

from __future__ import annotations

from . import symbol_fp16 as float16

# Computed in bfloat16: matrix products, where it is fast.
BF16_FUNCS = ["Convolution", "FullyConnected"]

# Computed in whichever type comes.
BF16_FP32_FUNCS = """
    abs _add BatchNorm BatchNormWithReLU clip Concat concat LRN Pooling relu shuffle _shuffle
    sqrt square tanh
""".split()

# Operators of several arrays, computed in the widest type among them.
_ONLY_OF_FLOAT16 = """
    Concat concat broadcast_mul _contrib_interleaved_matmul_encdec_qk
    _contrib_interleaved_matmul_encdec_valatt _contrib_interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt
""".split()
WIDEST_TYPE_CASTS = [
    *(name for name in float16.WIDEST_TYPE_CASTS if name not in _ONLY_OF_FLOAT16),
    "_contrib_MultiBoxDetection", "_contrib_MultiBoxPrior", "_contrib_MultiBoxTarget",
]  # fmt: skip

# Computed in float32: all else that float16 has in a list, but for four.
_OTHERS = {
    *BF16_FP32_FUNCS, *WIDEST_TYPE_CASTS,
    "CuDNNBatchNorm", "_TensorRT", "amp_cast", "amp_multicast",
}  # fmt: skip
FP32_FUNCS = [
    "Deconvolution", "RNN", "broadcast_mul",
    *(name for name in float16.FP16_FP32_FUNCS + float16.FP32_FUNCS if name not in _OTHERS),
]  # fmt: skip

CONDITIONAL_FP32_FUNCS = list(float16.CONDITIONAL_FP32_FUNCS)
LOSS_OUTPUT_FUNCTIONS = list(float16.LOSS_OUTPUT_FUNCTIONS)

# Operators of bfloat16 whose parameters stay float32; "" is one that may.
BF16_USE_FP32_PARAMS = {
    "BatchNormWithReLU": ["", "gamma", "beta", "moving_mean", "moving_var"],
    "BatchNorm": ["", "gamma", "beta", "moving_mean", "moving_var"],
}
