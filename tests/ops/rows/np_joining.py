"""Rows: joining and cutting arrays as NumPy does."""

from tests.ops.row import integers, row, uniform, values

A, B = uniform(2, 3), uniform(2, 3)
V, W, SCALAR = uniform(3), uniform(3), uniform()
CUBE = uniform(2, 4, 3)
INT = integers(2, 3, dtype="int32")
BOOL = values([True, False], "bool")

ROWS = [
    row("_npi_concatenate", A, uniform(1, 3), axis=0),
    row("_npi_concatenate", A, uniform(2, 1), axis=-1),
    row("_npi_concatenate", A, CUBE, SCALAR, axis=None),
    row("_npi_concatenate", INT, INT, axis=1),
    row("_npi_concatenate", uniform(0, 3), A, axis=0),
    row("_npi_concatenate", A),
    row("_npi_stack", A, B),
    row("_npi_stack", A, B, A, axis=-1),
    row("_npi_stack", SCALAR, SCALAR),
    row("_npi_stack", INT, INT, axis=1),
    row("_npi_vstack", V, W),
    row("_npi_vstack", SCALAR, uniform(1)),
    row("_npi_vstack", A, V),
    row("_npi_vstack", INT, INT),
    row("_npi_hstack", V, uniform(2)),
    row("_npi_hstack", SCALAR, V),
    row("_npi_hstack", A, uniform(2, 1)),
    row("_npi_hstack", CUBE, uniform(2, 1, 3)),
    row("_npi_dstack", SCALAR, SCALAR),
    row("_npi_dstack", V, W),
    row("_npi_dstack", A, B),
    row("_npi_dstack", CUBE, uniform(2, 4, 1)),
    row("_npi_column_stack", V, W),
    row("_npi_column_stack", SCALAR, SCALAR),
    row("_npi_column_stack", A, uniform(2)),
    row("_npi_column_stack", INT, INT),
    row("_npi_rnn_param_concat", V, uniform(2), dim=0),
    row("_npi_split", CUBE, indices=(0, 1, 3), axis=1),
    row("_npi_split", CUBE, indices=(), axis=2, sections=3),
    row("_npi_split", CUBE, indices=(), axis=2, sections=3, squeeze_axis=True),
    row("_npi_split", CUBE, indices=(0, 2, 2), axis=1),
    row("_npi_split", uniform(2, 0), indices=(0, 2, 4), axis=1),
    row("_npi_split", uniform(2, 0), indices=(), axis=1, sections=2),
    row("_npi_hsplit", CUBE, indices=(), sections=2),
    row("_npi_hsplit", CUBE, indices=(0, 1, 3)),
    row("_npi_hsplit", uniform(6), indices=(), sections=3),
    row("_npi_dsplit", CUBE, indices=(), axis=2, sections=3),
    row("_npi_dsplit", CUBE, indices=(0, 2), axis=2),
]
