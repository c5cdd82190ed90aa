"""Rows: insert, delete and pad as NumPy has them; 1.9.1 has no gradient of most."""

from tests.ops.row import integers, row, uniform, values

A, V = uniform(2, 3), uniform(4)
CUBE = uniform(2, 3, 2)
INT = integers(2, 3, dtype="int32")
PLACES = values([1, -1, 1], "int64")

ROWS = [
    # one place
    row("_npi_insert_scalar", A, uniform(2), grad=(), int_ind=1, axis=None),
    row("_npi_insert_scalar", A, grad=(), int_ind=-2, val=4.0),
    row("_npi_insert_scalar", A, uniform(3), grad=(), int_ind=2, axis=0),
    row("_npi_insert_scalar", A, uniform(2), grad=(), int_ind=1, axis=1),
    row("_npi_insert_scalar", A, uniform(2, 2), grad=(), int_ind=1, axis=1),
    row("_npi_insert_scalar", A, uniform(), grad=(), int_ind=3, axis=-1),
    row("_npi_insert_scalar", CUBE, uniform(3, 2), grad=(), int_ind=0, axis=0),
    row("_npi_insert_scalar", INT, uniform(1, low=2, high=3), grad=(), int_ind=1, axis=1),
    # a slice
    row("_npi_insert_slice", V, uniform(2), grad=(), start=0, stop=4, step=2),
    row("_npi_insert_slice", A, uniform(2, 2), grad=(), start=0, stop=3, step=2, axis=1),
    row("_npi_insert_slice", A, uniform(2), grad=(), start=0, stop=3, step=2, axis=1),
    row("_npi_insert_slice", A, uniform(2, 3), grad=(), start=1, stop=2, step=1, axis=0),
    row("_npi_insert_slice", A, uniform(2, 1), grad=(), start=None, stop=None, step=-1, axis=0),
    # places in an array
    row("_npi_insert_tensor", V, uniform(3), PLACES, grad=()),
    row("_npi_insert_tensor", A, uniform(3), values([0, 2, 1], "int64"), grad=(), axis=1),
    row("_npi_insert_tensor", A, uniform(2, 1), values([0, 2, 3], "int64"), grad=(), axis=1),
    row("_npi_insert_tensor", A, uniform(2, 3), values([1], "int64"), grad=(), axis=0),
    row("_npi_insert_tensor", A, uniform(1, 3), values([1, 1, 0], "int64"), grad=(), axis=0),
    # deleting
    row("_npi_delete", A, grad=(), int_ind=1),
    row("_npi_delete", A, grad=(), int_ind=-1, axis=1),
    row("_npi_delete", CUBE, grad=(), start=0, stop=3, step=2, axis=1),
    row("_npi_delete", CUBE, grad=(), start=None, stop=None, step=-1, axis=2),
    row("_npi_delete", V, grad=(), start=3, stop=1, step=1),
    # padding
    row("_npi_pad", A, pad_width=((1, 2), (0, 1))),
    row("_npi_pad", A, pad_width=((1, 2), (0, 1)), constant_value=2.5),
    row("_npi_pad", V, pad_width=((2,), (1,))),
    row("_npi_pad", V, pad_width=(2, 1)),
    row("_npi_pad", CUBE, pad_width=((0, 1), (2, 0), (1, 1))),
    row("_npi_pad", INT, pad_width=((1, 1), (1, 1)), constant_value=7.0),
    row("_npi_pad", INT, pad_width=((1, 2), (3, 4)), mode="edge"),
    row("_npi_pad", INT, pad_width=((1, 2), (3, 4)), mode="reflect", reflect_type="even"),
    row("_npi_pad", INT, pad_width=((1, 2), (4, 7)), mode="symmetric"),
    row("_npi_pad", INT, pad_width=((1, 2), (3, 4)), mode="maximum"),
    row("_npi_pad", INT, pad_width=((1, 2), (3, 4)), mode="minimum"),
    row("_npi_pad", CUBE, grad=(), pad_width=((1, 2), (5, 4), (0, 3)), mode="reflect"),
    row("_npi_pad", uniform(1, 3), grad=(), pad_width=((2, 2), (1, 1)), mode="reflect"),
    row("_npi_pad", CUBE, grad=(), pad_width=((1, 2), (5, 4), (0, 3)), mode="symmetric"),
    row("_npi_pad", CUBE, grad=(), pad_width=((1, 2), (3, 4), (0, 3)), mode="maximum"),
]
