"""The table: which package in which version gets what, and why."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """What a package needs; ``gifts`` are names in ``_gifts.GIFTS``."""

    package: str
    distribution: str
    versions: tuple[str, ...]  # how the version may begin
    gifts: tuple[str, ...]
    why: str
    hides: tuple[tuple[str, str], ...] = ()  # (module of the package, what it shall not find)
    one_element: tuple[str, ...] = ()  # modules where int() and float() take arrays of one


ROWS = (
    Row(
        package="gluoncv",
        distribution="gluoncv",
        versions=("0.8.", "0.9.", "0.10.", "0.11."),
        gifts=("numpy", "distutils", "json"),
        hides=(("gluoncv.check", "torch"),),
        one_element=("gluoncv.model_zoo.center_net.target_generator",),
        why="Uses np.float, np.int, np.Inf and LooseVersion, and refuses to be imported where it "
        "finds torch 2 or newer: its check finds none, so it chooses MXNet. Takes arrays of one "
        "element for numbers, which NumPy 2.4 no longer does, and writes products with float32 as "
        "JSON, which were float64 before NumPy 2.",
    ),
    Row(
        package="gluonnlp",
        distribution="gluonnlp",
        versions=("0.8.", "0.9.", "0.10."),
        gifts=("inspect", "collections", "numpy", "distutils"),
        why="Its registry of data sets calls inspect.getargspec.",
    ),
    Row(
        package="sockeye",
        distribution="sockeye",
        versions=("2.",),
        gifts=("numpy",),
        one_element=("sockeye.inference",),
        why="Saves arrays of different lengths as one, calls np.lib.arraysetops, and takes arrays "
        "of one element for numbers.",
    ),
    Row(
        package="d2l",
        distribution="d2l",
        versions=("0.15.", "0.16.", "0.17."),
        gifts=("numpy",),
        why="The book's code for NumPy arrays uses names that NumPy 1.24 and 2.0 removed.",
    ),
    Row(
        package="gluonts",
        distribution="gluonts",
        versions=("0.10.", "0.11.", "0.12.", "0.13."),
        gifts=("numpy", "distutils", "pydantic", "pandas"),
        why="Uses np.Inf, np.in1d and strtobool, is written for pydantic 1, which pydantic 2 "
        "carries as pydantic.v1, and calls an hour H and a month M, which pandas 2.2 renamed.",
    ),
)
