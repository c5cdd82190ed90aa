"""Random numbers after a seed, drawn by the real MXNet 1.9.1 and by this package.

Only the ends of large results are stored, and a sum that depends on all of them.
"""

import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "random.npz"
SEEDS = (0, 42, -3, 2**31 + 5)
# In one part of a stream, in all of one, in two, in all 1024 streams, in several blocks of them.
COUNTS = (3, 64, 65, 70_001)
FLOATS = ("float32", "float64", "float16")


def draws_of_nd(mx, count):
    draw, total = mx.nd.random, count // 3 + 1
    for dtype in FLOATS:
        yield f"uniform {dtype}", draw.uniform(-0.07, 0.07, shape=count, dtype=dtype)
        yield f"normal {dtype}", draw.normal(0.5, 2, shape=count, dtype=dtype)
        yield f"exponential {dtype}", draw.exponential(0.3, shape=count, dtype=dtype)
    for dtype in ("int32", "int64"):
        yield f"randint {dtype}", draw.randint(-5, 2**31 - 1, shape=count, dtype=dtype)
    low, high = mx.nd.array([0, 1, 5]), mx.nd.array([1, 4, 7])
    yield "uniform of arrays", draw.uniform(low, high, shape=total)
    yield "normal of arrays", draw.normal(low, high, shape=total)
    yield "normal_like", draw.normal_like(mx.nd.zeros((3, total)))
    yield "shuffle", draw.shuffle(mx.nd.arange(count))
    yield "shuffle of rows", draw.shuffle(mx.nd.arange(2 * count).reshape((count, 2)))
    yield "multinomial", draw.multinomial(mx.nd.array([[0.1, 0, 0.9], [0.5, 0.3, 0.2]]), total)
    yield "randn", draw.randn(count)


def draws_of_np(mx, count):
    np, draw = mx.np, mx.np.random
    for dtype in FLOATS:
        yield f"uniform {dtype}", draw.uniform(-2, 3, size=(count,), dtype=dtype)
        yield f"normal {dtype}", draw.normal(0.5, 2, size=(count,), dtype=dtype)
    for name in ("logistic", "gumbel"):
        yield name, getattr(draw, name)(1.0, 2.0, size=(count,))
    for name in ("exponential", "rayleigh", "pareto", "weibull", "power"):
        yield name, getattr(draw, name)(3.0, size=(count,))
    yield "bernoulli", mx.npx.random.bernoulli(0.3, size=(count,))
    yield "choice", draw.choice(17, size=(count,))
    yield "weighted choice", draw.choice(3, size=(count,), p=np.array([0.2, 0, 0.8]))
    yield "randint", draw.randint(3, 99, size=(count,))
    yield "normal of arrays", draw.normal(np.zeros((3, 1)), np.ones((3, 4)))
    order = np.arange(count)
    draw.shuffle(order)
    yield "shuffle", order
    yield "uniform at the end", draw.uniform(size=(3,))


def weights(mx):
    """Initialize networks as users do, at once and at their first call."""
    nn = mx.gluon.nn
    inits = {
        "default": mx.init.Uniform(),
        "xavier": mx.init.Xavier(),
        "normal": mx.init.Normal(0.02),
        "msra": mx.init.MSRAPrelu(),
    }
    for name, init in inits.items():
        for hybridized in (False, True):
            mx.random.seed(11)
            net = nn.HybridSequential(prefix="")
            net.add(nn.Conv2D(6, 5), nn.BatchNorm(), nn.Dense(120), nn.Dense(10, in_units=120))
            net.initialize(init)
            if hybridized:
                net.hybridize()
            net(mx.nd.ones((2, 1, 20, 20)))
            parameters = list(net.collect_params().values())
            for i, parameter in enumerate(parameters):
                yield f"{name} {hybridized} {i}", parameter.data()
    mx.random.seed(4)
    data = mx.sym.var("data")
    net = mx.sym.FullyConnected(data, num_hidden=30, name="fc1")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=5, name="fc2"), name="softmax")
    module = mx.mod.Module(net)
    module.bind([("data", (8, 12))], [("softmax_label", (8,))])
    module.init_params(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2))
    for name, array in sorted(module.get_params()[0].items()):
        yield f"module {name}", array


def losses(mx):
    """Train a network on made-up data; everything that is random is drawn after one seed."""
    mx.random.seed(7)
    x = mx.nd.random.normal(shape=(200, 5))
    y = mx.nd.dot(x, mx.nd.array([[1], [2], [3], [4], [5]])) + mx.nd.random.normal(
        scale=0.01, shape=(200, 1)
    )
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(16, activation="relu"), mx.gluon.nn.Dense(1))
    net.initialize(mx.init.Normal(0.1))
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.05})
    loss_of = mx.gluon.loss.L2Loss()
    for step in range(10):
        with mx.autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(200)
        yield str(step), loss.mean()


def summarize(array):
    """Return the first and last elements, and the mean of all with weights from -1 to 1."""
    values = array.asnumpy().reshape(-1).astype("float64")
    factors = np.cos(np.arange(len(values)))
    return np.concatenate([values[:8], values[-4:], [(values * factors).mean()]])


def run(mx):
    """Draw everything; return the summaries by name."""
    results = {}
    for seed in SEEDS:
        for count in COUNTS:
            for module, draws in (("nd", draws_of_nd), ("np", draws_of_np)):
                mx.random.seed(seed)
                for name, array in draws(mx, count):
                    results[f"{module}/{seed}/{count}/{name}"] = summarize(array)
    for group in (weights, losses):
        for name, array in group(mx):
            results[f"{group.__name__}/{name}"] = summarize(array)
    return results


def record(mx):
    """Return the golden file, made by the real MXNet."""
    return {GOLDEN: run(mx)}
