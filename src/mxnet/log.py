"""Loggers whose lines show the level (letter and color), time, process and source location."""

from __future__ import annotations

import logging
import warnings
from logging import CRITICAL, DEBUG, ERROR, INFO, NOTSET, WARNING

__all__ = [
    "CRITICAL", "DEBUG", "ERROR", "INFO", "NOTSET", "WARNING", "getLogger", "get_logger",
]  # fmt: skip

_LETTERS = {CRITICAL: "C", ERROR: "E", WARNING: "W", INFO: "I", DEBUG: "D"}
_BLUE, _GREEN, _RED = 34, 32, 31


class _Formatter(logging.Formatter):
    """Formats ``W1117 02:01:18 1399 train.py:main:17] text``, with the prefix in color."""

    def __init__(self):
        super().__init__(datefmt="%m%d %H:%M:%S")

    def formatMessage(self, record):
        color = _RED if record.levelno >= WARNING else _GREEN if record.levelno >= INFO else _BLUE
        letter = _LETTERS.get(record.levelno, "U")  # for other levels
        when = self.formatTime(record, self.datefmt)
        where = f"{record.pathname}:{record.funcName}:{record.lineno}"
        return f"\x1b[{color}m{letter}{when} {record.process} {where}]\x1b[0m {record.message}"


def get_logger(name=None, filename=None, filemode=None, level=WARNING):
    """Return a logger that writes to a file, or to the terminal with source locations.

    A logger that this function has configured before is not changed, and neither is the root
    logger.

    Parameters
    ----------
    name : str, optional
        The name of the logger; by default the root logger.
    filename : str, optional
        The file to write to.
    filemode : str, optional
        The mode in which the file is opened, by default ``"a"``.
    level : int
        The lowest level to log.
    """
    logger = logging.getLogger(name)
    if name is None or getattr(logger, "_init_done", False):
        return logger
    logger._init_done = True
    if filename:
        handler = logging.FileHandler(filename, filemode or "a")
    else:
        handler = logging.StreamHandler()
        handler.setFormatter(_Formatter())
    logger.addHandler(handler)
    logger.setLevel(level)
    return logger


def getLogger(name=None, filename=None, filemode=None, level=WARNING):
    """Return a logger: the deprecated name of ``get_logger``."""
    warnings.warn(
        "getLogger is deprecated, Use get_logger instead.", DeprecationWarning, stacklevel=2
    )
    return get_logger(name, filename, filemode, level)
