"""Tools for networks, record files and old scripts."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module

from .. import __version__
from .._text.spelling import did_you_mean
from ..error import MXNetError

# The modules of the commands; each has `add_arguments(parser)` and `run(options)`.
COMMANDS = {
    "bench": "compare the speed of networks with plain torch on this machine",
    "check": "find removed and unsupported names in old scripts and models, without running them",
    "convert": "convert a network to ONNX, torch or safetensors, or from ONNX or Caffe",
    "im2rec": "make lists of images, and pack images into record files",
    "info": "print versions, devices and settings, for a bug report",
    "launch": "start a script in several processes that train together",
    "plot": "draw the graph of a network as SVG, PNG or PDF",
    "predict": "classify images with a trained network",
    "rec2idx": "rebuild the index of a record file",
    "run": "run an old script, with the names that NumPy and Python have removed",
    "stubs": "write stub files for editors and type checkers",
    "summary": "print the layers, shapes, parameters and multiply-adds of a network",
    "train": "train an image classifier on a folder, a record file or the included digits",
}


def main(arguments=None) -> int:
    """Run a command; return its exit status."""
    parser = _make_parser()
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and not arguments[0].startswith("-") and arguments[0] not in COMMANDS:
        hint = did_you_mean(arguments[0], COMMANDS)
        parser.error(f"there is no command {arguments[0]!r}.{hint} `mxnet` lists all commands.")
    chosen, rest = parser.parse_known_args(arguments)
    if chosen.command is None:
        if rest:
            parser.error(f"there is no option {rest[0]!r}")
        parser.print_help()
        return 0
    if chosen.command != "run" and getattr(sys.stdout, "errors", None) == "strict":
        # Names of files may have characters that the terminal's encoding does not have.
        sys.stdout.reconfigure(errors="backslashreplace")
    return _run_command(chosen.command, rest)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="mxnet",
        description=__doc__.splitlines()[0],
        epilog="`mxnet COMMAND --help` shows the options of a command, with examples. "
        "To begin: mxnet train digits",
    )
    parser.add_argument("--version", action="version", version=f"mxnet {__version__} (regluon)")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, text in COMMANDS.items():
        # Only the module of the command in use is imported.
        commands.add_parser(name, help=text, description=text, add_help=False)
    return parser


def _run_command(name: str, arguments: list[str]) -> int:
    """Run a command, and report errors in one line."""
    try:
        module, own = load_command(name)  # which may import torch, for seconds
        status = module.run(own.parse_args(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()  # errors of the output are reported here, not at exit
        return status
    except MXNetError as error:
        reason = str(error).partition("\n")[0]  # details of operators come below
        print(f"mxnet {name}: {reason}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130  # the code that shells use for SIGINT
    except BrokenPipeError:  # the reader, for instance head, has closed the pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a file or folder that cannot be read or written
        print(f"mxnet {name}: {error}", file=sys.stderr)
        return 1


def load_command(name: str):
    """Return the module of a command and the parser of its arguments."""
    module = import_module(f".{name}", __name__)
    parser = argparse.ArgumentParser(
        prog=f"mxnet {name}",
        description=module.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    module.add_arguments(parser)
    return module, parser
