"""Local response normalization, L2 normalization."""

from tests.ops.row import row, uniform

MODES = ("instance", "channel", "spatial")

ROWS = [
    *(row("LRN", uniform(2, 7, 3, 4), nsize=n, rtol=1e-4) for n in (1, 2, 3, 4, 5, 9)),
    row("LRN", uniform(2, 7, 3, 4), nsize=3, alpha=0.5, beta=1.5, knorm=1.0, rtol=1e-4),
    row("LRN", uniform(2, 7, 3, 4), nsize=5, alpha=0.5, rtol=1e-4),
    row("LRN", uniform(4, 6), nsize=3, alpha=1.0, rtol=1e-4),
    *(row("L2Normalization", uniform(2, 3, 4, 5), mode=mode, rtol=1e-4) for mode in MODES),
    *(row("L2Normalization", uniform(2, 3, 4, dtype="float64"), mode=mode) for mode in MODES),
    *(row("L2Normalization", uniform(2, 3, 2, 2, 2), mode=mode, eps=0.1) for mode in MODES),
    row("L2Normalization", uniform(3, 5)),
    row("L2Normalization", uniform(3, 5, dtype="float16")),
    row("L2Normalization", uniform(5)),
]
