"""Products of matrices."""

from tests.ops.row import row, uniform

# shapes of lhs and rhs, and which of them is transposed
DOTS = [
    ((3, 4), (4, 2), False, False),
    ((4, 3), (4, 2), True, False),
    ((3, 4), (2, 4), False, True),
    ((4, 3), (2, 4), True, True),
    ((5,), (5,), False, False),
    ((5,), (5, 2), False, False),
    ((5,), (5, 2), True, False),
    ((5,), (2, 5), False, True),
    ((3, 5), (5,), False, False),
    ((5, 3), (5,), True, False),
    ((3, 5), (5,), False, True),
    ((2, 3, 4), (4, 2, 3), False, False),
    ((4, 3, 2), (4, 2, 3), True, False),
    ((2, 3, 4), (2, 3, 4), False, True),
    ((4, 3, 2), (2, 3, 4), True, True),
    ((4,), (4, 2, 3), False, False),
    ((2, 3, 4), (4,), False, False),
    ((3, 4), (4, 2, 3), False, False),
]
BATCHES = [
    ((2, 3, 4), (2, 4, 5), False, False),
    ((2, 4, 3), (2, 4, 5), True, False),
    ((2, 3, 4), (2, 5, 4), False, True),
    ((2, 4, 3), (2, 5, 4), True, True),
    ((2, 3, 4, 5), (2, 3, 5, 1), False, False),
    ((2, 3, 5, 4), (2, 3, 1, 5), True, True),
]

ROWS = [
    *(row(name, uniform(*lhs), uniform(*rhs), transpose_a=a, transpose_b=b)
      for name, cases in (("dot", DOTS), ("batch_dot", BATCHES)) for lhs, rhs, a, b in cases),
    row("dot", uniform(3, 4, dtype="float64"), uniform(4, 2, dtype="float64")),
    row("dot", uniform(3, 4), uniform(4, 2), forward_stype="default"),
    row("batch_dot", uniform(2, 3, 4, dtype="float64"), uniform(2, 4, 2, dtype="float64")),
    row("khatri_rao", uniform(2, 3), grad=()),
    row("khatri_rao", uniform(2, 3), uniform(4, 3), grad=()),
    row("khatri_rao", uniform(2, 3), uniform(4, 3), uniform(1, 3), uniform(3, 3), grad=()),
]  # fmt: skip
