"""Initial values of parameters that are not random, and the shapes of those that are."""

from __future__ import annotations

from .program import Program, kind

RANDOM = (
    "Uniform(0.1)", "Normal(0.1)", "Xavier()", "Xavier('gaussian', 'in', 2)", "MSRAPrelu()",
    "Orthogonal()",
)  # fmt: skip
FIXED = ("Zero()", "One()", "Constant(0.5)", "Bilinear()", "LSTMBias(2.0)")


@kind
def initial_values(p: Program) -> None:
    """Patterns of names, and defaults by the end of a name."""
    fixed, other = p.choose("Zero()", "One()", "Constant(0.5)"), p.choose(*FIXED[:3])
    patterns = p.choose(["bias", ".*"], ["dense0", ".*"], ["weight$", "gamma", ".*"])
    values = [f"mx.init.{p.choose(*FIXED[:3])}" for _ in patterns]
    init = p.choose(
        f"mx.init.{fixed}", f"mx.init.{other}",
        f"mx.init.Mixed({patterns}, [{', '.join(values)}])",
    )  # fmt: skip
    shape = p.choose((2, 3), (4,), (1, 2, 4, 4), (4, 3))
    name = p.choose(
        "dense0_weight", "dense0_bias", "bn_gamma", "bn_beta", "bn_running_mean", "bn_running_var",
        "bn_moving_mean", "bn_moving_var", "a_min", "a_max", "lstm_h2h_bias", "other",
    )  # fmt: skip
    target = p.add(f"nd.zeros({shape}) - 7")
    p.add(f"initialized({init}, {name!r}, {target})")
    attributes = p.choose(*FIXED[:3], "LSTMBias(2.0)")
    p.add(f"initialized(mx.init.Zero(), {name!r}, {target}, mx.init.{attributes}.dumps())")
    p.add(f"mx.init.{p.choose(*FIXED[:3], *RANDOM[:2])}.dumps()")
    p.add(f"outline(initialized(mx.init.{p.choose(*RANDOM)}, 'a_weight', nd.zeros((4, 5))))")


@kind
def network_initialization(p: Program) -> None:
    """Initializers of layers and of networks, and what is forced again."""
    layers = [
        "gluon.nn.Dense(2, in_units=3, weight_initializer='ones', prefix='a_')",
        "gluon.nn.Dense(3, in_units=2, bias_initializer=mx.init.Constant(0.5), prefix='b_')",
        "gluon.nn.BatchNorm(in_channels=3, gamma_initializer='zeros', prefix='c_')",
        "gluon.nn.Dense(3, in_units=3, prefix='d_')",
        "gluon.nn.PReLU(prefix='e_')",
        "gluon.rnn.LSTM(2, input_size=3, i2h_bias_initializer=mx.init.LSTMBias(), prefix='f_')",
        "gluon.nn.Conv2DTranspose(1, 4, in_channels=1, weight_initializer=mx.init.Bilinear(), "
        "prefix='g_')",
    ]
    net = p.add("gluon.nn.Sequential(prefix='net_')")
    for layer in p.random.sample(layers, p.number(1, 4)):
        p.add(f"{net}.add({layer})")
    p.add(f"{net}.initialize(mx.init.{p.choose(*FIXED[:3])})")
    p.add(f"[(name, value.data()) for name, value in sorted({net}.collect_params().items())]")
    again = p.options(force_reinit=(True,))
    p.add(f"{net}.initialize(mx.init.{p.choose(*FIXED[:3])}{again})")
    p.add(f"[(name, value.data()) for name, value in sorted({net}.collect_params().items())]")
    p.add(f"sorted({net}.collect_params({p.choose('.*bias', 'a_|b_', '.*weight$')!r}).keys())")
    p.add(f"{net}.collect_params().setattr('grad_req', {p.choose('null', 'add')!r})")
    p.add(f"[value.grad_req for _, value in sorted({net}.collect_params().items())]")
