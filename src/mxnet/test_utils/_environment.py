"""The environment of a test: context, environment variables, devices, retries."""

from __future__ import annotations

import contextlib
import functools
import os
import pathlib
import platform

from .. import ndarray as nd
from ..base import MXNetError
from ..context import Context, current_context, num_gpus
from ..io import DataIter
from ..util import getenv, setenv

__all__ = [
    "DummyIter", "default_context", "discard_stderr", "environment", "get_im2rec_path",
    "has_tvm_ops", "is_aarch64_run", "is_cd_run", "is_op_runnable", "list_gpus", "retry",
    "set_default_context",
]  # fmt: skip


def default_context():
    """Return the default context of tests."""
    return current_context()


def set_default_context(ctx):
    """Set the default context of this thread."""
    Context.default_ctx = ctx


def list_gpus():
    """Return the indices of the GPUs.

    >>> list(list_gpus()) == list(range(num_gpus()))
    True
    """
    return range(num_gpus())


@contextlib.contextmanager
def environment(*args):
    """Set environment variables inside a ``with`` block: a name and a value, or a dict of them.

    A value of None unsets the variable.

    >>> with environment("ANSWER", "42"):
    ...     os.environ["ANSWER"]
    '42'
    """
    if len(args) == 1 and isinstance(args[0], dict):
        settings = args[0]
    elif len(args) == 2:
        settings = {args[0]: args[1]}
    else:
        raise AssertionError("Expecting one dict arg or two args: env var name and value")
    previous = {name: getenv(name) for name in settings}
    try:
        for name, value in settings.items():
            setenv(name, value)
        yield
    finally:
        nd.waitall()
        for name, value in previous.items():
            setenv(name, value)


@contextlib.contextmanager
def discard_stderr():
    """Discard the standard error output of the process inside a ``with`` block."""
    saved = os.dup(2)
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)


def retry(n):
    """Decorate a test so that it fails only if its assertions fail ``n`` times in a row.

    >>> attempts = []
    >>> @retry(3)
    ... def lucky():
    ...     attempts.append(1)
    ...     assert len(attempts) == 3
    >>> lucky()
    """
    if n <= 0:
        raise AssertionError(f"retry needs a positive number of attempts, got {n}")

    def decorate(test):
        @functools.wraps(test)
        def attempt(*args, **kwargs):
            for _ in range(n - 1):
                try:
                    return test(*args, **kwargs)
                except AssertionError:
                    nd.waitall()
            return test(*args, **kwargs)

        return attempt

    return decorate


class DummyIter(DataIter):
    """An iterator that repeats the first batch of another one forever, to measure speed."""

    def __init__(self, real_iter):
        super().__init__(real_iter.batch_size)
        for name in ("provide_data", "provide_label", "batch_size"):
            setattr(self, name, getattr(real_iter, name))
        self.real_iter, self.the_batch = real_iter, next(real_iter)

    def __iter__(self):
        return self

    def next(self):
        """Return the batch."""
        return self.the_batch

    __next__ = next

    def reset(self):
        """Do nothing: there is no end."""


# ----------------------------------------------------------------------------------- what is there


def is_aarch64_run():
    """Return whether this machine has an ARM processor."""
    return platform.machine() == "aarch64"


def is_cd_run():
    """Return whether this is a continuous delivery run, by the variable ``CD_JOB``."""
    return os.environ.get("CD_JOB", "0") == "1"


def has_tvm_ops():
    """Return False: there are no operators compiled by TVM."""
    return False


def is_op_runnable():
    """Return True: no operators compiled by TVM are needed."""
    return True


def get_im2rec_path(home_env="MXNET_HOME"):
    """Return the path of the program ``im2rec.py``, which packs images into a record file."""
    candidates = [pathlib.Path(__file__).parents[1] / "tools" / "im2rec.py"]
    if os.environ.get(home_env):
        candidates.insert(0, pathlib.Path(os.environ[home_env]) / "tools" / "im2rec.py")
    for candidate in candidates:
        if candidate.is_file():
            return str(candidate)
    looked = ", ".join(map(str, candidates))
    raise MXNetError(f"im2rec.py was not found; searched {looked}. Set {home_env} to its folder.")
