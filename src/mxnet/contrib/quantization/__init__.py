"""``mx.contrib.quantization``: networks with 8-bit integers."""

import ctypes
import logging
import os
import shutil
import warnings

import numpy as np

from ... import ndarray
from ...base import (
    NDArrayHandle,
    SymbolHandle,
    c_array,
    c_str,
    c_str_array,
    check_call,
    mx_uint,
    py_str,
)
from ...context import Context, cpu
from ...io import DataBatch, DataDesc, DataIter
from ...module import Module
from ...ndarray import NDArray
from ...ndarray import load as nd_load
from ...ndarray import save as nd_save
from ...symbol import Symbol
from ...symbol import load as sym_load
from ._histograms import (
    _get_optimal_threshold,
    _get_optimal_thresholds,
    _LayerHistogramCollector,
    _LayerOutputMinMaxCollector,
    _smooth_distribution,
    combine_histogram,
)
from ._model import (
    _calibrate_quantized_sym,
    _collect_layer_histogram,
    _collect_layer_output_min_max,
    _collect_layer_statistics,
    _load_params,
    _load_sym,
    _quantize_params,
    _quantize_symbol,
    calib_graph,
    quantize_graph,
    quantize_model,
    quantize_model_mkldnn,
)
from ._net import _as_data_iter, _DataIterWrapper, quantize_net, quantize_net_v2

# Names that other packages and tests import from here.
_REEXPORTED = (
    _as_data_iter, _calibrate_quantized_sym, _collect_layer_histogram,
    _collect_layer_output_min_max, _collect_layer_statistics, _DataIterWrapper,
    _get_optimal_threshold, _get_optimal_thresholds, _LayerHistogramCollector,
    _LayerOutputMinMaxCollector, _load_params, _load_sym, _quantize_params, _quantize_symbol,
    _smooth_distribution,
)  # fmt: skip

__all__ = [
    "calib_graph", "combine_histogram", "quantize_graph", "quantize_model",
    "quantize_model_mkldnn", "quantize_net", "quantize_net_v2",
    # MXNet: scripts use `import *` from here and rely on the other names that it imports.
    "Context", "DataBatch", "DataDesc", "DataIter", "Module", "NDArray", "NDArrayHandle", "Symbol",
    "SymbolHandle", "c_array", "c_str", "c_str_array", "check_call", "cpu", "ctypes", "logging",
    "mx_uint", "nd_load", "nd_save", "ndarray", "np", "os", "py_str", "shutil", "sym_load",
    "warnings",
]  # fmt: skip
