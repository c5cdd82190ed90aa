"""Checked names and descriptions of a module's inputs."""

from __future__ import annotations

import warnings

from ..io import DataDesc

_PARAMETERS = ("_weight", "_bias", "_gamma", "_beta")


def check_input_names(symbol, names, typename, throw):
    """Reject, or warn about, names that are not arguments of the symbol."""
    arguments = symbol.list_arguments()
    for name in names:
        if name in arguments:
            continue
        candidates = "\n\t".join(arg for arg in arguments if not arg.endswith(_PARAMETERS))
        if (whole := "".join(names)) in arguments:  # a string, taken as a list of letters
            candidates += f"\nNames are a list: {typename}=[{whole!r}]"
        _complain(
            f"You created Module with Module(..., {typename}={names}) but input with name '{name}' "
            f"is not found in symbol.list_arguments(). Did you mean one of:\n\t{candidates}",
            throw,
        )


def check_names_match(names, descriptions, what, throw):
    """Reject, or warn about, inputs that differ from those a module was created for."""
    if sorted(names) != sorted(description.name for description in descriptions):
        _complain(
            f"Data provided by {what}_shapes don't match names specified by {what}_names "
            f"({descriptions} vs. {names}). Name the arrays of the iterator like the inputs, as in "
            f"NDArrayIter(..., {what}_name='{(names or ['data'])[0]}'), or the inputs with "
            f"Module(..., {what}_names=[...])",
            throw,
        )


def _complain(text, throw):
    if throw:
        raise ValueError(text)
    warnings.warn(text, stacklevel=4)


def as_descriptions(shapes) -> list[DataDesc]:
    """Convert (name, shape) pairs to descriptions; existing descriptions are unchanged."""
    for entry in shapes:
        if not isinstance(entry, list | tuple):
            raise TypeError(_no_pairs(shapes))
        if not (2 <= len(entry) <= 4 and isinstance(entry[0], str)):  # type and layout may follow
            raise ValueError(_no_pairs(shapes))
    return [entry if isinstance(entry, DataDesc) else DataDesc(*entry) for entry in shapes]


def _no_pairs(shapes) -> str:
    return f"shapes are a list of (name, shape), such as [('data', (32, 784))], got {shapes!r}"


def parse_data_desc(data_names, label_names, data_shapes, label_shapes):
    """Return the descriptions of data and labels, with None if there are no labels."""
    data = as_descriptions(data_shapes)
    check_names_match(data_names, data, "data", throw=True)
    label = as_descriptions(label_shapes or ())
    check_names_match(label_names, label, "label", throw=False)
    return data, label or None
