"""Random numbers: shapes, types and limits, not the numbers."""

from __future__ import annotations

from .program import Program, kind


@kind
def distributions(p: Program) -> None:
    """Distributions with numbers or arrays as parameters."""
    shape = p.choose(None, 3, (2,), (2, 3))
    dtype = p.options(dtype=("float32", "float64", "float16"))
    size = "" if shape is None else f", shape={shape!r}"
    low = p.array(p.shape(1, 2), low=0.5, high=1)
    scalar = p.choose(
        "normal(1, 2", "uniform(0, 2", "gamma(2, 1", "exponential(2", "poisson(3",
        "negative_binomial(3, 0.5", "generalized_negative_binomial(2, 0.5",
    )  # fmt: skip
    p.add(f"outline(nd.random.{scalar}{size}{dtype}))")
    p.add(f"outline(nd.random.randint(0, 5{size}{p.options(dtype=('int32', 'int64'))}))")
    arrays = p.choose(
        f"normal({low}, {low}", f"uniform({low}, {low} + 1", f"gamma({low}, {low}",
        f"exponential({low}", f"poisson({low}", f"negative_binomial({low}, {low} * 0.5",
        f"generalized_negative_binomial({low}, {low}",
    )  # fmt: skip
    p.add(f"outline(nd.random.{arrays}{size}{p.options(dtype=('float32', 'float64'))}))")
    p.add(f"outline(nd.random.randn({p.number(1, 3)}, {p.number(1, 3)}))")
    weights = p.array((*p.shape(0, 1), p.number(1, 4)), low=0.1)
    weights = p.add(f"nd.softmax({weights})")
    options = p.options(get_prob=(True,), dtype=("float32", "int32"))
    p.add(f"outline(nd.random.multinomial({weights}{size}{options}))")
    p.add(f"nd.sort(nd.random.shuffle({low}.reshape((-1,))))")


@kind
def numpy_distributions(p: Program) -> None:
    """Distributions of mx.np.random."""
    p.numpy = True
    size, shape = p.choose(
        ("", (2, 3)), (", size=None", (3,)), (", size=3", (3,)), (", size=(2, 3)", (3,)),
        (", size=()", ()), (", size=(2, 3)", (2, 1)), (", size=3", ()),
    )  # fmt: skip
    dtype = p.options(dtype=("float32", "float64"))
    low = p.array(shape, low=0.5, high=1)
    name = p.choose("normal", "uniform", "gumbel", "logistic")
    p.add(
        f"outline(np.random.{name}({p.choose('0.5', low)}, {p.choose('1.5', low + ' + 1')}{size}))"
    )
    p.add(f"outline(np.random.{p.choose('normal', 'uniform')}(0.5, 1.5{size}{dtype}))")
    name = p.choose("exponential", "rayleigh", "weibull", "pareto", "power")
    p.add(f"outline(np.random.{name}({p.choose('0.5', low)}{size}))")
    p.add(f"outline(np.random.{p.choose('gamma', 'beta')}({low}, {low}{size}))")
    p.add(f"outline(np.random.randint(0, 5{size}{p.options(dtype=('int32', 'int64'))}))")
    p.add(f"outline(np.random.chisquare({p.choose('2', low)}{size}))")
    p.add(f"outline(np.random.multinomial({p.number(1, 4)}, [0.25, 0.75]{size}))")
    p.add(f"outline(np.random.choice({p.number(1, 4)}{size}))")
    p.add(f"outline(np.random.rand({p.number(1, 3)}))")
