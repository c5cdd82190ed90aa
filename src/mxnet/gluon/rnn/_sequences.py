"""Sequences as cells take them: one array, or a list with an array for each step of time."""

from __future__ import annotations

from ... import ndarray as nd
from ...ndarray import NDArray


def operators_for(array):
    """Return the module with the operators for an array: the ``F`` of ``hybrid_forward``."""
    if isinstance(array, NDArray):
        return nd
    raise TypeError(f"a sequence is made of NDArrays, got {type(array).__name__}")


def _as_list(value):
    """Return a list or tuple as it is, anything else as the only element of a list."""
    return value if isinstance(value, list | tuple) else [value]


def is_merged(sequence) -> bool:
    """Tell whether a sequence is one array."""
    return not isinstance(sequence, list | tuple)


def _format_sequence(length, inputs, layout, merge, in_layout=None):
    """Return a sequence in the form that is wanted, with what is needed to go on.

    ``merge`` asks for one array (True), a list of steps (False) or whatever came (None);
    ``in_layout`` is the layout of an array that came, if it is not ``layout``.

    Returns
    -------
    sequence, time axis, module with the operators, batch size
    """
    if inputs is None:
        raise AssertionError("unroll(inputs=None) has no inputs to unroll: give an array or a list")
    axis, in_layout = layout.find("T"), in_layout or layout
    in_axis = in_layout.find("T")
    if is_merged(inputs):
        F = operators_for(inputs)
        steps, batch_size = inputs.shape[in_axis], inputs.shape[in_layout.find("N")]
        if merge is False:
            _check_length(length, steps)
            return _split(F, inputs, steps, in_axis), axis, F, batch_size
        moved = inputs if axis == in_axis else F.swapaxes(inputs, dim1=axis, dim2=in_axis)
        return moved, axis, F, batch_size
    _check_length(length, len(inputs))
    F, batch_size = operators_for(inputs[0]), inputs[0].shape[layout.replace("T", "").find("N")]
    return F.stack(*inputs, axis=axis) if merge else inputs, axis, F, batch_size


def _check_length(wanted, steps):
    if steps == 0 or wanted not in (None, steps):
        raise AssertionError(f"unroll over {wanted} steps got inputs with {steps} steps")


def _split(F, array, steps, axis):
    return _as_list(F.split(array, num_outputs=steps, axis=axis, squeeze_axis=True))


def _mask_sequence_variable_length(F, data, length, valid_length, time_axis, merge):
    """Set the outputs behind the end of each sequence to 0."""
    if valid_length is None:
        raise AssertionError("masking needs the valid_length of each sequence, got None")
    if not is_merged(data):
        data = F.stack(*data, axis=time_axis)
    masked = F.SequenceMask(data, valid_length, use_sequence_length=True, axis=time_axis)
    return masked if merge else _split(F, masked, length, time_axis)


def _reverse_sequences(sequences, unroll_step, valid_length=None):
    """Return the steps from the last to the first, of each sequence only as many as are valid."""
    if valid_length is None:
        return sequences[::-1]
    F = operators_for(sequences[0])
    stacked = F.stack(*sequences, axis=0)
    reversed_ = F.SequenceReverse(stacked, valid_length, use_sequence_length=True)
    return _split(F, reversed_, unroll_step, 0)


def last_valid(F, steps, valid_length):
    """Return the states at the last valid step of each sequence, given those of all steps."""
    return [
        F.SequenceLast(F.stack(*of_all_steps, axis=0), valid_length, use_sequence_length=True)
        for of_all_steps in zip(*steps, strict=True)
    ]
