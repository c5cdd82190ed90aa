"""Dictionaries of the parameters of a block: creation, sharing, saving and loading."""

from __future__ import annotations

import copy
import re
from collections import OrderedDict

import numpy as np

from .. import initializer, ndarray, ndarray as nd
from .._core.integers import as_integers
from .._text.html import table
from .._text.reprs import short
from ..ndarray._files import load_named
from ._constant import Constant
from ._parameter import DEFAULT_INIT, Parameter
from ._parameter_shapes import mark_unknown, merge_shapes

_PREFIX_HINT = (
    "Blocks made outside of `with self.name_scope()` of their parent, and blocks that share "
    "parameters, have other prefixes."
)


class ParameterDict:
    """The parameters of a block by their full names, with the block's prefix.

    >>> params = ParameterDict("net_")
    >>> params.get("weight", shape=(2, 3)).name
    'net_weight'
    """

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it

    def __init__(self, prefix="", shared=None):
        self._prefix = prefix
        self._params = OrderedDict()
        self._shared = shared

    def __repr__(self):
        listing = "\n".join(f"  {parameter!r}" for parameter in self.values())
        name = f"{self._prefix} " if self._prefix else ""
        return f"{name}(\n{listing}\n)"

    def _repr_html_(self):
        rows = [
            (name, p.shape, np.dtype(p.dtype).name, p.grad_req, p.init and short(p.init))
            for name, p in self.items()
        ]
        return table(["name", "shape", "type", "gradient", "init"], rows, self._prefix)

    def __getitem__(self, key):
        try:
            return self._params[key]
        except KeyError:
            listed = ", ".join(map(repr, list(self._params)[:10])) or "none"
            raise KeyError(f"there is no Parameter {key!r}; the first ones are {listed}") from None

    def values(self):
        """The parameters, in order of creation."""
        return self._params.values()

    def keys(self):
        """The full names."""
        return self._params.keys()

    def items(self):
        """Pairs of full name and parameter."""
        return self._params.items()

    def __contains__(self, name):
        return name in self._params

    def __iter__(self):
        return iter(self._params)

    @property
    def prefix(self):
        """The prefix of the parameters created here."""
        return self._prefix

    def _find(self, name):
        """Return a parameter of this or of the shared dictionary."""
        if name in self._params:
            return self._params[name]
        if self._shared is not None and name in self._shared._params:
            self._params[name] = self._shared._params[name]
            return self._params[name]
        return None

    def get(self, name, **kwargs):
        """Return the parameter ``prefix + name``; create it with the arguments if it is new."""
        name = self.prefix + name
        parameter = self._find(name)
        if parameter is None:
            parameter = self._params[name] = Parameter(name, **kwargs)
            return parameter
        for attribute, desired in kwargs.items():
            self._reconcile(parameter, attribute, desired)
        return parameter

    @staticmethod
    def _reconcile(parameter, attribute, desired):
        present = getattr(parameter, attribute, None)
        if present is None:
            setattr(parameter, attribute, desired)
            return
        if attribute == "shape" and desired is not None:
            desired = as_integers(desired)
            desired = mark_unknown((desired,) if isinstance(desired, int) else tuple(desired))
            merged = merge_shapes(present, desired)
            if merged is not None:
                parameter._shape = merged
                return
        same_type = (
            attribute == "dtype" and desired is not None and np.dtype(desired) == np.dtype(present)
        )
        if desired is not None and desired != present and not same_type:
            raise AssertionError(
                f"Cannot retrieve Parameter '{parameter.name}' because desired attribute does not "
                f"match with stored for attribute '{attribute}': desired '{desired}' vs stored "
                f"'{present}'."
            )

    def get_constant(self, name, value=None):
        """Return the constant ``prefix + name``; create it with the value if it is new."""
        name = self.prefix + name
        parameter = self._find(name)
        if parameter is None:
            if value is None:
                raise KeyError(
                    f"No constant named '{name}'. Please specify value if you want to create a "
                    "new constant."
                )
            parameter = self._params[name] = Constant(name, value)
            return parameter
        if value is not None:
            if not isinstance(parameter, Constant):
                raise AssertionError(f"Parameter '{name}' already exists but it is not a constant.")
            values = value.asnumpy() if isinstance(value, ndarray.NDArray) else np.asarray(value)
            stored = parameter.value.asnumpy()
            if values.shape != stored.shape or (values != stored).any():
                raise AssertionError(
                    f"Constant '{name}' already exists but its value doesn't match the new value."
                )
        return parameter

    def update(self, other):
        """Add the parameters of another dictionary."""
        for name, parameter in other.items():
            if self._params.setdefault(name, parameter) is not parameter:
                raise AssertionError(
                    "Cannot update self with other because they have different Parameters with "
                    f"the same name '{name}'"
                )

    def initialize(self, init=DEFAULT_INIT, ctx=None, verbose=False, force_reinit=False):
        """Initialize every parameter."""
        if verbose:  # a copy: the default initializer is shared
            init = copy.copy(initializer.create(init)).set_verbosity(True)
        for parameter in self.values():
            parameter.initialize(None, ctx, init, force_reinit=force_reinit)

    def zero_grad(self):
        """Set all gradients to 0."""
        for parameter in self.values():
            parameter.zero_grad()

    def reset_ctx(self, ctx):
        """Move all parameters to other contexts."""
        for parameter in self.values():
            parameter.reset_ctx(ctx)

    def list_ctx(self):
        """Return the contexts of all parameters."""
        contexts = {ctx: None for parameter in self.values() for ctx in parameter.list_ctx()}
        return list(contexts)

    def setattr(self, name, value):
        """Set an attribute of every parameter: ``setattr("grad_req", "null")``."""
        for parameter in self.values():
            setattr(parameter, name, value)

    # ----------------------------------------------------------------------------------- files

    def save(self, filename, strip_prefix=""):
        """Write all parameters to a file, with names without ``strip_prefix``."""
        arrays = {}
        for parameter in self.values():
            if not parameter.name.startswith(strip_prefix):
                raise ValueError(
                    f"Prefix '{strip_prefix}' is to be striped before saving, but Parameter's "
                    f"name '{parameter.name}' does not start with '{strip_prefix}'. {_PREFIX_HINT}"
                )
            arrays[parameter.name[len(strip_prefix) :]] = parameter._reduce()
        nd.save(filename, arrays)

    def load(
        self, filename, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix="",
        cast_dtype=False, dtype_source="current",
    ):  # fmt: skip
        """Load all parameters from a file, with ``restore_prefix`` added to its names."""
        self.load_dict(
            load_named(filename),
            ctx,
            allow_missing,
            ignore_extra,
            restore_prefix,
            filename,
            cast_dtype,
            dtype_source,
        )

    def load_dict(
        self, param_dict, ctx=None, allow_missing=False, ignore_extra=False, restore_prefix="",
        filename=None, cast_dtype=False, dtype_source="current",
    ):  # fmt: skip
        """Load the values of all parameters from a dictionary of arrays."""
        source = f"file: {filename}" if filename else "param_dict"
        for name in self.keys() if restore_prefix else ():
            if not name.startswith(restore_prefix):
                raise AssertionError(
                    f"restore_prefix is '{restore_prefix}' but Parameter name '{name}' does not "
                    f"start with it. {_PREFIX_HINT}"
                )
        arrays = {restore_prefix + without_kind(name): array for name, array in param_dict.items()}
        if not allow_missing:
            for name in self.keys():
                if name not in arrays:
                    raise AssertionError(
                        f"Parameter '{name}' is missing in {source}, which contains parameters: "
                        f"{abbreviate(param_dict)}. Please make sure source and target networks "
                        "have the same prefix."
                        f"{explain_other_names(self.keys(), param_dict) or f' {_PREFIX_HINT}'}"
                    )
        for name in arrays if not ignore_extra else ():
            if name not in self._params:
                raise AssertionError(
                    f"Parameter '{name}' loaded from {source} is not present in "
                    f"ParameterDict, choices are: {abbreviate(self)}. Set ignore_extra to True to "
                    f"ignore. {_PREFIX_HINT}"
                )
        load_all(
            {self[n]: a for n, a in arrays.items() if n in self._params},
            ctx,
            cast_dtype,
            dtype_source,
        )


def load_all(arrays: dict, ctx, cast_dtype: bool, dtype_source: str, origins=None) -> None:
    """Set the values of parameters; if one does not match, none of them changes.

    ``origins`` describes for messages where the values come from.
    """
    for parameter, array in arrays.items():
        try:
            parameter._check_loadable(array, ctx, cast_dtype, dtype_source)
        except AssertionError as error:
            origin = (origins or {}).get(parameter)
            source = f", from {origin}" if origin else ""
            raise AssertionError(f"{error}{source}{_advise(parameter, array)}") from None
    for parameter, array in arrays.items():
        parameter._load_init(array, ctx, cast_dtype, dtype_source)


def _advise(parameter, array) -> str:
    """Return advice on values for another number of outputs, as in fine-tuning."""
    expected, saved = parameter.shape or (), array.shape
    if len(expected) != len(saved) or expected[:1] == saved[:1] or expected[1:] != saved[1:]:
        return ""
    return (
        ". For another number of outputs, load the network as it was saved and then replace its "
        "last layer"
    )


def without_kind(name: str) -> str:
    """Return a name from an exported file without ``arg:`` or ``aux:``."""
    return re.sub(r"^(arg|aux):", "", name)


def explain_other_names(names, loaded) -> str:
    """Return advice if a file with structural names is loaded into a graph, otherwise ""."""
    if any("." in name for name in names) or not any("." in name for name in loaded):
        return ""
    return (
        " The file is one of save_parameters and needs the blocks that it was saved from: load it "
        "there, and export() writes a file for this network."
    )


def abbreviate(names) -> str:
    """Return a list of names; of more than ten the first and the last five."""
    names = [f"'{name}'" for name in names]
    return ", ".join(names if len(names) <= 10 else [*names[:5], "...", *names[-5:]])
