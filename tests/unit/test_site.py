"""The documentation site: what is on both sides of a table, generated pages, translations."""

from __future__ import annotations

import ast
import importlib
import pathlib
import re

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._ops import OPS
from mxnet.compat import _refused
from tests.ops.row import families, row, rows_of, uniform, values

ROOT = pathlib.Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture
def generators(monkeypatch):
    """Return the package of generators, as Sphinx imports it."""
    monkeypatch.syspath_prepend(str(DOCS))
    return importlib.import_module("generators")


# ------------------------------------------------------------------------- coming from PyTorch


def sides():
    """Yield (torch's code, ours) of each line of the tables."""
    text = (DOCS / "from-pytorch.md").read_text(encoding="utf-8")
    for line in re.findall(r"^\| [^|]+ \| `.*", text, re.MULTILINE):
        cells = re.sub(r"`<br>`", "\n", line).strip("| ").split(" | ")[1:]
        yield [cell.strip(" `|") for cell in (*cells, "")][:2]


def run(code, names):
    """Run statements; return the value of the last one, if it is an expression."""
    *first, last = ast.parse(code).body or [ast.Pass()]
    if not isinstance(last, ast.Expr):
        exec(code, names)
        return None
    exec(compile(ast.Module(first, []), "<page>", "exec"), names)
    return eval(compile(ast.Expression(last.value), "<page>", "eval"), names)


def plain(value):
    """Return a result as an array of NumPy, without axes of size 1: MXNet has no shape ()."""
    if isinstance(value, mx.nd.NDArray):
        value = value.asnumpy()
    elif isinstance(value, torch.Tensor):
        value = value.detach().numpy()
    return np.squeeze(np.asarray(value))


def test_both_sides_compute_the_same(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    theirs, ours = {}, {}
    compared = 0
    for left, right in sides():
        expected, value = run(left, theirs), run(right, ours)
        if expected is not None and value is not None:
            np.testing.assert_allclose(plain(value), plain(expected), 1e-3, err_msg=right)
            compared += 1
    assert compared == 24


# ------------------------------------------------------------------------------ generated pages


def test_every_difference_is_on_the_page(generators):
    page = generators.differences.page()
    lines = generators.differences.divergences()
    assert len(lines) > 300 and all(
        f"| {generators.differences.cell(x[0])} |" in page for x in lines
    )
    assert all(f"| {generators.differences.cell(name)} |" in page for name in _refused.REFUSED)


def test_cells_have_no_markup(generators):
    assert generators.differences.cell("a_b | *c*") == r"a\_b \| \*c\*"


@pytest.mark.parametrize(
    ("rows", "gradient", "second"),
    [
        ([row("exp", uniform(2, 3))], "yes", "yes"),
        ([row("floor", uniform(2, 3))], "0", "0"),
        ([row("argmax", uniform(2, 3), axis=1)], "-", "-"),
        ([row("take", uniform(4, 3), values([0, 2]))], "yes", "yes"),
        # The gradient of this head is not the derivative of its output.
        ([row("LinearRegressionOutput", uniform(2, 3), uniform(2, 3))], "yes", "-"),
    ],
    ids=lambda value: value[0].op if isinstance(value, list) else "",
)
def test_gradients_are_measured(generators, rows, gradient, second):
    measured = generators.operators.measure(rows)
    assert (measured.gradient, measured.second) == (gradient, second)


def test_which_operators_torch_exports(generators):
    boxes = row("_contrib_box_nms", uniform(1, 4, 6, low=0))
    assert generators.operators.exports(row("exp", uniform(2, 3))) == "yes"
    assert generators.operators.exports(boxes) == "-"


def test_every_operator_is_measured(generators):
    unrecorded = generators.operators.unrecorded
    recorded = [row for family in families() for row in rows_of(family)]
    measured = {OPS[row.op].name for row in recorded + unrecorded.ROWS}
    assert measured | set(generators.operators.KNOWN) == {op.name for op in OPS.values()}
    assert not measured & set(generators.operators.KNOWN)


def test_every_operator_has_a_line(generators):
    measured = generators.operators.Measured("yes", "yes", "yes")
    page = generators.operators.page(dict.fromkeys((op.name for op in OPS.values()), measured))
    names = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(names) == sorted({op.name for op in OPS.values()})
    line = generators.operators.line
    facts = generators.operators.Measured("yes", "yes", "yes")
    cells = line(OPS["FullyConnected"], facts).strip("| ").split(" | ")
    assert cells == "`FullyConnected` yes yes - 16 16 yes both yes yes".split()


def test_the_reference_lists_public_names_once(generators):
    pages = generators.api.pages()
    assert ".. autoclass:: mxnet.gluon.loss.SoftmaxCrossEntropyLoss\n" in pages["gluon.loss.rst"]
    assert (
        "The same as :py:obj:`mxnet.gluon.loss.SoftmaxCrossEntropyLoss`." in pages["gluon.loss.rst"]
    )
    assert "mxnet.nd" not in pages["symbol.rst"] and "mxnet.symbol.Symbol\n" in pages["symbol.rst"]
    text = "\n".join(pages.values())
    documented = re.findall(r"^\.\. (?:auto|py:)(?:class|function):: (\S+)", text, re.MULTILINE)
    assert len(documented) == len(set(documented)) > 1000


# --------------------------------------------------------------------------------- translations


def test_translations_have_the_code_of_the_english_pages(generators):
    translations = importlib.import_module("generators.translations")
    assert len(translations.PAGES) == 12  # the README, ten pages and their index
    for page, source in translations.PAGES.items():
        current = page.read_text(encoding="utf-8")
        assert current == translations.translated(page, source), (
            f"{page.relative_to(ROOT)}: run python docs/generators/translations.py"
        )


def test_a_translation_without_a_block(generators, tmp_path):
    translations = importlib.import_module("generators.translations")
    (tmp_path / "a.md").write_text("none")
    (tmp_path / "b.md").write_text("```python\n>>> 1\n```\n")
    with pytest.raises(ValueError, match=r"a.md must have 1 code blocks, as .*b.md"):
        translations.translated(tmp_path / "a.md", tmp_path / "b.md")


CHINESE = "[\u3000-\u9fff\uff00-\uffef]"


@pytest.mark.parametrize("page", [ROOT / "README.zh.md", *sorted(DOCS.glob("zh/**/*.md"))])
def test_a_chinese_paragraph_is_one_line(page):
    """Browsers show a line break as a space, which Chinese does not have between words."""
    text = re.sub(
        r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    assert not re.findall(rf".*{CHINESE}\n[^\n#|:-].*", text)


# --------------------------------------------------------------------------------- the package


def test_the_map_has_a_sentence_for_every_module(generators):
    page = importlib.import_module("generators.modules").page()
    rows = re.findall(r"^\| `(\w+\.py)` \| (.*) \|$", page, re.MULTILINE)
    files = [path for path in (ROOT / "src").rglob("*.py") if path.name != "__init__.py"]
    assert sorted(name for name, _ in rows) == sorted(path.name for path in files)
    assert all(summary.endswith((".", "?")) for _, summary in rows)
    assert "| `_cached_op.py` | `CachedOp`: a symbol prepared for repeated calls" in page
