"""Modules, key-value stores and symbolic loops."""

from __future__ import annotations

from .program import Program, kind


@kind
def modules(p: Program) -> None:
    """A network of symbols that a Module trains for two epochs."""
    count, width, classes = p.number(4, 8), p.number(1, 4), p.number(2, 3)
    net = p.add("sym.var('data')")
    for layer in range(p.number(1, 2)):
        net = p.add(f"sym.FullyConnected({net}, num_hidden={p.number(1, 4)}, name='fc{layer}')")
        net = p.add(f"sym.Activation({net}, act_type={p.choose('relu', 'tanh')!r})")
    net = p.add(f"sym.FullyConnected({net}, num_hidden={classes}, name='last')")
    net = p.add(f"sym.SoftmaxOutput({net}, name='softmax')")
    labels = p.sample((count,), low=0, high=classes - 1, dtype="int32")
    iterator = p.add(
        f"mx.io.NDArrayIter({p.sample((count, width))}, {labels}.astype('float32'), "
        f"{p.number(1, 4)}{p.options(last_batch_handle=('discard',))}, label_name='softmax_label')"
    )
    optimizer = p.choose(
        "'sgd', (('learning_rate', 0.1), ('momentum', 0.9))", "'adam', (('learning_rate', 0.01),)",
        "'sgd', (('learning_rate', 0.1), ('wd', 0.1))", "'nag', (('learning_rate', 0.1),)",
    )  # fmt: skip
    metric = p.choose("acc", "ce", "mse")
    p.add(f"fitted({net}, {iterator}, {optimizer}, {metric!r})")


@kind
def stores(p: Program) -> None:
    """Values that are pushed and pulled, one or several for a key."""
    shape = p.shape(1, 2)
    store = p.add(f"mx.kv.create({p.choose('local', 'device')!r})")
    key = p.choose(3, "'w'")
    value = p.array(shape)
    p.add(f"{store}.init({key}, {value})")
    if p.choose(True, False):
        p.add(f"{store}.set_optimizer(mx.optimizer.create('sgd', learning_rate=0.5))")
    pushed = [p.array(shape) for _ in range(p.number(1, 3))]
    out = p.add(f"nd.zeros({shape})")
    for _ in range(2):
        p.add(f"{store}.push({key}, [{', '.join(pushed)}])")
        p.add(f"{store}.pull({key}, out={out})")
        p.add(f"{out} * 1")
    others = [p.array(shape) for _ in range(2)]
    p.add(f"{store}.init([7, 9] if {key} == 3 else ['x', 'y'], [{', '.join(others)}])")
    p.add(f"[{store}.rank, {store}.num_workers, {store}.type]")


@kind
def symbolic_loops(p: Program) -> None:
    """foreach, while_loop and cond of symbols, with gradients."""
    length, width = p.number(1, 4), p.number(1, 3)
    data, state, weight = (p.add(f"sym.var({name!r})") for name in ("data", "state", "weight"))
    step = p.choose("d * s", "sym.tanh(d + s)", f"sym.relu(d) - s * {weight}", "d + s * 0.5")
    states = p.choose("s + d", f"s * {weight}", "s * 0.5")
    loop = p.add(f"sym.contrib.foreach(lambda d, s: ({step}, {states}), {data}, {state})")
    graph = p.add(f"sym.Group([{loop}[0] * 1, {loop}[1] + {weight} * 0])")
    arrays = f"state={p.sample((width,))}, weight={p.sample((width,))}"
    p.add(f"executed({graph}, data={p.sample((length, width))}, {arrays})")
    most, limit = p.number(1, 4), p.number(1, 4)
    body = p.choose("s * 2", "s + 1", "sym.tanh(s)")
    loop = p.add(
        f"sym.contrib.while_loop(lambda i, s: i < {limit}, lambda i, s: ([s], [i + 1, {body}]), "
        f"[sym.var('i'), {state}], max_iterations={most})"
    )
    graph = p.add(f"{loop}[1][1] * {weight}")
    p.add(f"executed({graph}, i=onp.zeros((1,)), {arrays})")
    branch = p.add(
        f"sym.contrib.cond(sym.sum({state}) > 0, lambda: {state} * 2, lambda: {weight} - {state})"
    )
    p.add(f"executed({branch}, {arrays})")


@kind
def modules_of_several_inputs(p: Program) -> None:
    """Modules by hand: several inputs, gradients of inputs, added gradients, frozen parameters."""
    batch, widths, hidden = p.number(1, 3), (p.number(1, 3), p.number(1, 3)), p.number(1, 3)
    left = p.add(f"sym.FullyConnected(sym.var('a'), num_hidden={hidden}, name='fa')")
    right = p.add(f"sym.FullyConnected(sym.var('b'), num_hidden={hidden}, name='fb')")
    joined = p.choose(f"{left} * {right}", f"sym.concat({left}, {right}, dim=1)",
                      f"sym.broadcast_maximum({left}, {right})")  # fmt: skip
    last = p.choose("sym.LinearRegressionOutput", "sym.MAERegressionOutput",
                    "sym.LogisticRegressionOutput")  # fmt: skip
    out = p.add(f"sym.FullyConnected({joined}, num_hidden=2, name='last')")
    net = p.add(f"{last}({out}, sym.var('label'), name='out')")
    if p.choose(True, False):
        net = p.add(f"sym.Group([{net}, sym.BlockGrad({left})])")
    frozen = p.options(fixed_param_names=(["fa_weight", "fa_bias"], ["fb_bias", "last_bias"]))
    request = p.choose("write", "write", "add")
    arrays = ", ".join(p.sample((batch, width)) for width in widths)
    p.add(f"trained_by_hand({net}, [{arrays}], {p.sample((batch, 2))}, "
          f"{request!r}, {p.choose('sgd', 'adam')!r}{frozen})")  # fmt: skip


@kind
def buckets(p: Program) -> None:
    """A BucketingModule whose buckets share their parameters."""
    hidden, batch = p.number(1, 3), p.number(1, 2)
    lengths = [p.number(1, 4) for _ in range(3)]
    cell = p.choose("RNNCell", "GRUCell", "LSTMCell")
    p.add(f"in_buckets(lambda: mx.rnn.{cell}({hidden}, prefix='c_'), {lengths}, {batch})")
