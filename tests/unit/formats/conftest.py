"""What 1.9.1 wrote: the files, and what is in them."""

import json
import pathlib

import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files"
MANIFEST = json.loads((FOLDER / "params.json").read_text())


def pytest_generate_tests(metafunc):
    if "params_file" in metafunc.fixturenames:
        metafunc.parametrize("params_file", sorted(MANIFEST), indirect=True)


@pytest.fixture
def params_file(request):
    """One recorded file: its path, and the manifest's entry for it."""
    return FOLDER / request.param, MANIFEST[request.param]


@pytest.fixture
def golden_files():
    """The folder with the recorded files."""
    return FOLDER
