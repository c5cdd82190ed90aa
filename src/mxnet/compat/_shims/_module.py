"""A module with the names that the real one has removed."""

from __future__ import annotations

from types import ModuleType


class ShimModule(ModuleType):
    """All names of a real module, and additional ones.

    Parameters
    ----------
    real : ModuleType
        The module that provides every other name.
    removed : dict
        Names that newer versions of the module do not have; if it has them, its own are used.
    replaced : dict
        Names that the module has, with the behavior of older versions.
    """

    def __init__(self, real: ModuleType, removed: dict, replaced: dict | None = None):
        super().__init__(real.__name__, real.__doc__)
        self.__real__, self.__path__ = real, getattr(real, "__path__", [])
        self.__spec__, self.__file__ = real.__spec__, getattr(real, "__file__", None)
        restored = {name: value for name, value in removed.items() if name not in vars(real)}
        self.__own__ = {**restored, **(replaced or {})}
        for name, value in self.__own__.items():
            setattr(self, name, value)

    def __getattr__(self, name):
        return getattr(self.__real__, name)

    @property
    def __dict__(self):  # not a copy made once: names of the real module may be replaced later
        return {**vars(self.__real__), **self.__own__}

    def __dir__(self):
        return sorted({*super().__dir__(), *dir(self.__real__)})
