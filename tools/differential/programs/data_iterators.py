"""Data: iterators, samplers, datasets, batches."""

from __future__ import annotations

from .program import Program, kind


@kind
def array_iterators(p: Program) -> None:
    """NDArrayIter over two epochs."""
    count, batch = p.number(1, 9), p.number(1, 4)
    data = p.add(p.sample((count, 2)))
    if p.choose(True, False):
        data = p.add(f"{{'b': {data}, 'a': {p.sample((count,))}}}")
    label = p.choose("None", p.sample((count,)))
    # Not roll_over of batches larger than the data, at which 1.9.1 fails in the second epoch.
    rest = p.choose("pad", "discard", *(["roll_over"] if batch <= count else []))
    iterator = p.add(f"mx.io.NDArrayIter({data}, {label}, {batch}, last_batch_handle={rest!r})")
    p.add(f"[(d.name, d.shape) for d in {iterator}.provide_data + {iterator}.provide_label]")
    for _ in range(2):
        p.add(f"[(b.data, b.label, b.pad) for b in {iterator}]")
        p.add(f"{iterator}.reset()")
    resized = p.add(f"mx.io.ResizeIter({iterator}, {p.number(1, 4)})")
    p.add(f"[(b.data, b.pad) for b in {resized}]")


@kind
def datasets(p: Program) -> None:
    """Datasets, samplers and loaders in one process."""
    count = p.number(1, 9)
    dataset = p.add(
        p.choose(
            f"gluon.data.ArrayDataset({p.sample((count, 2))}, {p.sample((count,))})",
            f"gluon.data.ArrayDataset(nd.array({p.sample((count, 2))}), list(range({count})))",
            f"gluon.data.SimpleDataset(list(range({count})))",
        )
    )
    change = p.choose(
        f"{dataset}.shard({p.number(1, 3)}, 0)",
        f"{dataset}.take({p.number(0, count)})",
        f"{dataset}.filter(lambda *row: True)",
        f"{dataset}.sample(gluon.data.SequentialSampler({p.number(0, count)}))",
        f"{dataset}.transform(lambda *row: row[0])",
        dataset,
    )
    changed = p.add(change)
    p.add(f"[{changed}[i] for i in range(len({changed}))]")
    last = p.choose("keep", "discard", "rollover")
    p.add(f"[b for b in gluon.data.DataLoader({changed}, {p.number(1, 4)}, last_batch={last!r})]")
    sampler = p.choose(
        f"gluon.data.SequentialSampler({count})",
        f"gluon.contrib.data.IntervalSampler({count}, {p.number(1, count)})",
    )
    batches = p.add(f"gluon.data.BatchSampler({sampler}, {p.number(1, 4)}, {last!r})")
    p.add(f"[list({batches}), len({batches}), list({batches})]")
    rows = p.number(1, 6)
    parts = p.number(1, rows)
    p.add(f"gluon.utils.split_data(nd.array({p.sample((rows, 2))}), {parts}, even_split=False)")
