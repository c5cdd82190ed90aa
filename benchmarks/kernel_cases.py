"""The cases of kernels.py: an operator, the obvious expression in torch, inputs, leaves.

Inputs are named by kind and number (``x1`` and ``x2`` are two matrices). Where no leaves are named,
only the forward pass is measured.
"""

# ruff: noqa: E501 - a row for each operator
from __future__ import annotations

import re

import torch

IMAGE = (8, 32, 56, 56)


def _normal(*shape):
    return lambda generator: torch.randn(shape, generator=generator)


def _positive(*shape):
    return lambda generator: torch.rand(shape, generator=generator) + 0.5


def _integers(high: int, *shape, dtype=torch.float32):
    return lambda generator: torch.randint(high, shape, generator=generator).to(dtype)


def _definite(batch: int, size: int):
    def make(generator):
        root = torch.randn(batch, size, size, generator=generator)
        return root @ root.mT / size + torch.eye(size)

    return make


INPUTS = {
    "x": _normal(1000, 1000),
    "p": _positive(1000, 1000),
    "row": _normal(1000),
    "column": _normal(1000, 1),
    "long": _normal(1_000_000),
    "image": _normal(*IMAGE),
    "channel": _normal(32),
    "scale": _positive(32),
    "group": _positive(8),
    "photo": _normal(3, 224, 224),
    "weight": _normal(32, 32, 3, 3),
    "depthwise": _normal(32, 1, 3, 3),
    "deconv": _normal(32, 16, 4, 4),
    "signal": _normal(16, 32, 1000),
    "weightsignal": _normal(32, 32, 3),
    "volume": _normal(2, 8, 16, 32, 32),
    "weightvolume": _normal(8, 8, 3, 3, 3),
    "batch": _normal(32, 100, 64),
    "other": _normal(32, 64, 100),
    "table": _normal(10_000, 64),
    "words": _integers(10_000, 20_000),
    "places": _integers(1000, 1000, dtype=torch.int32),
    "label": _integers(1000, 1000),
    "mask": _integers(2, 1000, 1000),
    "heads": _normal(8, 12, 128, 128),
    "sequence": _normal(100, 32, 256),
    "lengths": _integers(100, 32),
    "spd": _definite(16, 64),
    "half": lambda generator: torch.randn(1000, 1000, generator=generator).half(),
    "double": lambda generator: torch.randn(1000, 1000, generator=generator).double(),
    "int": _integers(100, 1000, 1000, dtype=torch.int32),
    "bytes": _integers(256, 224, 224, 3, dtype=torch.uint8),
    "dense": _normal(500, 1000),
    "bias": _normal(500),
    "indices": _integers(1000, 2, 20_000),
    "number": _integers(50, 1_000_000, dtype=torch.int64),
    "truth": lambda generator: torch.randint(2, (1000, 1000), generator=generator).bool(),
}

# MXNet's name of a function of one array, and torch's name if it differs
UNARY = """
    abs exp log sqrt rsqrt square sin cos tan tanh arctan:atan arcsinh:asinh sinh cosh log2 log10 log1p
    expm1 ceil floor rint:round trunc sign sigmoid relu erf gammaln:lgamma reciprocal negative:neg
""".split()


def _unary(names: str) -> tuple[str, ...]:
    ours, _, other = names.partition(":")
    return ours, f"nd.{ours}(p)", f"torch.{other or ours}(p)", "p", "p"


# Calls of mx.np, and of torch if they differ. Reshaped arrays are copies in mx.np, so that
# these are not compared.
NP = """
    np.all(truth) : truth.all()
    np.any(truth, axis=0) : truth.any(0)
    np.all(x) : (x != 0).all()
    np.argmax(x, axis=1) : x.argmax(1)
    np.average(x, axis=0) : x.mean(0)
    np.bincount(number) : torch.bincount(number)
    np.copysign(x, p) : torch.copysign(x, p)
    np.delete(x, 1, axis=0) : torch.cat([x[:1], x[2:]])
    np.diff(x) : torch.diff(x)
    np.ediff1d(long) : torch.diff(long)
    np.hypot(x, p) : torch.hypot(x, p)
    np.insert(long, 1, 2.0) : torch.cat([long[:1], torch.tensor([2.0]), long[1:]])
    np.lcm(number, number) : torch.lcm(number, number)
    np.ldexp(x, p) : x * torch.exp2(p)
    np.nan_to_num(x) : torch.nan_to_num(x)
    np.outer(row, row) : torch.outer(row, row)
    np.pad(x, ((1, 1), (1, 1)), mode='edge') : F.pad(x[None], (1, 1, 1, 1), mode='replicate')
    np.percentile(long, 30) : torch.quantile(long, 0.3)
    np.rot90(x) : torch.rot90(x).contiguous()
    np.take(long, number[:1000]) : long.take(number[:1000])
    np.vdot(long, long) : torch.vdot(long, long)
""".strip().splitlines()


def _np(line: str) -> tuple[str, ...]:
    ours, other = line.strip().split(" : ")
    names = [
        name
        for name in ("x", "p", "row", "long", "number", "truth")
        if name in re.findall(r"\w+", ours)
    ]
    for name in names:
        ours = re.sub(rf"\b{name}\b", f"{name}.as_np_ndarray()", ours)
    return line.strip().split(" : ")[0], ours, other, " ".join(names), ""


# fmt: off
CASES = [
    *map(_unary, UNARY),
    ("softsign", "nd.softsign(x)", "F.softsign(x)", "x", "x"),
    ("softrelu", "nd.Activation(x, act_type='softrelu')", "F.softplus(x)", "x", "x"),
    ("gelu", "nd.LeakyReLU(x, act_type='gelu')", "F.gelu(x)", "x", "x"),
    ("leaky", "nd.LeakyReLU(x, act_type='leaky', slope=0.1)", "F.leaky_relu(x, 0.1)", "x", "x"),
    ("elu", "nd.LeakyReLU(x, act_type='elu', slope=0.1)", "F.elu(x, 0.1)", "x", "x"),
    ("selu", "nd.LeakyReLU(x, act_type='selu')", "F.selu(x)", "x", "x"),
    ("prelu", "nd.LeakyReLU(image, channel, act_type='prelu')", "F.prelu(image, channel)", "image channel", "image channel"),
    ("hard_sigmoid", "nd.hard_sigmoid(x)", "torch.clamp(x * 0.2 + 0.5, 0, 1)", "x", "x"),
    ("clip", "nd.clip(x, -1, 1)", "torch.clamp(x, -1, 1)", "x", "x"),
    ("cast to float64", "nd.cast(x, dtype='float64')", "x.double()", "x", "x"),
    ("cast to float16", "nd.cast(x, dtype='float16')", "x.half()", "x", "x"),
    ("cast to int32", "x.astype('int32')", "x.int()", "x", ""),
    ("cast of int32", "int.astype('float32')", "int.float()", "int", ""),
    ("isnan", "nd.contrib.isnan(x)", "torch.isnan(x).float()", "x", ""),
    ("smooth_l1", "nd.smooth_l1(x, scalar=1)", "F.smooth_l1_loss(x, torch.zeros_like(x), reduction='none')", "x", "x"),
    # Two arrays
    ("x + y", "x1 + x2", "x1 + x2", "x1 x2", "x1 x2"),
    ("x * y", "x1 * x2", "x1 * x2", "x1 x2", "x1 x2"),
    ("x / y", "x1 / p", "x1 / p", "x1 p", "x1 p"),
    ("x ** y", "p ** x", "p ** x", "p x", "p x"),
    ("x ** 2", "x ** 2", "x ** 2", "x", "x"),
    ("x ** 3", "x ** 3", "x ** 3", "x", "x"),
    ("x ** 0.5", "p ** 0.5", "p ** 0.5", "p", "p"),
    ("2 ** x", "2 ** x", "2 ** x", "x", "x"),
    ("1 / x", "1 / p", "1 / p", "p", "p"),
    ("x % y", "nd.modulo(x, p)", "torch.remainder(x, p)", "x p", "x p"),
    ("x % 3", "x % 3", "x % 3", "x", "x"),
    ("maximum", "nd.maximum(x1, x2)", "torch.maximum(x1, x2)", "x1 x2", "x1 x2"),
    ("minimum scalar", "nd.minimum(x, 0.5)", "torch.clamp(x, max=0.5)", "x", "x"),
    ("hypot", "nd.broadcast_hypot(x1, x2)", "torch.hypot(x1, x2)", "x1 x2", "x1 x2"),
    ("x > y", "x1 > x2", "(x1 > x2).float()", "x1 x2", ""),
    ("x == y", "x1 == x2", "(x1 == x2).float()", "x1 x2", ""),
    ("x > 0", "x > 0", "(x > 0).float()", "x", ""),
    ("x >= row", "nd.broadcast_greater_equal(x, row.reshape((1, -1)))", "(x >= row).float()", "x row", ""),
    ("logical_and", "nd.logical_and(mask1, mask2)", "torch.logical_and(mask1, mask2).float()", "mask1 mask2", ""),
    ("logical_not", "nd.logical_not(mask)", "torch.logical_not(mask).float()", "mask", ""),
    ("broadcast_add row", "nd.broadcast_add(x, row.reshape((1, -1)))", "x + row", "x row", "x row"),
    ("broadcast_mul column", "nd.broadcast_mul(x, column)", "x * column", "x column", "x column"),
    ("broadcast_mul channel", "nd.broadcast_mul(image, channel.reshape((1, -1, 1, 1)))", "image * channel.view(1, -1, 1, 1)", "image channel", "image channel"),
    ("broadcast_to", "nd.broadcast_to(column, shape=(1000, 1000))", "column.expand(1000, 1000).contiguous()", "column", "column"),
    ("broadcast_axis", "nd.broadcast_axis(column, axis=1, size=1000)", "column.expand(1000, 1000).contiguous()", "column", "column"),
    ("add_n", "nd.add_n(x1, x2, x3)", "x1 + x2 + x3", "x1 x2 x3", "x1 x2 x3"),
    ("where", "nd.where(mask, x1, x2)", "torch.where(mask.bool(), x1, x2)", "mask x1 x2", "x1 x2"),
    ("int32 + int32", "int1 + int2", "int1 + int2", "int1 int2", ""),
    ("float16 + float16", "half1 + half2", "half1 + half2", "half1 half2", ""),
    ("float64 * float64", "double1 * double2", "double1 * double2", "double1 double2", ""),
    ("exp float16", "nd.exp(half)", "torch.exp(half)", "half", ""),
    # Reductions
    ("sum", "nd.sum(x)", "x.sum()", "x", "x"),
    ("sum axis 0", "nd.sum(x, axis=0)", "x.sum(0)", "x", "x"),
    ("sum axis 1", "nd.sum(x, axis=1)", "x.sum(1)", "x", "x"),
    ("sum image", "nd.sum(image, axis=(0, 2, 3))", "image.sum((0, 2, 3))", "image", "image"),
    ("sum image channel", "nd.sum(image, axis=1)", "image.sum(1)", "image", "image"),
    ("mean", "nd.mean(x)", "x.mean()", "x", "x"),
    ("mean image", "nd.mean(image, axis=(2, 3))", "image.mean((2, 3))", "image", "image"),
    ("max", "nd.max(x)", "x.amax()", "x", "x"),
    ("max axis 0", "nd.max(x, axis=0)", "x.amax(0)", "x", "x"),
    ("max axis 1", "nd.max(x, axis=1)", "x.amax(1)", "x", "x"),
    ("min axis 1", "nd.min(x, axis=1)", "x.amin(1)", "x", "x"),
    ("prod axis 1", "nd.prod(p, axis=1)", "p.prod(1)", "p", "p"),
    ("nansum", "nd.nansum(x, axis=1)", "torch.nansum(x, 1)", "x", "x"),
    ("norm", "nd.norm(x)", "x.norm()", "x", "x"),
    ("norm axis 1", "nd.norm(x, axis=1)", "x.norm(dim=1)", "x", "x"),
    ("norm 1", "nd.norm(x, ord=1, axis=1)", "x.norm(1, dim=1)", "x", "x"),
    ("argmax axis 1", "nd.argmax(x, axis=1)", "x.argmax(1).float()", "x", ""),
    ("argmax axis 0", "nd.argmax(x, axis=0)", "x.argmax(0).float()", "x", ""),
    ("argmin axis 1", "nd.argmin(x, axis=1)", "x.argmin(1).float()", "x", ""),
    ("moments", "nd.moments(image, axes=(0, 2, 3))", "torch.var_mean(image, (0, 2, 3), correction=0)", "image", "image"),
    ("cumsum", "np.cumsum(x.as_np_ndarray(), axis=1)", "x.cumsum(1)", "x", ""),
    ("cumsum axis 0", "np.cumsum(x.as_np_ndarray(), axis=0)", "x.cumsum(0)", "x", ""),
    ("std", "np.std(x.as_np_ndarray(), axis=1)", "x.std(1, correction=0)", "x", ""),
    ("var", "np.var(x.as_np_ndarray(), axis=0)", "x.var(0, correction=0)", "x", ""),
    ("all_finite", "nd.all_finite(x)", "torch.isfinite(x).all().float()", "x", ""),
    # Softmax and losses
    ("softmax", "nd.softmax(x)", "torch.softmax(x, 1)", "x", "x"),
    ("softmax axis 0", "nd.softmax(x, axis=0)", "torch.softmax(x, 0)", "x", "x"),
    ("softmax channel", "nd.softmax(image, axis=1)", "torch.softmax(image, 1)", "image", "image"),
    ("softmax temperature", "nd.softmax(x, temperature=2.0)", "torch.softmax(x / 2, 1)", "x", "x"),
    ("softmax length", "nd.softmax(heads.reshape((96, 128, 128)), nd.ones((96, 128), dtype='int32') * 90, use_length=True, axis=-1)", "torch.softmax(heads.masked_fill((torch.arange(128) >= 90), float('-inf')), -1)", "heads", "heads"),
    ("log_softmax", "nd.log_softmax(x)", "torch.log_softmax(x, 1)", "x", "x"),
    ("log_softmax axis 0", "nd.log_softmax(x, axis=0)", "torch.log_softmax(x, 0)", "x", "x"),
    ("softmin", "nd.softmin(x)", "torch.softmax(-x, 1)", "x", "x"),
    ("SoftmaxCELoss", "loss('SoftmaxCrossEntropyLoss')(x, label)", "F.cross_entropy(x, label.long(), reduction='none')", "x label", "x"),
    ("SigmoidBCELoss", "loss('SigmoidBCELoss')(x, mask)", "F.binary_cross_entropy_with_logits(x, mask, reduction='none').mean(1)", "x mask", "x"),
    ("L2Loss", "loss('L2Loss')(x1, x2)", "(F.mse_loss(x1, x2, reduction='none') / 2).mean(1)", "x1 x2", "x1"),
    ("L1Loss", "loss('L1Loss')(x1, x2)", "F.l1_loss(x1, x2, reduction='none').mean(1)", "x1 x2", "x1"),
    ("HuberLoss", "loss('HuberLoss')(x1, x2)", "F.huber_loss(x1, x2, reduction='none').mean(1)", "x1 x2", "x1"),
    ("KLDivLoss", "loss('KLDivLoss', from_logits=True)(x, p)", "F.kl_div(x, p, reduction='none').mean(1)", "x p", "x"),
    ("HingeLoss", "loss('HingeLoss')(x, mask)", "F.relu(1 - x * mask).mean(1)", "x mask", "x"),
    ("LogisticLoss", "loss('LogisticLoss')(x, mask)", "F.soft_margin_loss(x, mask, reduction='none').mean(1)", "x mask", "x"),
    ("TripletLoss", "loss('TripletLoss')(x1, x2, x3)", "F.relu(((x2 - x1) ** 2 - (x3 - x1) ** 2).sum(1) + 1)", "x1 x2 x3", "x1 x2"),
    ("PoissonNLLLoss", "loss('PoissonNLLLoss')(x, p)", "F.poisson_nll_loss(x, p)", "x p", "x"),
    ("CosineEmbeddingLoss", "loss('CosineEmbeddingLoss')(x1, x2, row)", "F.cosine_embedding_loss(x1, x2, row, reduction='none')", "x1 x2 row", "x1"),
    ("CTCLoss", "nd.CTCLoss(sequence, nd.ones((32, 10)))", "F.ctc_loss(torch.log_softmax(sequence, -1), torch.ones((32, 10), dtype=torch.long), torch.full((32,), 100), torch.full((32,), 10), reduction='none')", "sequence", "sequence"),
    ("SoftmaxOutput", "nd.SoftmaxOutput(x, label)", "torch.softmax(x, 1)", "x label", ""),
    ("softmax_cross_entropy", "nd.softmax_cross_entropy(x, label)", "F.cross_entropy(x, label.long(), reduction='sum')", "x label", "x"),
    ("pick", "nd.pick(x, label)", "x.gather(1, label.long()[:, None])[:, 0]", "x label", "x"),
    # Layers
    ("FullyConnected", "nd.FullyConnected(x, dense, bias, num_hidden=500)", "F.linear(x, dense, bias)", "x dense bias", "x dense bias"),
    ("FullyConnected no flatten", "nd.FullyConnected(batch, other1.reshape((-1, 64))[:256], num_hidden=256, no_bias=True, flatten=False)", "F.linear(batch, other1.reshape((-1, 64))[:256])", "batch other1", "batch"),
    ("Convolution 3x3", "nd.Convolution(image, weight, channel, kernel=(3, 3), num_filter=32, pad=(1, 1))", "F.conv2d(image, weight, channel, padding=1)", "image weight channel", "image weight channel"),
    ("Convolution 3x3 stride 2", "nd.Convolution(image, weight, channel, kernel=(3, 3), num_filter=32, pad=(1, 1), stride=(2, 2))", "F.conv2d(image, weight, channel, padding=1, stride=2)", "image weight channel", "image weight channel"),
    ("Convolution dilated", "nd.Convolution(image, weight, channel, kernel=(3, 3), num_filter=32, pad=(2, 2), dilate=(2, 2))", "F.conv2d(image, weight, channel, padding=2, dilation=2)", "image weight channel", "image weight channel"),
    ("Convolution depthwise", "nd.Convolution(image, depthwise, channel, kernel=(3, 3), num_filter=32, pad=(1, 1), num_group=32)", "F.conv2d(image, depthwise, channel, padding=1, groups=32)", "image depthwise channel", "image depthwise channel"),
    ("Convolution 1d", "nd.Convolution(signal, weightsignal, channel, kernel=(3,), num_filter=32)", "F.conv1d(signal, weightsignal, channel)", "signal weightsignal channel", "signal weightsignal channel"),
    ("Convolution 3d", "nd.Convolution(volume, weightvolume, kernel=(3, 3, 3), num_filter=8, no_bias=True)", "F.conv3d(volume, weightvolume)", "volume weightvolume", "volume weightvolume"),
    ("Deconvolution", "nd.Deconvolution(image, deconv, kernel=(4, 4), stride=(2, 2), pad=(1, 1), num_filter=16)", "F.conv_transpose2d(image, deconv, stride=2, padding=1)", "image deconv", "image deconv"),
    ("BatchNorm", "nd.BatchNorm(image, scale1, channel1, channel2, scale2, fix_gamma=False)", "F.batch_norm(image, channel2, scale2, scale1, channel1, training=torch.is_grad_enabled() and image.requires_grad, eps=1e-3)", "image scale1 channel1 channel2 scale2", "image scale1 channel1"),
    ("LayerNorm", "nd.LayerNorm(x, row1, row2)", "F.layer_norm(x, (1000,), row1, row2)", "x row1 row2", "x row1 row2"),
    ("GroupNorm", "nd.GroupNorm(image, group1, group2, num_groups=8)", "F.group_norm(image, 8, scale, channel)", "image group1 group2 scale channel", "image"),
    ("InstanceNorm", "nd.InstanceNorm(image, scale, channel)", "F.instance_norm(image, weight=scale, bias=channel)", "image scale channel", "image scale channel"),
    ("L2Normalization", "nd.L2Normalization(x)", "F.normalize(x)", "x", "x"),
    ("L2Normalization channel", "nd.L2Normalization(image, mode='channel')", "F.normalize(image, dim=1)", "image", "image"),
    ("LRN", "nd.LRN(image, nsize=5)", "F.local_response_norm(image, 5)", "image", "image"),
    ("Dropout", "nd.Dropout(x, p=0.5, mode='always')", "F.dropout(x, 0.5)", "x", "x"),
    ("Pooling max 2x2", "nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type='max')", "F.max_pool2d(image, 2)", "image", "image"),
    ("Pooling max 3x3", "nd.Pooling(image, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type='max')", "F.max_pool2d(image, 3, 2, 1)", "image", "image"),
    ("Pooling avg 2x2", "nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type='avg')", "F.avg_pool2d(image, 2)", "image", "image"),
    ("Pooling avg 3x3", "nd.Pooling(image, kernel=(3, 3), stride=(1, 1), pad=(1, 1), pool_type='avg')", "F.avg_pool2d(image, 3, 1, 1)", "image", "image"),
    ("Pooling full", "nd.Pooling(image, kernel=(3, 3), stride=(2, 2), pool_type='max', pooling_convention='full')", "F.max_pool2d(image, 3, 2, ceil_mode=True)", "image", "image"),
    ("Pooling global avg", "nd.Pooling(image, global_pool=True, pool_type='avg')", "F.adaptive_avg_pool2d(image, 1)", "image", "image"),
    ("Pooling global max", "nd.Pooling(image, global_pool=True, pool_type='max')", "F.adaptive_max_pool2d(image, 1)", "image", "image"),
    ("Pooling 1d", "nd.Pooling(signal, kernel=(2,), stride=(2,), pool_type='max')", "F.max_pool1d(signal, 2)", "signal", "signal"),
    ("Pooling 3d", "nd.Pooling(volume, kernel=(2, 2, 2), stride=(2, 2, 2), pool_type='avg')", "F.avg_pool3d(volume, 2)", "volume", "volume"),
    ("Pooling lp", "nd.Pooling(image, kernel=(2, 2), stride=(2, 2), pool_type='lp', p_value=2)", "F.lp_pool2d(image, 2, 2)", "image", "image"),
    ("AdaptiveAvgPooling2D", "nd.contrib.AdaptiveAvgPooling2D(image, output_size=(7, 7))", "F.adaptive_avg_pool2d(image, 7)", "image", "image"),
    ("BilinearResize2D", "nd.contrib.BilinearResize2D(image, height=112, width=112)", "F.interpolate(image, (112, 112), mode='bilinear', align_corners=True)", "image", "image"),
    ("UpSampling nearest", "nd.UpSampling(image, scale=2, sample_type='nearest')", "F.interpolate(image, scale_factor=2)", "image", "image"),
    ("im2col", "nd.im2col(image, kernel=(3, 3), pad=(1, 1))", "F.unfold(image, 3, padding=1)", "image", "image"),
    ("Embedding", "nd.Embedding(words, table, input_dim=10000, output_dim=64)", "F.embedding(words.long(), table)", "words table", "table"),
    ("GridGenerator and BilinearSampler", "nd.BilinearSampler(image, nd.GridGenerator(nd.tile(nd.array([[1, 0, 0.1, 0, 1, 0.1]]), (8, 1)), transform_type='affine', target_shape=(56, 56)))", "F.grid_sample(image, F.affine_grid(torch.tensor([[[1, 0, 0.1], [0, 1, 0.1]]]).tile(8, 1, 1), (8, 32, 56, 56), align_corners=True), align_corners=True)", "image", "image"),
    # Ordering
    ("sort", "nd.sort(x)", "x.sort(1).values", "x", "x"),
    ("sort 1M", "nd.sort(long)", "long.sort().values", "long", ""),
    ("argsort", "nd.argsort(x)", "x.argsort(1).float()", "x", ""),
    ("argsort descending", "nd.argsort(x, is_ascend=False)", "x.argsort(1, descending=True).float()", "x", ""),
    ("topk values", "nd.topk(x, k=10, ret_typ='value')", "x.topk(10).values", "x", "x"),
    ("topk indices", "nd.topk(x, k=10)", "x.topk(10).indices.float()", "x", ""),
    ("topk both", "nd.topk(x, k=100, ret_typ='both')", "x.topk(100)", "x", ""),
    ("topk mask", "nd.topk(x, k=10, ret_typ='mask')", "torch.zeros_like(x).scatter_(1, x.topk(10).indices, 1)", "x", ""),
    ("topk long", "nd.topk(long, k=100)", "long.topk(100).indices.float()", "long", ""),
    ("shuffle", "nd.shuffle(x)", "x[torch.randperm(1000)]", "x", ""),
    ("unique", "np.unique(int.as_np_ndarray())", "torch.unique(int)", "int", ""),
    # Indexing
    ("take", "nd.take(table, words)", "table[words.long()]", "table words", "table"),
    ("take axis 1", "nd.take(x, places, axis=1)", "x.index_select(1, places.long())", "x places", "x"),
    ("take wrap", "nd.take(table, words, mode='wrap')", "table[words.long() % 10000]", "table words", "table"),
    ("batch_take", "nd.batch_take(x, places)", "x.gather(1, places.long()[:, None])[:, 0]", "x places", ""),
    ("gather_nd", "nd.gather_nd(x, indices)", "x[indices[0].long(), indices[1].long()]", "x indices", "x"),
    ("scatter_nd", "nd.scatter_nd(words, indices, shape=(1000, 1000))", "torch.zeros(1000, 1000).index_put_((indices[0].long(), indices[1].long()), words)", "words indices", ""),
    ("one_hot", "nd.one_hot(label, depth=1000)", "F.one_hot(label.long(), 1000).float()", "label", ""),
    ("boolean_mask", "nd.contrib.boolean_mask(x, row)", "x[row != 0]", "x row", "x"),
    ("index_copy", "nd.contrib.index_copy(x, nd.arange(100, dtype='int32'), nd.ones((100, 1000)))", "x.index_copy(0, torch.arange(100), torch.ones(100, 1000))", "x", ""),
    ("x[integers]", "x[places]", "x[places.long()]", "x places", "x"),
    ("x[:, 1:500]", "x[:, 1:500]", "x[:, 1:500].contiguous()", "x", "x"),
    ("x[::2]", "x[::2]", "x[::2].contiguous()", "x", "x"),
    ("x[mask]", "x.as_np_ndarray()[mask.as_np_ndarray() > 0]", "x[mask > 0]", "x mask", ""),
    ("sequence_mask", "nd.SequenceMask(sequence, lengths, use_sequence_length=True)", "sequence.masked_fill((torch.arange(100)[:, None] >= lengths)[..., None], 0)", "sequence lengths", "sequence"),
    ("sequence_last", "nd.SequenceLast(sequence, lengths + 1, use_sequence_length=True)", "sequence[lengths.long(), torch.arange(32)]", "sequence lengths", "sequence"),
    ("sequence_reverse", "nd.SequenceReverse(sequence)", "sequence.flip(0)", "sequence", "sequence"),
    ("sequence_reverse lengths", "nd.SequenceReverse(sequence, lengths + 1, use_sequence_length=True)", "sequence.gather(0, torch.where(torch.arange(100)[:, None] <= lengths, lengths - torch.arange(100)[:, None], torch.arange(100)[:, None]).long()[..., None].expand(100, 32, 256))", "sequence lengths", "sequence"),
    # Shapes
    ("concat axis 0", "nd.concat(x1, x2, dim=0)", "torch.cat((x1, x2), 0)", "x1 x2", "x1 x2"),
    ("concat axis 1", "nd.concat(image1, image2, dim=1)", "torch.cat((image1, image2), 1)", "image1 image2", "image1 image2"),
    ("stack", "nd.stack(x1, x2, axis=1)", "torch.stack((x1, x2), 1)", "x1 x2", "x1 x2"),
    ("stack last", "nd.stack(x1, x2, axis=2)", "torch.stack((x1, x2), 2)", "x1 x2", "x1 x2"),
    ("split", "nd.split(x, 4, axis=1)", "[part.contiguous() for part in x.split(250, 1)]", "x", "x"),
    ("transpose", "x.T", "x.T.contiguous()", "x", "x"),
    ("transpose heads", "nd.transpose(heads, (0, 2, 1, 3))", "heads.permute(0, 2, 1, 3).contiguous()", "heads", "heads"),
    ("transpose channels last", "nd.transpose(image, (0, 2, 3, 1))", "image.permute(0, 2, 3, 1).contiguous()", "image", "image"),
    ("swapaxes", "nd.swapaxes(batch, 1, 2)", "batch.mT.contiguous()", "batch", "batch"),
    ("flip", "nd.flip(x, axis=1)", "x.flip(1)", "x", "x"),
    ("flip axis 0", "nd.flip(x, axis=0)", "x.flip(0)", "x", "x"),
    ("reverse image", "nd.reverse(image, axis=3)", "image.flip(3)", "image", "image"),
    ("pad constant", "nd.pad(image, mode='constant', pad_width=(0, 0, 0, 0, 1, 1, 1, 1))", "F.pad(image, (1, 1, 1, 1))", "image", "image"),
    ("pad reflect", "nd.pad(image, mode='reflect', pad_width=(0, 0, 0, 0, 1, 1, 1, 1))", "F.pad(image, (1, 1, 1, 1), mode='reflect')", "image", "image"),
    ("pad edge", "nd.pad(image, mode='edge', pad_width=(0, 0, 0, 0, 1, 1, 1, 1))", "F.pad(image, (1, 1, 1, 1), mode='replicate')", "image", "image"),
    ("tile", "nd.tile(row, (1000, 1))", "row.tile(1000, 1)", "row", "row"),
    ("tile columns", "nd.tile(column, (1, 1000))", "column.tile(1, 1000)", "column", "column"),
    ("repeat axis 0", "nd.repeat(x, repeats=3, axis=0)", "x.repeat_interleave(3, 0)", "x", "x"),
    ("repeat axis 1", "nd.repeat(x, repeats=3, axis=1)", "x.repeat_interleave(3, 1)", "x", "x"),
    ("reshape", "x.reshape((-1,))", "x.reshape(-1)", "x", "x"),
    ("slice_axis", "nd.slice_axis(x, axis=1, begin=10, end=500)", "x[:, 10:500].contiguous()", "x", "x"),
    ("slice step", "nd.slice(x, begin=(0, 0), end=(1000, 1000), step=(2, 2))", "x[::2, ::2].contiguous()", "x", "x"),
    ("depth_to_space", "nd.depth_to_space(image, 2)", "F.pixel_shuffle(image, 2)", "image", "image"),
    ("space_to_depth", "nd.space_to_depth(image, 2)", "F.pixel_unshuffle(image, 2)", "image", "image"),
    ("diag", "nd.diag(x)", "x.diagonal().contiguous()", "x", "x"),
    ("arange", "nd.arange(1000000)", "torch.arange(1000000, dtype=torch.float32)", "", ""),
    ("zeros", "nd.zeros((1000, 1000))", "torch.zeros(1000, 1000)", "", ""),
    ("full", "nd.full((1000, 1000), 3.5)", "torch.full((1000, 1000), 3.5)", "", ""),
    ("zeros_like", "nd.zeros_like(x)", "torch.zeros_like(x)", "x", ""),
    ("copy", "x.copy()", "x.clone()", "x", ""),
    ("eye", "nd.eye(1000)", "torch.eye(1000)", "", ""),
    ("linspace", "nd.linspace(0, 1, 1000000)", "torch.linspace(0, 1, 1000000)", "", ""),
    ("meshgrid", "np.meshgrid(row.as_np_ndarray(), row.as_np_ndarray())", "[t.contiguous() for t in torch.meshgrid(row, row, indexing='xy')]", "row", ""),
    ("tril", "np.tril(x.as_np_ndarray())", "x.tril()", "x", ""),
    ("roll", "np.roll(x.as_np_ndarray(), 10, axis=1)", "x.roll(10, 1)", "x", ""),
    # Products
    ("dot", "nd.dot(x1, x2)", "x1 @ x2", "x1 x2", "x1 x2"),
    ("dot transpose", "nd.dot(x1, x2, transpose_b=True)", "x1 @ x2.T", "x1 x2", "x1 x2"),
    ("dot vector", "nd.dot(x, row)", "x @ row", "x row", "x row"),
    ("batch_dot", "nd.batch_dot(batch, other)", "batch @ other", "batch other", "batch other"),
    ("batch_dot transpose", "nd.batch_dot(batch1, batch2, transpose_b=True)", "batch1 @ batch2.mT", "batch1 batch2", "batch1 batch2"),
    ("np.matmul", "np.matmul(batch.as_np_ndarray(), other.as_np_ndarray())", "batch @ other", "batch other", ""),
    ("np.einsum", "np.einsum('bij,bjk->bik', batch.as_np_ndarray(), other.as_np_ndarray())", "torch.einsum('bij,bjk->bik', batch, other)", "batch other", ""),
    ("np.tensordot", "np.tensordot(batch.as_np_ndarray(), other.as_np_ndarray(), axes=((0, 1), (0, 2)))", "torch.tensordot(batch, other, dims=((0, 1), (0, 2)))", "batch other", ""),
    ("khatri_rao", "nd.khatri_rao(batch[0], batch[1])", "torch.einsum('ik,jk->ijk', batch[0], batch[1]).reshape(-1, 64)", "batch", ""),
    # Linear algebra
    ("linalg.gemm2", "nd.linalg.gemm2(batch, other)", "batch @ other", "batch other", "batch other"),
    ("linalg.syrk", "nd.linalg.syrk(batch)", "batch @ batch.mT", "batch", "batch"),
    ("linalg.potrf", "nd.linalg.potrf(spd)", "torch.linalg.cholesky(spd)", "spd", "spd"),
    ("linalg.potri", "nd.linalg.potri(spd)", "torch.cholesky_inverse(spd)", "spd", "spd"),
    ("linalg.trsm", "nd.linalg.trsm(spd, spd2)", "torch.linalg.solve_triangular(spd, spd2, upper=False)", "spd spd2", "spd spd2"),
    ("linalg.trmm", "nd.linalg.trmm(spd, spd2)", "spd.tril() @ spd2", "spd spd2", "spd spd2"),
    ("linalg.inverse", "nd.linalg.inverse(spd)", "torch.linalg.inv(spd)", "spd", "spd"),
    ("linalg.det", "nd.linalg.det(spd)", "torch.linalg.det(spd)", "spd", "spd"),
    ("linalg.slogdet", "nd.linalg.slogdet(spd)[1]", "torch.linalg.slogdet(spd)[1]", "spd", "spd"),
    ("linalg.sumlogdiag", "nd.linalg.sumlogdiag(spd)", "spd.diagonal(dim1=-2, dim2=-1).log().sum(-1)", "spd", "spd"),
    ("linalg.syevd", "nd.linalg.syevd(spd)", "torch.linalg.eigh(spd)", "spd", ""),
    ("linalg.gelqf", "nd.linalg.gelqf(spd)", "torch.linalg.qr(spd.mT)", "spd", ""),
    ("linalg.extracttrian", "nd.linalg.extracttrian(spd)", "spd[:, torch.tril_indices(64, 64)[0], torch.tril_indices(64, 64)[1]]", "spd", "spd"),
    ("np.linalg.svd", "np.linalg.svd(spd.as_np_ndarray())", "torch.linalg.svd(spd, full_matrices=False)", "spd", ""),
    ("np.linalg.solve", "np.linalg.solve(spd1.as_np_ndarray(), spd2.as_np_ndarray())", "torch.linalg.solve(spd1, spd2)", "spd1 spd2", ""),
    ("np.linalg.norm", "np.linalg.norm(x.as_np_ndarray(), axis=1)", "torch.linalg.norm(x, dim=1)", "x", ""),
    # Random numbers
    ("random.uniform", "nd.random.uniform(shape=(1000, 1000))", "torch.rand(1000, 1000)", "", ""),
    ("random.normal", "nd.random.normal(shape=(1000, 1000))", "torch.randn(1000, 1000)", "", ""),
    ("random.normal 2 3", "nd.random.normal(2, 3, shape=(1000, 1000))", "torch.randn(1000, 1000).mul_(3).add_(2)", "", ""),
    ("random.randint", "nd.random.randint(0, 100, shape=(1000, 1000))", "torch.randint(100, (1000, 1000), dtype=torch.int32)", "", ""),
    ("random.exponential", "nd.random.exponential(shape=(1000, 1000))", "torch.empty(1000, 1000).exponential_()", "", ""),
    ("random.poisson", "nd.random.poisson(4, shape=(1000, 1000))", "torch.poisson(torch.full((1000, 1000), 4.0))", "", ""),
    ("random.gamma", "nd.random.gamma(2, 1, shape=(1000, 1000))", "torch._standard_gamma(torch.full((1000, 1000), 2.0))", "", ""),
    ("random.multinomial", "nd.random.multinomial(nd.ones((1000, 100)) / 100, shape=10)", "torch.multinomial(torch.ones(1000, 100) / 100, 10, replacement=True).int()", "", ""),
    ("sample_normal", "nd.random.normal(row, scale[0] * nd.ones(1000), shape=1000)", "torch.randn(1000, 1000) * scale[0] + row[:, None]", "row scale", ""),
    ("np.random.choice", "np.random.choice(1000, 100000)", "torch.randint(1000, (100000,))", "", ""),
    # Other functions of mx.np
    *map(_np, NP),
    # Images
    ("to_tensor", "nd.image.to_tensor(bytes)", "bytes.permute(2, 0, 1).contiguous().float().div_(255)", "bytes", ""),
    ("normalize", "nd.image.normalize(photo, mean=0.5, std=0.2)", "(photo - 0.5) / 0.2", "photo", ""),
    ("flip_left_right", "nd.image.flip_left_right(bytes)", "bytes.flip(1)", "bytes", ""),
]
# fmt: on
