"""Normalization."""

from tests.ops.row import row, uniform

POSITIVE = {"low": 0.5, "high": 2.0}
SIGMOID = uniform(4, 3, low=0.1, high=0.9)


def batch_norm(data, channels, op="BatchNorm", dtype="float32", param="float32", **attrs):
    """Data, gamma, beta, moving mean and variance; no gradient goes to the last two."""
    arrays = (
        uniform(*data, low=-2, high=3, dtype=dtype),
        uniform(channels, **POSITIVE, dtype=param),
        *(uniform(channels, dtype=param) for _ in range(2)),
        uniform(channels, **POSITIVE, dtype=param),
    )
    # the real MXNet rounds what it computes from float16 to float16
    rtol = 2e-3 if dtype == "float16" else 1e-4
    return row(op, *arrays, grad=(0, 1, 2), rtol=rtol, atol=1e-5, **attrs)


def affine(op, data, size, dtype="float32", **attrs):
    data = uniform(*data, low=-2, high=3, dtype=dtype)
    gamma, beta = uniform(size, dtype=dtype), uniform(size, dtype=dtype)
    return row(op, data, gamma, beta, rtol=1e-4, atol=1e-5, **attrs)


MODES = [{}, {"fix_gamma": False}, {"use_global_stats": True, "fix_gamma": False},
         {"use_global_stats": True}, {"train": False},
         {"train": False, "fix_gamma": False}]  # fmt: skip
AXES = [((3,), 0), ((4, 3), 1), ((4, 3), 0), ((4, 3), -1), ((2, 3, 4), 1), ((2, 3, 4), 2),
        ((2, 3, 4), 0), ((2, 2, 2, 3), 3), ((2, 2, 2, 3), -1), ((2, 2, 3, 2), 2),
        ((2, 2, 3, 2), -2), ((2, 3, 2, 2, 2), 1), ((2, 2, 2, 2, 3), 4)]  # fmt: skip
TYPES = [("float16", "float32"), ("float64", "float64")]

ROWS = [
    *(batch_norm((4, 3, 2, 2), 3, **mode, output_mean_var=output)
      for mode in MODES for output in (False, True)),
    *(batch_norm(data, data[axis], axis=axis, fix_gamma=False, output_mean_var=True)
      for data, axis in AXES),
    *(batch_norm(data, data[axis], axis=axis, fix_gamma=False, train=False) for data, axis in AXES),
    batch_norm((4, 3, 2), 3, momentum=0.5, eps=0.1, fix_gamma=False),
    batch_norm((4, 3, 2), 3, momentum=0.0, eps=1e-5),
    batch_norm((4, 3), 3, momentum=1.0, cudnn_off=True),
    batch_norm((4, 3), 3, min_calib_range=0.5, max_calib_range=1.5),
    batch_norm((1, 3), 3, fix_gamma=False),
    *(batch_norm((4, 3, 2), 3, dtype=dtype, param=param, output_mean_var=True, **mode)
      for dtype, param in TYPES for mode in MODES),
    *(batch_norm(data, 3, "BatchNorm_v1", **mode, output_mean_var=output)
      for data in ((4, 3), (2, 3, 2, 2)) for mode in MODES for output in (False, True)),
    batch_norm((4, 3), 3, "BatchNorm_v1", momentum=0.5, eps=0.1, fix_gamma=False),
    *(affine("LayerNorm", (4, 3, 5), (4, 3, 5)[axis], axis=axis, output_mean_var=output)
      for axis in range(-3, 3) for output in (False, True)),
    affine("LayerNorm", (5,), 5),
    affine("LayerNorm", (2, 5), 5, eps=0.1),
    affine("LayerNorm", (2, 1), 1),
    *(affine("LayerNorm", (3, 4), (3, 4)[axis], dtype, axis=axis, output_mean_var=True)
      for dtype in ("float16", "float64") for axis in (0, 1)),
    *(affine("InstanceNorm", data, data[1])
      for data in ((2, 3, 4), (2, 3, 2, 2), (1, 1, 1), (2, 1, 2), (2, 2, 2, 1, 2))),
    affine("InstanceNorm", (2, 3, 4), 3, eps=0.1),
    *(affine("GroupNorm", (2, 4, 3), groups, num_groups=groups, output_mean_var=output)
      for groups in (1, 2, 4) for output in (False, True)),
    affine("GroupNorm", (2, 6, 2, 2), 3, num_groups=3, eps=0.1),
    affine("GroupNorm", (2, 6, 2, 2), 1),
    *(affine("GroupNorm", (2, 4, 3), 2, dtype, num_groups=2, output_mean_var=True)
      for dtype in ("float16", "float64")),
    *(row("IdentityAttachKLSparseReg", SIGMOID, uniform(3, low=0.1, high=0.9), grad=(0,), **attrs)
      for attrs in ({}, {"sparseness_target": 0.3, "penalty": 0.5, "momentum": 0.2})),
]  # fmt: skip
