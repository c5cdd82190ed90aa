"""The generator and the comparer of tools/differential; the real MXNet is not needed for it."""

from __future__ import annotations

import importlib.util
import json
import pathlib
import sys

import numpy
import pytest

FOLDER = pathlib.Path(__file__).parents[2] / "tools" / "differential"


def load(name, file):
    spec = importlib.util.spec_from_file_location(f"differential_{name}", FOLDER / file)
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


programs = load("programs", "programs/__init__.py")
compare, runner = load("compare", "compare.py"), load("run", "run.py")


@pytest.mark.parametrize("kind", programs.KINDS)
def test_programs_run_here(kind):
    program = programs.program_of(3, [kind])
    assert program == programs.program_of(3, [kind]), "a seed gives one program"
    for seed in range(3, 13):  # some mix types that both refuse
        program = programs.program_of(seed, [kind])
        results = json.loads(json.dumps(runner.run(program)))
        if "error" not in results[-1]:
            break
    assert len(results) == len(program["steps"]), results[-1]
    assert compare.judge(program, results, results, []) == ("same", None)


def array(*values, type="float32"):
    return {"value": {"type": type, "shape": [len(values)], "values": list(values)}}


FAILED = {"error": "MXNetError", "text": ""}


@pytest.mark.parametrize(
    ("ours", "real", "verdict"),
    [
        ([array(1.0)], [array(1.0)], "same"),
        ([array(1.00001)], [array(1.0)], "same"),
        ([array(1.1)], [array(1.0)], "differs"),
        ([array(1.0, type="float64")], [array(1.0)], "differs"),
        ([array(float("nan"))], [array(float("nan"))], "same"),
        ([array(1.0)], [FAILED], "real refuses"),
        ([FAILED], [array(1.0)], "ours refuses"),
        ([FAILED], [FAILED], "both refuse"),
        (None, [array(1.0)], "ours crashes"),
        ([array(1.0)], None, "real crashes"),
    ],
)
def test_verdicts(ours, real, verdict):
    assert compare.judge({"steps": ["v0 = 1"]}, ours, real, [])[0] == verdict


@pytest.mark.parametrize(("kind", "verdict"), [("float16", "same"), ("float64", "differs")])
def test_rounded_values_stay_rounded_after_casts(kind, verdict):
    """A float16 that differs in its last digit does so as a float64 too."""
    first, off = array(1.0, type=kind), array(1.001, type="float64")
    steps = {"steps": ["v0 = 1", "v1 = v0"]}
    same = array(1.0, type="float64")
    assert compare.judge(steps, [first, off], [first, same], [])[0] == verdict


def test_a_mean_of_rounded_values_may_differ_by_the_last_bit_of_their_sum():
    values = array(1.0, type="float16")
    real = {"value": ["loss", -0.634765625]}
    steps = {"steps": ["v0 = 1", "v1 = v0.get()"]}
    for mean, verdict in ((-0.63427734375, "same"), (-0.63, "differs")):
        ours = {"value": ["loss", mean]}
        assert compare.judge(steps, [values, ours], [values, real], [])[0] == verdict


@pytest.mark.parametrize(
    ("moved", "is_rounding"),
    [(array(1.2), True), (array(1.0), False), (array(1.2, 1.2), False), ({"value": 1}, False)],
)
def test_rounding_is_a_difference_that_input_noise_explains(moved, is_rounding):
    values = [each["value"] for each in (array(1.0), array(1.1), moved)]
    assert compare.is_rounding(*values) == is_rounding
    assert compare.is_rounding(*([value] for value in values)) == is_rounding


def test_noise_moves_floats_a_little(monkeypatch):
    still, counts = runner.sample(8, seed=1), runner.sample(8, seed=1, dtype="int32")
    monkeypatch.setattr(runner, "NOISE", 1e-3)
    moved = runner.sample(8, seed=1)
    assert 0 < abs(moved - still).max() < 2e-3
    monkeypatch.setattr(runner, "NOISE", -1e-3)
    numpy.testing.assert_allclose(runner.sample(8, seed=1) - still, still - moved, atol=1e-6)
    assert (runner.sample(8, seed=1, dtype="int32") == counts).all()


@pytest.mark.parametrize(
    "step", ["nd.contrib.quantized_fully_connected()", "recorded(lambda a: nd.prod(a, axis=1), v0)"]
)
def test_known_differences_have_their_line(step):
    known = compare.known_patterns()
    program = {"steps": [f"v1 = {step}"]}
    assert compare.judge(program, [array(1.1)], [array(1.0)], known)[0] == "known"
