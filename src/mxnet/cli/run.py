"""Run an old script, unmodified, on today's Python and NumPy.

The script and the modules in its folder see names that have been removed since: np.float,
np.product, np.fromstring of bytes, collections.Iterable, inspect.getargspec, time.clock, distutils,
cPickle, Image.ANTIALIAS, yaml.load(file). For them, arrays of one element convert to numbers
(`float(a)`, `int(a)`, `"%f" % a`), and pandas reads text as objects. Other code is unaffected.
`mxnet check` lists the removed names that a script uses.

    mxnet run train.py --epochs 10
    mxnet run -m package.train --epochs 10
"""

from __future__ import annotations

import argparse
import os
import sys

from ..compat import run_module, run_script
from ..error import MXNetError

INTERRUPTED = 130  # the status that shells report for SIGINT


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "-m", dest="is_module", action="store_true", help="a module, as python -m runs it"
    )
    parser.add_argument("script", help="the file, or the name of the module, to run")
    others = parser.add_argument("arguments", nargs=argparse.REMAINDER, help="those of the script")
    others.required = False  # argparse would name it in its error about a missing script


def run(options) -> int:
    """Run the script; return 1 if it ends with an error, whose traceback is that of the script.

    On Ctrl-C the traceback shows where the script was, and the status is that of shells.
    """
    if not options.is_module and not os.path.isfile(options.script):
        raise MXNetError(f"there is no file {options.script!r}")
    try:
        (run_module if options.is_module else run_script)(options.script, options.arguments)
    except (Exception, KeyboardInterrupt) as error:  # of the user's script
        own = _below(error.__traceback__, sys.argv[0])
        if own is None and _is_missing(options, error):
            raise MXNetError(str(error)) from error
        if own is None and not isinstance(error, SyntaxError):
            own = error.__traceback__  # a package that the module is in cannot be imported
        # As Python does at the end of a script, which may have installed its own hook.
        sys.excepthook(type(error), error.with_traceback(own), own)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _is_missing(options, error: BaseException) -> bool:
    """Return whether the module to run, or a package that it is in, does not exist."""
    if not options.is_module or not isinstance(error, ModuleNotFoundError):
        return False
    return f"{options.script}.".startswith(f"{error.name}.")


def _below(traceback, script: str):
    """Return a traceback without our own frames that lead to the script.

    A script that Python cannot compile has no frames except ours.
    """
    while traceback and traceback.tb_frame.f_code.co_filename != script:
        traceback = traceback.tb_next
    return traceback
