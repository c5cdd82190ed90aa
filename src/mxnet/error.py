"""Exceptions, and the registry that maps message prefixes to exception types."""

from __future__ import annotations


class MXNetError(RuntimeError):
    """Raised for every misuse that MXNet reports from its core."""

    __module__ = "mxnet.base"  # its public path, in tracebacks and pickles


# Handlers written for 1.9.1 catch what it raises: a failed assertion, a KeyError of a dictionary,
# an error of its core or of the system. Hence errors with a second base.


class AssertedTypeError(TypeError, AssertionError):
    """Raised where 1.9.1 fails an assertion about the type of an argument."""


class AssertedValueError(ValueError, AssertionError):
    """Raised where 1.9.1 fails an assertion about the value of an argument."""


class MXNetAssertionError(MXNetError, AssertionError):
    """Raised for other misuse for which 1.9.1 fails an assertion."""


class MXNetValueError(MXNetError, ValueError):
    """Raised where 1.9.1 raises ValueError, or an error of its core that is one."""


class MXNetTypeError(MXNetError, TypeError):
    """Raised where 1.9.1 raises TypeError for an attribute of an operator."""


class ScalarError(ValueError, TypeError):
    """Raised for arrays of several elements: 1.9.1 converts none to float, a TypeError."""


class MXNetIndexError(MXNetError, IndexError):
    """Raised where 1.9.1 raises IndexError for an index outside its axis."""


class UnknownNameError(MXNetError, ValueError, KeyError):
    """Raised where 1.9.1 does not find the name of an option in a dictionary."""

    __str__ = MXNetError.__str__  # that of KeyError quotes the message


class FileError(MXNetError, OSError):
    """Raised if a file cannot be read or written."""


class MissingFileError(FileError, FileNotFoundError):
    """Raised if a file or its folder does not exist."""


class MissingPackageError(MXNetError, ImportError):
    """Raised if an optional package is not installed, or does not load."""


class InternalError(MXNetError):
    """An invariant of the framework is violated: this is a bug of ours, please report it."""

    def __init__(self, msg: str):
        super().__init__(msg if "MXNet internal error" in msg else f"MXNet internal error: {msg}")


ERROR_TYPES: dict[str, type[BaseException]] = {
    cls.__name__: cls
    for cls in (
        MXNetError,
        InternalError,
        ValueError,
        TypeError,
        AttributeError,
        IndexError,
        NotImplementedError,
    )
}


def register_error(func_name=None, cls=None):
    """Register the exception class for messages that begin with ``Name:``.

    Usable as ``register_error(cls)``, ``@register_error`` or ``register_error("Name", cls)``.

    >>> @register_error
    ... class ShapeMismatch(MXNetError):
    ...     pass
    >>> ERROR_TYPES["ShapeMismatch"] is ShapeMismatch
    True
    """
    if isinstance(func_name, type):
        func_name, cls = func_name.__name__, func_name

    def add(cls):
        ERROR_TYPES[func_name or cls.__name__] = cls
        return cls

    return add if cls is None else add(cls)


register = register_error


def typed_error(message: str) -> BaseException:
    """Create the exception that the prefix of ``message`` names, otherwise ``MXNetError``."""
    prefix, colon, _ = message.partition(":")
    return ERROR_TYPES.get(prefix.strip() if colon else "", MXNetError)(message)


class refuse_stop_iteration:
    """Convert a StopIteration of user code inside the ``with`` block to an MXNetError.

    If it were raised from the ``next`` of an iterator, it would end the caller's loop and silently
    lose data. ``describe`` returns the subject of the message: what raised it, and where.

    This is not a ``contextlib.contextmanager``, which mistakes a RuntimeError caused by a
    StopIteration for the one that Python raises in generators, and propagates the StopIteration.
    """

    __slots__ = ("_describe",)

    def __init__(self, describe):
        self._describe = describe

    def __enter__(self):
        return self

    def __exit__(self, error_type, error, traceback):
        if isinstance(error, StopIteration):
            raise MXNetError(
                f"{self._describe()} raised StopIteration, which would end the epoch early; catch "
                "it there, or give next() a default"
            ) from error
        return False
