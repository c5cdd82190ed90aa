"""The options ``--shape`` and ``--type``."""

from __future__ import annotations

from ..base import MXNetError

_EXAMPLES = {"--shape": "--shape data=1,3,224,224", "--type": "--type data=float32"}


def pair_of(text: str, option: str) -> tuple[str, str]:
    """Parse ``NAME=VALUE``."""
    name, mark, value = text.rpartition("=")
    if not mark or not name:
        raise MXNetError(
            f"{option} must be NAME=VALUE, got {text!r}; for an input called data, "
            f"{_EXAMPLES[option]}"
        )
    return name, value


def shape_of(text: str) -> tuple[str, tuple]:
    """Parse ``data=batch:1,3,224,224``: numbers, and pairs of a name and a number.

    >>> shape_of("data=batch:1,3")
    ('data', (('batch', 1), 3))
    """
    name, sizes = pair_of(text, "--shape")
    try:
        return name, tuple(_size(part) for part in sizes.split(",") if part)
    except ValueError:
        raise MXNetError(f"--shape must be NAME=1,3,224,224, got {text!r}") from None


def _size(text: str):
    name, mark, number = text.rpartition(":")
    return (name, int(number)) if mark else int(number)


def sizes_of(text: str) -> tuple[str, tuple[int, ...]]:
    """Parse ``data=1,3,224,224``; names of open sizes are dropped."""
    name, shape = shape_of(text)
    return name, tuple(size[1] if isinstance(size, tuple) else size for size in shape)


def add_shape_option(parser) -> None:
    """Declare ``--shape`` for commands that inspect a network."""
    parser.add_argument(
        "--shape", action="append", default=[], metavar="NAME=1,3,224,224",
        help="the shape of an input, where the file does not have it",
    )  # fmt: skip
