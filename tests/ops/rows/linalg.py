"""Linear algebra."""

import numpy as np

from tests.ops.row import row, uniform, values


def definite(*shape, dtype="float64"):
    """Positive definite matrices."""
    factor = np.random.RandomState(0).uniform(-1, 1, shape)
    return values(factor @ np.swapaxes(factor, -1, -2) + 2 * np.eye(shape[-1]), dtype)


def regular(*shape, dtype="float64"):
    """Matrices far from singular."""
    return values(np.random.RandomState(0).uniform(-1, 1, shape) + 2 * np.eye(shape[-1]), dtype)


def symmetric(*shape, dtype="float64"):
    """Symmetric matrices with distinct eigenvalues."""
    factor = np.random.RandomState(0).uniform(-1, 1, shape)
    return values(factor + np.swapaxes(factor, -1, -2) + np.diag(np.arange(shape[-1])), dtype)


def matrix(*shape, dtype="float64", **limits):
    return uniform(*shape, dtype=dtype, **limits)


def single(*shape, **limits):
    return uniform(*shape, **limits)


BOOLS = (False, True)
BATCHES = ((), (2,), (2, 3))
SINGULAR = values([[[1, 2], [2, 4]], [[1, 2], [3, 5]]])


def factors(batch, transpose_a, transpose_b):
    a, b = (3, 2) if transpose_a else (2, 3), (4, 3) if transpose_b else (3, 4)
    return matrix(*batch, *a), matrix(*batch, *b)


PRODUCTS = [
    *(
        row("_linalg_gemm2", *factors(batch, a, b), transpose_a=a, transpose_b=b, alpha=1.5)
        for batch in BATCHES
        for a in BOOLS
        for b in BOOLS
    ),
    *(
        row("_linalg_gemm", *factors(batch, a, b), matrix(*batch, 2, 4),
            transpose_a=a, transpose_b=b, alpha=1.5, beta=0.5)
        for batch in BATCHES
        for a in BOOLS
        for b in BOOLS
    ),
    row("_linalg_gemm", single(2, 3), single(3, 4), single(2, 4)),
    row("_linalg_gemm", matrix(2, 3), matrix(3, 4), matrix(2, 4), beta=0.0),
    row("_linalg_gemm2", single(2, 3), single(3, 4)),
    *(
        row("_linalg_gemm2", matrix(*a), matrix(*b), axis=axis)
        for a, b, axis in (
            ((2, 5, 3), (3, 5, 4), 0),
            ((2, 5, 6, 3), (2, 3, 6, 4), 1),
            ((2, 5, 3), (3, 5, 4), -3),
        )
    ),
    row("_linalg_gemm2", matrix(3, 5, 2), matrix(4, 5, 3), axis=0, transpose_a=True,
        transpose_b=True),
    row("_linalg_gemm", matrix(2, 5, 3), matrix(3, 5, 4), matrix(2, 5, 4), axis=0, alpha=2.0,
        beta=3.0),
    row("_linalg_gemm", matrix(2, 5, 6, 3), matrix(2, 4, 6, 3), matrix(2, 5, 6, 4), axis=-3,
        transpose_b=True),
    *(
        row("_linalg_syrk", matrix(*batch, 2, 3), transpose=transpose, alpha=alpha)
        for batch in BATCHES
        for transpose in BOOLS
        for alpha in (1.0, 0.5)
    ),
]  # fmt: skip

TRIANGULAR = [
    *(
        row(name, regular(*batch, 3, 3), matrix(*batch, *((4, 3) if right else (3, 4))),
            transpose=transpose, rightside=right, lower=lower, alpha=alpha)
        for name in ("_linalg_trmm", "_linalg_trsm")
        for batch in ((), (2, 3))
        for transpose in BOOLS
        for right in BOOLS
        for lower in BOOLS
        for alpha in (1.0, -0.5)
    ),
    *(
        row(name, regular(3, 3, dtype="float32"), single(3, 4), rtol=1e-4)
        for name in ("_linalg_trmm", "_linalg_trsm")
    ),
]  # fmt: skip

DECOMPOSITIONS = [
    *(row("_linalg_potrf", definite(*batch, 3, 3)) for batch in BATCHES),
    row("_linalg_potrf", definite(3, 3, dtype="float32"), rtol=1e-4),
    row("_linalg_potrf", definite(2, 3, 3), lower=False),
    *(row("_linalg_potri", regular(*batch, 3, 3)) for batch in BATCHES),
    row("_linalg_potri", regular(3, 3, dtype="float32"), rtol=1e-4),
    row("_linalg_potri", regular(2, 3, 3), lower=False),
    *(row("_linalg_gelqf", matrix(*shape)) for shape in ((3, 3), (2, 4), (2, 3, 5), (2, 2, 3, 4))),
    row("_linalg_gelqf", single(2, 3), rtol=1e-4, atol=1e-5),
    *(row("_linalg_syevd", symmetric(*batch, 4, 4)) for batch in BATCHES),
    row("_linalg_syevd", symmetric(3, 3, dtype="float32"), rtol=1e-3, atol=1e-4),
    row("_linalg_syevd", matrix(3, 3)),  # only the lower triangle counts
]

INVERSES = [
    *(row("_linalg_inverse", regular(*batch, 3, 3)) for batch in BATCHES),
    row("_linalg_inverse", regular(3, 3, dtype="float32"), rtol=1e-4),
    *(
        row(name, *arrays, rtol=rtol)
        for name in ("_linalg_det", "_linalg_slogdet")
        for arrays, rtol in (
            *(((matrix(*batch, 3, 3),), 1e-5) for batch in BATCHES),
            ((regular(3, 3, dtype="float32"),), 1e-4),
            ((SINGULAR,), 1e-4),
        )
    ),
]

PARTS = [
    *(row("_linalg_sumlogdiag", matrix(*batch, 3, 3, low=0.1)) for batch in BATCHES),
    row("_linalg_sumlogdiag", single(3, 3, low=0.1)),
    *(
        row("_linalg_extractdiag", matrix(*batch, 3, 3), offset=offset)
        for batch in BATCHES
        for offset in (-2, -1, 0, 1, 2)
    ),
    *(
        row("_linalg_makediag", matrix(*shape), offset=offset)
        for shape in ((3,), (2, 3), (2, 2, 3))
        for offset in (-2, 0, 1)
    ),
    *(
        row("_linalg_extracttrian", matrix(*batch, 4, 4), offset=offset, lower=lower)
        for batch in BATCHES
        for offset in (-2, -1, 0, 1, 3)
        for lower in BOOLS
    ),
    *(
        row("_linalg_maketrian", matrix(*shape), offset=offset, lower=lower)
        for shape in ((1,), (6,), (2, 3), (2, 2, 6))
        for offset in (-2, 0, 1)
        for lower in BOOLS
    ),
    *(
        row(f"_linalg_{name}", single(3, 3))
        for name in ("extractdiag", "extracttrian", "makediag", "maketrian")
    ),
]

ROWS = PRODUCTS + TRIANGULAR + DECOMPOSITIONS + INVERSES + PARTS
