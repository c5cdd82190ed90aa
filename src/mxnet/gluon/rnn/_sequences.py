"""Sequences of cells: one array, or a list with an array for each step."""

from __future__ import annotations

from ... import ndarray as nd, symbol
from ...base import _as_list
from ...ndarray import NDArray
from ...symbol import Symbol


def operators_for(array):
    """Return the module with the operators for an array: the ``F`` of ``hybrid_forward``."""
    for kind, module in ((NDArray, nd), (Symbol, symbol)):
        if isinstance(array, kind):
            return module
    raise TypeError(f"a sequence consists of NDArrays or Symbols, got {type(array).__name__}")


def is_merged(sequence) -> bool:
    """Return whether a sequence is one array."""
    return not isinstance(sequence, list | tuple)


def _format_sequence(length, inputs, layout, merge, in_layout=None):
    """Return a sequence in the requested form, its time axis, the namespace and the batch size.

    ``merge`` requests one array (True), a list of steps (False) or the form of the input (None);
    ``in_layout`` is the layout of an input array, if it is not ``layout``.

    Returns
    -------
    sequence, time axis, module with the operators, batch size
    """
    if inputs is None:
        raise AssertionError("unroll(inputs=None) has no inputs to unroll: give an array or a list")
    axis, in_layout = layout.find("T"), in_layout or layout
    in_axis = in_layout.find("T")
    if not is_merged(inputs):
        _check_length(length, len(inputs))
        F, batch_size = operators_for(inputs[0]), _size(inputs[0], layout.replace("T", ""), "N")
        return F.stack(*inputs, axis=axis) if merge else inputs, axis, F, batch_size
    F, batch_size = operators_for(inputs), _size(inputs, in_layout, "N")
    if merge is False:
        steps = _size(inputs, in_layout, "T") or length
        _check_length(length, steps)
        inputs = _split(F, inputs, steps, in_axis)
    elif axis != in_axis:
        inputs = F.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis, F, batch_size


def _size(array, layout, axis):
    """Return the size of an array along an axis of its layout, or 0 if it is unknown.

    It is unknown for symbols, and for arrays with too few axes, which operators reject.
    """
    position = layout.find(axis)
    return array.shape[position] if isinstance(array, NDArray) and array.ndim > position else 0


def _check_length(length, steps):
    if not steps or length not in (None, steps):
        raise AssertionError(f"unroll over {length} steps got inputs with {steps} steps")


def _split(F, array, steps, axis):
    parts = F.split(array, num_outputs=steps, axis=axis, squeeze_axis=True)
    return list(parts) if isinstance(parts, Symbol) else _as_list(parts)


def _mask_sequence_variable_length(F, data, length, valid_length, time_axis, merge):
    """Set the outputs after the end of each sequence to 0."""
    if valid_length is None:
        raise AssertionError("masking needs the valid_length of each sequence, got None")
    if not is_merged(data):
        data = F.stack(*data, axis=time_axis)
    masked = F.SequenceMask(data, valid_length, use_sequence_length=True, axis=time_axis)
    return masked if merge else _split(F, masked, length, time_axis)


def _reverse_sequences(sequences, unroll_step, valid_length=None):
    """Return the steps from last to first, only the valid ones of each sequence."""
    if valid_length is None:
        return sequences[::-1]
    F = operators_for(sequences[0])
    stacked = F.stack(*sequences, axis=0)
    reversed_ = F.SequenceReverse(stacked, valid_length, use_sequence_length=True)
    return _split(F, reversed_, unroll_step, 0)


def last_valid(F, steps, valid_length):
    """Select the states at the last valid step of each sequence from those of all steps."""
    return [
        F.SequenceLast(F.stack(*of_all_steps, axis=0), valid_length, use_sequence_length=True)
        for of_all_steps in zip(*steps, strict=True)
    ]
