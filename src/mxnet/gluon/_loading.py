"""Loading of parameter files into a block, with any of the naming schemes."""

from __future__ import annotations

import re

from ..ndarray._files import load_named
from ._parameter_dict import abbreviate, explain_other_names, load_all, without_kind


def read_parameters(
    block, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source
) -> None:
    """Read a file of ``save_parameters``, ``save_params`` or ``export``."""
    params = block._collect_params_with_prefix()
    loaded = {without_kind(name): array for name, array in load_named(filename).items()}
    if not any("." in name for name in loaded) and any(
        "." in name or name not in params for name in [*params, *loaded]
    ):
        everything, loaded, prefix = _by_full_names(block, loaded)
        everything.load_dict(
            loaded, ctx, allow_missing, ignore_extra, prefix, filename, cast_dtype, dtype_source
        )
        return
    if not allow_missing:
        _refuse_missing(params, loaded, filename)
    if not ignore_extra:
        _refuse_extra(params, loaded, filename)
    arrays = {params[name]: array for name, array in loaded.items() if name in params}
    origins = {params[name]: f"'{name}' of '{filename}'" for name in loaded if name in params}
    load_all(arrays, ctx, cast_dtype, dtype_source, origins)


def _refuse_missing(params, loaded, filename) -> None:
    # A parameter that several blocks share may be stored once.
    stored = {id(params[name]) for name in loaded if name in params}
    for name, parameter in params.items():
        if id(parameter) not in stored:
            raise AssertionError(
                f"Parameter '{name}' is missing in file '{filename}', which contains parameters: "
                f"{abbreviate(loaded)}. Set allow_missing=True to ignore missing parameters."
                f"{explain_other_names(params, loaded)}"
            )


def _refuse_extra(params, loaded, filename) -> None:
    for name in loaded:
        if name not in params:
            raise ValueError(
                f"Parameter '{name}' loaded from file '{filename}' is not present in "
                f"ParameterDict, which contains parameters {abbreviate(params)}. Set "
                "ignore_extra=True to ignore. "
            )


def _by_full_names(block, loaded):
    """Return all parameters, the arrays, and the prefix that the arrays' names lack.

    They have full names (``export``), or names without the block's prefix (``save_params``).
    """
    params = block.collect_params()
    numbered = _renumber(loaded, params)
    if numbered is not None:
        return params, numbered, ""
    prefix = "" if any(name in params for name in loaded) else block.prefix
    other = _stored_prefix(loaded, params, block.prefix)
    if prefix and other:  # the network had another name when it was saved
        loaded = {name.removeprefix(other): array for name, array in loaded.items()}
    return params, loaded, prefix


def _renumber(stored, params) -> dict | None:
    """Return the arrays under our names, if the names differ only by numbers.

    Blocks are numbered in the order of creation. If a network is created again, the numbers differ,
    but their order is the same.
    """
    if set(stored) == set(params.keys()):
        return None
    theirs, ours = _by_pattern(stored), _by_pattern(params.keys())
    if {p: len(names) for p, names in theirs.items()} != {p: len(n) for p, n in ours.items()}:
        return None
    return {
        new: stored[old]
        for pattern, names in ours.items()
        for new, old in zip(names, theirs[pattern], strict=True)
    }


def _by_pattern(names) -> dict[str, list[str]]:
    """Group names that differ only by numbers, in the order of the numbers.

    >>> _by_pattern(["dense10_bias", "dense9_bias"])
    {'dense#_bias': ['dense9_bias', 'dense10_bias']}
    """
    names_by_pattern: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: [int(n) for n in re.findall(r"\d+", name)]):
        names_by_pattern.setdefault(re.sub(r"\d+", "#", name), []).append(name)
    return names_by_pattern


def _stored_prefix(stored, params, prefix) -> str | None:
    """Return the prefix of stored names that differs from ours, if the rest is the same."""
    rests = [name.removeprefix(prefix) for name in params if name.startswith(prefix)]
    if not rests or len(rests) < len(params.keys()):
        return None
    matches = [name.removesuffix(rests[0]) for name in stored if name.endswith(rests[0])]
    return next((p for p in matches if {p + rest for rest in rests} == set(stored)), None)
