"""Files: arrays of all types, parameters of blocks, graphs, records and tables."""

from __future__ import annotations

from .program import Program, kind

TYPES = ("float32", "float64", "float16", "uint8", "int8", "int32", "int64")


@kind
def array_files(p: Program) -> None:
    """Arrays that are saved and loaded: lists, dictionaries, one array, sparse ones."""
    arrays = [
        p.array(p.shape(1, 4), p.choose(*TYPES), low=0, high=9) for _ in range(p.number(1, 3))
    ]
    if p.choose(True, False):
        arrays.append(
            p.add(f"nd.array([[0, 1], [0, 0]]).tostype({p.choose('csr', 'row_sparse')!r})")
        )
    names = p.random.sample(["b", "a:0", "arg:w", "é", "x y"], len(arrays))
    stored = p.choose(
        f"[{', '.join(arrays)}]",
        f"{{{', '.join(f'{n!r}: {a}' for n, a in zip(names, arrays, strict=True))}}}",
        arrays[0],
    )
    p.add(f"loaded(lambda path: nd.save(path, {stored}), nd.load)")
    p.add(f"loaded(lambda path: nd.save(path, {stored}), lambda path: "
          "nd.load_frombuffer(contents(path)))")  # fmt: skip


@kind
def parameter_files(p: Program) -> None:
    """Parameters of blocks that another block loads, exported graphs, states of trainers."""
    width, hidden = p.number(1, 3), p.number(1, 3)
    layers = p.choose(
        f"gluon.nn.Dense({hidden}, in_units={width}, prefix='a_')",
        f"gluon.nn.BatchNorm(in_channels={width}, prefix='a_')",
        f"gluon.nn.LayerNorm(in_channels={width}, prefix='a_')",
    )
    nets = [p.add("gluon.nn.HybridSequential(prefix='net_')") for _ in range(2)]
    for net in nets:
        p.add(f"{net}.add({layers}, gluon.nn.Dense(2, prefix='b_'))")
        p.add(f"{net}.initialize()")
    data = p.array((p.number(1, 3), width))
    p.add(f"{nets[0]}({data}).shape")
    p.add(f"assign({nets[0]}, seed={p.number(0, 10**6)})")
    dtype = p.choose("float32", "float32", "float16", "float64")
    p.add(f"{nets[0]}.cast({dtype!r})")
    save = p.choose("save_parameters", "collect_params().save")
    load = "load_parameters" if save == "save_parameters" else "collect_params().load"
    options = p.options(cast_dtype=(True,)) if dtype == "float32" else ", cast_dtype=True"
    p.add(f"loaded(lambda path: {nets[0]}.{save}(path), lambda path: "
          f"{nets[1]}.{load}(path{options}))")  # fmt: skip
    p.add(f"[each.astype('float32') for each in values_of({nets[1]})]")
    p.add(f"{nets[1]}({data}.astype({nets[1]}[1].weight.dtype))")
    p.add(f"{nets[1]}.hybridize()")
    p.add(f"{nets[1]}({data}.astype({nets[1]}[1].weight.dtype))")
    p.add(f"sorted(loaded(lambda path: {nets[1]}.export(path), "
          "lambda path: nd.load(path + '-0000.params')).items())")  # fmt: skip


@kind
def tables(p: Program) -> None:
    """CSVIter over two epochs, with labels or not, and records."""
    count, width, batch = p.number(1, 7), p.number(1, 3), p.number(1, 4)
    rows = p.add(p.sample((count, width)))
    label = p.choose("None", p.sample((count, 1)))
    # Without round_batch, 1.9.1 leaves the end of a first batch that is not full uninitialized.
    options = p.options(round_batch=(True, count < batch))
    p.add(f"csv_batches({rows}, {label}, {batch}{options})")
    texts = [bytes(p.number(0, 255) for _ in range(p.number(0, 6))) for _ in range(p.number(1, 4))]
    p.add(f"records({texts!r}, {p.random.sample(range(len(texts)), len(texts))})")
