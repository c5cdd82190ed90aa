"""What README and docs say is run: examples, commands, links and paths."""

import doctest
import importlib.util
import pathlib
import re
import runpy

import pytest

from mxnet import profiler
from mxnet._ops import OPS

ROOT = pathlib.Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "mxnet"
FOLDERS = "benchmarks docs examples src tests tools".split()
PAGES = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/learn/*.md")})
PAGES += sorted(page for folder in FOLDERS for page in ROOT.glob(f"{folder}/**/README.md"))
HAS_GLUONCV = importlib.util.find_spec("gluoncv") is not None
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")

# Translations have the code of the English pages (tests/unit/test_site.py), so it runs once.
TRANSLATIONS = sorted({ROOT / "README.zh.md", *ROOT.glob("docs/zh/**/*.md")})
PAGES = [page for page in PAGES if page not in TRANSLATIONS]


def of_pages(paths):
    return pytest.mark.parametrize("page", paths, ids=lambda page: str(page.relative_to(ROOT)))


pages, all_pages = of_pages(PAGES), of_pages([*PAGES, *TRANSLATIONS])


def blocks(page, language):
    """Return the fenced blocks of a page that are in a language."""
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.fixture
def keep_the_operator_table():
    before = dict(OPS)
    yield
    OPS.clear()
    OPS.update(before)


@pytest.fixture
def a_folder_for_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def an_empty_profiler():
    """Other tests in this process count what is profiled."""
    yield
    profiler.set_state("stop")
    profiler.dumps(reset=True)
    profiler._profiler.record.trace.clear()
    profiler.set_config(profile_all=False, aggregate_stats=False)


@pages
@pytest.mark.usefixtures("a_folder_for_files", "an_empty_profiler")
def test_examples_print_the_documented_output(page):
    source = "".join(block for block in blocks(page, "python") if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)
    report = []
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert not report, "".join(report)


@pages
@pytest.mark.usefixtures("keep_the_operator_table", "a_folder_for_files")
def test_snippets_run(page):
    names = {"__name__": page.name}
    for block in blocks(page, "python"):
        if not block.startswith(">>>") and (HAS_GLUONCV or "import gluoncv" not in block):
            exec(compile(block, page, "exec"), names)


@all_pages
def test_make_targets_exist(page):
    """Commands stand at the start of a line of a shell block, or in code style by themselves."""
    commands = "".join(blocks(page, "sh")).splitlines()
    commands += re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    for target in re.findall(r"^make ([a-z]+)", "\n".join(commands), re.MULTILINE):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target}"


def anchor(heading):
    """The name that a heading can be linked to by."""
    return re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-")


@all_pages
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)\s:]+)\)", page.read_text(encoding="utf-8")):
        name, _, fragment = link.partition("#")
        target = page.parent / name if name else page
        if ROOT / "docs" / "generated" in target.resolve().parents:
            continue  # made by `make docs`, which checks these links
        assert target.exists(), link
        headings = (
            re.findall(r"^#+ (.*)", target.read_text(encoding="utf-8"), re.MULTILINE)
            if fragment
            else []
        )
        assert not fragment or fragment in map(anchor, headings), link


# Every other site that our pages name. Tests do not open them; look at them by hand now and then.
EXTERNAL = {
    "https://cv.gluon.ai",
    "https://download.pytorch.org/whl/cpu",
    "https://ui.perfetto.dev",
}


def test_external_links_are_known():
    links = set()
    for page in [*PAGES, *TRANSLATIONS]:
        links |= set(re.findall(r"https?://[\w./-]*\w", page.read_text(encoding="utf-8")))
    ours = {link for link in links if re.match(r"https?://(127\.0\.0\.1|localhost)\b", link)}
    assert links - ours == EXTERNAL


OURS = "|".join([*FOLDERS, *(path.name for path in PACKAGE.iterdir() if path.is_dir())])
PATH = re.compile(rf"`((?:(?:{OURS})/[\w./-]*)|_\w+\.py)`")


@all_pages
def test_paths_exist(page):
    """A path in code style is one of this repository: from its root, src/mxnet or the page.

    A file that begins with an underscore may lie anywhere in the package.
    """
    for path in PATH.findall(page.read_text(encoding="utf-8")):
        exists = any((start / path).exists() for start in (ROOT, PACKAGE, page.parent))
        assert exists or any(PACKAGE.rglob(path)), path


@pages
def test_functions_exist(page):
    """What is written as `_module.name` is defined in that module of ours."""
    for module, name in re.findall(
        r"`(_[a-z]\w*)\.(\w+)(?:\(.*?\))?`", page.read_text(encoding="utf-8")
    ):
        if name != "py":
            source = (PACKAGE / f"{module}.py").read_text(encoding="utf-8")
            assert re.search(rf"^(?:def |class )?{name}\b", source, re.MULTILINE), (module, name)


def test_every_pass_has_a_line():
    folder = PACKAGE / "_graph" / "passes"
    listed = re.findall(
        r"^\| `(\w+\.py)` \|", (folder / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(listed) == sorted(path.name for path in folder.glob("*.py"))[1:]  # not __init__


def test_settings_are_real():
    """Every variable that the table of settings names is read somewhere in the package."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    table = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(MXNET_\w+)", table, re.MULTILINE)
    assert named and all(f'"{name}"' in sources for name in named)


def test_all_means_all_extras_for_users():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    section = re.search(r"\[project.optional-dependencies\]\n(.*?)\n\[", project, re.DOTALL).group(
        1
    )
    extras = set(re.findall(r"^(\w+) =", section, re.MULTILINE)) - {"all", "dev", "docs"}
    assert set(re.search(r'all = \["regluon\[(.*)\]"\]', section).group(1).split(",")) == extras


def test_demo(capsys):
    runpy.run_path(str(ROOT / "examples" / "linear_regression.py"), run_name="__main__")
    printed = capsys.readouterr().out
    losses = [float(loss) for loss in re.findall(r"loss (\S+)", printed)]
    assert len(losses) == 3 and losses == sorted(losses, reverse=True) and losses[-1] < 1e-3
    numbers = re.findall(r"(?:weights|bias): +(.*) \(true", printed)
    numbers = [float(number) for number in ", ".join(numbers).split(", ")]
    assert numbers == pytest.approx([2, -3.4, 4.2], abs=0.01)
