"""im2col and col2im, which the real MXNet computes in 2 dimensions only."""

from tests.ops.row import row, uniform

ROWS = [
    row("im2col", uniform(2, 3, 5, 6), kernel=(2, 3)),
    row("im2col", uniform(2, 3, 5, 6), kernel=(2, 3), stride=(2, 1), dilate=(1, 2), pad=(1, 2)),
    row("im2col", uniform(2, 3, 5, 6, dtype="float64"), kernel=(2, 2)),
    row("im2col", uniform(2, 3, 5, 6, dtype="float16"), kernel=(2, 2), pad=(1, 1)),
    row("col2im", uniform(2, 18, 12), kernel=(2, 3), output_size=(4, 6)),
    row(
        "col2im",
        uniform(2, 18, 9),
        kernel=(2, 3),
        output_size=(4, 6),
        stride=(2, 2),
        dilate=(1, 2),
        pad=(1, 2),
    ),
    row("col2im", uniform(2, 12, 12, dtype="float64"), kernel=(2, 2), output_size=(4, 5)),
]
