"""The top folder of the repository has the files that a newcomer looks for, and no others."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = """
    .gitignore CHANGELOG.md CONTRIBUTING.md LICENSE Makefile README.md README.zh.md SECURITY.md
    conftest.py constraints-oldest.txt constraints.txt pyproject.toml
""".split()


def test_top_folder():
    if (ROOT / ".git").exists():
        tracked = subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines()
        assert sorted(name for name in tracked if "/" not in name) == sorted(FILES)
    else:  # a source distribution, with a file of its own
        names = {path.name for path in ROOT.iterdir() if path.is_file()}
        assert {"README.md", "pyproject.toml"} <= names <= {*FILES, "PKG-INFO"}


WRITERS = {
    "tests": "def test_file():\n    open({path!r}, 'w').close()\n",
    "docstrings": '"""An example.\n\n>>> open({path!r}, "w").close()\n"""\n',
}


@pytest.mark.parametrize("kind", WRITERS)
def test_a_run_that_writes_into_the_checkout_fails(kind, tmp_path):
    """The check of the top conftest.py works, in a checkout of one module."""
    module = tmp_path / "test_writer.py"
    module.write_text(WRITERS[kind].format(path=str(tmp_path / "left.txt")), encoding="utf-8")
    (tmp_path / "conftest.py").write_bytes((ROOT / "conftest.py").read_bytes())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules"]
    run = subprocess.run([*command, module], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 1 and "new files in the checkout: ['left.txt']" in run.stdout
    assert "1 passed" in run.stdout
