"""Mixed precision: enabling it, scaling losses, and converting models.

>>> from mxnet.contrib import amp
>>> amp.list_lp16_ops("float16")
['Convolution', 'Deconvolution', 'FullyConnected', 'RNN']
"""

from __future__ import annotations

import contextlib
import logging

from ... import ndarray as ndarray, optimizer as opt, symbol as symbol
from ..._core import dtypes
from ..._core.dtypes import bfloat16 as bfloat16
from ..._distributed import process_group
from ..._graph.rewrite.low_precision import Precision, mark_types, reduce_precision
from ...base import MXNetError
from ...context import gpu
from ...gluon import HybridBlock, SymbolBlock, trainer
from ...module import BucketingModule
from ...ndarray import NDArray as NDArray
from ...symbol import Symbol
from . import lists
from ._casts import MixedPrecision
from .loss_scaler import LossScaler

__all__ = [
    "convert_hybrid_block", "convert_model", "convert_symbol", "init", "init_trainer",
    "list_conditional_fp32_ops", "list_fp32_ops", "list_loss_output_functions",
    "list_lp16_fp32_ops", "list_lp16_ops", "list_lp16_use_fp32_params", "list_widest_type_cast",
    "scale_loss", "unscale",
]  # fmt: skip

_amp_initialized = False
_amp_loss_scale_initialized = False  # whether a trainer already has the scaler of loss outputs
_loss_scaler: LossScaler | None = None
_mixed_precision: MixedPrecision | None = None


# --------------------------------------------------------------------------------------- lists


def _name(target_dtype) -> str:
    """Return the name of a target type, ``float16`` or ``bfloat16``."""
    with contextlib.suppress(TypeError):
        name = dtypes.lookup(target_dtype).name
        if name in ("float16", "bfloat16"):
            return name
    raise AssertionError(
        f"AMP currently supports only float16 or bfloat16 as a target_dtype, got {target_dtype!r}"
    )


def _lists(target_dtype):
    return lists.symbol_fp16 if _name(target_dtype) == "float16" else lists.symbol_bf16


def list_lp16_ops(target_dtype):
    """Return the operators that are computed in the target type."""
    chosen = _lists(target_dtype)
    return chosen.FP16_FUNCS if chosen is lists.symbol_fp16 else chosen.BF16_FUNCS


def list_lp16_fp32_ops(target_dtype):
    """Return the operators that compute in the type of their inputs."""
    chosen = _lists(target_dtype)
    return chosen.FP16_FP32_FUNCS if chosen is lists.symbol_fp16 else chosen.BF16_FP32_FUNCS


def list_fp32_ops(target_dtype):
    """Return the operators that are computed in float32."""
    return _lists(target_dtype).FP32_FUNCS


def list_conditional_fp32_ops(target_dtype):
    """Return operators that are computed in float32 for some values of an attribute."""
    return _lists(target_dtype).CONDITIONAL_FP32_FUNCS


def list_widest_type_cast(target_dtype):
    """Return the operators that are computed in the widest type of their inputs."""
    return _lists(target_dtype).WIDEST_TYPE_CASTS


def list_loss_output_functions(target_dtype):
    """Return the losses that scale their own gradient."""
    return _lists(target_dtype).LOSS_OUTPUT_FUNCTIONS


def list_lp16_use_fp32_params(target_dtype):
    """Return the parameters of bfloat16 operators that stay float32, or None for float16."""
    chosen = _lists(target_dtype)
    return None if chosen is lists.symbol_fp16 else chosen.BF16_USE_FP32_PARAMS


def _precision(
    target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded=None
) -> Precision:
    """Return the type of each operator; lists replace the defaults."""
    for what, value in (
        ("target_dtype_ops", target_dtype_ops),
        ("fp32_ops", fp32_ops),
        ("conditional_fp32_ops", conditional_fp32_ops),
        ("excluded_sym_names", excluded),
    ):
        if value is not None and not isinstance(value, list | tuple):
            raise AssertionError(f"{what} should be a list, got {value!r}")

    def or_default(value, default):
        return default(target_dtype) if value is None else value

    conditional = or_default(conditional_fp32_ops, list_conditional_fp32_ops)
    return Precision(
        _name(target_dtype),
        frozenset(or_default(target_dtype_ops, list_lp16_ops)),
        frozenset(or_default(fp32_ops, list_fp32_ops)),
        frozenset(list_widest_type_cast(target_dtype)),
        tuple((name, attr, tuple(values)) for name, attr, values in conditional),
        frozenset(excluded or ()),
    )


def _check_choice(precision: Precision) -> None:
    """Reject operators that are in no default list, and those in two of the lists."""
    dtype = precision.target
    listed = {name for name, _, _ in list_conditional_fp32_ops(dtype)}
    listed.update(list_lp16_ops(dtype), list_fp32_ops(dtype), list_lp16_fp32_ops(dtype))
    conditional = {name for name, _, _ in precision.conditional_fp32_ops}
    chosen = precision.target_ops | precision.fp32_ops | conditional
    if not chosen <= listed:
        raise AssertionError(
            "Can only choose ops from amp.list_lp16_ops, amp.list_fp32_ops, "
            "amp.list_lp16_fp32_ops and amp.list_conditional_fp32_ops of the target_dtype, got "
            f"{sorted(chosen - listed)}"
        )
    for one, other, what in (
        (precision.target_ops, precision.fp32_ops, "target_dtype_ops and fp32_ops"),
        (precision.target_ops, conditional, "target_dtype_ops and conditional_fp32_ops"),
        (precision.fp32_ops, conditional, "fp32_ops and conditional_fp32_ops"),
    ):
        if one & other:
            raise AssertionError(
                f"Ops cannot be in two or more lists. Common ops in {what} {set(one & other)}"
            )


# ------------------------------------------------------------------------------------ training


def init(
    target_dtype="float16", target_precision_ops=None, conditional_fp32_ops=None, fp32_ops=None
):
    """Cast the inputs of operators of ``mx.nd`` and ``mx.sym`` from now on.

    Call this before creating networks. Lists replace the defaults of this module.
    """
    global _amp_initialized, _loss_scaler, _mixed_precision
    if _amp_initialized:
        return
    precision = _precision(target_dtype, target_precision_ops, fp32_ops, conditional_fp32_ops)
    logging.info("Using AMP")
    _loss_scaler = LossScaler()
    losses = list_loss_output_functions(target_dtype)
    _mixed_precision = MixedPrecision(precision, losses, _loss_scaler)
    _mixed_precision.install()
    _amp_initialized = True


def _turn_off():
    """Undo ``init``."""
    global _amp_initialized, _amp_loss_scale_initialized, _mixed_precision
    if _mixed_precision is not None:
        _mixed_precision.remove()
        _mixed_precision = None
    _amp_initialized = _amp_loss_scale_initialized = False


def _require_trainer(value) -> None:
    if isinstance(value, opt.Optimizer):
        raise TypeError("AMP is currently only compatible with Gluon Trainer")
    if not isinstance(value, trainer.Trainer):
        raise TypeError(
            "optimizer_or_trainer should be a Gluon Trainer or an optimizer, instead is "
            f"{type(value)}"
        )


def init_trainer(optimizer_or_trainer):
    """Make a trainer skip steps whose gradients overflow, and adapt the scale of its loss."""
    global _amp_loss_scale_initialized
    if not _amp_initialized:
        raise AssertionError("AMP not initialized, did you forget to call amp.init()?")
    _require_trainer(optimizer_or_trainer)
    # The first trainer uses the scaler of the loss outputs.
    scaler = LossScaler() if _amp_loss_scale_initialized else _loss_scaler
    _amp_loss_scale_initialized = True
    if not hasattr(optimizer_or_trainer, "_amp_loss_scaler"):
        scaling = LossScaling(optimizer_or_trainer)
        optimizer_or_trainer._state_parts["the loss scaling of amp.init_trainer"] = scaling
    optimizer_or_trainer._amp_loss_scaler = scaler
    optimizer_or_trainer._amp_original_scale = optimizer_or_trainer._scale


class LossScaling:
    """Makes a trainer check its gradients before it updates the weights; part of its state."""

    def __init__(self, trainer):
        self._trainer = trainer
        self._reduce, self._update = trainer._allreduce_grads, trainer._update
        trainer._allreduce_grads = self._reduce_unless_overflow
        trainer._update = self._update_unless_overflow

    def _overflows(self) -> bool:
        trainer = self._trainer
        # Sums over all workers are the same on each of them, gradients before the sum are not.
        shares = trainer._update_on_kvstore and trainer._kvstore.num_workers > 1
        group = process_group() if shares else None
        return trainer._amp_loss_scaler.has_overflow(trainer._params, group)

    def _reduce_unless_overflow(self) -> None:
        # A store that updates weights does so while summing.
        if not (self._trainer._update_on_kvstore and self._overflows()):
            self._reduce()

    def _update_unless_overflow(self, ignore_stale_grad=False) -> None:
        if self._trainer._update_on_kvstore or not self._overflows():
            self._update(ignore_stale_grad)

    def get_state(self) -> dict:
        """Return the state of the scaler and the scale of the gradients without it."""
        trainer = self._trainer
        scaler = trainer._amp_loss_scaler.get_state()
        return {"scaler": scaler, "original_scale": trainer._amp_original_scale}

    def check_state(self, state) -> None:
        """Reject a state that ``get_state`` cannot have returned."""
        match state:
            case {"scaler": scaler, "original_scale": int() | float()}:
                self._trainer._amp_loss_scaler.check_state(scaler)
            case _:
                raise MXNetError("this is not the state of the loss scaling of AMP")

    def set_state(self, state) -> None:
        """Restore a state that was checked."""
        self._trainer._amp_loss_scaler.set_state(state["scaler"])
        self._trainer._amp_original_scale = state["original_scale"]


@contextlib.contextmanager
def scale_loss(loss, optimizer_or_trainer):
    """Return a loss, or a list of losses, times the scale; the trainer divides gradients by it.

    >>> # with amp.scale_loss(loss, trainer) as scaled:
    >>> #     autograd.backward(scaled)
    """
    if not hasattr(optimizer_or_trainer, "_amp_loss_scaler"):
        raise AttributeError(
            f"{type(optimizer_or_trainer).__name__!r} object has no loss scale: call amp.init() "
            "before the network is made, and amp.init_trainer(trainer)"
        )
    scale = optimizer_or_trainer._amp_loss_scaler.loss_scale
    optimizer_or_trainer._scale = optimizer_or_trainer._amp_original_scale / scale
    yield [one * scale for one in loss] if isinstance(loss, list | tuple) else loss * scale


def unscale(optimizer_or_trainer):
    """Divide the gradients by the scale now, for example to clip them before ``step``."""
    _require_trainer(optimizer_or_trainer)
    for parameter in optimizer_or_trainer._params:
        if parameter.grad_req != "null":
            for gradient in parameter.list_grad():
                gradient *= optimizer_or_trainer._scale
    optimizer_or_trainer._scale = 1.0


# ------------------------------------------------------------------------------------- models


def convert_symbol(
    sym, target_dtype="float16", target_dtype_ops=None, fp32_ops=None, conditional_fp32_ops=None,
    excluded_sym_names=None, data_names=None, cast_optional_params=False,
):  # fmt: skip
    """Insert casts into a symbol for mixed-precision inference; its outputs are float32.

    ``excluded_sym_names`` are nodes that stay in float32. With ``cast_optional_params``, variables
    other than ``data_names`` are stored in the target type if that saves a cast.
    """
    if not isinstance(sym, Symbol):
        raise AssertionError("First argument to convert_symbol should be Symbol")
    precision = _precision(
        target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names
    )
    _check_choice(precision)
    data = sym.list_inputs() if data_names is None else data_names
    entries = reduce_precision(sym._entries, precision, data, cast_optional_params)
    mark_types(entries, data)
    return Symbol(entries)


def convert_model(
    sym, arg_params, aux_params, target_dtype="float16", target_dtype_ops=None, fp32_ops=None,
    conditional_fp32_ops=None, excluded_sym_names=None, cast_optional_params=False,
):  # fmt: skip
    """Convert symbol and parameters of a model for mixed-precision inference."""
    for position, params in (("Second", arg_params), ("Third", aux_params)):
        if not isinstance(params, dict):
            raise AssertionError(
                f"{position} argument to convert_model should be a dict of name to ndarray"
            )
    params_by_name = {**arg_params, **aux_params}
    converted = convert_symbol(
        sym, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names,
        [name for name in sym.list_inputs() if name not in params_by_name], cast_optional_params,
    )  # fmt: skip
    lower = _names_of_type(converted, target_dtype)

    def cast(arrays):
        return {n: a.astype(target_dtype) if n in lower else a.copy() for n, a in arrays.items()}

    return converted, cast(arg_params), cast(aux_params)


def _names_of_type(sym, dtype) -> set[str]:
    """Return the variables that are declared to have a type."""
    flag = str(dtypes.lookup(dtype).flag)
    return {name for name, attrs in sym.attr_dict().items() if attrs.get("__dtype__") == flag}


def convert_hybrid_block(
    block,
    target_dtype="float16",
    target_dtype_ops=None,
    fp32_ops=None,
    conditional_fp32_ops=None,
    excluded_sym_names=None,
    ctx=gpu(0),  # noqa: B008 - MXNet's signature shows it
    cast_optional_params=False,
):
    """Convert a hybridized block to a SymbolBlock that computes in mixed precision."""
    if not isinstance(block, HybridBlock):
        raise AssertionError("block input should be a HybridBlock")
    if not block._cached_graph:
        raise RuntimeError(
            "Please first call block.hybridize() and then run forward with this block at least "
            "once before calling export."
        )
    inputs, sym = block._cached_graph
    parameters = {p.name: p._reduce() for p in block.collect_params().values()}
    converted, arrays, _ = convert_model(
        sym, parameters, {}, target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops,
        excluded_sym_names, cast_optional_params,
    )  # fmt: skip
    result = SymbolBlock(converted, list(inputs))
    for name, parameter in result.collect_params().items():
        parameter.cast(arrays[name].dtype)
        parameter._load_init(arrays[name], ctx)
    return result


def convert_bucketing_module(
    bucketing_mod, target_dtype="float16", target_dtype_ops=None, fp32_ops=None,
    conditional_fp32_ops=None, excluded_sym_names=None, cast_optional_params=False,
):  # fmt: skip
    """Convert a bound BucketingModule for mixed-precision inference."""
    if not isinstance(bucketing_mod, BucketingModule):
        raise AssertionError("module input should be a BucketingModule")
    if not (bucketing_mod.binded and bucketing_mod.params_initialized):
        raise AssertionError("bind the module and initialize its parameters before converting it")
    parameters = bucketing_mod.get_params()
    options = (target_dtype, target_dtype_ops, fp32_ops, conditional_fp32_ops, excluded_sym_names)

    def generate(bucket_key):
        sym, data_names, label_names = bucketing_mod._sym_gen(bucket_key)
        converted, _, _ = convert_model(sym, *parameters, *options, cast_optional_params)
        return converted, data_names, label_names

    module = BucketingModule(
        generate, bucketing_mod._default_bucket_key, bucketing_mod.logger, bucketing_mod._context
    )
    module.bind(bucketing_mod.data_shapes, bucketing_mod.label_shapes, for_training=False)
    sym = generate(bucketing_mod._default_bucket_key)[0]
    lower = _names_of_type(sym, target_dtype)
    module.set_params(
        *(
            {n: a.astype(target_dtype) if n in lower else a for n, a in arrays.items()}
            for arrays in parameters
        )
    )
    return module
