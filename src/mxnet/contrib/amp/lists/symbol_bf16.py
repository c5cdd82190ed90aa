"""The types in which operators compute in mixed precision with bfloat16, as in 1.9.1."""

from __future__ import annotations

from . import symbol_fp16 as float16

# Computed in bfloat16: matrix products, where it is fast.
BF16_FUNCS = ["Convolution", "FullyConnected"]

# Computed in the type of the inputs.
BF16_FP32_FUNCS = """
    abs _add BatchNorm BatchNormWithReLU clip Concat concat LRN Pooling relu shuffle _shuffle
    sqrt square tanh
""".split()

# Operators with several inputs, computed in the widest of their types.
_ONLY_OF_FLOAT16 = """
    Concat concat broadcast_mul _contrib_interleaved_matmul_encdec_qk
    _contrib_interleaved_matmul_encdec_valatt _contrib_interleaved_matmul_selfatt_qk
    _contrib_interleaved_matmul_selfatt_valatt
""".split()
WIDEST_TYPE_CASTS = [
    *(name for name in float16.WIDEST_TYPE_CASTS if name not in _ONLY_OF_FLOAT16),
    "_contrib_MultiBoxDetection", "_contrib_MultiBoxPrior", "_contrib_MultiBoxTarget",
]  # fmt: skip

# Computed in float32: all other operators in the lists for float16, except four.
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

# For each input, its name if it stays float32, or "" if it may be bfloat16.
BF16_USE_FP32_PARAMS = {
    "BatchNormWithReLU": ["", "gamma", "beta", "moving_mean", "moving_var"],
    "BatchNorm": ["", "gamma", "beta", "moving_mean", "moving_var"],
}
