"""Losses of Gluon, with weights of samples and all options."""

from __future__ import annotations

from .program import Program, kind


@kind
def weighted_losses(p: Program) -> None:
    """Losses of two arrays of one shape."""
    shape = p.shape(2, 4)
    name = p.choose(
        "L2Loss", "L1Loss", "HuberLoss", "SigmoidBCELoss", "HingeLoss", "SquaredHingeLoss",
        "LogisticLoss", "KLDivLoss", "PoissonNLLLoss",
    )  # fmt: skip
    special = {
        "HuberLoss": {"rho": (0.5, 2)},
        "SigmoidBCELoss": {"from_sigmoid": (True,)},
        "HingeLoss": {"margin": (0.5, 2)},
        "SquaredHingeLoss": {"margin": (0.5, 2)},
        "LogisticLoss": {"label_format": ("binary", "signed")},
        "KLDivLoss": {"from_logits": (False,), "axis": (-1, 1)},
        "PoissonNLLLoss": {"from_logits": (False,)},
    }.get(name, {})
    # batch_axis of these is not that of the others
    general = {"weight": (0.5, 2)}
    if name != "PoissonNLLLoss":
        general["batch_axis"] = (0, 1)
    options = p.options(**general, **special).removeprefix(", ")
    loss = p.add(f"gluon.loss.{name}({options})")
    _evaluate(p, loss, shape, p.array(shape, low=0, high=1), low=0.1, high=0.9)


def _evaluate(p: Program, loss: str, shape: tuple, label: str, **domain) -> None:
    """Add a loss, hybridized or not, with weights of samples or without, and its gradient."""
    data = p.array(shape, **(domain if p.choose(True, False) else {}))
    if p.choose(True, False):
        p.add(f"{loss}.hybridize()")
    weights = ""
    if p.choose(True, False):
        sizes = [p.choose(size, 1) for size in shape]
        weights = ", " + p.array(p.choose(sizes, (shape[0], *(1 for _ in shape[1:]))), low=0)
    p.add(f"recorded(lambda a: {loss}(a, {label}{weights}), {data})")


@kind
def classification_losses(p: Program) -> None:
    """Softmax cross entropy by class or by probability, along any axis."""
    shape = p.shape(2, 4)
    axis = p.choose(-1, *range(1, len(shape)))
    sparse = p.choose(True, False)
    options = p.options(weight=(0.5,), from_logits=(True,), batch_axis=(0,))
    loss = p.add(f"gluon.loss.SoftmaxCELoss(axis={axis}, sparse_label={sparse}{options})")
    if sparse:
        kept = [size for place, size in enumerate(shape) if place != axis % len(shape)]
        label = p.array(kept, low=0, high=shape[axis] - 1, dtype="int32")
        label = p.add(f"{label}.astype({p.choose('float32', 'int32')!r})")
    else:
        label = p.array(shape, low=0, high=1)
    _evaluate(p, loss, shape, label)


@kind
def paired_losses(p: Program) -> None:
    """Losses of several arrays: cosine, triplets."""
    batch, width = p.number(1, 4), p.number(2, 4)  # with one element the gradient is rounding
    a, b, c = (p.array((batch, width)) for _ in range(3))
    if p.choose(True, False):
        loss = p.add(f"gluon.loss.CosineEmbeddingLoss({p.options(margin=(0.2,), weight=(2,))[2:]})")
        label = p.add(f"nd.sign(nd.array({p.sample((batch,))}))")
        p.add(f"recorded(lambda a, b: {loss}(a, b, {label}), {a}, {b})")
    else:
        loss = p.add(f"gluon.loss.TripletLoss({p.options(margin=(0.2, 3), weight=(2,))[2:]})")
        p.add(f"recorded(lambda a, b, c: {loss}(a, b, c), {a}, {b}, {c})")


@kind
def sequence_losses(p: Program) -> None:
    """CTC, with and without lengths."""
    batch, classes, labels = p.number(1, 3), p.number(3, 5), p.number(1, 3)
    length = p.number(2 * labels + 1, 8)  # all labels can be reached, with blanks between them
    layout, label_layout = p.choose("NTC", "TNC"), p.choose("NT", "TN")
    loss = p.add(f"gluon.loss.CTCLoss(layout={layout!r}, label_layout={label_layout!r})")
    shape = (batch, length, classes) if layout == "NTC" else (length, batch, classes)
    label = p.array((batch, labels) if label_layout == "NT" else (labels, batch),
                    low=0, high=classes - 2, dtype="int32")  # fmt: skip
    data = p.array(shape)
    extra = ""
    if p.choose(True, False):
        pred = p.array((batch,), low=length - 1, high=length, dtype="int32")
        own = p.array((batch,), low=1, high=labels, dtype="int32")
        extra = f", {pred}.astype('float32'), {own}.astype('float32')"
    p.add(f"recorded(lambda a: {loss}(a, {label}.astype('float32'){extra}), {data})")


@kind
def output_layers(p: Program) -> None:
    """The outputs of symbols that are losses too."""
    shape = p.shape(2, 3)
    name = p.choose(
        "LinearRegressionOutput", "LogisticRegressionOutput", "MAERegressionOutput",
        "SoftmaxOutput", "SVMOutput", "MakeLoss",
    )  # fmt: skip
    if name == "SoftmaxOutput":
        options = p.options(
            grad_scale=(0.5,), ignore_label=(0,), use_ignore=(True,), smooth_alpha=(0.1,),
            normalization=("batch", "valid", "null"), preserve_shape=(True,),
        )  # fmt: skip
        shape, labels = shape[:2], shape[:1]
    elif name == "SVMOutput":
        options = p.options(margin=(0.5,), regularization_coefficient=(0.5,), use_linear=(True,))
        shape, labels = shape[:2], shape[:1]
    elif name == "MakeLoss":
        options = p.options(grad_scale=(0.5,), normalization=("batch", "valid", "null"))
        p.add(f"recorded(lambda a: nd.MakeLoss(a{options}), {p.array(shape)})")
        return
    else:
        options, labels = p.options(grad_scale=(0.5,)), shape
    low, high = (0, shape[1] - 1) if labels != shape else (0, 1)
    label = p.array(labels, low=low, high=high, dtype="int32")
    p.add(f"recorded(lambda a: nd.{name}(a, {label}.astype('float32'){options}), {p.array(shape)})")
