"""8-bit integers."""

from __future__ import annotations

from .program import Program, kind


@kind
def quantized(p: Program) -> None:
    """8-bit integers: quantizing, layers, and back."""
    batch, features, units = p.number(1, 3), p.number(2, 6), p.number(1, 4)
    kind_of = p.choose("uint8", "int8")
    low = 0 if kind_of == "uint8" else -2
    data = p.array((batch, features), low=low)
    x = p.add(f"nd.contrib.quantize_v2({data}, out_type={kind_of!r}, "
              f"min_calib_range={float(low)}, max_calib_range=2.0)")  # fmt: skip
    p.add(f"nd.contrib.dequantize(*{x}, out_type='float32')")
    w = p.add(f"nd.contrib.quantize_v2({p.array((units, features))}, out_type='int8')")
    out = p.add(f"nd.contrib.quantized_fully_connected({x}[0], {w}[0], min_data={x}[1], "
                f"max_data={x}[2], min_weight={w}[1], max_weight={w}[2], "
                f"num_hidden={units}, no_bias=True)")  # fmt: skip
    small = p.add(f"nd.contrib.requantize(*{out}, min_calib_range=-6.0, max_calib_range=6.0)")
    p.add(f"nd.contrib.dequantize(*{small}, out_type='float32')")


@kind
def quantized_graphs(p: Program) -> None:
    """Symbols whose layers are replaced by those for 8-bit integers."""
    # Pairs of products stay below 2 ** 15, beyond which 1.9.1 cuts them off: data are a quarter of
    # the range that they were calibrated with.
    if p.choose(True, False):
        shape = (p.number(1, 3), p.number(2, 6))
        graph = p.add("sym.var('data')")
    else:
        shape = (p.number(1, 2), p.number(1, 3), 4, 4)
        graph = p.add("sym.var('data')")
        pool = f"kernel=(2, 2), stride=({p.number(1, 2)}, 2), pool_type={p.choose('max', 'avg')!r}"
        graph = p.add(f"sym.Pooling({graph}, {pool}, name='pool')")
        graph = p.add(f"sym.Flatten({graph}, name='flat')")
    layers = p.number(1, 2)
    for layer in range(layers):
        options = f"num_hidden={p.number(1, 4)}, no_bias={p.choose(True, False)}"
        graph = p.add(f"sym.FullyConnected({graph}, {options}, name='dense{layer}')")
        graph = p.add(f"sym.Activation({graph}, act_type='relu', name='relu{layer}')")
    data, wide = (p.sample(shape, low=0.0, high=high) for high in (1.0, 4.0))
    excluded = p.choose(None, None, ["dense0"], ["relu0"])
    options = f"quantized_dtype='uint8', excluded_sym_names={excluded}"
    p.add(f"quantized({graph}, {data}, {wide}, {options})")
