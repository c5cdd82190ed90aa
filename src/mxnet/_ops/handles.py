"""Operators that passes and rewrites look up, so that no other file needs their names."""

from __future__ import annotations

from . import contrib, math, nn, np, quantized, tensor, vision  # noqa: F401 - they register
from .registry import OPS

ABS, EXP, SQRT, SQUARE = OPS["abs"], OPS["exp"], OPS["sqrt"], OPS["square"]
ACTIVATION = OPS["Activation"]
ADD_N = OPS["add_n"]
AMP_CAST, AMP_MULTICAST = OPS["amp_cast"], OPS["amp_multicast"]
BATCH_DOT = OPS["batch_dot"]
BATCH_NORM, BATCH_NORM_V1 = OPS["BatchNorm"], OPS["BatchNorm_v1"]
BLOCK_GRAD = OPS["BlockGrad"]
BROADCAST_ADD = OPS["broadcast_add"]
BROADCAST_LIKE, BROADCAST_TO = OPS["broadcast_like"], OPS["broadcast_to"]
CAST = OPS["Cast"]
CLIP = OPS["clip"]
CONVOLUTION, CONVOLUTION_V1 = OPS["Convolution"], OPS["Convolution_v1"]
COPY = OPS["_copy"]
DIV_SCALAR = OPS["_div_scalar"]
DROPOUT = OPS["Dropout"]
ELEMWISE_ADD, ELEMWISE_MUL = OPS["elemwise_add"], OPS["elemwise_mul"]
GRAD_ADD = OPS["_grad_add"]
ENCDEC_QK = OPS["_contrib_interleaved_matmul_encdec_qk"]
ENCDEC_VALATT = OPS["_contrib_interleaved_matmul_encdec_valatt"]
EXPAND_DIMS, FLATTEN, SQUEEZE = OPS["expand_dims"], OPS["Flatten"], OPS["squeeze"]
FULLY_CONNECTED = OPS["FullyConnected"]
IDENTITY_LIKE_RHS = OPS["_identity_with_attr_like_rhs"]
IMAGE_NORMALIZE, IMAGE_TO_TENSOR = OPS["_image_normalize"], OPS["_image_to_tensor"]
LEAKY_RELU = OPS["LeakyReLU"]
LOG_SOFTMAX = OPS["log_softmax"]
MEAN = OPS["mean"]
MUL_SCALAR = OPS["_mul_scalar"]
NEGATIVE = OPS["negative"]
NP_RESHAPE = OPS["_np_reshape"]
ONES_LIKE = OPS["ones_like"]
PICK = OPS["pick"]
RELU, SIGMOID, TANH = OPS["relu"], OPS["sigmoid"], OPS["tanh"]
RESHAPE = OPS["Reshape"]
SELFATT_QK = OPS["_contrib_interleaved_matmul_selfatt_qk"]
SELFATT_VALATT = OPS["_contrib_interleaved_matmul_selfatt_valatt"]
SLICE_ASSIGN, SLICE_ASSIGN_SCALAR = OPS["_slice_assign"], OPS["_slice_assign_scalar"]
SOFTMAX = OPS["softmax"]
SPLIT = OPS["SliceChannel"]
WHERE = OPS["where"]

QUANTIZE, QUANTIZE_ASYM = OPS["_contrib_quantize_v2"], OPS["_contrib_quantize_asym"]
DEQUANTIZE, REQUANTIZE = OPS["_contrib_dequantize"], OPS["_contrib_requantize"]
QUANTIZED_ADD = OPS["_contrib_quantized_elemwise_add"]
QUANTIZED_MUL = OPS["_contrib_quantized_elemwise_mul"]
QUANTIZED_BATCH_NORM = OPS["_contrib_quantized_batch_norm"]
QUANTIZED_CONCAT = OPS["_contrib_quantized_concat"]
QUANTIZED_POOLING = OPS["_contrib_quantized_pooling"]
QUANTIZED_RNN = OPS["_contrib_quantized_rnn"]

# Names of operators that are created per node, with the layers that they replace as a body.
CACHED_OP = "_CachedOp"
FUSED_CONVOLUTION = "_sg_mkldnn_conv"
FUSED_DENSE = "_sg_mkldnn_fully_connected"
FUSED_ATTENTION = {
    SELFATT_QK: "_sg_mkldnn_selfatt_qk",
    SELFATT_VALATT: "_sg_mkldnn_selfatt_valatt",
}


def equivalent(op):
    """Return the operator of mx.nd that computes the same on floats, or the operator itself."""
    return op if op.equivalent is None else OPS[op.equivalent]
