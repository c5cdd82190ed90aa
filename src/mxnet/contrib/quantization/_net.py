"""Quantization of Gluon networks."""

from __future__ import annotations

import pathlib
import tempfile
import warnings

from ... import ndarray, symbol
from ...context import Context
from ...gluon import HybridBlock, SymbolBlock
from ...gluon.data import DataLoader
from ...io import DataBatch, DataDesc, DataIter
from ...model import load_checkpoint
from ...module._inputs import as_descriptions
from ._model import (
    BACKEND,
    CPU,
    _collect_layer_statistics,
    bind_module,
    calib_graph,
    check_dtype,
    is_calibrating,
    quantize_graph,
)


class _DataIterWrapper(DataIter):
    """A data loader as a data iterator; if a batch has several arrays, the last ones are labels."""

    def __init__(self, calib_data):
        self._data = calib_data
        self._batches = iter(calib_data)
        first = self._parts(next(iter(calib_data)))
        data, labels = _split(first)
        super().__init__(data[0].shape[0])
        self.provide_data = _descriptions(data, "data")
        self.provide_label = _descriptions(labels, "label")

    @staticmethod
    def _parts(batch) -> list:
        return list(batch) if isinstance(batch, list | tuple) else [batch]

    def reset(self):
        """Restart the iterator."""
        self._batches = iter(self._data)

    def next(self):
        """Return the next batch."""
        data, labels = _split(self._parts(next(self._batches)))
        return DataBatch(data=data, label=labels)


def _split(arrays: list) -> tuple[list, list]:
    return (arrays[:-1], arrays[-1:]) if len(arrays) > 1 else (arrays, [])


def _descriptions(arrays: list, name: str) -> list[DataDesc]:
    names = [name] if len(arrays) == 1 else [f"{name}{i}" for i in range(len(arrays))]
    return [
        DataDesc(n, array.shape, dtype=array.dtype) for n, array in zip(names, arrays, strict=True)
    ]


def _as_data_iter(calib_data):
    """Return a data iterator and its descriptions of data."""
    if isinstance(calib_data, DataIter):
        return calib_data, calib_data.provide_data
    if isinstance(calib_data, DataLoader):
        wrapped = _DataIterWrapper(calib_data)
        return wrapped, wrapped.provide_data
    raise ValueError(
        "calib_data must be a DataIter or a gluon.data.DataLoader, while received type "
        f"{type(calib_data)}"
    )


def _export(network: HybridBlock, shapes: list[DataDesc], ctx: Context, folder: pathlib.Path):
    """Return the symbol and parameters of a network."""
    arrays = [ndarray.zeros(d.shape, ctx=ctx, dtype=getattr(d, "dtype", "float32")) for d in shapes]
    network(*arrays)
    network.export(str(folder / "float"))
    return load_checkpoint(str(folder / "float"), 0)


def _data_names(sym, parameters, shapes: list[DataDesc]) -> list[str]:
    """Return the names of the symbol's inputs, in the order of the data."""
    free = [name for name in sym.list_arguments() if name not in parameters]
    names = [d.name for d in shapes]
    if set(names) == set(free):
        return names
    if len(free) != len(names):
        raise ValueError(f"the network has the inputs {free}, data_shapes names {names}")
    return free


def quantize_net_v2(
    network, quantized_dtype="auto", quantize_mode="full", quantize_granularity="tensor-wise",
    exclude_layers=None, exclude_layers_match=None, exclude_operators=None, calib_data=None,
    data_shapes=None, calib_mode="none", num_calib_examples=None, ctx=CPU,
    LayerOutputCollector=None, logger=None,
):  # fmt: skip
    """Create a quantized ``SymbolBlock`` from a Gluon network.

    Inputs are described by ``data_shapes`` or ``calib_data`` (a ``DataLoader`` or ``DataIter``),
    which is needed to calibrate ranges: with ``calib_mode`` ``naive``, ``entropy``, or
    ``customize``, which passes layers to the given ``LayerOutputCollector``. Layers are excluded by
    name (``exclude_layers``), by a part of it (``exclude_layers_match``) or by operator.
    """
    if isinstance(ctx, list | tuple):
        raise ValueError("quantize_net takes one context, not a list")
    check_dtype(quantized_dtype)
    if calib_data is None and is_calibrating(calib_mode):
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    if calib_data is not None:
        calib_data, provided = _as_data_iter(calib_data)
        data_shapes = data_shapes or provided
    if not data_shapes:
        raise ValueError("At least one of data_shapes or calib_data has to be provided.")
    shapes = as_descriptions(data_shapes)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        sym, args, aux = _export(network, shapes, ctx, folder)
        names = _data_names(sym, {*args, *aux}, shapes)
        shapes = [DataDesc(n, d.shape, d.dtype, d.layout) for n, d in zip(names, shapes)]  # noqa: B905
        excluded = list(exclude_layers or [])
        for part in exclude_layers_match or []:
            excluded += [node.name for node in sym.get_internals() if part in node.name]
        fuses = ctx == CPU
        if fuses:
            sym = sym.get_backend_symbol(BACKEND)
        qsym, qargs, aux, collector = quantize_graph(
            sym, args, aux, ctx, excluded, list(exclude_operators or []), calib_mode,
            quantized_dtype, quantize_mode, quantize_granularity, LayerOutputCollector, logger,
        )  # fmt: skip
        if collector is not None:
            mod = bind_module(sym, args, aux, names, None, ctx, shapes)
            _collect_layer_statistics(mod, calib_data, collector, num_calib_examples, logger)
            qsym, qargs, aux = calib_graph(
                qsym, args, aux, collector, calib_mode, quantized_dtype, logger
            )
        if fuses:
            qsym = qsym.get_backend_symbol(BACKEND)
        return _as_block(qsym, names, qargs, aux, ctx, folder)


def _as_block(sym, names, args, aux, ctx, folder: pathlib.Path) -> SymbolBlock:
    saved = {f"arg:{key}": array for key, array in args.items()}
    saved.update({f"aux:{key}": array for key, array in aux.items()})
    ndarray.save(str(folder / "quantized.params"), saved)
    block = SymbolBlock(sym, [symbol.var(name) for name in names])
    block.collect_params().load(
        str(folder / "quantized.params"), ctx, cast_dtype=True, dtype_source="saved"
    )
    return block


def quantize_net(
    network, quantized_dtype="auto", quantize_mode="full", exclude_layers=None,
    exclude_layers_match=None, exclude_operators=None, calib_data=None, data_shapes=None,
    calib_mode="none", num_calib_examples=None, ctx=CPU, logger=None,
):  # fmt: skip
    """Quantize like :func:`quantize_net_v2`, by tensors; replaced by it in 2.0."""
    warnings.warn(
        "WARNING: This will be deprecated after MXNet 2.0, please use quantize_net_v2.",
        stacklevel=2,
    )
    return quantize_net_v2(
        network, quantized_dtype, quantize_mode, "tensor-wise", exclude_layers,
        exclude_layers_match, exclude_operators, calib_data, data_shapes, calib_mode,
        num_calib_examples, ctx, None, logger,
    )  # fmt: skip
