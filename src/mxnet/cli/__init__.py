"""Tools for networks, record files and old scripts."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from .. import __version__
from ..error import MXNetError

# The modules of the commands; each has `add_arguments(parser)` and `run(options)`.
COMMANDS = {
    "convert": "turn a network into a file of another kind: ONNX, torch, safetensors",
    "im2rec": "make lists of pictures, and pack pictures into record files",
    "info": "tell what is installed here, as a report of an error should",
    "launch": "start a script as several processes that train together",
    "rec2idx": "make the index of a record file",
    "run": "run an old script, with the names that NumPy and Python have removed",
    "stubs": "write what editors and type checkers need to know of all functions",
}


def main(arguments=None) -> int:
    """Run a command; return its exit status."""
    parser = argparse.ArgumentParser(prog="mxnet", description=__doc__.splitlines()[0])
    parser.add_argument("--version", action="version", version=f"mxnet {__version__} (regluon)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        # Only the module of the command in use is imported.
        commands.add_parser(name, help=text, description=text, add_help=False)
    chosen, rest = parser.parse_known_args(arguments)
    if chosen.command is None:
        parser.print_help()
        return 0
    module = import_module(f".{chosen.command}", __name__)
    own = argparse.ArgumentParser(
        prog=f"mxnet {chosen.command}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(own)
    try:
        return module.run(own.parse_args(rest))
    except MXNetError as error:
        print(f"mxnet {chosen.command}: {error}", file=sys.stderr)
        return 1
