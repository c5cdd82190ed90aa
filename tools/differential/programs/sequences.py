"""Sequences of different lengths, order, and other operators of indices."""

from __future__ import annotations

from .program import Program, kind


@kind
def sequence_operators(p: Program) -> None:
    """SequenceMask, SequenceLast and SequenceReverse, along either axis."""
    length, batch = p.number(1, 4), p.number(1, 3)
    rest = p.shape(1, 2)
    name = p.choose("Mask", "Last", "Reverse")
    axis = 0 if name == "Reverse" else p.number(0, 1)
    x = p.array((length, batch, *rest) if axis == 0 else (batch, length, *rest))
    lengths = p.array((batch,), low=1, high=length, dtype="int32")
    lengths = p.add(f"{lengths}.astype({p.choose('float32', 'int32')!r})")
    options = f", axis={axis}" + (p.options(value=(-1.0,)) if name == "Mask" else "")
    p.add(f"recorded(lambda a: nd.Sequence{name}(a, {lengths}, use_sequence_length=True"
          f"{options}), {x})")  # fmt: skip
    p.add(f"recorded(lambda a: nd.softmax(a, axis={p.choose(0, -1, 1)}"
          f"{p.options(temperature=(0.5, 2.0))}), {x})")  # fmt: skip


@kind
def ordering(p: Program) -> None:
    """Sorting, largest elements and places, along any axis or none."""
    shape = p.shape(1, 3)
    axis = p.choose(None, *range(-len(shape), len(shape)))
    x = p.array(shape, p.choose("float32", "float64", "int32"), low=-50, high=50)
    ascending = p.options(is_ascend=(True, False))
    # equal integers are in any order
    x = p.add(f"{x}.astype('float32') + nd.arange({x}.size).reshape({shape}) / 1000")
    p.add(f"nd.sort({x}, axis={axis}{ascending})")
    p.add(f"nd.argsort({x}, axis={axis}{ascending}{p.options(dtype=('int32', 'float64'))})")
    size = 1 if axis is None else shape[axis]
    k = p.number(0, size)
    kind_of = p.choose("value", "indices", "both", "mask")
    if axis is not None or kind_of != "mask":
        p.add(f"nd.topk({x}, axis={axis}, k={k}, ret_typ={kind_of!r}{ascending})")
    p.add(f"nd.{p.choose('argmax', 'argmin')}({x}, axis={axis}{p.options(keepdims=(True,))})")
    p.add(f"recorded(lambda a: nd.{p.choose('max', 'min', 'prod')}(a, axis={axis}), {x})")


@kind
def index_operators(p: Program) -> None:
    """take, pick, gather and scatter, one_hot, Embedding, with indices beyond the ends."""
    shape = p.shape(2, 3)
    x = p.array(shape)
    axis = p.number(-len(shape), len(shape) - 1)
    size = shape[axis]
    indices = p.array(p.shape(1, 2), low=-size - 1, high=size + 1, dtype="int32")
    mode = p.choose("clip", "wrap")
    p.add(f"recorded(lambda a: nd.take(a, {indices}, axis={axis}, mode={mode!r}), {x})")
    kept = [n for place, n in enumerate(shape) if place != axis % len(shape)]
    keep = p.choose(True, False)
    sizes = [*kept]
    if keep:
        sizes.insert(axis % len(shape), 1)
    picked = p.array(sizes, low=-1, high=size, dtype="int32")
    p.add(f"recorded(lambda a: nd.pick(a, {picked}, axis={axis}, keepdims={keep}, "
          f"mode={mode!r}), {x})")  # fmt: skip
    depth = p.number(1, 4)
    options = p.options(on_value=(2.0,), off_value=(-1.0,), dtype=("int32", "float16"))
    p.add(f"nd.one_hot({indices}, {depth}{options})")
    count, many = p.number(1, len(shape)), p.number(1, 3)
    rows = [p.sample((many,), low=0, high=shape[n] - 1, dtype="int32") for n in range(count)]
    places = p.add(f"nd.array([{', '.join(rows)}], dtype='int32')")
    p.add(f"recorded(lambda a: nd.gather_nd(a, {places}), {x})")
    data = p.array((many, *shape[count:]))
    p.add(f"recorded(lambda a: nd.scatter_nd(a, {places}, shape={shape}), {data})")
    p.add(f"nd.ravel_multi_index({places}, shape={shape[:count]})")
    p.add(f"nd.unravel_index(nd.ravel_multi_index({places}, shape={shape[:count]}), "
          f"shape={shape[:count]})")  # fmt: skip


@kind
def reshapes(p: Program) -> None:
    """Codes of reshape."""
    shape = p.shape(1, 4)
    x = p.array(shape)
    codes, place, inferred = [], 0, False
    while place < len(shape):
        size = shape[place]
        code = p.choose(0, "size", "infer", "merge", "split", "rest")
        if code == "merge" and place + 1 < len(shape):
            codes.append(-3)
            place += 1
        elif code == "split":
            codes += [-4, *p.choose((1, size), (size, 1), (-1, size), (1, -1))]
        elif code == "infer" and not inferred and -4 not in codes:  # which 1.9.1 gets wrong
            codes.append(-1)
            inferred = True
        elif code == "rest":
            codes.append(-2)
            break
        else:
            codes.append(size if code == "size" else 0)
        place += 1
    reverse = p.options(reverse=(True,)) if -4 not in codes and -2 not in codes else ""
    p.add(f"{x}.reshape({codes}{reverse})")
    p.add(f"recorded(lambda a: nd.reshape(a, shape={tuple(codes)}), {x})")


@kind
def shapes(p: Program) -> None:
    """Slices with steps, padding, tiles and other changes of shape, with gradients."""
    shape = p.shape(2, 4)
    ndim = len(shape)
    x = p.array(shape)
    axis = p.number(-ndim, ndim - 1)
    begins = tuple(p.choose(None, 0, p.number(-n, n - 1)) for n in shape)
    steps = tuple(p.choose(None, 1, 2, -1) for _ in shape)
    p.add(
        f"recorded(lambda a: nd.slice(a, begin={begins}, end={(None,) * ndim}, step={steps}), {x})"
    )
    pads = tuple(p.number(0, 2) for _ in range(2 * (ndim - 2)))
    if ndim == 4:
        mode = p.choose("constant", "edge")
        p.add(f"recorded(lambda a: nd.pad(a, mode={mode!r}, pad_width={(0, 0, 0, 0, *pads)}), {x})")
    expression = p.choose(
        f"nd.tile(a, reps={p.shape(1, ndim + 1, 2)})",
        f"nd.repeat(a, repeats=2{p.options(axis=(axis,))})",
        f"nd.swapaxes(a, {axis % ndim}, {p.number(0, ndim - 1)})",
        f"nd.expand_dims(a, axis={p.number(-ndim - 1, ndim)})",
        f"nd.flip(a, axis={axis % ndim})",
        "nd.squeeze(nd.expand_dims(a, axis=0), axis=0)",
        f"nd.stack(a, a * 2, axis={p.number(-ndim - 1, ndim)})",
        f"nd.split(a, num_outputs=1, axis={axis}, squeeze_axis={shape[axis] == 1})",
        "nd.depth_to_space(nd.reshape(a, shape=(1, -1, 1, 1)), 1)",
        f"nd.slice_like(a, nd.zeros({tuple(p.number(1, n) for n in shape)}))",
        "nd.flatten(a)",
        f"nd.broadcast_axis(nd.sum(a, axis={axis}, keepdims=True), axis={axis % ndim}, size=3)",
        f"nd.{p.choose('sum', 'mean', 'nansum', 'max')}(a, axis={axis}, exclude=True)",
        f"nd.diag(nd.reshape(a, shape=(0, -1)), k={p.number(-1, 1)})",
        f"nd.moveaxis(a, {axis}, {p.number(0, ndim - 1)})",
        f"nd.cumsum(a, axis={axis % ndim})",
    )
    p.add(f"recorded(lambda a: {expression}, {x})")
