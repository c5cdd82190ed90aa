"""Users' notes on Gluon: every snippet runs and prints the documented output."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import pathlib
import re
import shutil

import pytest

import mxnet as mx
from mxnet import autograd, gluon, init, nd
from mxnet.base import MXNetError
from mxnet.gluon import nn
from mxnet.name import NameManager

TESTS = pathlib.Path(__file__).parents[1]
PICTURE = TESTS / "golden" / "images" / "colour.jpg"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclasses.dataclass
class Snippet:
    """Code, what it prints, and how the message ends if it raises."""

    code: str
    text: str = ""
    error: str | None = None


def snippets(section):
    result = []
    for kind, body in FENCE.findall(section):
        if kind == "python":
            result.append(Snippet(body))
        elif kind == "text":
            result[-1].text = body
        else:
            result[-1].error = body.strip()
    return result


def cases():
    for page in sorted((TESTS / "notes").glob("*.md")):
        for section in re.split(r"^## ", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
            title, _, body = section.partition("\n")
            yield pytest.param(snippets(body), id=f"{page.stem}: {title}")


@pytest.mark.parametrize("case", list(cases()))
def test_note(case, tmp_path, monkeypatch):
    assert case
    monkeypatch.chdir(tmp_path)
    if any("th.jpg" in snippet.code for snippet in case):
        shutil.copy(PICTURE, "th.jpg")
    monkeypatch.setenv("MXNET_SIMULATE_GPUS", "2")
    names = {"mx": mx, "nd": nd, "autograd": autograd, "gluon": gluon, "init": init, "nn": nn}
    with NameManager():
        for snippet in case:
            run(snippet, names)


def run(snippet, names):
    printed, message = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(snippet.code, "<note>", "exec"), names)
        except (MXNetError, gluon.parameter.DeferredInitializationError) as error:
            if snippet.error is None:
                raise
            message = str(error)
    assert printed.getvalue() == snippet.text
    if snippet.error is not None:
        assert message is not None, "nothing was raised"
        assert snippet.error in message
