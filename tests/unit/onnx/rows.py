"""Rows for every operator that can be exported; `test_rows.py` says how they are checked."""

from __future__ import annotations

import numpy as np

from .row import Row

RANDOM = np.random.RandomState(7)


def f(*shape, low=-1.0, high=1.0, dtype="float32"):
    """Return random floats."""
    return RANDOM.uniform(low, high, shape).astype(dtype)


def i(*shape, low=0, high=5, dtype="int32"):
    """Return random integers."""
    return RANDOM.randint(low, high, shape).astype(dtype)


# ------------------------------------------------------------------------------ one array

UNARY = {
    "arccos": (-0.9, 0.9), "arccosh": (1.1, 3), "arcsin": (-0.9, 0.9), "arcsinh": (-3, 3),
    "arctan": (-3, 3), "arctanh": (-0.9, 0.9), "cbrt": (-3, 3), "ceil": (-3, 3), "cos": (-3, 3),
    "cosh": (-3, 3), "degrees": (-3, 3), "exp": (-3, 3), "expm1": (-1, 3), "fix": (-3, 3),
    "floor": (-3, 3), "log": (0.1, 3), "log10": (0.1, 3), "log1p": (-0.5, 3), "log2": (0.1, 3),
    "radians": (-100, 100), "reciprocal": (0.3, 3), "rint": (-3, 3), "sin": (-3, 3),
    "sinh": (-3, 3), "sqrt": (0.1, 3), "tan": (-1, 1), "tanh": (-3, 3), "trunc": (-3, 3),
}  # fmt: skip
HALVES = np.array([-2.5, -1.5, -0.5, 0, 0.5, 1.5, 2.5], np.float32)

ELEMENTWISE = [
    *(Row(n, [f(2, 3, low=a, high=b)]) for n, (a, b) in UNARY.items()),
    *(Row(f"_npi_{n}", [f(2, 3, low=a, high=b)]) for n, (a, b) in UNARY.items()),
    *(
        Row(n, [f(2, 3)])
        for n in ("abs", "negative", "sign", "erf", "relu", "sigmoid", "softsign", "square",
                  "_npi_absolute", "_npi_negative", "_npi_sign", "_npx_relu", "_npx_sigmoid",
                  "_npi_square", "BlockGrad", "MakeLoss", "make_loss", "_copy", "_np_copy",
                  "_CrossDeviceCopy", "hard_sigmoid", "smooth_l1", "logical_not",
                  "_npi_logical_not", "_contrib_div_sqrt_dim", "_contrib_sign_ste")
    ),
    *(Row(n, [f(2, 3, low=0.3, high=3)]) for n in ("rcbrt", "rsqrt")),
    *(Row(n, [HALVES]) for n in ("round", "rint", "_npi_rint", "_contrib_round_ste",
        "_npi_around")),
    Row("_npi_around", [f(6)], {"decimals": 1}),
    Row("cast_storage", [f(2, 3)], {"stype": "default"}),
    Row("_contrib_gradientmultiplier", [f(2, 3)], {"scalar": 2.0}),
    Row("_identity_with_attr_like_rhs", [f(2, 3), f(2, 3)]),
    Row("abs", [i(3, low=-5)]),
    Row("floor", [i(3, low=-5)]),
    Row("_npi_exp", [i(3)]),
    Row("smooth_l1", [f(3, 4, low=-3, high=3)], {"scalar": 2.0}),
    Row("_contrib_quadratic", [f(3)], {"a": 2.0, "b": 3.0, "c": 4.0}),
    Row("hard_sigmoid", [f(5, low=-4, high=4)], {"alpha": 0.3, "beta": 0.4}),
    Row("clip", [f(3, 4)], {"a_min": -0.3, "a_max": 0.5}),
    Row("clip", [i(7, low=-9, high=9)], {"a_min": -2, "a_max": 3}),
    Row("logical_not", [i(4, high=2)]),
    Row("_npi_isnan", [np.array([1, np.nan, np.inf], np.float32)]),
    Row("_npi_isinf", [np.array([1, np.nan, -np.inf], np.float32)]),
    *(
        Row("Cast", [f(2, 3, low=0, high=9)], {"dtype": t})
        for t in ("float16", "float32", "float64", "int32", "int64", "uint8", "int8", "bool")
    ),
    Row("amp_cast", [f(2, 3)], {"dtype": "float16"}),
    Row("amp_multicast", [f(2, dtype="float16"), f(2)], {"num_outputs": 2}),
    *(Row("exp", [f(2, 3, dtype=t)]) for t in ("float16", "float64")),
]  # fmt: skip

# ------------------------------------------------------------------------------ two operands

PAIRS = ("add", "sub", "mul", "div", "maximum", "minimum", "hypot", "equal", "not_equal",
         "greater", "greater_equal", "lesser", "lesser_equal", "logical_and", "logical_or",
         "logical_xor")  # fmt: skip
ELEMWISE = {
    "add": "elemwise_add",
    "sub": "elemwise_sub",
    "mul": "elemwise_mul",
    "div": "elemwise_div",
}
NUMPY = {"sub": "subtract", "mul": "multiply", "div": "true_divide", "lesser": "less",
         "lesser_equal": "less_equal"}  # fmt: skip
NUMPY_PAIRS = [NUMPY.get(n, n) for n in PAIRS if not n.startswith("logical")] + ["copysign"]
SCALAR_NAMES = ("plus", "minus", "rminus", "mul", "div", "rdiv", "maximum", "minimum", "hypot",
                "equal", "not_equal", "greater", "greater_equal", "lesser", "lesser_equal",
                "logical_and", "logical_or", "logical_xor")  # fmt: skip
NUMPY_SCALARS = ("add", "subtract", "rsubtract", "multiply", "true_divide", "rtrue_divide", "equal",
                 "not_equal", "greater", "greater_equal", "less", "less_equal")  # fmt: skip
SIGNED = np.array([7, -7, 7, -7, 5, 0], np.float32)
DIVISORS = np.array([3, 3, -3, -3, 0, 2], np.float32)

BINARY = [
    *(Row(ELEMWISE.get(n, f"_{n}"), [i(2, 3).astype("float32"), i(2, 3).astype("float32")])
      for n in PAIRS if n != "div"),
    Row("elemwise_div", [f(2, 3), f(2, 3, low=1, high=2)]),
    *(Row(f"broadcast_{n}", [f(2, 3), f(2, 1, low=0.5, high=2)]) for n in PAIRS),
    *(Row(f"broadcast_{n}", [i(2, 3), i(3, low=1)]) for n in PAIRS if n != "hypot"),
    *(Row(f"_npi_{n}", [f(2, 3), f(3, low=0.5, high=2)]) for n in NUMPY_PAIRS if n != "copysign"),
    Row("_npi_copysign", [f(5), f(5)]),
    Row("_npi_add", [i(3), f(3)]),
    Row("_npi_less", [i(3), i(3)]),
    *(Row(n, [f(2, 3, low=0.3, high=3), f(2, 3)]) for n in ("_power", "broadcast_power",
        "_npi_power")),
    *(Row(n, [SIGNED, DIVISORS]) for n in ("_mod", "broadcast_mod")),
    Row("_npi_mod", [SIGNED[:4], DIVISORS[:4]]),
    Row("broadcast_mod", [SIGNED.astype("int32"), DIVISORS.astype("int32")]),
    *(Row(n, [f(2, 3), f(2, 3, low=1, high=2)]) for n in ("_grad_add", "_scatter_elemwise_div")),
    *(Row(f"_{n}_scalar", [f(2, 3, low=0.3, high=3)], {"scalar": 1.5}) for n in SCALAR_NAMES),
    *(Row(f"_{n}_scalar", [i(2, 3, low=1)], {"scalar": 2.7}) for n in SCALAR_NAMES if n != "hypot"),
    *(Row(f"_npi_{n}_scalar", [f(2, 3, low=0.3, high=3)], {"scalar": 1.5, "is_int": False})
      for n in NUMPY_SCALARS),
    *(Row(f"_npi_{n}_scalar", [i(2, 3, low=1)], {"scalar": 2.0}) for n in NUMPY_SCALARS),
    *(Row(n, [f(3, low=0.3, high=3)], {"scalar": 2.0, "is_int": False})
      for n in ("_power_scalar", "_rpower_scalar", "_npi_power_scalar", "_npi_rpower_scalar",
                "_scatter_plus_scalar", "_scatter_minus_scalar")),
    *(Row(n, [SIGNED], {"scalar": -3.0, "is_int": False}) for n in ("_mod_scalar",
        "_npi_mod_scalar")),
    *(Row(n, [SIGNED[:4]], {"scalar": 20.0, "is_int": False})
      for n in ("_rmod_scalar", "_npi_rmod_scalar")),
    Row("add_n", [f(2, 3), f(2, 3), f(2, 3)]),
    Row("add_n", [f(2, 3)]),
]  # fmt: skip

# ------------------------------------------------------------------------------ reductions

AXES = (None, 0, -1, (0, 2))
REDUCE = [
    *(
        Row(n, [f(2, 3, 4)], {"axis": a, "keepdims": k} if a is not None else {"keepdims": k})
        for n in ("max", "mean", "min", "prod", "sum")
        for a in AXES
        for k in (False, True)
    ),
    *(Row(n, [f(2, 3, 4)], {"axis": 1, "exclude": True}) for n in ("max", "sum", "mean")),
    *(Row(n, [i(2, 3)], {"axis": 1}) for n in ("max", "mean", "prod", "sum")),
    Row("_square_sum", [f(2, 3)], {"axis": 1}),
    *(
        Row(n, [f(2, 3, 4)], {} if a is None else {"axis": a})
        for n in ("_np_max", "_np_min", "_np_prod", "_np_sum", "_npi_mean", "_npi_var", "_npi_std")
        for a in (None, 1, (0, 2))
    ),
    Row("_npi_var", [f(2, 5)], {"axis": 1, "ddof": 1, "keepdims": True}),
    *(Row("norm", [f(2, 3, 4)], {"ord": o, "axis": a, "keepdims": a == 1})
      for o in (1, 2) for a in (1, (0, 2))),
    Row("norm", [f(2, 3)]),
    Row("moments", [f(2, 3, 4)], {"axes": (0, 2)}),
    Row("moments", [f(2, 3, 4)], {"axes": (1,), "keepdims": True}),
    *(Row(n, [f(3, 4, 5)], attrs) for n in ("argmax", "argmin", "_npi_argmax", "_npi_argmin")
      for attrs in ({}, {"axis": 1}, {"axis": -1, "keepdims": True})),
    Row("argmax", [i(3, 4)], {"axis": 1}),
    Row("argmax", [f(4)], {"axis": 0}),
    Row("argmax_channel", [f(3, 4)]),
    *(Row(n, [i(3, 4, high=2)], {"axis": 1}) for n in ("_np_all", "_np_any")),
]  # fmt: skip

# ------------------------------------------------------------------------------ shapes

RESHAPES = [
    ((2, 3, 4, 5, 6), {"shape": (6, 1, 0, -1)}),
    ((2, 3, 4, 5, 6), {"shape": (3, -1, 0, 0), "reverse": True}),
    ((2, 3, 4, 5, 6), {"shape": (-3, -1)}),
    ((8, 9), {"shape": (0, -4, 1, -1)}),
    ((8, 9, 10), {"shape": (-4, 2, -1, 10, 9)}),
    ((1, 2, 3, 4, 5, 6), {"shape": (0, 0, -3, -3)}),
    ((2, 3, 4), {"shape": (0, -2)}),
]
SHAPE = [
    *(Row("Reshape", [f(*s)], attrs) for s, attrs in RESHAPES),
    Row("_npx_reshape", [f(2, 3, 4)], {"newshape": (-2, -5)}),
    Row("_np_reshape", [f(2, 3, 4)], {"newshape": (-1, 2)}),
    Row("reshape_like", [f(2, 2, 3, 2), f(1, 4, 3, 2)]),
    Row("reshape_like", [f(2, 2, 3, 2), f(1, 4, 3, 2)],
        {"lhs_begin": 0, "lhs_end": 2, "rhs_begin": 1, "rhs_end": 2}),
    Row("Flatten", [f(2, 3, 4)]),
    Row("Flatten", [f(2, 3)]),
    Row("transpose", [f(2, 3, 4)]),
    Row("transpose", [f(2, 3, 4)], {"axes": (1, 0, 2)}),
    Row("_np_transpose", [f(2, 3, 4)], {"axes": (-1, 0, 1)}),
    Row("SwapAxis", [f(2, 3, 4)], {"dim1": 0, "dim2": 2}),
    Row("_np_moveaxis", [f(2, 3, 4)], {"source": (0,), "destination": (2,)}),
    Row("_np_moveaxis", [f(2, 3, 4, 5)], {"source": (0, 1), "destination": (-1, 0)}),
    *(Row("expand_dims", [f(2, 3)], {"axis": a}) for a in (0, 1, -1)),
    Row("squeeze", [f(3, 1, 2, 1)]),
    Row("squeeze", [f(3, 1, 2, 1)], {"axis": (1, 3)}),
    Row("squeeze", [f(1, 1)]),
    Row("_np_squeeze", [f(3, 1, 2)], {"axis": 1}),
    Row("depth_to_space", [f(1, 8, 2, 3)], {"block_size": 2}),
    Row("space_to_depth", [f(1, 2, 4, 6)], {"block_size": 2}),
    Row("broadcast_to", [f(2, 1, 3, 1)], {"shape": (2, 8, 0, 9)}),
    Row("_npi_broadcast_to", [f(3, 1)], {"shape": (2, 3, 4)}),
    Row("broadcast_axis", [f(1, 2, 1)], {"axis": (0, 2), "size": (3, 4)}),
    Row("broadcast_like", [f(2, 1), f(2, 5)]),
    Row("broadcast_like", [f(2, 1, 1), f(7, 4, 5)], {"lhs_axes": (1, -1), "rhs_axes": (0, 2)}),
    *(Row(n, [f(2, 3)], {"reps": r}) for n in ("tile", "_npi_tile")
      for r in ((2,), (2, 3), (2, 3, 4))),
    *(Row("repeat", [f(2, 3)], attrs) for attrs in
      ({"repeats": 2}, {"repeats": 3, "axis": 0}, {"repeats": 2, "axis": -1})),
    *(Row("Pad", [f(2, 3, 4, 5)],
          {"mode": m, "pad_width": (0, 0, 0, 0, 1, 2, 3, 1), "constant_value": 7.0})
      for m in ("edge", "constant", "reflect")),
    Row("_npi_pad", [f(3, 4)], {"pad_width": ((1, 2), (0, 3)), "mode": "constant",
        "constant_value": 2.0}),
    Row("shape_array", [f(2, 3)]),
    Row("size_array", [f(2, 3)]),
]  # fmt: skip
SLICING = [
    Row("slice", [f(3, 4, 5)], {"begin": (0, 1), "end": (2, 3)}),
    Row("slice", [f(3, 4, 5)], {"begin": (None, 1), "end": (2, None)}),
    Row("slice", [f(3, 4, 5)], {"begin": (0, 0, 0), "end": (None, 4, 5), "step": (None, 1, 2)}),
    Row("slice", [f(3, 4)], {"begin": (None, -1), "end": (None, None), "step": (-1, -2)}),
    Row("slice", [f(3, 4)], {"begin": (1,), "end": (None,), "step": None}),
    Row("slice_axis", [f(3, 4)], {"axis": 1, "begin": -3, "end": -1}),
    Row("slice_axis", [f(3, 4)], {"axis": -1, "begin": 1, "end": None}),
    Row("slice_like", [f(4, 5, 6), f(2, 3, 4)]),
    Row("slice_like", [f(4, 5, 6), f(2, 3)], {"axes": (0, -2)}),
    Row("reverse", [f(2, 3, 4)], {"axis": (0, 2)}),
    Row("_npi_flip", [f(2, 3)]),
    Row("_npi_flip", [f(2, 3)], {"axis": (1,)}),
    Row("Crop", [f(1, 2, 8, 9)], {"offset": (2, 3), "h_w": (4, 5), "num_args": 1}),
    Row("Crop", [f(1, 2, 8, 9), f(1, 2, 4, 4)], {"center_crop": True, "num_args": 2}),
    Row("SliceChannel", [f(2, 6, 4)], {"num_outputs": 3}),
    Row("SliceChannel", [f(2, 3, 4)], {"num_outputs": 3, "axis": -2, "squeeze_axis": True}),
    Row("_split_v2", [f(4, 5, 6)], {"indices": (0, 2, 4), "axis": 1}),
    Row("_split_v2", [f(4, 6)], {"indices": (), "sections": 3, "axis": -1}),
    Row("_npi_hsplit", [f(4, 6)], {"indices": (), "sections": 3}),
    Row("_npi_dsplit", [f(2, 4, 6)], {"indices": (), "sections": 3}),
    Row("_slice_assign", [f(3, 4), f(2, 2)], {"begin": (0, 1), "end": (2, 3)}),
    Row("_slice_assign_scalar", [f(3, 4)], {"begin": (0, 1), "end": (2, 3), "scalar": 5.0}),
]
JOINING = [
    Row("Concat", [f(2, 2), f(3, 2)], {"dim": 0, "num_args": 2}),
    Row("_rnn_param_concat", [f(2), f(3)], {"dim": 0, "num_args": 2}),
    Row("_npi_concatenate", [f(2, 2), f(2, 3)], {"axis": 1}),
    Row("_npi_concatenate", [f(2, 2), f(2, 3)], {"axis": None}),
    *(Row("stack", [f(2, 3), f(2, 3)], {"axis": a, "num_args": 2}) for a in (0, 1, -1)),
    Row("_npi_stack", [f(2, 3), f(2, 3)], {"axis": 1}),
    Row("_npi_vstack", [f(3), f(3)]),
    Row("_npi_hstack", [f(2, 3), f(2, 1)]),
]
CREATION = [
    *(Row(n, [], {"shape": (2, 3), "dtype": "int32"})
      for n in ("_zeros", "_ones", "_npi_zeros", "_npi_ones")),
    Row("_zeros", [], {"shape": (100, 50)}),
    Row("_full", [], {"shape": (2, 3), "value": 2.5}),
    *(Row(n, [f(2, 3)]) for n in ("zeros_like", "ones_like")),
    Row("_npi_full_like", [f(2, 3)], {"fill_value": 4.0}),
    Row("_arange", [], {"start": 1.0, "stop": 7.0, "step": 0.5, "repeat": 2}),
    Row("_arange", [], {"start": 4.0}),
    Row("_npi_arange", [], {"start": 0, "stop": 5, "step": 1, "dtype": "int64"}),
    Row("_eye", [], {"N": 3, "M": 4, "k": 1}),
    Row("_linspace", [], {"start": 0, "stop": 1, "num": 5}),
    Row("_contrib_arange_like", [f(2, 3)], {"start": 0.5, "step": 2.0}),
    Row("_contrib_arange_like", [f(2, 3)], {"axis": 1, "repeat": 1}),
]  # fmt: skip

# ------------------------------------------------------------------------------ layers

NN = [
    Row("FullyConnected", [f(2, 3, 4), f(5, 12), f(5)], {"num_hidden": 5, "flatten": True}),
    Row("FullyConnected", [f(2, 3), f(5, 3)], {"num_hidden": 5, "no_bias": True}),
    Row("FullyConnected", [f(2, 3, 4), f(5, 4), f(5)], {"num_hidden": 5, "flatten": False}),
    Row("FullyConnected", [i(2, 3), i(5, 3), i(5)], {"num_hidden": 5}),
    *(Row("Activation", [f(2, 3)], {"act_type": a})
      for a in ("relu", "sigmoid", "tanh", "softrelu", "softsign")),
    *(Row("LeakyReLU", [f(2, 3, 4)], {"act_type": a, "slope": 0.3})
      for a in ("leaky", "elu", "selu", "gelu")),
    Row("LeakyReLU", [f(2, 3)], {"act_type": "gelu"}, opset=20),
    Row("LeakyReLU", [f(2, 3)], {"act_type": "rrelu"}, outputs=1),
    Row("LeakyReLU", [f(2, 3, 4, 4), f(3)], {"act_type": "prelu"}),
    Row("LeakyReLU", [f(2, 3, 4), f(1)], {"act_type": "prelu"}),
    Row("Dropout", [f(2, 3)], {"p": 0.5}),
    *(Row(n, [i(2, 3).astype("float32"), f(5, 4)], {"input_dim": 5, "output_dim": 4})
      for n in ("Embedding", "_contrib_SparseEmbedding")),
]  # fmt: skip
TWO = {"kernel": (3, 3), "num_filter": 4}
CONV = [
    Row("Convolution", [f(1, 2, 7, 8), f(4, 2, 3, 3), f(4)], TWO),
    Row("Convolution_v1", [f(1, 2, 7, 8), f(4, 2, 3, 3), f(4)], TWO),
    Row("Convolution", [f(1, 4, 7, 8), f(4, 2, 3, 3)],
        TWO | {"stride": (2, 1), "pad": (1, 2), "dilate": (1, 2), "num_group": 2, "no_bias": True}),
    Row("Convolution", [f(1, 2, 9), f(4, 2, 3), f(4)], {"kernel": (3,), "num_filter": 4,
        "pad": (1,)}),
    Row("Convolution", [f(1, 2, 4, 5, 6), f(3, 2, 2, 2, 2), f(3)], {"kernel": (2, 2, 2),
        "num_filter": 3}),
    Row("Convolution", [f(1, 7, 8, 2), f(4, 3, 3, 2), f(4)], TWO | {"layout": "NHWC"}),
    Row("Deconvolution", [f(1, 2, 4, 5), f(2, 3, 3, 3), f(3)],
        {"kernel": (3, 3), "num_filter": 3, "stride": (2, 2), "pad": (1, 1), "adj": (1, 1),
            "no_bias": False}),
    Row("Deconvolution", [f(1, 4, 4, 5), f(4, 1, 4, 4)],
        {"kernel": (4, 4), "num_filter": 2, "num_group": 2, "stride": (2, 2),
            "target_shape": (7, 9)}),
    Row("_contrib_ModulatedDeformableConvolution",
        [f(1, 2, 6, 6), f(1, 18, 4, 4), f(1, 9, 4, 4), f(3, 2, 3, 3), f(3)],
        {"kernel": (3, 3), "num_filter": 3}),
]  # fmt: skip
POOLING = [
    *(Row("Pooling", [f(1, 2, 9, 10)],
          {"kernel": (3, 4), "stride": (2, 3), "pad": p, "pool_type": t, "pooling_convention": c,
           "p_value": 2})
      for t in ("max", "avg", "sum", "lp") for c in ("valid", "full") for p in ((0, 0), (1, 2))),
    *(Row("Pooling", [f(1, 2, 9, 10)],
          {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1), "pool_type": "avg",
           "pooling_convention": c, "count_include_pad": False}) for c in ("valid", "full")),
    *(Row("Pooling", [f(1, 2, 9, 10)], {"global_pool": True, "pool_type": t, "p_value": 2})
      for t in ("max", "avg", "sum", "lp")),
    Row("Pooling", [f(1, 2, 6, 6)], {"kernel": (2, 2), "stride": (5, 5), "pad": (2, 2)}),
    Row("Pooling", [f(1, 2, 9)], {"kernel": (3,), "stride": (2,), "pooling_convention": "same"}),
    Row("Pooling", [f(1, 2, 5, 6, 7)], {"kernel": (2, 2, 2), "stride": (2, 2, 2),
        "pool_type": "avg"}),
    Row("Pooling", [f(1, 6, 7, 2)], {"kernel": (3, 3), "layout": "NHWC"}),
    Row("Pooling", [f(1, 2, 6, 6)], {"kernel": (2, 2), "pool_type": "lp", "p_value": 1}),
    Row("Pooling_v1", [f(1, 2, 6, 6)], {"kernel": (2, 2), "stride": (2, 2), "pool_type": "avg"}),
    Row("Pooling_v1", [f(1, 2, 6, 6)], {"kernel": (2, 2), "pad": (1, 1)}),
    *(Row("_contrib_AdaptiveAvgPooling2D", [f(1, 2, 6, 8)], {"output_size": s})
      for s in ((), (2, 4), (4, 5))),
]  # fmt: skip
STATISTICS = [f(3), f(3), f(3), f(3, low=0.5, high=2)]
NORM = [
    Row("BatchNorm", [f(2, 3, 4, 5), *STATISTICS], {"fix_gamma": False, "eps": 1e-3}),
    Row("BatchNorm", [f(2, 3, 4), *STATISTICS]),
    Row("BatchNorm", [f(2, 3), *STATISTICS]),
    Row("BatchNorm", [f(2, 4, 3), *STATISTICS], {"axis": -1, "fix_gamma": False}),
    Row("BatchNorm_v1", [f(2, 3, 4, 5), *STATISTICS], {"fix_gamma": False}),
    Row("_contrib_SyncBatchNorm", [f(2, 3, 4, 5), *STATISTICS], {"key": "a"}),
    Row("_contrib_BatchNormWithReLU", [f(2, 3, 4, 5), *STATISTICS]),
    Row("LayerNorm", [f(2, 3, 4), f(4), f(4)]),
    Row("LayerNorm", [f(2, 3, 4), f(3), f(3)], {"axis": 1}),
    Row("InstanceNorm", [f(2, 3, 4, 5), f(3), f(3)], {"eps": 1e-3}),
    Row("GroupNorm", [f(2, 4, 5), f(2), f(2)], {"num_groups": 2}),
    *(
        Row("L2Normalization", [f(2, 3, 4, 5)], {"mode": m})
        for m in ("instance", "channel", "spatial")
    ),
    Row("LRN", [f(1, 6, 3, 3)], {"nsize": 3, "alpha": 0.1, "beta": 0.6, "knorm": 1.5}),
]
SOFTMAX = [
    Row("softmax", [f(2, 3, 4)], {"axis": 1, "temperature": 2.0}),
    *(Row("softmax", [f(2, 3, 4), n], {"axis": a, "use_length": True})
      for a, n in ((-1, i(2, 3, low=1)), (1, i(2, 4, high=4)))),
    Row("softmax", [f(2, 3, dtype="float16")], {"dtype": "float32"}),
    *(Row(n, [f(2, 3, 4)], {"axis": 1}) for n in ("log_softmax", "softmin")),
    *(Row("SoftmaxActivation", [f(2, 3, 4)], {"mode": m}) for m in ("instance", "channel")),
    Row("SoftmaxActivation", [f(2, 3)]),
]  # fmt: skip
LENGTHS = np.array([1, 3, 2], np.float32)
SEQUENCE = [
    *(
        Row(
            "SequenceMask",
            [f(3, 3, 2), LENGTHS],
            {"use_sequence_length": True, "axis": a, "value": 5.0},
        )
        for a in (0, 1)
    ),
    Row("SequenceMask", [f(3, 3, 2)]),
    Row("SequenceReverse", [f(3, 3, 2), LENGTHS], {"use_sequence_length": True}),
    Row("SequenceReverse", [f(3, 3, 2)]),
    *(
        Row("SequenceLast", [f(3, 3, 2), LENGTHS], {"use_sequence_length": True, "axis": a})
        for a in (0, 1)
    ),
    Row("SequenceLast", [f(3, 3, 2)], {"axis": 1}),
]

# ------------------------------------------------------------------------------ positions

PLACES = i(2, 3, low=-9, high=9)
INDEXING = [
    *(Row("take", [f(3, 4, 5), PLACES], {"axis": a, "mode": m})
      for a, m in ((0, "clip"), (-1, "wrap"), (1, "clip"))),
    Row("take", [f(3, 4), i(2, high=3).astype("float32")], {"mode": "raise"}),
    Row("pick", [f(3, 4), i(3, low=-9, high=9)], {}),
    Row("pick", [f(3, 4), i(4, low=-9, high=9)], {"axis": 0, "mode": "wrap", "keepdims": True}),
    Row("batch_take", [f(3, 4), i(3, high=4)]),
    Row("one_hot", [i(2, 3, low=-1, high=6)], {"depth": 4, "on_value": 2.0, "off_value": -1.0}),
    Row("one_hot", [f(3, low=0, high=4)], {"depth": 4, "dtype": "int32"}),
    Row("gather_nd", [f(3, 4, 5), i(2, 6, low=-3, high=3)]),
    Row("gather_nd", [f(3, 4), i(2, 2, 3, high=3).astype("float32")]),
    Row("scatter_nd", [f(3), np.array([[0, 2, 1], [1, 0, 3]], np.int64)], {"shape": (3, 4)}),
    Row("_scatter_set_nd", [f(3, 4), f(3), np.array([[0, 2, 1], [1, 0, 3]], np.int64)],
        {"shape": (3, 4)}),
    Row("where", [i(2, 3, high=2), f(2, 3), f(2, 3)]),
    Row("where", [i(2, high=2).astype("float32"), f(2, 3), f(2, 3)]),
    Row("_npi_where", [i(2, 1, high=2), f(2, 3), f(3)]),
    *(Row(n, [i(2, 3, high=2), f(2, 3)], {"scalar": 4.0})
      for n in ("_npi_where_lscalar", "_npi_where_rscalar")),
    Row("_npi_nan_to_num", [np.array([1, np.nan, np.inf, -np.inf], np.float32)], {"nan": 7.0}),
    Row("_npi_tril", [f(3, 4)], {"k": 1}),
]  # fmt: skip
SHUFFLED = RANDOM.permutation(24).reshape(2, 3, 4)
ORDERING = [
    *(Row("topk", [SHUFFLED.astype("float32")], {"axis": a, "k": 2, "ret_typ": r, "is_ascend": u})
      for a, r, u in ((1, "value", True), (-1, "indices", False), (None, "both", False))),
    Row("topk", [SHUFFLED.astype("int32")], {"k": 2, "ret_typ": "both", "dtype": "int64"}),
    *(Row(n, [SHUFFLED.astype(t)], {"axis": a, "is_ascend": u})
      for n in ("sort", "argsort")
      for t, a, u in (("float32", 0, True), ("float16", -1, False), ("int32", None, True))),
    Row("cumsum", [f(2, 3)], {"axis": 1}),
    Row("cumsum", [f(2, 3)], {}),
]  # fmt: skip

# ------------------------------------------------------------------------------ products

BOTH = [(a, b) for a in (False, True) for b in (False, True)]
MATMUL = [
    *(Row("batch_dot", [f(2, 3, 3), f(2, 3, 3)], {"transpose_a": a, "transpose_b": b})
      for a, b in BOTH),
    *(Row("dot", [f(3, 3), f(3, 3)], {"transpose_a": a, "transpose_b": b}) for a, b in BOTH),
    Row("dot", [f(4), f(4)]),
    Row("dot", [f(2, 3, 4), f(4, 5)]),
    Row("dot", [f(4), f(4, 5)]),
    Row("dot", [f(2, 3, 4), f(4, 2, 5)]),
    Row("_linalg_gemm2", [f(2, 3, 4), f(2, 3, 5)], {"transpose_a": True, "alpha": 1.5}),
    Row("_linalg_gemm", [f(3, 4), f(5, 4), f(3, 5)],
        {"transpose_b": True, "alpha": 1.5, "beta": 2.0}),
    Row("_linalg_syrk", [f(3, 4)], {"alpha": 2.0}),
    Row("_linalg_syrk", [f(3, 4)], {"transpose": True}),
    Row("_npi_matmul", [f(2, 3, 4), f(4, 5)]),
    Row("_np_dot", [f(2, 3), f(3, 4)]),
    Row("_np_dot", [f(3), f(3)]),
    Row("_npi_einsum", [f(2, 3), f(3, 4)], {"subscripts": "ij,jk->ik"}),
    Row("_npi_tensordot_int_axes", [f(2, 3, 4), f(3, 4, 5)], {"axes": 2}),
    Row("_npi_tensordot", [f(2, 3, 4), f(4, 2, 5)],
        {"a_axes_summed": (0, 2), "b_axes_summed": (1, 0)}),
]  # fmt: skip
ATTENTION = [
    Row("_contrib_interleaved_matmul_selfatt_qk", [f(4, 2, 18)], {"heads": 3}),
    Row("_contrib_interleaved_matmul_selfatt_valatt", [f(4, 2, 18), f(6, 4, 4)], {"heads": 3}),
    Row("_contrib_interleaved_matmul_encdec_qk", [f(4, 2, 6), f(5, 2, 12)], {"heads": 3}),
    Row("_contrib_interleaved_matmul_encdec_valatt", [f(5, 2, 12), f(6, 4, 5)], {"heads": 3}),
]


def recurrent(mode, layers=1, bidirectional=False, **attrs):
    """Return a row of the fused operator: 3 steps, a batch of 2, 4 numbers, a state of 5."""
    gates = {"lstm": 4, "gru": 3}.get(mode, 1)
    directions = 2 if bidirectional else 1
    widths = [4] + [5 * directions] * (layers - 1)
    count = sum(directions * gates * 5 * (width + 5 + 2) for width in widths)
    states = [f(layers * directions, 2, 5) for _ in range(2 if mode == "lstm" else 1)]
    lengths = [i(2, low=1, high=4, dtype="float32")] if attrs.get("use_sequence_length") else []
    attributes = {
        "mode": mode,
        "state_size": 5,
        "num_layers": layers,
        "bidirectional": bidirectional,
    }
    arrays = [f(3, 2, 4), f(count), *states, *lengths]
    return Row("RNN", arrays, attributes | attrs, parameters=("x1",))


RNN = [
    *(recurrent(m, layers, both, state_outputs=True)
      for m in ("lstm", "gru", "rnn_tanh", "rnn_relu") for layers in (1, 2) for both in (False,
          True)),
    recurrent("lstm"),
    recurrent("gru", state_outputs=True, use_sequence_length=True),
    recurrent("lstm", 2, True, state_outputs=True, use_sequence_length=True),
]  # fmt: skip
RANDOM_ROWS = [
    Row("_random_uniform", [], {"low": 2.0, "high": 3.0, "shape": (2, 3)}, is_random=True),
    Row("_random_normal", [], {"loc": 2.0, "shape": (2, 3), "dtype": "float64"}, is_random=True),
    Row("_random_uniform_like", [f(2, 3)], is_random=True),
    Row("_random_normal_like", [f(2, 3)], is_random=True),
    Row("_sample_multinomial", [f(2, 4, low=0.1)], {"shape": (5,)}, is_random=True),
    Row("_sample_multinomial", [f(4, low=0.1)], is_random=True),
]

# ------------------------------------------------------------------------------ images

CURVE = np.stack(np.meshgrid(np.linspace(-0.8, 0.9, 4), np.linspace(-0.7, 0.6, 3)))[None]
RESIZING = [
    *(Row("_contrib_BilinearResize2D", [f(1, 2, 5, 6)], attrs) for attrs in (
        {"height": 7, "width": 4}, {"height": 7, "width": 4, "align_corners": False},
        {"scale_height": 1.7, "scale_width": 0.6})),
    Row("_contrib_BilinearResize2D", [f(1, 2, 5, 6), f(1, 1, 8, 9)], {"mode": "like"}),
    Row("UpSampling", [f(1, 2, 3, 4)], {"scale": 2, "sample_type": "nearest", "num_args": 1}),
    *(Row("UpSampling", [f(1, 2, 4, 4), f(1, 2, 2, 2)],
          {"scale": 2, "sample_type": "nearest", "num_args": 2, "multi_input_mode": m})
      for m in ("concat", "sum")),
    Row("UpSampling", [f(1, 2, 3, 4), f(2, 1, 4, 4)],
        {"scale": 2, "sample_type": "bilinear", "num_filter": 2, "num_args": 2}),
    Row("BilinearSampler", [f(1, 2, 5, 6), CURVE.astype("float32")]),
    Row("GridGenerator", [f(2, 6)], {"transform_type": "affine", "target_shape": (3, 4)}),
    Row("SpatialTransformer", [f(1, 2, 5, 6), np.array([[0.8, 0.1, 0, 0.1, 0.7, 0.1]], np.float32)],
        {"target_shape": (4, 3), "transform_type": "affine", "sampler_type": "bilinear"}),
]  # fmt: skip
ROIS = np.array([[0, 0, 0, 4, 4], [1, 1, 2, 5, 5], [0, 2, 1, 3, 6]], np.float32)
REGIONS = [
    Row("ROIPooling", [f(2, 2, 8, 7), ROIS], {"pooled_size": (2, 2), "spatial_scale": 1.0}),
    *(Row("_contrib_ROIAlign", [f(2, 2, 8, 7), ROIS],
          {"pooled_size": (2, 3), "spatial_scale": 0.8, "sample_ratio": 2, "aligned": a})
      for a in (False, True)),
    Row("_contrib_ROIAlign", [f(2, 2, 8, 7), np.array([[-1, 0, 0, 3, 3]], np.float32)],
        {"pooled_size": (2, 2), "spatial_scale": 1.0, "sample_ratio": 2}),
]  # fmt: skip


def boxes(*shape, layout="corner"):
    """Return boxes that overlap here and there."""
    near, size = f(*shape, 2, low=0, high=0.6), f(*shape, 2, low=0.1, high=0.4)
    return np.concatenate([near, near + size if layout == "corner" else size], -1)


def detections(*shape, layout="corner"):
    """Return rows of class, score and box."""
    return np.concatenate(
        [
            i(*shape, 1, high=3).astype("float32"),
            f(*shape, 1, low=-0.2),
            boxes(*shape, layout=layout),
        ],
        -1,
    )


CLASSES = f(2, 4, 12, low=0)
BOXES = [
    *(Row("_contrib_box_nms", [detections(2, 12, layout=attrs.get("in_format", "corner"))], attrs)
      for attrs in (
          {"overlap_thresh": 0.3},
          {"overlap_thresh": 0.3, "id_index": 0, "topk": 6, "valid_thresh": 0.1},
          {"overlap_thresh": 0.3, "id_index": 0, "force_suppress": True, "background_id": 1},
          {"in_format": "center", "out_format": "corner"},
          {"in_format": "corner", "out_format": "center", "topk": 5},
      )),
    Row("_contrib_box_nms", [detections(12)], {"overlap_thresh": 0.3}),
    Row("_contrib_box_nms", [detections(2, 1, 5)], {"topk": 0}),
    *(Row("_contrib_box_decode", [f(2, 3, 4), boxes(1, 3, layout=layout)], {"format": layout,
        **rest})
      for layout in ("corner", "center") for rest in ({}, {"std0": 0.1, "std3": 0.2, "clip": 0.5})),
    *(Row("_contrib_box_iou", [boxes(4, layout=layout), boxes(3, layout=layout)],
        {"format": layout})
      for layout in ("corner", "center")),
    Row("_contrib_MultiBoxPrior", [f(1, 2, 3, 4)], {"sizes": (0.5, 0.25), "ratios": (1.0, 2.0)}),
    *(Row("_contrib_MultiBoxDetection",
          [CLASSES / CLASSES.sum(1, keepdims=True), f(2, 48), boxes(1, 12)],
          {"threshold": 0.3, "nms_threshold": 0.3, **rest})
      for rest in ({}, {"nms_topk": 3}, {"force_suppress": True, "clip": False})),
]  # fmt: skip

BITS = [i(2, 3), i(3)]
NUMPYS = [
    *(Row(n, [np.array([1, np.nan, np.inf, -np.inf], np.float32)])
      for n in ("_npi_isfinite", "_npi_isposinf", "_npi_isneginf")),
    *(Row(f"_npi_bitwise_{n}", BITS) for n in ("and", "or", "xor")),
    *(Row(f"_npi_bitwise_{n}_scalar", BITS[:1], {"scalar": 3}) for n in ("and", "or", "xor")),
    Row("_npi_bitwise_not", BITS[:1]),
    Row("_npi_bitwise_and", [i(3, high=2).astype(bool), i(3, high=2).astype(bool)]),
    Row("_npi_bitwise_not", [i(3, high=2).astype(bool)]),
    *(Row(n, [np.array([[1, np.nan], [2, 3]], np.float32)], {"axis": 1})
      for n in ("nansum", "nanprod")),
    Row("_np_roll", [f(2, 3)], {"shift": (4,)}),
    Row("_np_roll", [f(2, 3)], {"shift": (1, -1), "axis": (0, 1)}),
    Row("_npi_diff", [f(2, 5)], {"n": 2}),
    *(Row("_npi_rot90", [f(2, 3)], {"k": k, "axes": (0, 1)}) for k in (0, 1, 2, 3)),
    *(Row("_linalg_extractdiag", [f(2, 3, 3)], {"offset": k}) for k in (0, 1)),
    *(Row("diag", [f(3, 4)], {"k": k}) for k in (0, 2, -1)),
    Row("_np_diag", [f(4, 3)], {"k": -2}),
    Row("_linalg_sumlogdiag", [f(2, 3, 3, low=0.5, high=2)]),
    *(Row(n, [f(2, 3, 3)]) for n in ("_linalg_det", "_npi_det")),
    Row("_npi_column_stack", [f(2), f(2, 3)]),
    *(Row("_npi_dstack", [f(*s), f(*s)]) for s in ((2,), (2, 3), (2, 3, 4))),
    *(Row(f"_np_atleast_{n}d", [f(3), f(2, 3)], {"num_args": 2}) for n in (1, 2, 3)),
    Row("_contrib_index_copy", [f(4, 2), i(2, high=1) + np.array([0, 2], np.int32), f(2, 2)]),
    Row("_contrib_index_array", [f(2, 3)]),
    Row("_npi_eye", [], {"N": 3, "M": 4, "k": 1}),
    Row("_npi_identity", [], {"shape": (3, 3)}),
    Row("_npi_indices", [], {"dimensions": (2, 3)}),
    Row("_npi_logspace", [], {"start": 0, "stop": 2, "num": 4}),
    *(Row(f"_npi_{n}", [], {"M": 5}) for n in ("blackman", "hamming", "hanning")),
]  # fmt: skip

ROWS = [
    *ELEMENTWISE, *BINARY, *REDUCE, *SHAPE, *SLICING, *JOINING, *CREATION, *NN, *CONV, *POOLING,
    *NORM, *SOFTMAX, *SEQUENCE, *INDEXING, *ORDERING, *MATMUL, *ATTENTION, *RNN, *RANDOM_ROWS,
    *RESIZING, *REGIONS, *BOXES, *NUMPYS,
]  # fmt: skip
