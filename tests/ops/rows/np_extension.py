"""Rows: operators of mx.npx, and of mx.np those that pick and write elements.

Many are other names of operators that have rows of their own; here is what NumPy's shapes change.
"""

from tests.ops.row import integers, row, uniform, values

A, CUBE, SCALAR = uniform(2, 3), uniform(2, 3, 4), uniform()
INT = integers(2, 3, dtype="int32")
WRITTEN = {"grad": (), "out": (0,)}  # 1.9.1 writes into the array itself
MASK = values([[True, False, True], [False, True, False]], "bool")

ROWS = [
    row("_npx_relu", A),
    row("_npx_relu", SCALAR),
    row("_npx_relu", integers(3, low=-2, high=2, dtype="int32")),
    row("_npx_sigmoid", A),
    row("_npx_sigmoid", INT),
    row("_npx_erf", A),
    row("_npx_erfinv", A),
    row("_npx_gamma", uniform(3, low=1, high=3)),
    row("_npx_gammaln", uniform(3, low=1, high=3)),
    row("_npx_smooth_l1", uniform(5, low=-2, high=2), scalar=2.0),
    row("_npx_constraint_check", values([True, True], "bool"), msg="no"),
    row("_npx_activation", A, act_type="softrelu"),
    row("_npx_activation", SCALAR, act_type="tanh"),
    row("_npx_softmax", A),
    row("_npx_softmax", A, axis=0, temperature=2.0),
    row("_npx_softmax", A, values([1, 3], "int32"), use_length=True),
    row("_npx_softmax", SCALAR),
    row("_npx_log_softmax", SCALAR),
    row("_npx_log_softmax", A, axis=0),
    row("_npx_fully_connected", A, uniform(4, 3), uniform(4), num_hidden=4),
    row("_npx_fully_connected", CUBE, uniform(5, 4), num_hidden=5, no_bias=True, flatten=False),
    row("_npx_batch_dot", uniform(2, 3, 4), uniform(2, 4, 1)),
    row("_npx_batch_dot", uniform(2, 3, 4), uniform(2, 1, 4), transpose_b=True),
    row("_npx_embedding", values([0, 2, 1], "int32"), uniform(4, 2), input_dim=4, output_dim=2),
    row("_npx_embedding", values(2, "int32"), uniform(4, 2), input_dim=4, output_dim=2),
    row("_npx_layer_norm", A, uniform(3), uniform(3)),
    row("_npx_leaky_relu", A, act_type="leaky", slope=0.1),
    row("_npx_one_hot", values([0, 2], "int32"), depth=3),
    row("_npx_one_hot", values(1, "int32"), depth=3, on_value=2.0, dtype="int32"),
    row("_npx_topk", A, k=2, axis=1, ret_typ="both"),
    row("_npx_topk", A, k=2, axis=None),
    row("_npx_sequence_mask", CUBE, values([1.0, 2.0, 1.0]), use_sequence_length=True),
    row("_npx_arange_like", A, axis=1),
    row("_npx_arange_like", A, start=1.0),
    # picking
    row("_npx_pick", A, values([0.0, 2.0])),
    row("_npx_pick", A, values([[0.0], [2.0]]), keepdims=True),
    row("_npx_pick", A, values([1.0, 0.0, 1.0]), axis=0, mode="wrap"),
    row("_npx_pick", uniform(3), values([1.0])),
    row("_npi_take", A, values(1, "int32"), axis=1),
    row("_npi_take", A, values([[0, 2], [1, 1]], "int64"), axis=1),
    row("_npi_take", A, values([-1, 5], "int64"), axis=0, mode="wrap"),
    row("_npi_take", A, values([-1, 5], "int64"), axis=0, mode="clip"),
    row("_npx_gather_nd", A, values([[0, 1], [2, 0]], "int32")),
    row("_npi_slice", CUBE, begin=(0, 1), end=(2, None)),
    row("_npx_slice", CUBE, begin=(None, 2), end=(None, 0), step=(1, -1)),
    row("_npi_slice_assign", A, uniform(1, 2), grad=(), begin=(0, 1), end=(1, 3)),
    row("_npi_slice_assign_scalar", A, grad=(), scalar=2.0, begin=(0, 1), end=(1, 3)),
    row("_npi_scatter_set_nd", A, uniform(2), values([[0, 1], [2, 0]], "int32"), shape=(2, 3),
        **WRITTEN),
    row("_npi_boolean_mask_assign_scalar", A, MASK, **WRITTEN, value=5.0, start_axis=0),
    row("_npi_boolean_mask_assign_scalar", CUBE, MASK, **WRITTEN, value=5.0, start_axis=0),
    row("_npi_boolean_mask_assign_scalar", CUBE, values([True, False, True], "bool"), **WRITTEN,
        value=5.0, start_axis=1),
    row("_npi_boolean_mask_assign_tensor", A, MASK, uniform(3), **WRITTEN, start_axis=0),
    row("_npi_boolean_mask_assign_tensor", CUBE, MASK, uniform(3, 4), **WRITTEN, start_axis=0),
    row("_npi_boolean_mask_assign_tensor", CUBE, MASK, uniform(1, 4), **WRITTEN, start_axis=0),
    # order
    row("_npi_sort", A, axis=-1),
    row("_npi_sort", CUBE, axis=0, is_ascend=False),
    row("_npi_sort", A, grad=(), axis=None),
    row("_npi_argsort", A, dtype="int64"),
    row("_npi_argsort", A, axis=None, dtype="int64"),
    row("_npi_cast", A, dtype="float64"),
    row("_npx_cast", A, dtype="bool", grad=()),
]  # fmt: skip
