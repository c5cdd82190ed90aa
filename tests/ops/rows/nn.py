"""Fully connected layers, activations and what of dropout is not random."""

from tests.ops.row import row, uniform, values

X = uniform(2, 3, 4, low=-2, high=2)
SPECIAL = values([-100, -30, -12, -1, -0.0, 0, 1e-3, 1, 19, 20.5, 30, 100])
FLOATS = ("float16", "float64")
PRELU = [((2, 3), (3,)), ((2, 3), (1,)), ((3, 2), (3,)), ((2, 2), (2,)), ((2, 3), (2, 3)),
         ((4,), (1,)), ((4,), (4,)), ((2, 3, 4), (3,)), ((2, 3, 4), (1,)), ((2, 3, 4), (1, 3)),
         ((2, 3, 4), (2, 3)), ((2, 3, 4), (2, 1)), ((2, 3, 4), (2,)), ((2, 3, 2, 2), (3,)),
         ((3, 4, 2, 2), (3, 4))]  # fmt: skip


def fully_connected(data, units, size, dtype="float32", no_bias=False, **attrs):
    arrays = [uniform(*data, dtype=dtype), uniform(units, size, dtype=dtype)]
    arrays += [] if no_bias else [uniform(units, dtype=dtype)]
    if no_bias:
        attrs["no_bias"] = True
    return row("FullyConnected", *arrays, num_hidden=units, **attrs)


ROWS = [
    fully_connected((2, 4), 5, 4),
    fully_connected((2, 3, 4), 5, 12),
    fully_connected((2, 3, 4), 5, 4, flatten=False),
    fully_connected((2, 3, 2, 2), 1, 12, flatten=True),
    fully_connected((2, 3, 2, 2), 3, 2, flatten=False, no_bias=True),
    fully_connected((3,), 2, 1),
    fully_connected((3,), 2, 3, flatten=False),
    fully_connected((1, 1), 1, 1, no_bias=True),
    *(fully_connected((2, 4), 3, 4, "float64", no_bias) for no_bias in (True, False)),
    *(row("Activation", data, act_type=act_type, rtol=1e-4)
      for act_type in ("relu", "sigmoid", "tanh", "softrelu", "softsign")
      for data in (X, SPECIAL, uniform(5, dtype="float16"), uniform(2, 3, dtype="float64"))),
    *(row("LeakyReLU", data, act_type=act_type, rtol=1e-4)
      for act_type in ("leaky", "elu", "selu", "gelu")
      for data in (X, SPECIAL, uniform(5, dtype="float16"), uniform(2, 3, dtype="float64"))),
    row("LeakyReLU", X),
    *(row("LeakyReLU", X, act_type=act_type, slope=slope)
      for act_type in ("leaky", "elu") for slope in (0.1, 0.0, 2.0)),
    *(row("LeakyReLU", uniform(*data), uniform(*gamma, low=0.1, high=1), act_type="prelu")
      for data, gamma in PRELU),
    row("LeakyReLU", values([[-1.0, 0.0, 2.0]]), values([-0.5]), act_type="prelu"),
    *(row("LeakyReLU", uniform(2, 3, dtype=dtype), uniform(3, dtype=dtype), act_type="prelu")
      for dtype in FLOATS),
    row("Dropout", X, p=0.3, train=False),
    row("Dropout", X, p=0.0),
    row("Dropout", X, p=0.3, train=False, axes=(1,), cudnn_off=True),
    row("Dropout", uniform(2, 3, dtype="float64"), p=0.0, mode="always", axes=(0,), cudnn_off=None),
    row("Dropout", uniform(2, 3, dtype="float16"), train=False),
]  # fmt: skip
