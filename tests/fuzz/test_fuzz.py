"""A short run of the fuzzer, all findings of longer ones, and what the readers document."""

from __future__ import annotations

import mmap
import pathlib
import re

import pytest

from . import campaign, pool
from .registry import load_targets

TARGETS = load_targets()
DOCUMENT = pathlib.Path(__file__).parents[2] / "docs" / "untrusted-files.md"
EACH = 25  # inputs of every reader in the short run


def describe(result: pool.Result) -> str:
    return "\n".join(f"{f.target}: {f.kind}: {f.detail}\n{f.data[:200]!r}" for f in result.findings)


def test_every_reader_has_a_file_to_start_from():
    readers = [target for target in TARGETS.values() if target.generate is None]
    assert [target.name for target in readers if not target.seeds()] == []


def test_damaged_files_are_refused_or_read():
    inputs = campaign.chunks(list(TARGETS.values()), EACH, seed=1)
    result = pool.run(campaign.numbered(inputs), len(inputs))
    assert not result.findings, describe(result)
    assert sum(result.outcomes.values()) == EACH * len(TARGETS)


def test_bad_calls_of_operators_and_layers():
    """Zero-size, 0-d, huge, negative, NaN, wrong type, wrong device: an error, or a result."""
    inputs = campaign.chunks([TARGETS["operators"]], 500, seed=1)
    inputs += campaign.chunks([TARGETS["layers"]], 100, seed=1)
    result = pool.run(campaign.numbered(inputs), len(inputs))
    assert not result.findings, describe(result)


def test_earlier_findings_stay_fixed():
    findings = campaign.stored(TARGETS)
    result = pool.run(campaign.numbered(findings), len(findings))
    assert not result.findings, describe(result)


def test_the_documented_exceptions_are_those_of_the_fuzzer():
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \|$", DOCUMENT.read_text(), re.MULTILINE)
    documented = {reader: set(re.findall(r"`(\w+)`", names)) for reader, names in rows}
    raised = {t.reader: {kind.__name__ for kind in t.raises} for t in TARGETS.values()}
    assert documented == raised


# ------------------------------------------------------------------------- the fuzzer itself


def _target(run):
    some = next(iter(TARGETS.values()))
    return some.__class__("own", "own", run, lambda: [b""], (), (KeyError,), 1)


def _crash(data, folder):
    import ctypes  # noqa: PLC0415

    ctypes.string_at(0)


def _raise(data, folder):
    raise IndexError("no such thing")


def _raise_documented(data, folder):
    raise KeyError("a documented type")


def _grow(data, folder):
    block = mmap.mmap(-1, 40 << 20)  # new memory, whatever is free in this process
    for _ in range(40):
        block.write(bytes(1 << 20))


@pytest.mark.parametrize(
    ("run", "kind"), [(_crash, "signal"), (_raise, "exception"), (_grow, "memory")]
)
def test_the_pool_notices(run, kind, monkeypatch):
    monkeypatch.setattr(pool, "MEGABYTES", 20)
    inputs = [(_target(run), b"1"), (_target(_raise_documented), b"2")]
    result = pool.run(campaign.numbered(inputs), 2)
    assert [(finding.kind, finding.data) for finding in result.findings] == [(kind, b"1")]
    assert result.outcomes["own", "KeyError"] == 1  # it continues after a finding


def test_pool_kills_hanging_processes(monkeypatch):
    monkeypatch.setattr(pool, "SECONDS", -0.9)  # 0.1 seconds of processor time

    def spin(data, folder):
        while True:
            pass

    result = pool.run(campaign.numbered([(_target(spin), b"1")]), 1)
    assert [finding.kind for finding in result.findings] == ["hang"]


def test_inputs_are_the_same_again():
    targets = list(TARGETS.values())
    first, again = (campaign.Campaign(targets, seed=3)(number) for number in (777, 777))
    assert first == again
