"""Old behavior of libraries other than NumPy: h5py, pandas, pydantic, Pillow, PyYAML."""

from __future__ import annotations

import re
import sys
from functools import cache, partial
from importlib import import_module

from ._module import ShimModule


def pydantic_shims() -> dict:
    """Return pydantic 1, which pydantic 2 includes as ``pydantic.v1``."""
    if import_module("pydantic").VERSION.startswith("1."):
        return {}
    import_module("pydantic.v1")
    return {
        name.replace("pydantic.v1", "pydantic", 1): module
        for name, module in list(sys.modules.items())
        if name == "pydantic.v1" or name.startswith("pydantic.v1.")
    }


def pillow_shims() -> dict:
    """Return PIL.Image with the filters that Pillow 10 removed."""
    image = import_module("PIL.Image")
    filters = {"ANTIALIAS": "LANCZOS", "LINEAR": "BILINEAR", "CUBIC": "BICUBIC"}
    shim = ShimModule(image, {old: getattr(image, new) for old, new in filters.items()})
    return {
        "PIL": ShimModule(import_module("PIL"), {}, {"Image": shim}),
        "PIL.Image": shim,
    }


def yaml_shims() -> dict:
    """Return yaml whose ``load`` needs no loader, as before PyYAML 6; it runs no code."""
    yaml = import_module("yaml")

    def load(function, stream, Loader=yaml.FullLoader):
        return function(stream, Loader=Loader)

    functions = {name: partial(load, getattr(yaml, name)) for name in ("load", "load_all")}
    return {"yaml": ShimModule(yaml, {}, functions)}


class _Text(str):
    """A text that can be decoded like the bytes that h5py 2 returned."""

    __slots__ = ()

    def decode(self, encoding="utf-8", errors="strict"):
        return str(self)


def h5py_shims() -> dict:
    """Return h5py whose files and groups have attributes that can be decoded.

    Before version 3, texts that were stored as bytes were returned as bytes.
    """
    h5py, encode = import_module("h5py"), import_module("numpy").char.encode

    class Attributes(h5py.AttributeManager):
        def __getitem__(self, name):
            value = super().__getitem__(name)
            if getattr(getattr(value, "dtype", None), "hasobject", False):
                return encode(value.astype(str), "utf-8")
            return _Text(value) if type(value) is str else value

    class Decodable:
        @property
        def attrs(self):
            return Attributes(self)

        def __getitem__(self, name):
            part = super().__getitem__(name)
            return Group(part.id) if type(part) is h5py.Group else part

    class Group(Decodable, h5py.Group):
        pass

    class File(Decodable, h5py.File):
        pass

    return {"h5py": ShimModule(h5py, {}, {"File": File})}


# Names of frequencies in pandas 2.2 and 3, and before.
FREQUENCIES = {
    "h": "H", "min": "T", "s": "S", "ms": "L", "us": "U", "ns": "N",
    "ME": "M", "QE": "Q", "YE": "A", "YS": "AS", "BME": "BM", "BQE": "BQ", "BYE": "BA",
}  # fmt: skip


def _old_frequency(name: str) -> str:
    """Return ``Q-DEC`` for ``QE-DEC``."""
    base, dash, anchor = name.partition("-")
    return FREQUENCIES.get(base, base) + dash + anchor


def _new_frequency(freq: str) -> str:
    """Return ``3QE-DEC`` for ``3Q-DEC``."""
    count, base, anchor = re.fullmatch(r"(\d*)([A-Za-z]*)(.*)", freq).groups()
    return count + {old: new for new, old in FREQUENCIES.items()}.get(base, base) + anchor


@cache
def _with_name(kind: type, name: str) -> type:
    return type(kind.__name__, (kind,), {"name": name})


def _readers(pandas) -> dict:
    """Return functions that read tables, with texts as objects: pandas 3 has a type for them."""

    def read(function, *args, **options):
        table = function(*args, **options)
        if "dtype" in options or not isinstance(table, pandas.DataFrame):
            return table
        texts = [name for name in table if isinstance(table[name].dtype, pandas.StringDtype)]
        return table.astype(dict.fromkeys(texts, object))

    names = ("read_csv", "read_table", "read_excel", "read_json")
    return {name: partial(read, getattr(pandas, name)) for name in names}


def pandas_shims() -> dict:
    """Return pandas that reads texts as objects, and supports the old names of frequencies.

    ``get_dummies`` returns zeros and ones, as numbers, as before pandas 2.
    """
    pandas = import_module("pandas")
    real = import_module("pandas.tseries.frequencies")

    def to_offset(freq, *args, **kwargs):
        """Return an offset, from its old or new name, with its old name."""
        try:
            offset = real.to_offset(freq, *args, **kwargs)
        except ValueError:
            if not isinstance(freq, str) or _new_frequency(freq) == freq:
                raise
            offset = real.to_offset(_new_frequency(freq), *args, **kwargs)
        if offset is None or offset.rule_code == (old := _old_frequency(offset.rule_code)):
            return offset
        if vars(type(offset)).get("name") == old:
            return offset
        return _with_name(type(offset), old)(offset.n, offset.normalize, **offset.kwds)

    frequencies = ShimModule(real, {}, {"to_offset": to_offset})
    tseries = ShimModule(import_module("pandas.tseries"), {}, {"frequencies": frequencies})
    get_dummies = partial(pandas.get_dummies, dtype="uint8")
    functions = {"tseries": tseries, "get_dummies": get_dummies, **_readers(pandas)}
    return {
        "pandas": ShimModule(pandas, {}, functions),
        "pandas.tseries": tseries,
        "pandas.tseries.frequencies": frequencies,
    }
