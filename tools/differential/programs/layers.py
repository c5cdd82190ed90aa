"""Single layers of Gluon, with unusual arguments."""

from __future__ import annotations

from .program import Program, kind


def apply_layer(p: Program, layer: str, shape: tuple, **options) -> None:
    """Add a layer, its output, and all gradients in training, as a graph or not."""
    net = p.add(layer)
    p.add(f"{net}.initialize()")
    data = p.array(shape, **options)
    p.add(f"{net}({data}).shape")  # sizes of parameters that were left open
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    weights = p.add(f"sample(*{net}({data}).shape, seed=1)")
    p.add(f"{net}({data})")
    p.add(f"recorded(lambda a: {net}(a) * nd.array({weights}), {data})")
    p.add(f"values_of({net}, gradients=True)")
    p.add(f"{net}({data})")


@kind
def convolution_layers(p: Program) -> None:
    """Convolutions of lines, images and volumes: groups, dilation, strides, padding."""
    ndim, groups = p.number(1, 3), p.number(1, 2)
    kernel, dilation = p.number(1, 3), p.number(1, 2)
    inputs, channels = groups * p.number(1, 2), groups * p.number(1, 3)
    sizes = [p.number(0, 2) + dilation * (kernel - 1) + 1 for _ in range(ndim)]
    options = p.options(
        strides=(1, 2), padding=(0, 1, 2), use_bias=(False,), activation=("relu", "tanh"),
        in_channels=(inputs,),
    )  # fmt: skip
    layer = f"gluon.nn.Conv{ndim}D({channels}, {kernel}, dilation={dilation}, groups={groups}"
    apply_layer(p, f"{layer}{options})", (p.number(1, 2), inputs, *sizes))


@kind
def transposed_layers(p: Program) -> None:
    """Transposed convolutions, with padding of their output."""
    ndim, groups = p.number(1, 3), p.number(1, 2)
    # Not dilation of volumes, which 1.9.1 refuses.
    kernel, dilation, stride = p.number(1, 3), p.number(1, 1 + (ndim < 3)), p.number(1, 3)
    inputs, channels = groups * p.number(1, 2), groups * p.number(1, 3)
    sizes = [p.number(2, 4) for _ in range(ndim)]
    adjusted = p.number(0, stride - 1)
    padding = (0, kernel // 2)  # more leaves nothing of small inputs
    options = p.options(padding=padding, use_bias=(False,), activation=("relu",))
    layer = (
        f"gluon.nn.Conv{ndim}DTranspose({channels}, {kernel}, strides={stride}, "
        f"dilation={dilation}, groups={groups}, output_padding={adjusted}, "
        f"in_channels={inputs}{options})"
    )
    apply_layer(p, layer, (p.number(1, 2), inputs, *sizes))


@kind
def pooling_layers(p: Program) -> None:
    """Pooling, of all of an axis too, and padding by reflection."""
    ndim, size = p.number(1, 3), p.number(2, 3)
    sizes = [p.number(size, 6) for _ in range(ndim)]
    name = p.choose("Max", "Avg")
    # Not averages with ceil_mode, whose gradient 1.9.1 has wrong.
    choices = {"strides": (1, 2, 3), "padding": (1,)}
    choices |= {"ceil_mode": (True,)} if name == "Max" else {"count_include_pad": (True, False)}
    options = p.options(**choices)
    layer = p.choose(
        f"gluon.nn.{name}Pool{ndim}D({size}{options})",
        f"gluon.nn.{name}Pool{ndim}D({size}{options})",
        f"gluon.nn.Global{name}Pool{ndim}D()",
        f"gluon.nn.ReflectionPad2D({p.number(0, 1)})" if ndim == 2 else "gluon.nn.Flatten()",
    )
    apply_layer(p, layer, (p.number(1, 2), p.number(1, 3), *sizes))


@kind
def normalization_layers(p: Program) -> None:
    """Normalization along any axis, with and without scale and offset."""
    shape = (p.number(2, 4), p.choose(2, 4), *p.shape(1, 3))
    axis = p.choose(*range(1, len(shape)), -1)
    affine = p.options(scale=(False,), center=(False,), epsilon=(1e-3, 1e-2))
    layer = p.choose(
        f"gluon.nn.BatchNorm(axis={axis}{affine}{p.options(use_global_stats=(True,))})",
        f"gluon.nn.LayerNorm(axis={axis}{affine})",
        f"gluon.nn.InstanceNorm(axis=1{affine})",
        f"gluon.nn.GroupNorm(num_groups={p.choose(1, 2)}{affine})",
    )
    apply_layer(p, layer, shape)


@kind
def other_layers(p: Program) -> None:
    """Dense layers of more axes, embeddings, activations, containers."""
    shape = p.shape(2, 4)
    dense = p.options(flatten=(False,), use_bias=(False,), activation=("sigmoid", "softrelu"))
    layer = p.choose(
        f"gluon.nn.Dense({p.number(1, 4)}{dense})",
        f"gluon.nn.Dense({p.number(1, 4)}{dense})",
        f"gluon.nn.LeakyReLU({p.choose(0.0, 0.3)})",
        f"gluon.nn.ELU({p.choose(0.5, 2.0)})",
        f"gluon.nn.Swish({p.choose(0.5, 2.0)})",
        f"gluon.nn.Activation({p.choose('relu', 'softrelu', 'softsign', 'tanh')!r})",
        f"gluon.nn.HybridLambda({p.choose('tanh', 'relu', 'square')!r})",
        "gluon.nn.PReLU()",
        "gluon.nn.SELU()",
        "gluon.nn.GELU()",
        "gluon.nn.Flatten()",
        "gluon.contrib.nn.Identity()",
    )
    apply_layer(p, layer, shape)


@kind
def shuffled_pixels(p: Program) -> None:
    """Layers of gluon.contrib that move pixels."""
    ndim = p.number(1, 3)
    factors = tuple(p.number(1, 2) for _ in range(ndim))
    channels = p.number(1, 2)
    for factor in factors:
        channels *= factor
    factor_text = factors if ndim > 1 else factors[0]
    shape = (p.number(1, 2), channels, *(p.number(1, 3) for _ in range(ndim)))
    apply_layer(p, f"gluon.contrib.nn.PixelShuffle{ndim}D({factor_text})", shape)


@kind
def embeddings(p: Program) -> None:
    """Embeddings, with gradients that are sparse or not."""
    size, width = p.number(2, 5), p.number(1, 3)
    options = p.options(sparse_grad=(True,))
    net = p.add(f"gluon.nn.Embedding({size}, {width}{options})")
    p.add(f"{net}.initialize()")
    p.add(f"assign({net}, seed={p.number(0, 99)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    dtype = p.choose("float32", "int32", "float64")
    beyond = "sparse" not in options  # then 1.9.1 refuses indices beyond the ends
    indices = p.array(p.shape(1, 3), low=-beyond, high=size - 1 + beyond, dtype="int32")
    indices = p.add(f"{indices}.astype({dtype!r})")
    p.add(f"{net}({indices})")
    p.add(f"with_parameters(lambda: {net}({indices}) * 2, {net})")
    options = p.choose("'sgd', {'learning_rate': 0.5}", "'adam', {'lazy_update': True}",
                       "'sgd', {'momentum': 0.9, 'wd': 0.1}")  # fmt: skip
    trainer = p.add(f"gluon.Trainer({net}.collect_params(), {options})")
    p.add(f"{trainer}.step({p.number(1, 3)})")
    p.add(f"values_of({net})")


@kind
def branches(p: Program) -> None:
    """Containers whose parts run side by side or one after the other."""
    width = p.number(2, 4)
    name = p.choose("HybridConcurrent", "Concurrent")
    net = p.add(f"gluon.contrib.nn.{name}(axis={p.choose(1, -1)})")
    for _ in range(p.number(1, 3)):
        part = p.choose(
            f"gluon.nn.Dense({p.number(1, 3)}, in_units={width})", "gluon.contrib.nn.Identity()",
            "gluon.nn.Activation('tanh')",
        )  # fmt: skip
        p.add(f"{net}.add({part})")
    apply_layer(p, net, (p.number(1, 3), width))
