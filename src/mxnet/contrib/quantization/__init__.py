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
from ...ndarray import NDArray, load as nd_load, save as nd_save
from ...symbol import Symbol, load as sym_load
from ._histograms import (
    _get_optimal_threshold as _get_optimal_threshold,
    _get_optimal_thresholds as _get_optimal_thresholds,
    _LayerHistogramCollector as _LayerHistogramCollector,
    _LayerOutputMinMaxCollector as _LayerOutputMinMaxCollector,
    _smooth_distribution as _smooth_distribution,
    combine_histogram,
)
from ._model import (
    _calibrate_quantized_sym as _calibrate_quantized_sym,
    _collect_layer_histogram as _collect_layer_histogram,
    _collect_layer_output_min_max as _collect_layer_output_min_max,
    _collect_layer_statistics as _collect_layer_statistics,
    _load_params as _load_params,
    _load_sym as _load_sym,
    _quantize_params as _quantize_params,
    _quantize_symbol as _quantize_symbol,
    calib_graph,
    quantize_graph,
    quantize_model,
    quantize_model_mkldnn,
)
from ._net import (
    _as_data_iter as _as_data_iter,
    _DataIterWrapper as _DataIterWrapper,
    quantize_net,
    quantize_net_v2,
)

__all__ = [
    "calib_graph", "combine_histogram", "quantize_graph", "quantize_model",
    "quantize_model_mkldnn", "quantize_net", "quantize_net_v2",
    # MXNet: scripts use `import *` from here and rely on the other names that it imports.
    "Context", "DataBatch", "DataDesc", "DataIter", "Module", "NDArray", "NDArrayHandle", "Symbol",
    "SymbolHandle", "c_array", "c_str", "c_str_array", "check_call", "cpu", "ctypes", "logging",
    "mx_uint", "nd_load", "nd_save", "ndarray", "np", "os", "py_str", "shutil", "sym_load",
    "warnings",
]  # fmt: skip
