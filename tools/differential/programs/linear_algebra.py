"""Operators of nd.linalg on batches, products, and norms."""

from __future__ import annotations

from .program import Program, kind


@kind
def matrices(p: Program) -> None:
    """Factorizations, triangular products and solutions."""
    batch, n, m = p.shape(0, 2, 3), p.number(1, 4), p.number(1, 4)
    dtype = p.choose("float32", "float64")
    a = p.array((*batch, n, n), dtype)
    eye = f"nd.eye({n}, dtype={dtype!r}).reshape({(1,) * len(batch) + (n, n)})"
    squared = f"nd.linalg.gemm2({a}, {a}, transpose_b=True)"
    positive = p.add(f"nd.broadcast_add({squared}, {eye})")
    b = p.array((*batch, n, m), dtype)
    lower = p.options(lower=(False,))
    sides = p.options(rightside=(False,), transpose=(True,), alpha=(0.5,), lower=(False,))
    triangular = f"nd.linalg.potrf({positive}{lower})"
    c = p.array((*batch, m, n), dtype)
    d = p.array((*batch, p.number(1, 4), n), dtype)
    expression, arrays = p.choose(
        (f"nd.linalg.potrf(a{lower})", [positive]),
        (f"nd.linalg.potri(a{lower})", [triangular]),
        (f"nd.linalg.trmm(a, b{sides})", [triangular, b]),
        (f"nd.linalg.trsm(a, b{sides})", [triangular, b]),
        (f"nd.linalg.trmm(a, b, rightside=True{p.options(transpose=(True,))})", [triangular, c]),
        (f"nd.linalg.trsm(a, b, rightside=True{p.options(transpose=(True,))})", [triangular, c]),
        (f"nd.linalg.syrk(a{p.options(transpose=(True,), alpha=(0.5,))})", [b]),
        (f"nd.linalg.gemm2(a, b{p.options(alpha=(0.5,))})", [a, b]),
        (f"nd.linalg.gemm2(a, b, transpose_b=True{p.options(alpha=(0.5,))})", [c, d]),
        ("nd.linalg.gemm(a, b, nd.zeros_like(b), beta=0.5)", [a, b]),
        ("nd.linalg.sumlogdiag(a)", [positive]),
        ("nd.linalg.det(a)", [positive]),
        ("nd.linalg.slogdet(a)[1]", [positive]),
        ("nd.linalg.inverse(a)", [positive]),
        (f"nd.linalg.extractdiag(a{p.options(offset=(0,))})", [a]),
        (f"nd.linalg.makediag(a{p.options(offset=(1, -1))})", [b]),
        (f"nd.linalg.extracttrian(a{p.options(lower=(False,))})", [a]),
        ("nd.linalg.syevd(nd.linalg.gemm2(a, a, transpose_b=True))[1]", [a]),
    )
    names = ", ".join("ab"[: len(arrays)])
    arrays = [p.add(f"{array} * 1") for array in arrays]
    p.add(f"recorded(lambda {names}: {expression}, {', '.join(arrays)})")


@kind
def products(p: Program) -> None:
    """dot and batch_dot with transposed operands, khatri_rao, norms."""
    i, j, k = (p.number(1, 4) for _ in range(3))
    left, right = p.choose(True, False), p.choose(True, False)
    batch = (p.number(1, 3),)
    one, other = ((j, i) if left else (i, j)), ((k, j) if right else (j, k))
    flags = f"transpose_a={left}, transpose_b={right}"
    a, b = p.array(one), p.array(other)
    p.add(f"recorded(lambda a, b: nd.dot(a, b, {flags}), {a}, {b})")
    a, b = p.array(batch + one), p.array(batch + other)
    p.add(f"recorded(lambda a, b: nd.batch_dot(a, b, {flags}), {a}, {b})")
    a, b = p.array((*p.shape(1, 2), j)), p.array((j, *p.shape(0, 2)))
    p.add(f"recorded(lambda a, b: nd.dot(a, b), {a}, {b})")
    a, b = p.array((i, k)), p.array((j, k))
    p.add(f"nd.khatri_rao({a}, {b})")
    shape = p.shape(2, 3)
    axis = p.choose(None, 0, -1, (0, 1))
    x = p.array(shape)
    order = p.choose(1, 2)
    p.add(f"recorded(lambda a: nd.norm(a, ord={order}, axis={axis}"
          f"{p.options(keepdims=(True,))}), {x})")  # fmt: skip
    mode = p.choose("instance", "channel", "spatial")
    shape = shape if mode == "instance" else (*shape[:2], 3)
    p.add(f"recorded(lambda a: nd.L2Normalization(a, mode={mode!r}), {p.array(shape)})")
