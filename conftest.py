"""Keep every run of pytest out of the checkout: tests, and docstrings by ``--doctest-modules``."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent

# Tests start more than a hundred processes, which would compile all modules of the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


def untracked_files() -> set[str]:
    if not (ROOT / ".git").exists():  # a source distribution
        return set()
    command = ["git", "ls-files", "--others", "--exclude-standard"]
    return set(subprocess.check_output(command, cwd=ROOT, text=True).splitlines())


@pytest.fixture(scope="session", autouse=True)
def an_empty_folder(tmp_path_factory):
    """Run in a folder of its own, and check that the checkout has no new file afterwards."""
    before, folder = os.getcwd(), tmp_path_factory.mktemp("working-directory")
    files = untracked_files()
    os.chdir(folder)
    yield
    os.chdir(before)
    assert not (left := untracked_files() - files), f"new files in the checkout: {sorted(left)}"
