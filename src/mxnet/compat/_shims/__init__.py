"""Shims: modules with the names and the behavior that newer versions have removed."""

from __future__ import annotations

from functools import cache, partial
from importlib.util import find_spec
from types import ModuleType

from . import _libraries, _numpy, _protobuf, _python
from ._module import ShimModule

# First part of a module's name -> function that returns the modules that replace the real ones,
# by name.
SHIMS = {
    "PIL": _libraries.pillow_shims,
    "base64": _python.base64_shims,
    "collections": _python.collections_shims,
    "distutils": _python.distutils_shims,
    "fractions": _python.fractions_shims,
    "google": _protobuf.protobuf_shims,
    "h5py": _libraries.h5py_shims,
    "imp": _python.imp_shims,
    "inspect": _python.inspect_shims,
    "itertools": _python.itertools_shims,
    "json": _python.json_shims,
    "numpy": _numpy.numpy_shims,
    "pandas": _libraries.pandas_shims,
    "pydantic": _libraries.pydantic_shims,
    "string": _python.string_shims,
    "time": _python.time_shims,
    "typing": _python.typing_shims,
    "urllib": _python.urllib_shims,
    "xml": _python.xml_shims,
    "yaml": _libraries.yaml_shims,
    **{name: partial(_python.renamed_shims, name) for name in _python.RENAMED},
}


@cache
def shims_of(package: str) -> dict[str, ModuleType]:
    """Return the modules, by name, that replace a package and its submodules."""
    return SHIMS[package]()


def removed_names(package: str) -> dict[str, set[str]]:
    """Return the removed names that the shims of a package restore, by module.

    A module that was removed entirely has the name ``*``. A package that is not installed, and was
    not part of Python, has none.
    """
    try:
        shims = shims_of(package)
    except ModuleNotFoundError:
        return {}
    names = {}
    for name, shim in shims.items():
        if isinstance(shim, ShimModule):
            names[name] = shim.__own__.keys() - vars(shim.__real__).keys()
        elif find_spec(name.partition(".")[0]) is None or name == "xml.etree.cElementTree":
            names[name] = {"*"}
    return names
