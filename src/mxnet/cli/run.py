"""Run an old script, unchanged, on today's Python and NumPy.

The script and the modules in its folder see names that were removed since: np.float, np.product,
np.fromstring of bytes, collections.Iterable, inspect.getargspec, time.clock, distutils. All other
code keeps the real modules.

    mxnet run train.py --epochs 10
"""

from __future__ import annotations

import argparse

from ..compat import run_script
from ..error import MXNetError


def add_arguments(parser) -> None:
    """Tell the parser what the command takes."""
    parser.add_argument("script", help="the file to run")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="what the script gets")


def run(options) -> int:
    """Run the script."""
    try:
        run_script(options.script, options.arguments)
    except FileNotFoundError as error:
        if error.filename != options.script:
            raise
        raise MXNetError(f"there is no file {options.script!r}") from None
    return 0
