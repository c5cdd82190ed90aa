"""Recurrent layers and cells, with states."""

from __future__ import annotations

from .program import Program, kind


@kind
def recurrent_layers(p: Program) -> None:
    """Fused layers: several, in both directions, with states."""
    name = p.choose("RNN", "LSTM", "GRU")
    length, batch, width, hidden = (p.number(1, 4) for _ in range(4))
    layers, bidirectional = p.number(1, 3), p.choose(True, False)
    layout = p.choose("TNC", "NTC")
    activation = f", activation={p.choose('relu', 'tanh')!r}" if name == "RNN" else ""
    sizes = p.options(input_size=(width,))
    net = p.add(
        f"gluon.rnn.{name}({hidden}, {layers}, layout={layout!r}, "
        f"bidirectional={bidirectional}{activation}{sizes})"
    )
    p.add(f"{net}.initialize()")
    shape = (length, batch, width) if layout == "TNC" else (batch, length, width)
    data = p.array(shape)
    p.add(f"{net}({data}).shape")
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    p.add(f"{net}({data})")
    state = (layers * (1 + bidirectional), batch, hidden)
    states = [p.array(state) for _ in range(1 + (name == "LSTM"))]
    arguments = ", ".join(states)
    p.add(f"flat({net}({data}, [{arguments}]))")
    p.add(f"recorded(lambda a, *s: flat({net}(a, list(s))), {data}, {arguments})")
    p.add(f"values_of({net}, gradients=True)")


def _cell(p: Program, width: int, layer: int) -> tuple[str, int]:
    """Return a cell and the size of its output."""
    hidden = p.number(1, 4)
    inputs = p.options(input_size=(width,))
    cell = p.choose(
        f"gluon.rnn.RNNCell({hidden}, activation={p.choose('relu', 'tanh')!r}{inputs})",
        f"gluon.rnn.LSTMCell({hidden}{inputs})",
        f"gluon.rnn.GRUCell({hidden}{inputs})",
        f"gluon.rnn.ResidualCell(gluon.rnn.GRUCell({width}, input_size={width}))",
        f"gluon.contrib.rnn.LSTMPCell({hidden + 1}, {hidden})",
    )
    return cell, width if "Residual" in cell else hidden


@kind
def recurrent_cells(p: Program) -> None:
    """Cells that are stacked and unrolled, with a length for each sequence."""
    length, batch, width = p.number(1, 4), p.number(1, 3), p.number(1, 4)
    if p.choose(True, True, False):
        net, size = p.add("gluon.rnn.SequentialRNNCell()"), width
        for layer in range(p.number(1, 2)):
            cell, size = _cell(p, size, layer)
            p.add(f"{net}.add({cell})")
    else:
        parts = [_cell(p, width, layer)[0] for layer in range(2)]
        net = p.add(f"gluon.rnn.BidirectionalCell({', '.join(parts)})")
    p.add(f"{net}.initialize()")
    layout = p.choose("TNC", "NTC")
    data = p.array((length, batch, width) if layout == "TNC" else (batch, length, width))
    lengths = ""
    if p.choose(True, False):
        lengths = f", valid_length={p.array((batch,), low=1, high=length, dtype='int32')}"
        lengths += ".astype('float32')"
    merged = p.choose(True, True, False)
    unroll = f"{net}.unroll({length}, a, layout={layout!r}, merge_outputs={merged}{lengths})"
    unrolled = f"heads(*{unroll})"
    p.add(f"(lambda a: [each.shape for each in {unrolled}])({data})")
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    p.add(f"recorded(lambda a: {unrolled}, {data})")
    p.add(f"values_of({net}, gradients=True)")


@kind
def convolutional_cells(p: Program) -> None:
    """Cells of gluon.contrib whose states are images."""
    ndim, channels, hidden = p.number(1, 3), p.number(1, 2), p.number(1, 2)
    sizes = tuple(p.number(2, 4) for _ in range(ndim))
    kernels = f"i2h_kernel={p.choose(1, 3)}, h2h_kernel={p.choose(1, 3)}, i2h_pad=1"
    options = p.options(activation=("relu", "tanh"))
    name = p.choose("RNN", "LSTM", "GRU")
    shape = (channels, *sizes)
    net = p.add(f"gluon.contrib.rnn.Conv{ndim}D{name}Cell({shape}, {hidden}, {kernels}{options})")
    p.add(f"{net}.initialize()")
    length, batch = p.number(1, 2), p.number(1, 2)
    data = p.array((batch, length, *shape))
    unrolled = f"heads(*{net}.unroll({length}, a, merge_outputs=True))"
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    p.add(f"recorded(lambda a: {unrolled}, {data})")
    p.add(f"values_of({net}, gradients=True)")


@kind
def old_cells(p: Program) -> None:
    """Cells of mx.rnn, which make symbols."""
    length, batch, width, hidden = (p.number(1, 3) for _ in range(4))
    name = p.choose("RNNCell", "LSTMCell", "GRUCell", "FusedRNNCell")
    options = ""
    if name == "FusedRNNCell":
        options = f", num_layers={p.number(1, 2)}, bidirectional={p.choose(True, False)}, "
        options += f"mode={p.choose('rnn_relu', 'rnn_tanh', 'lstm', 'gru')!r}, prefix='f_'"
    cell = p.add(f"mx.rnn.{name}({hidden}{options})")
    if name == "FusedRNNCell" and p.choose(True, False):
        cell = p.add(f"{cell}.unfuse()")
    layout = p.choose("NTC", "TNC")
    unrolled = f"{cell}.unroll({length}, sym.var('data'), layout={layout!r}, merge_outputs=True)"
    graph = p.add(f"{unrolled}[0]")
    p.add(f"{graph}.list_arguments()")
    shape = (length, batch, width) if layout == "TNC" else (batch, length, width)
    p.add(f"bound({graph}, data={shape})")


@kind
def recurrent_options(p: Program) -> None:
    """First states, dropout between layers, which prediction leaves out, and other initializers."""
    length, batch, width, hidden = (p.number(1, 4) for _ in range(4))
    layers, both = p.number(1, 3), p.choose(1, 2)
    name = p.choose("LSTM", "GRU", "RNN")
    dropout = p.choose(0, 0, 0.5)
    initializer = p.options(i2h_bias_initializer=("ones",), h2h_bias_initializer=("ones",))
    options = f", bidirectional={both == 2}, input_size={width}, dropout={dropout}{initializer}"
    net = p.add(f"gluon.rnn.{name}({hidden}, {layers}{options})")
    p.add(f"{net}.initialize(mx.init.Constant(0.2))")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    data = p.array((length, batch, width))
    states = p.add(f"{net}.begin_state({batch}{p.choose('', ', func=nd.ones')})")
    p.add(f"flat({net}({data}, {states}))")
    if not dropout:
        p.add(f"recorded(lambda a: flat({net}(a, {states})), {data})")
        p.add(f"values_of({net}, gradients=True)")
    p.add(f"[{net}.state_info({batch}), sorted({net}.collect_params())[:2]]")


@kind
def encoders_and_decoders(p: Program) -> None:
    """A cell that begins with the last states of another one, in a graph."""
    length, batch, width, hidden = p.number(2, 7), p.number(1, 3), p.number(1, 4), p.number(1, 4)
    name = p.choose("LSTMCell", "LSTMCell", "GRUCell", "RNNCell")
    encoder, decoder = (p.add(f"gluon.rnn.{name}({hidden}, prefix={e!r})") for e in ("e_", "d_"))
    x, options = p.add("sym.var('x')"), "layout='NTC', merge_outputs=True"
    coded = p.add(f"{encoder}.unroll({length}, {x}, {options})")
    results = p.add(f"{decoder}.unroll({length}, {x}, {coded}[1], {options})")
    chosen = p.choose(f"{results}[0]", f"{results}[0], *{results}[1]", f"{coded}[0], {results}[0]")
    p.add(f"bound(sym.Group([{chosen}]), x={(batch, length, width)})")
