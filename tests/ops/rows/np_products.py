"""mx.np: products of arrays that sum over axes."""

from tests.ops.row import integers, row, uniform, values

DOT_SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((2, 3), (3, 4)),
    ((), (2, 3)),
    ((2, 3), ()),
    ((), ()),
    ((2, 3, 4), (4,)),
    ((4,), (2, 4, 3)),
    ((2, 3, 4), (5, 4, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
]
MATMUL_SHAPES = [
    ((3,), (3,)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((2, 3), (3, 4)),
    ((5, 2, 3), (5, 3, 4)),
    ((2, 3), (5, 3, 4)),
    ((3,), (2, 3, 4)),
    ((2, 3, 4), (4,)),
    ((0, 3), (3, 2)),
]
TENSORDOT = [
    ((2, 3), (3, 4), (1,), (0,)),
    ((2, 3, 4), (4, 3, 5), (1, 2), (1, 0)),
    ((2, 3), (2, 3), (0, 1), (0, 1)),
    ((2, 3), (2, 3), (-1,), (-1,)),
    ((2, 3), (4,), (), ()),
]
INT_AXES = [
    ((2, 3), (3, 4), 1),
    ((2, 3, 4), (3, 4, 5), 2),
    ((2, 3), (4,), 0),
    ((2, 3), (2, 3), 2),
]
EINSUM = [
    ("ii", (3, 3)),
    ("ii->i", (3, 3)),
    ("ij->", (2, 3)),
    ("ij->j", (2, 3)),
    ("ji", (2, 3)),
    ("ij", (2, 3)),
    ("i,i", (3,), (3,)),
    ("ij,j", (2, 3), (3,)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ij,kj->ik", (2, 3), (4, 3)),
    ("i,j->ij", (2,), (3,)),
    (",ij", (), (2, 3)),
    ("...ij,...jk->...ik", (5, 2, 3), (5, 3, 4)),
    ("...j,...j->...", (2, 3), (2, 3)),
    ("ijk,ilm,njm,nlk,abc->", (2, 3, 2), (2, 2, 2), (2, 3, 2), (2, 2, 2), (1, 2, 1)),
    ("ea,fb,abcd,gc,hd->efgh", (2, 2), (2, 2), (2, 2, 2, 2), (2, 2), (2, 2)),
    ("ij, jk -> ki", (2, 3), (3, 4)),
    ("Aa,aB", (2, 3), (3, 4)),
]


def inputs(*shapes, dtype="float32"):
    return [uniform(*shape, dtype=dtype) for shape in shapes]


ROWS = [
    *(row("_np_dot", *inputs(*shapes)) for shapes in DOT_SHAPES),
    row("_np_dot", *inputs((2, 3), (3, 4), dtype="float64")),
    *(row("_npi_matmul", *inputs(*shapes)) for shapes in MATMUL_SHAPES),
    row("_npi_matmul", *inputs((2, 3), (3, 4), dtype="float64")),
    row("_npi_matmul", *inputs((2, 1, 2, 3), (3, 3, 4)), grad=(1,)),
    *(
        row("_npi_tensordot", *inputs(a, b), a_axes_summed=left, b_axes_summed=right)
        for a, b, left, right in TENSORDOT
    ),
    *(row("_npi_tensordot_int_axes", *inputs(a, b), axes=axes) for a, b, axes in INT_AXES),
    *(
        row("_npi_einsum", *inputs(*shapes), subscripts=subscripts, optimize=optimize)
        for subscripts, *shapes in EINSUM
        for optimize in (0, 1)
    ),
    row("_npi_einsum", *inputs((2, 3), (3, 4), dtype="float64"), subscripts="ij,jk"),
    row("_npi_einsum", *[integers(2, 2, dtype="int32")] * 2, subscripts="ij,jk"),
    row("_npi_einsum", integers(2, 3, dtype="int8"), subscripts="ij->j"),
    row("_npi_einsum", values([True, False], "bool"), subscripts="i->"),
]
