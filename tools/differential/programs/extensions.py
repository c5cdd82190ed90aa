"""Functions of mx.npx, and operators of nd.contrib."""

from __future__ import annotations

from .program import Program, kind


@kind
def npx_functions(p: Program) -> None:
    """Neural network functions of mx.npx, with gradients."""
    p.numpy = True
    rows, columns = p.number(2, 4), p.number(2, 4)
    x = p.array((rows, columns))
    image = p.array((1, 2, 4, 4))
    batch = p.array((2, columns, rows))
    labels = p.array((rows,), "int32", low=0, high=columns - 1)
    weight, bias = p.array((3, columns)), p.array((3,))
    filters = p.array((2, 2, 2, 2))
    scale = p.array((columns,))
    lengths = p.array((rows,), "int32", low=1, high=columns)
    expression, arrays = p.choose(
        (f"npx.{p.choose('relu', 'sigmoid', 'softmax', 'log_softmax')}(a)", [x]),
        (f"npx.softmax(a, axis={p.choose(0, -1)}{p.options(temperature=(2.0,))})", [x]),
        (f"npx.softmax(a, length={lengths}, use_length=True, axis=-1)", [x]),
        (f"npx.pick(a, {labels}{p.options(axis=(-1,), keepdims=(True,))})", [x]),
        (f"npx.topk(a, k={p.number(1, columns)}, ret_typ='value', axis=-1)", [x]),
        (f"npx.fully_connected(a, b, c, num_hidden=3{p.options(flatten=(False,))})",
         [x, weight, bias]),
        ("npx.batch_dot(a, b)", [p.array((2, rows, columns)), batch]),
        ("npx.batch_dot(a, a, transpose_b=True)", [batch]),
        ("npx.convolution(a, b, kernel=(2, 2), num_filter=2, no_bias=True)", [image, filters]),
        (f"npx.pooling(a, kernel=(2, 2), pool_type={p.choose('max', 'avg')!r}, stride=(2, 2))",
         [image]),
        ("npx.layer_norm(a, b, b * 2, axis=-1, eps=1e-3)", [x, scale]),
        (f"npx.leaky_relu(a, act_type={p.choose('leaky', 'elu', 'gelu', 'selu')!r})", [x]),
        (f"npx.activation(a, act_type={p.choose('relu', 'softrelu', 'tanh')!r})", [x]),
        (f"npx.smooth_l1(a{p.options(scalar=(0.5,))})", [x]),
        (f"npx.sequence_mask(a, {p.array((columns,), 'int32', low=1, high=rows)}, "
         "use_sequence_length=True, value=-1)", [x]),
        (f"npx.reshape(a, {p.choose((-1,), (-2, -1), (-5,), (-6, 1, -1, -2), (-4,))})", [x]),
        (f"npx.embedding({labels}, a, input_dim={rows}, output_dim={columns})", [x])
        if rows >= columns else ("npx.gamma(np.abs(a) + 1)", [x]),
        ("npx.reshape_like(a, a)", [x]),
        ("npx.erf(a)", [x]),
        ("npx.stop_gradient(a) * a", [x]),
        (f"npx.one_hot({labels}, {columns}) * a", [x]),
        ("npx.batch_flatten(a)", [image]),
        ("npx.broadcast_like(a[:1], a)", [x]),
        (f"npx.arange_like(a, axis={p.choose(0, 1)}) + np.sum(a)", [x]),
        ("npx.gather_nd(a, np.array([[0, 1], [1, 0]], dtype='int32'))", [x]),
    )  # fmt: skip
    names = ", ".join("abc"[: len(arrays)])
    p.add(f"recorded(lambda {names}: {expression}, {', '.join(arrays)})")


@kind
def contrib_operators(p: Program) -> None:
    """Operators of nd.contrib."""
    rows, columns = p.number(2, 4), p.number(2, 4)
    x = p.array((rows, columns))
    heads, length, width = p.number(1, 2), p.number(1, 3), p.number(1, 3)
    mixed = p.array((length, 2, heads * width * 3))
    keys = p.array((length, 2, heads * width * 2))
    queries = p.array((length, 2, heads * width))
    attention = p.array((2 * heads, length, length))
    mask = p.add(f"nd.array({p.sample((rows,), dtype='bool')}, dtype='float32') + 0")
    expression, arrays = p.choose(
        ("nd.contrib.quadratic(a, a=1, b=2, c=3)", [x]),
        ("nd.contrib.gradientmultiplier(a, scalar=-0.5) * 2", [x]),
        (f"nd.contrib.interleaved_matmul_selfatt_qk(a, heads={heads})", [mixed]),
        (f"nd.contrib.interleaved_matmul_selfatt_valatt(a, b, heads={heads})", [mixed, attention]),
        (f"nd.contrib.interleaved_matmul_encdec_qk(a, b, heads={heads})", [queries, keys]),
        (f"nd.contrib.interleaved_matmul_encdec_valatt(a, b, heads={heads})", [keys, attention]),
        ("nd.contrib.div_sqrt_dim(a)", [x]),
        ("nd.contrib.index_array(a) * 1", [x]),
        ("nd.contrib.index_copy(a, nd.array([0, 1]), a[0:2] * 3)", [x]),
        (f"nd.contrib.boolean_mask(a, {mask})", [x]),
        ("nd.contrib.round_ste(a) * a", [x]),
        ("nd.contrib.sign_ste(a) * a", [x]),
        ("nd.SoftmaxActivation(a)", [x]),
        ("nd.softmin(a, axis=1)", [x]),
        ("nd.hard_sigmoid(a, alpha=0.3, beta=0.4)", [x]),
        ("nd.softmax_cross_entropy(a, nd.zeros((a.shape[0],)))", [x]),
        ("nd.LeakyReLU(a, nd.array([0.3]), act_type='prelu')", [x]),
    )  # fmt: skip
    p.add(f"nd.contrib.allclose({x}, {x} * {p.choose(1, 2)})")
    p.add(f"nd.contrib.getnnz({x}.tostype('csr'))")
    p.add(f"nd.batch_take({x}, nd.ones(({rows},), dtype='int32'))")
    names = ", ".join("ab"[: len(arrays)])
    p.add(f"recorded(lambda {names}: {expression}, {', '.join(arrays)})")
