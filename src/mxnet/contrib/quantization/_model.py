"""Quantization of symbols with their parameters."""

from __future__ import annotations

import logging

import numpy as np

from ... import ndarray
from ..._graph.rewrite.quantize import QuantizationConfig, calibrate, quantize_operators
from ...base import MXNetError
from ...context import Context, cpu
from ...io import DataIter
from ...module import Module
from ...symbol import Symbol, load
from ._histograms import (
    _get_optimal_thresholds,
    _LayerHistogramCollector,
    _LayerOutputMinMaxCollector,
)

DTYPES = ("int8", "uint8", "auto")
GRANULARITIES = ("tensor-wise", "channel-wise")
BACKEND = "MKLDNN_QUANTIZE"
CPU = cpu()
_SUFFIX = "_quantize"


# ------------------------------------------------------------------------------------- checking


def check_dtype(quantized_dtype) -> None:
    if quantized_dtype not in DTYPES:
        raise ValueError(
            f"unknown quantized_dtype {quantized_dtype} received, expected `int8`, `uint8` or "
            "`auto`"
        )


def _check_granularity(quantize_granularity) -> None:
    if quantize_granularity not in GRANULARITIES:
        raise ValueError(
            f"unknown quantize_granularity {quantize_granularity} received, expected `tensor-wise` "
            "or `channel-wise`"
        )


def _names(names, parameter: str, what: str) -> list[str]:
    if names is None:
        return []
    if not isinstance(names, list):
        raise ValueError(
            f"{parameter} must be a list of strings representing the names of the {what} that will "
            f"not be quantized, while received type {type(names)}"
        )
    return names


def is_calibrating(calib_mode) -> bool:
    return calib_mode is not None and calib_mode != "none"


def _check_calib_data(calib_data, calib_mode) -> None:
    if calib_data is None:
        raise ValueError(f"calib_data must be provided when calib_mode={calib_mode}")
    if not isinstance(calib_data, DataIter):
        raise ValueError(
            f"calib_data must be of DataIter type when calib_mode={calib_mode}, while received "
            f"type {type(calib_data)}"
        )


def _unknown_mode(calib_mode) -> ValueError:
    return ValueError(
        f"unknown calibration mode {calib_mode} received, expected `none`, `naive`, or `entropy`"
    )


# ------------------------------------------------------------------------- symbols, parameters


def _quantize_symbol(
    sym, ctx, excluded_symbols=None, excluded_operators=None, offline_params=None,
    quantized_dtype="int8", quantize_mode="smart", quantize_granularity="tensor-wise",
):  # fmt: skip
    """Return a quantized symbol and the names of outputs whose ranges it needs."""
    ctx = Context(ctx)
    if ctx.device_type == "gpu" and quantize_granularity == "channel-wise":
        raise MXNetError("`channel-wise` quantization option is not supported yet by GPU")
    config = QuantizationConfig(
        excluded_names=frozenset(excluded_symbols or ()),
        excluded_ops=frozenset(excluded_operators or ()),
        offline=frozenset(offline_params or ()),
        dtype=quantized_dtype,
        mode=quantize_mode,
        by_channel=quantize_granularity == "channel-wise",
    )
    entries, names = quantize_operators(sym._entries, config)
    return Symbol(entries), names


def _quantize_params(qsym, params, th_dict):
    """Return the parameters of a quantized symbol: integers with their ranges, or unchanged."""
    quantized = {}
    for name in qsym.list_arguments():
        base = name.removesuffix(_SUFFIX)
        if name in params:
            quantized[name] = params[name]
        elif base != name and base in params:
            values = params[base]
            integers = ndarray.contrib.quantize(
                values, ndarray.min(values), ndarray.max(values), out_type="int8"
            )
            ends = (name, f"{name}_min", f"{name}_max")
            quantized.update(zip(ends, integers, strict=True))
        elif name.endswith(("_min", "_max")):
            output = f"{name[:-4]}_output"
            if output in th_dict:
                end = th_dict[output][0 if name.endswith("_min") else 1]
                quantized[name] = ndarray.array([_number(end)])
    return quantized


def _number(end) -> float:
    """Return the end of a range, which may be an array of one element."""
    return float(np.asarray(end).reshape(-1)[0])


def _calibrate_quantized_sym(qsym, th_dict):
    """Return the symbol with ranges, given by the names of layers' outputs, inserted."""
    if not th_dict:
        return qsym
    calibrated = qsym.__copy__()
    table = {name: tuple(map(_number, ends)) for name, ends in th_dict.items()}
    calibrate(calibrated._entries, table)
    return calibrated


def _load_sym(sym, logger=None):
    """Return a symbol, loaded from a file if it is a file name."""
    if isinstance(sym, str):
        (logger or logging).info("Loading symbol from file %s", sym)
        return load(sym)
    if isinstance(sym, Symbol):
        return sym
    raise ValueError(
        f"_load_sym only accepts Symbol or path to the symbol file, while received type {type(sym)}"
    )


def _load_params(params, logger=None):
    """Return (arg_params, aux_params), loaded from a file if it is a file name."""
    if isinstance(params, str):
        (logger or logging).info("Loading params from file %s", params)
        saved = ndarray.load(params)
        return tuple(
            {key[4:]: array for key, array in saved.items() if key.startswith(kind)}
            for kind in ("arg:", "aux:")
        )
    if isinstance(params, dict | tuple | list) and len(params) == 2:
        return params[0], params[1]
    raise ValueError(
        "Unsupported params provided. Must be either a path to the param file or a pair of "
        "dictionaries representing arg_params and aux_params"
    )


# ------------------------------------------------------------------------------------ calibration


def _collect_layer_statistics(mod, data, collector, max_num_examples=None, logger=None):
    """Run a module over the data and pass every output to a collector; return the example count."""
    if not isinstance(data, DataIter):
        raise ValueError(
            f"Only supports data as a type of DataIter, while received type {type(data)}"
        )
    mod._exec_group.execs[0].set_monitor_callback(collector.collect, monitor_all=True)
    batches = examples = 0
    data.reset()
    for batch in data:
        mod.forward(data_batch=batch, is_train=False)
        batches += 1
        examples += data.batch_size
        if max_num_examples is not None and examples >= max_num_examples:
            break
    if logger is not None:
        logger.info("Collected statistics from %d batches of %d", batches, data.batch_size)
    return examples


def _collect_layer_output_min_max(
    mod, data, quantized_dtype, include_layer=None, max_num_examples=None, logger=None
):
    """Return the ranges of layers, and the number of examples."""
    collector = _LayerOutputMinMaxCollector(quantized_dtype, include_layer, logger)
    count = _collect_layer_statistics(mod, data, collector, max_num_examples, logger)
    return collector.min_max_dict, count


def _collect_layer_histogram(mod, data, include_layer=None, max_num_examples=None, logger=None):
    """Return the histograms of layers, and the number of examples."""
    collector = _LayerHistogramCollector(include_layer=include_layer, logger=logger)
    count = _collect_layer_statistics(mod, data, collector, max_num_examples, logger)
    return collector.hist_dict, count


def bind_module(sym, arg_params, aux_params, data_names, label_names, ctx, shapes, labels=None):
    """Return a module that is prepared for calibration."""
    arguments = set(sym.list_arguments())
    label_names = [name for name in label_names or () if name in arguments] or None
    labels = [row for row in labels or () if row[0] in arguments]
    if label_names and not labels:  # unused, but the module requires labels
        shapes_of_arguments, _, _ = sym.infer_shape(**{row[0]: row[1] for row in shapes})
        by_name = dict(zip(sym.list_arguments(), shapes_of_arguments, strict=True))
        labels = [(name, by_name[name]) for name in label_names]
    mod = Module(sym, data_names=data_names, label_names=label_names, context=ctx)
    mod.bind(for_training=False, data_shapes=shapes, label_shapes=labels or None)
    mod.set_params(arg_params, aux_params, allow_missing=False, force_init=True)
    return mod


# -------------------------------------------------------------------------------------- functions


def quantize_model(
    sym, arg_params, aux_params, data_names=("data",), label_names=("softmax_label",), ctx=CPU,
    excluded_sym_names=None, excluded_op_names=None, calib_mode="entropy", calib_data=None,
    num_calib_examples=None, quantized_dtype="int8", quantize_mode="smart",
    quantize_granularity="tensor-wise", logger=None,
):  # fmt: skip
    """Quantize a symbol and its parameters; return both and the auxiliary states.

    ``calib_mode`` selects the source of ranges: ``none`` uses each batch at run time, ``naive`` the
    smallest and largest values over ``calib_data``, ``entropy`` its histograms.
    """
    excluded = _names(excluded_sym_names, "excluded_sym_names", "symbols")
    operators = _names(excluded_op_names, "excluded_op_names", "operators")
    check_dtype(quantized_dtype)
    _check_granularity(quantize_granularity)
    if is_calibrating(calib_mode):
        _check_calib_data(calib_data, calib_mode)
        if calib_mode not in ("naive", "entropy"):
            raise _unknown_mode(calib_mode)
    qsym, layers = _quantize_symbol(
        sym, ctx, excluded, operators, list(arg_params), quantized_dtype, quantize_mode,
        quantize_granularity,
    )  # fmt: skip
    th_dict = {}
    if is_calibrating(calib_mode):
        mod = bind_module(
            sym, arg_params, aux_params, data_names, label_names, ctx, calib_data.provide_data,
            calib_data.provide_label,
        )  # fmt: skip
        collector = _collector(calib_mode, quantized_dtype, layers, None, logger)
        _collect_layer_statistics(mod, calib_data, collector, num_calib_examples, logger)
        th_dict = _thresholds(collector, calib_mode, quantized_dtype, logger)
        qsym = _calibrate_quantized_sym(qsym, th_dict)
    return qsym, _quantize_params(qsym, arg_params, th_dict), aux_params


def quantize_model_mkldnn(
    sym, arg_params, aux_params, data_names=("data",), label_names=("softmax_label",), ctx=CPU,
    excluded_sym_names=None, excluded_op_names=None, calib_mode="entropy", calib_data=None,
    num_calib_examples=None, quantized_dtype="int8", quantize_mode="smart",
    quantize_granularity="tensor-wise", logger=None,
):  # fmt: skip
    """Quantize like :func:`quantize_model`, with layers fused before and after it."""
    if ctx != CPU:
        raise ValueError(
            "quantize_model_mkldnn only support Intel cpu platform with MKL-DNN Backend"
        )
    qsym, qarg_params, aux_params = quantize_model(
        sym.get_backend_symbol(BACKEND), arg_params, aux_params, data_names, label_names, ctx,
        excluded_sym_names, excluded_op_names, calib_mode, calib_data, num_calib_examples,
        quantized_dtype, quantize_mode, quantize_granularity, logger,
    )  # fmt: skip
    return qsym.get_backend_symbol(BACKEND), qarg_params, aux_params


def quantize_graph(
    sym, arg_params, aux_params, ctx=CPU, excluded_sym_names=None, excluded_op_names=None,
    calib_mode="entropy", quantized_dtype="int8", quantize_mode="full",
    quantize_granularity="tensor-wise", LayerOutputCollector=None, logger=None,
):  # fmt: skip
    """Quantize a symbol and leave its calibration to the caller.

    Returns symbol, parameters, auxiliary states and a collector. Pass the outputs of the layers in
    ``collector.include_layer`` to the collector, then call :func:`calib_graph`.
    """
    excluded = _names(excluded_sym_names, "excluded_sym_names", "symbols")
    operators = _names(excluded_op_names, "excluded_op_names", "operators")
    check_dtype(quantized_dtype)
    _check_granularity(quantize_granularity)
    qsym, layers = _quantize_symbol(
        sym, ctx, excluded, operators, list(arg_params), quantized_dtype, quantize_mode,
        quantize_granularity,
    )  # fmt: skip
    collector = None
    if is_calibrating(calib_mode):
        collector = _collector(calib_mode, quantized_dtype, layers, LayerOutputCollector, logger)
    return qsym, _quantize_params(qsym, arg_params, {}), aux_params, collector


def _collector(calib_mode, quantized_dtype, layers, own, logger):
    if calib_mode == "entropy":
        return _LayerHistogramCollector(include_layer=layers, logger=logger)
    if calib_mode == "naive":
        return _LayerOutputMinMaxCollector(quantized_dtype, layers, logger)
    if calib_mode == "customize" and own is not None:
        own.include_layer = layers
        return own
    if calib_mode == "customize":
        raise ValueError("calib_mode `customize` needs a LayerOutputCollector")
    raise _unknown_mode(calib_mode)


def calib_graph(
    qsym, arg_params, aux_params, collector, calib_mode="entropy", quantized_dtype="int8",
    logger=logging,
):  # fmt: skip
    """Insert the ranges from a collector into a quantized symbol.

    Returns symbol, quantized parameters and auxiliary states.
    """
    if not is_calibrating(calib_mode):
        raise ValueError("please set calibration mode to naive, entropy or customize")
    th_dict = _thresholds(collector, calib_mode, quantized_dtype, logger)
    qsym = _calibrate_quantized_sym(qsym, th_dict)
    return qsym, _quantize_params(qsym, arg_params, th_dict), aux_params


def _thresholds(collector, calib_mode, quantized_dtype, logger) -> dict:
    if calib_mode == "entropy":
        return _get_optimal_thresholds(collector.hist_dict, quantized_dtype, logger=logger)
    if calib_mode in ("naive", "customize"):
        return collector.min_max_dict
    raise _unknown_mode(calib_mode)
