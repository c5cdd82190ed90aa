"""``mx.log``: loggers with the lines that MXNet writes."""

import io
import logging
import os
import re

import pytest

import mxnet as mx


@pytest.fixture
def name(request):
    """A name of a logger, which is closed in the end."""
    yield request.node.name
    for handler in list(logging.getLogger(request.node.name).handlers):
        handler.close()


LINES = {
    mx.log.DEBUG: ("34", "D"),
    mx.log.INFO: ("32", "I"),
    25: ("32", "U"),
    mx.log.WARNING: ("31", "W"),
    mx.log.ERROR: ("31", "E"),
    mx.log.CRITICAL: ("31", "C"),
}


@pytest.mark.parametrize("level", LINES)
def test_lines(name, level):
    logger = mx.log.get_logger(name, level=mx.log.DEBUG)
    stream = io.StringIO()
    logger.handlers[0].setStream(stream)
    logger.log(level, "epoch %d", 3)
    color, letter = LINES[level]
    where = rf"{os.getpid()} {re.escape(__file__)}:test_lines:\d+\]"
    line = rf"\x1b\[{color}m{letter}\d{{4}} \d\d:\d\d:\d\d {where}\x1b\[0m epoch 3\n"
    assert re.fullmatch(line, stream.getvalue())


def test_files_have_the_text_alone(name, tmp_path):
    path = tmp_path / "train.log"
    path.write_text("old\n")
    logger = mx.log.get_logger(name, str(path), "w", mx.log.INFO)
    logger.debug("not written")
    logger.info("written")
    assert path.read_text() == "written\n"


def test_a_logger_is_set_up_once(name):
    logger = mx.log.get_logger(name, level=mx.log.INFO)
    assert mx.log.get_logger(name, level=mx.log.DEBUG) is logger
    assert (logger.level, len(logger.handlers)) == (mx.log.INFO, 1)


def test_the_root_logger_is_left_alone():
    before = list(logging.getLogger().handlers)
    assert mx.log.get_logger() is logging.getLogger()
    assert logging.getLogger().handlers == before


def test_the_old_name(name):
    with pytest.warns(DeprecationWarning, match="Use get_logger instead"):
        assert mx.log.getLogger(name) is mx.log.get_logger(name)
