"""Metrics."""

from __future__ import annotations

from .program import Program, kind


@kind
def metrics(p: Program) -> None:
    """Metrics after some updates."""
    classes = p.number(2, 4)
    metric = p.choose(
        "Accuracy()", "TopKAccuracy(top_k=2)", "CrossEntropy()", "NegativeLogLikelihood()", "PCC()",
        *(("F1()", "MCC()") if classes == 2 else ()),
    )  # fmt: skip
    name = p.add(f"mx.metric.{metric}")
    for _ in range(p.number(1, 3)):
        batch = p.number(2, 6)
        labels = p.array((batch,), low=0, high=classes - 1, dtype="int32")
        scores = p.add(f"nd.softmax(nd.array({p.sample((batch, classes))}))")
        p.add(f"{name}.update([{labels}.astype('float32')], [{scores}])")
        p.add(f"{name}.get()")


@kind
def regression_metrics(p: Program) -> None:
    """Metrics of numbers, in odd shapes and types."""
    name = p.choose(
        "MAE", "MSE", "RMSE", "PearsonCorrelation", "Loss", "CrossEntropy", "Perplexity"
    )
    options = ""
    if name == "Perplexity":
        options = f"ignore_label={p.choose('None', '0', '1')}"
    metric = p.add(f"mx.metric.{name}({options})")
    dtype = p.choose("float32", "float32", "float64", "float16")
    for _ in range(p.number(1, 3)):
        batch, width = p.number(2, 5), p.number(1, 4)
        shapes = p.choose(((batch,), (batch,)), ((batch, 1), (batch, 1)), ((batch,), (batch, 1)),
                          ((batch, width), (batch, width)), ((batch, 1), (batch,)))  # fmt: skip
        label, pred = (p.array(shape, dtype) for shape in shapes)
        if name in ("CrossEntropy", "Perplexity"):
            label = p.array((batch,), low=0, high=width - 1, dtype="int32")
            pred = p.add(f"nd.softmax(nd.array({p.sample((batch, width))}))")
        arguments = p.choose(f"[{label}], [{pred}]", f"{label}, {pred}")
        p.add(f"{metric}.update({arguments})")
        p.add(f"[{metric}.get(), {metric}.get_name_value(), {metric}.num_inst]")
        if p.choose(True, False, False):
            p.add(f"{metric}.{p.choose('reset', 'reset_local')}()")
    p.add(f"[{metric}.get(), {metric}.get_global()]")


@kind
def classification_metrics(p: Program) -> None:
    """Metrics of classes along any axis, several together, and custom ones."""
    classes = p.number(2, 4)
    metric = p.add(
        "mx.metric."
        + p.choose(
            "Accuracy(axis=1)", "TopKAccuracy(top_k=2)", "F1(average='macro')",
            "F1(average='micro')", "MCC()", "MCC(average='micro')", "PCC()",
            "create(['acc', 'ce'])", "CustomMetric(lambda l, p: float((l * 2).sum() + p.sum()))",
            "CompositeEvalMetric([mx.metric.Accuracy(), mx.metric.NegativeLogLikelihood()])",
        )
    )  # fmt: skip
    for _ in range(p.number(1, 3)):
        batch = p.number(2, 6)
        labels = p.array((batch,), low=0, high=min(classes, 2) - 1, dtype="int32")
        labels = p.add(f"{labels}.astype({p.choose('float32', 'int32', 'float64')!r})")
        scores = p.add(f"nd.softmax(nd.array({p.sample((batch, p.choose(2, classes)))}))")
        p.add(f"{metric}.update([{labels}], [{scores}])")
        p.add(f"{metric}.get()")
        if p.choose(True, False, False):
            p.add(f"{metric}.{p.choose('reset', 'reset_local')}()")
    p.add(f"[{metric}.get(), {metric}.get_global()]")
    p.add(f"{metric}.get_name_value()")
