"""The table of packages with special needs: which versions get which shims, and why."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """The shims of a package; ``shims`` are names in ``_shims.SHIMS``."""

    package: str
    shims: tuple[str, ...]
    why: str
    versions: tuple[str, ...] = ("",)  # prefixes of the versions that it applies to
    hides: tuple[tuple[str, str], ...] = ()  # (module of the package, module that it must not find)
    # Modules where int() and float() accept arrays of one element.
    one_element: tuple[str, ...] = ()
    builtins: tuple[tuple[str, object], ...] = ()  # additional builtins, by name
    is_script: bool = False  # the user's own code: every module is compiled by ``compile_script``


# Names that any old script or package may need. Shims are created when their module is imported.
COMMON = (
    "numpy", "collections", "inspect", "distutils", "time", "base64", "fractions", "imp", "xml",
    "cPickle", "PIL", "yaml", "google", "pandas", "urllib", "urllib2", "Queue", "ConfigParser",
    "typing", "itertools", "string", "commands", "thread", "h5py",
)  # fmt: skip

RULES = (
    Rule(
        package="gluoncv",
        versions=("0.6.", "0.7.", "0.8.", "0.9.", "0.10.", "0.11."),
        shims=(*COMMON, "json"),
        hides=(("gluoncv.check", "torch"),),
        one_element=("gluoncv.model_zoo.center_net.target_generator",),
        why="Uses np.float, np.int, np.Inf and LooseVersion, and refuses to be imported where it "
        "finds torch 2 or newer: its check finds none, so it chooses MXNet. Takes arrays of one "
        "element for numbers, which NumPy 2.4 no longer does, and writes products with float32 as "
        "JSON, which were float64 before NumPy 2.",
    ),
    Rule(
        package="gluonnlp",
        versions=("0.8.", "0.9.", "0.10."),
        shims=COMMON,
        why="Its registry of data sets calls inspect.getargspec.",
    ),
    Rule(
        package="sockeye",
        versions=("2.",),
        shims=COMMON,
        one_element=("sockeye.inference",),
        why="Saves arrays of different lengths as one, calls np.lib.arraysetops, and takes arrays "
        "of one element for numbers.",
    ),
    Rule(
        package="mxboard",
        shims=COMMON,
        one_element=("mxboard.summary",),
        why="Its messages were written by protoc 3.5, whose code newer runtimes refuse, and it "
        "takes arrays of one element for numbers.",
    ),
    Rule(
        package="d2l",
        versions=("0.15.", "0.16.", "0.17."),
        shims=COMMON,
        why="The book's code for NumPy arrays uses names that NumPy 1.24 and 2.0 removed.",
    ),
    Rule(
        package="gluonts",
        versions=("0.10.", "0.11.", "0.12.", "0.13."),
        shims=(*COMMON, "pydantic"),
        why="Uses np.Inf, np.in1d and strtobool, is written for pydantic 1, which pydantic 2 "
        "carries as pydantic.v1, and calls an hour H and a month M, which pandas 2.2 renamed.",
    ),
    Rule(
        package="keras_preprocessing",
        shims=COMMON,
        why="Keras-MXNet prepares data with it, but it does not know MXNet itself. It uses "
        "np.unicode_.",
    ),
)
