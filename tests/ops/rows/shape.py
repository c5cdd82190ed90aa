"""Shapes and order of elements; joining and cutting; parts and padding; types."""

from tests.ops.row import integers, row, uniform, values

X = uniform(2, 3, 4)
PICTURE = uniform(1, 2, 3, 4)
VOLUME = uniform(1, 1, 2, 3, 4)
ODD = values([-1.7, -0.5, 0.0, 0.5, 1.5, 300.0, 1000.0])
RESHAPES = [
    *[(0, -1), (-2,), (-3, 4), (-4, 1, 2, 3, 4), (-4, 1, -1, -2), (-4, -1, 1, -2), (-1, 0)],
    *[(0, 0, 0, 1), (0, -3), (6, 4, 1), (2, -4, 3, -1, 4), (-2, 1), (24,), (-1,)],
]
SLICES = [  # begin, end, step
    ((1,), (2,), ()),
    ((0, 1), (1, 3), ()),
    ((None, 1), (None, None), ()),
    ((0, None), (2, None), (1, -1)),
    ((0, -1), (2, -4), (1, -2)),
    ((0, 0, 0), (2, 2, 100), (1, 2, 3)),
    ((0, 0, 3), (2, 2, 0), (None, None, -2)),
    ((0, -2), (2, -1), ()),
]
PADS = [(0, 0, 0, 0, 1, 2, 0, 1), (0, 0, 0, 0, 2, 1, 3, 2), (0, 0, 0, 0, 0, 0, 0, 0)]

CASTS = [
    *(row("Cast", ODD, dtype=t, grad=()) for t in ("uint8", "int8", "int32", "int64", "bool")),
    *(row("Cast", ODD, dtype=t) for t in ("float16", "float32", "float64")),
    *(row("Cast", uniform(3, dtype="float16"), dtype=t) for t in ("float16", "float32")),
    *(
        row("Cast", values([300, -1, 0, 7], "int32"), dtype=t)
        for t in ("uint8", "bool", "float32", "int32")
    ),
    row("Cast", values([1, 0, 1], "bool"), dtype="float32"),
    *(row("amp_cast", uniform(3), dtype=t) for t in ("float16", "float32")),
    row("amp_cast", uniform(3, dtype="float16"), dtype="float32"),
    row("amp_cast", integers(3, dtype="int32"), dtype="float16"),
    row("amp_multicast", uniform(3), uniform(2, 2), num_outputs=2),
    row("amp_multicast", integers(3, dtype="int32"), uniform(3), num_outputs=2),
    row("amp_multicast", uniform(3), integers(3, dtype="int32"), num_outputs=2),
    row("cast_storage", uniform(2, 3), stype="default"),
    row("_copy", X),
    row("_copy", integers(2, 3, dtype="int32")),
    row("_identity_with_attr_like_rhs", uniform(3), uniform(3)),
]

ROWS = [
    *CASTS,
    *(row("Reshape", X, shape=shape) for shape in RESHAPES),
    *(
        row("Reshape", X, shape=shape, reverse=True)
        for shape in [(0, -1), (-1, 0), (-2,), (0, -3), (-1, 0, 0)]
    ),
    row("Reshape", uniform(8, 3), shape=(2, 4, -4, 0), reverse=True),
    row("Reshape", integers(2, 3, dtype="uint8"), shape=(3, 2)),
    row("Reshape", X, target_shape=(2, 0)),
    row("Reshape", X, target_shape=(5, 0), keep_highest=True),
    row("Reshape", X, target_shape=(6, 4)),
    row("reshape_like", uniform(6), uniform(2, 3)),
    row("reshape_like", uniform(6), integers(2, 3, dtype="int32"), grad=(0,)),
    row(
        "reshape_like",
        *(uniform(30, 7), uniform(15, 2, 4)),
        **{"lhs_begin": 0, "lhs_end": 1, "rhs_begin": 0, "rhs_end": 2},
    ),
    row("reshape_like", uniform(30, 7), uniform(15, 2, 4), lhs_end=1, rhs_end=2),
    row(
        "reshape_like",
        *(uniform(3, 12), uniform(4, 2, 2, 3)),
        **{"lhs_begin": -1, "lhs_end": 2, "rhs_begin": 1, "rhs_end": 4},
    ),
    *(row("Flatten", uniform(*shape)) for shape in [(3,), (2, 3), (2, 3, 4), (2, 2, 1, 3)]),
    *(row("expand_dims", X, axis=axis) for axis in (0, 3, -1, -4, 1)),
    *(row("squeeze", uniform(1, 3, 1), axis=a) for a in (None, 0, (0, 2), -1, (0, -1), ())),
    row("squeeze", uniform(1, 1, 1)),
    row("squeeze", uniform(1, 1), axis=(0, 1)),
    row("shape_array", X, grad=()),
    row("size_array", X, grad=()),
    *(row("transpose", X, axes=axes) for axes in [(), (1, 0, 2), (2, 0, 1), (0, 1, 2)]),
    row("transpose", uniform(3, 4)),
    row("transpose", uniform(5)),
    row("transpose", integers(2, 1, 2, 1, 3, 2, dtype="int64"), axes=(5, 0, 3, 2, 4, 1)),
    *(row("SwapAxis", X, dim1=a, dim2=b) for a, b in [(0, 1), (0, 2), (-1, 0), (1, 1)]),
    row("SwapAxis", integers(2, 3, dtype="int8"), dim1=1),
    *(row("reverse", X, axis=axis) for axis in [0, (0, 2), (1, 1), ()]),
    row("depth_to_space", uniform(2, 8, 1, 3), block_size=2),
    row("depth_to_space", integers(1, 9, 2, 2, dtype="int32"), block_size=3),
    row("space_to_depth", uniform(2, 3, 4, 6), block_size=2),
    row("space_to_depth", uniform(1, 2, 1, 3), block_size=1),
    *(row("diag", uniform(2, 3), k=k) for k in (0, 1, -1)),
    *(row("diag", uniform(3), k=k) for k in (0, 2, -1)),
    *(
        row("diag", X, k=k, axis1=a, axis2=b)
        for k, a, b in [(0, 0, 1), (0, 0, 2), (1, -1, -2), (1, 1, 2), (-1, 2, 1)]
    ),
    *(row("broadcast_to", uniform(1, 3), shape=shape) for shape in [(2, 3), (0, 3), (2, 0)]),
    row("broadcast_to", integers(1, 3, 1, dtype="int32"), shape=(2, 3, 4)),
    row("broadcast_axis", uniform(1, 2, 1), axis=0, size=2),
    row("broadcast_axis", uniform(1, 2, 1), axis=(0, 2), size=(2, 3)),
    row("broadcast_axis", uniform(1, 2, 1), axis=(2, 0), size=(2, 3)),
    row("broadcast_axis", uniform(1, 2, 1)),
    row("broadcast_like", uniform(1, 2), uniform(3, 2)),
    row("broadcast_like", uniform(1, 2), integers(3, 2, dtype="int32"), grad=(0,)),
    row("broadcast_like", uniform(1, 2, 1), uniform(5, 6, 7), lhs_axes=(0, 2), rhs_axes=(1, 2)),
    row("broadcast_like", uniform(2, 1), uniform(2, 9), lhs_axes=(-1,), rhs_axes=(-1,)),
    *(row("tile", uniform(2, 3), reps=reps) for reps in [2, (2, 1), (2, 1, 2), ()]),
    row("tile", integers(2, dtype="uint8"), reps=(2, 2)),
    *(
        row("repeat", uniform(2, 3), repeats=n, axis=axis)
        for n, axis in [(2, None), (2, 0), (3, 1), (2, -1), (1, None)]
    ),
    row("repeat", uniform(2, 3), repeats=0, axis=1, grad=()),
    row("repeat", integers(2, 2, dtype="int64"), repeats=2, axis=0),
    row("Concat", uniform(2, 3), uniform(2, 1), uniform(2, 2)),
    row("Concat", X, X, dim=-1),
    row("Concat", uniform(2), uniform(3), dim=0),
    row("Concat", X, dim=2),
    row("Concat", *[integers(2, 2, dtype="int64")] * 2, num_args=2, dim=1),
    row("_rnn_param_concat", uniform(2), uniform(3), dim=0, num_args=2),
    row("_rnn_param_concat", uniform(2, 2), uniform(2, 1), num_args=2),
    *(row("stack", uniform(2, 3), uniform(2, 3), axis=axis) for axis in (0, 1, -1, 2)),
    row("stack", integers(2, dtype="int8"), integers(2, dtype="int8"), num_args=2),
    row("SliceChannel", X, num_outputs=3),
    row("SliceChannel", X, num_outputs=3, axis=1, squeeze_axis=True),
    row("SliceChannel", X, num_outputs=2, axis=-1),
    row("SliceChannel", X, num_outputs=1, axis=0),
    row("SliceChannel", integers(4, 2, dtype="int32"), num_outputs=2, axis=0),
    row("_split_v2", X, indices=(0, 1), axis=1),
    row("_split_v2", X, indices=(0, 1, 3), axis=-1),
    row("_split_v2", X, indices=(0, 1, 2), axis=1, squeeze_axis=True),
    row("_split_v2", X, indices=(), axis=1, sections=2),
    row("_split_v2", X, indices=(0,), axis=2, sections=4, squeeze_axis=True),
    row("_split_v2", integers(3, 2, dtype="int32"), indices=(0, 1, 1), axis=0),
    *(row("slice", X, begin=begin, end=end, step=step) for begin, end, step in SLICES),
    row("slice", X, begin=(0, 5), end=(2, 9), grad=()),
    row("slice", integers(4, dtype="uint8"), begin=1, end=3),
    *(
        row("slice_axis", X, axis=axis, begin=begin, end=end)
        for axis, begin, end in [(0, 0, 1), (2, 1, -1), (-1, -2, None), (1, 0, 3)]
    ),
    row("slice_like", uniform(2, 3), uniform(1, 2)),
    row("slice_like", uniform(2, 3), uniform(1, 9), axes=(0,)),
    row("slice_like", uniform(2, 3), integers(1, 2, dtype="int32"), axes=(-1,), grad=(0,)),
    row("Crop", uniform(1, 2, 6, 5), h_w=(2, 3), num_args=1),
    row("Crop", uniform(1, 2, 6, 5), h_w=(2, 3), offset=(1, 2), num_args=1),
    row("Crop", uniform(1, 2, 6, 5), h_w=(3, 2), center_crop=True, num_args=1),
    row("Crop", uniform(1, 2, 6, 5), uniform(2, 1, 2, 3), num_args=2, center_crop=True),
    row("Crop", uniform(1, 2, 6, 5), uniform(1, 1, 2, 3), num_args=2, offset=(4, 0), h_w=(1, 1)),
    row("_slice_assign", uniform(2, 3), uniform(1, 2), begin=(0, 1), end=(1, 3), grad=()),
    row(
        "_slice_assign",
        *(uniform(2, 3), uniform(2, 2)),
        **{"begin": (None, None), "end": (None, None), "step": (None, -2), "grad": ()},
    ),
    row("_slice_assign", *[integers(3, dtype="int32")] * 2, begin=(None,), end=(None,)),
    row("_slice_assign_scalar", uniform(2, 3), scalar=3.7, begin=(0, 1), end=(1, 3), grad=()),
    row("_slice_assign_scalar", uniform(5), scalar=2, begin=(4,), end=(0,), step=(-2,), grad=()),
    row("_slice_assign_scalar", integers(2, 3, dtype="int32"), scalar=3.7, begin=(1,), end=(2,)),
    *(
        row("Pad", PICTURE, mode=mode, pad_width=width)
        for mode in ("constant", "edge", "reflect")
        for width in PADS
    ),
    row("Pad", PICTURE, mode="constant", pad_width=PADS[0], constant_value=7.5),
    row("Pad", PICTURE, mode="constant", pad_width=(0, 0, 0, 0, -1, 1, 1, 1), grad=()),
    *(
        row("Pad", VOLUME, mode=mode, pad_width=(0, 0, 0, 0, 1, 0, 0, 1, 1, 2))
        for mode in ("constant", "edge", "reflect")
    ),
    row("Pad", uniform(1, 1, 2, 2, dtype="float64"), mode="edge", pad_width=PADS[0]),
    row("Pad", uniform(1, 1, 2, 2, dtype="float16"), mode="edge", pad_width=PADS[0]),
]
