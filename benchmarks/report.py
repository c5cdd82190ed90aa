"""Write the measured figures into the documentation: tables, and a chart.

``make figures`` measures. This reads the files of results next to it, and replaces what stands
between the marks ``<!-- figures: NAME -->`` and ``<!-- end of figures -->`` in the pages.
"""

from __future__ import annotations

import itertools
import json
import math
import pathlib
import re
import sys
from dataclasses import dataclass

import growth
from limits import LIMITS, Limit
from results import BEHIND, Result, mean, read

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PAGES = (
    *(ROOT / name for name in ("README.md", "README.zh.md", "docs/index.md")),
    *(ROOT / name for name in ("docs/performance.md", "docs/growth.md")),
    HERE / "README.md",
)
CHART = ROOT / "docs/pictures/benchmarks.svg"
MARKED = re.compile(r"(<!-- figures: (\w+) -->\n?).*?(<!-- end of figures -->)", re.DOTALL)

# What README says: a text, and the cases it covers (their group and name contain this).
SUMMARY = {
    "an operator on 10 elements (`x + y`, `exp`, a slice, a sum)": "small operators",
    "an elementwise operator on 10 million elements": "large elementwise",
    "a chain of operators on 10 million elements, hybridized": "hybridized chains",
    "training step of an MLP, eager": "training an MLP",
    "training step of LeNet, hybridized": "hybridized training: lenet",
    "training step of ResNet-18, hybridized": "hybridized training: resnet18",
    "training step of recurrent layers": "training recurrent layers",
    "inference of ResNet-18 and MobileNets, hybridized": "hybridized inference, 224",
    "inference of SSD, YOLOv3 and Faster R-CNN, hybridized": "hybridized inference of detectors",
    "inference of an encoder of BERT": "encoder of BERT, 4 layers, 128 tokens: bert",
}
# How the tables call the packages.
NAMES = {
    "torch": "torch",
    "channels last": "torch, channels last",
    "fused": "torch, fused updates",
    "compiled": "torch.compile",
    "frozen": "torch.compile, freezing",
    "frozen dynamic": "torch.compile, freezing, dynamic",
    "jax": "JAX",
    "mxnet": "MXNet",
}
COLUMNS = {"s": ("ms", 1e3), "MB": ("MB", 1)}  # the unit of a table, and how many there are


@dataclass(frozen=True)
class Measurement:
    """The cases of one file of results, and the peers that were measured (``--peers``).

    Without peers, the best of all is not known, and its column is missing.
    """

    cases: list[Result]
    peers: list[str]
    unit: str = "s"

    @classmethod
    def read(cls, name: str) -> Measurement:
        settings, results = read(HERE / f"{name}.json")
        cases = [result for result in results if {"torch", "mxnet"} & {*result.ratios}]
        return cls(cases, settings.get("peers", []), settings["unit"])


def ratios_to(other: str, results: list[Result]) -> list[float]:
    return [result.ratios[other] for result in results if other in result.ratios]


def span(ratios: list[float]) -> str:
    """Return ratios as a text: one number, or the least and the largest."""
    low, high = (f"{ratio:.2f}" for ratio in (min(ratios), max(ratios)))
    return low if low == high else f"{low} to {high}"


def means(measurement: Measurement) -> dict[str, str]:
    """Return the geometric means of all ratios to torch, MXNet and the best of all."""
    cases = measurement.cases
    ratios = {"torch": ratios_to("torch", cases), "mxnet": ratios_to("mxnet", cases)}
    ratios["best"] = [*map(_to_best, cases)] if measurement.peers else []
    return {other: f"{mean(values):.2f}" if values else "" for other, values in ratios.items()}


def summary(measurement: Measurement) -> str:
    """Return the table of README: few rows, each of several cases."""
    lines = ["| | PyTorch | MXNet | fastest |", "|---|---|---|---|"]
    for text, part in SUMMARY.items():
        chosen = [case for case in measurement.cases if _name(case).startswith(part)]
        if chosen:
            columns = [span(ratios_to(other, chosen)) for other in ("torch", "mxnet")]
            to_best = span([*map(_to_best, chosen)]) if measurement.peers else ""
            lines.append(_row([text, *columns, to_best]))
    text = f"geometric mean of {len(measurement.cases)} cases"
    return _text([*lines, _row([text, *means(measurement).values()])])


def overview(measurements: dict[str, Measurement]) -> str:
    """Return one row for each measurement: geometric means, and how many cases miss their goal."""
    heads = ["", "cases", "/ PyTorch", "/ MXNet", "/ best of all", "behind"]
    lines = [_row(heads), "|---" * len(heads) + "|"]
    for text, measurement in measurements.items():
        cases = measurement.cases
        if measurement.peers:
            behind = f"{sum(_to_best(case) > BEHIND for case in cases)} above {BEHIND} of the best"
        else:
            behind = f"{sum(bool(case.missed) for case in cases)} above a goal"
        lines.append(_row([text, len(cases), *means(measurement).values(), behind]))
    return _text(lines)


def table(measurement: Measurement) -> str:
    """Return all cases, group by group; a ratio above its goal is bold."""
    lines = []
    unit, factor = COLUMNS[measurement.unit]
    has_best = bool(measurement.peers)
    for group, members in itertools.groupby(measurement.cases, lambda result: result.group):
        results = list(members)
        has_floor = any("floor" in result.ratios for result in results)
        heads = [group, unit, "/ torch", "/ MXNet"]
        heads += ["/ fastest"] * has_best + ["/ floor"] * has_floor
        lines += ["", _row(heads), "|---" * len(heads) + "|"]
        for result in results:
            cells = [result.name, f"{result.values['regluon'] * factor:.4g}"]
            cells += [_with_bar(result, other) for other in ("torch", "mxnet")]
            cells += [_spans([result])] * has_best
            cells += [_with_bar(result, "floor")] * has_floor
            lines.append(_row(cells))
    return _text(lines[1:])


def behind(measurements: dict[str, Measurement]) -> str:
    """Return the cases that were behind or are: how far, how far now, and what limits them."""
    heads = ["", "then", *(f"now, {text}" for text in measurements), "/ floor", "what limits it"]
    every = [measurement.cases for measurement in measurements.values()]
    names = {_name(case) for cases in every for case in cases if _to_best(case) > BEHIND}
    others = sorted(name for name in names if not any(limit.covers(name) for limit in LIMITS))
    rows = []
    for limit in (*LIMITS, *(Limit(name, f"{re.escape(name)}$", "") for name in others)):
        chosen = [[case for case in cases if limit.covers(_name(case))] for cases in every]
        floors = ratios_to("floor", chosen[0])
        cells = [*map(_spans, chosen), span(floors) if floors else "", limit.reason]
        largest = max((_to_best(case) for cases in chosen for case in cases), default=0)
        rows.append((largest, _row([limit.text, limit.then, *cells])))
    rows.sort(key=lambda row: -row[0])
    return _text([_row(heads), "|---" * len(heads) + "|", *(row for _, row in rows)])


def _spans(results: list[Result]) -> str:
    """Return the ratios to the fastest of all, and the package for the largest of them."""
    if not results:
        return ""
    worst = max(results, key=_to_best)
    text = _bold(span([*map(_to_best, results)]), _to_best(worst) > BEHIND)
    return f"{text} {NAMES[worst.best[0]]}"


def _to_best(result: Result) -> float:
    return result.best[1]


def _name(result: Result) -> str:
    return f"{result.group}: {result.name}"


def _row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _bold(text: str, condition: bool) -> str:
    return f"**{text}**" if condition else text


def _with_bar(result: Result, other: str) -> str:
    if other not in result.ratios:
        return ""
    text = _bold(f"{result.ratios[other]:.2f}", other in result.missed)
    return text if other not in result.judged else f"{text} ({result.bars[other]:g})"


ROW, LABELS, WIDTH = 15, 400, 830  # in pixels
SCALE = (0.01, 2.0)  # the ratios at both ends of an axis
MARKS = {"mxnet": 'fill="none" stroke="#00798c"', "torch": 'fill="#d1495b"'}


def _across(ratio: float) -> float:
    low, high = map(math.log, SCALE)
    share = (math.log(min(max(ratio, SCALE[0]), SCALE[1])) - low) / (high - low)
    return LABELS + share * (WIDTH - LABELS - 10)


def chart(results: list[Result]) -> str:
    """Return an SVG with a row for each case: a point for torch, a ring for MXNet."""
    height = ROW * len(results) + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
        f'<text x="{LABELS}" y="16">time as a multiple of '
        '<tspan fill="#d1495b">● PyTorch\'s</tspan> and <tspan fill="#00798c">○ MXNet\'s</tspan>; '
        "left of 1 is faster</text>",
    ]
    for ratio in (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0):
        x, color = _across(ratio), "#222" if ratio == 1 else "#ccc"
        parts.append(f'<path d="M{x:.1f} 38V{height - 10}" stroke="{color}"/>')
        parts.append(f'<text x="{x:.1f}" y="34" text-anchor="middle">{ratio:g}</text>')
    for row, result in enumerate(results):
        y = 52 + ROW * row
        label = _name(result).replace("&", "&amp;").replace("<", "&lt;")
        parts.append(f'<text x="{LABELS - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
        for other, style in MARKS.items():
            if other in result.ratios:
                x = _across(result.ratios[other])
                parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="4" stroke-width="2" {style}/>')
    return "\n".join([*parts, "</svg>", ""])


MEASUREMENTS = {
    "one thread, processor time": "results",
    "all cores, wall time": "results_threads",
    "peak memory": "results_memory",
    "loading of data": "results_loading",
}


def conditions() -> str:
    """Return where and how the figures were measured."""
    settings, _ = read(HERE / "results.json")
    versions = ", ".join(f"{NAMES[k]} {v}" for k, v in settings["versions"].items())
    return f"{settings['machine']}; {versions}; best of {settings['rounds']} rounds.\n"


def documents() -> dict[pathlib.Path, str]:
    """Return the pages and the chart as they should be."""
    measurements = {text: Measurement.read(name) for text, name in MEASUREMENTS.items()}
    alone, threads, memory, loading = measurements.values()
    mean_of = means(alone)
    blocks = {
        "conditions": conditions(),
        "overview": overview(measurements),
        "summary": summary(alone),
        "all": table(alone),
        "threads": table(threads),
        "memory": table(memory),
        "loading": table(loading),
        "growth": growth.table(json.loads((HERE / "results_growth.json").read_text())),
        "behind": behind({"one thread": alone, "all cores": threads}),
        "count": str(len(alone.cases)),
        "torch": mean_of["torch"],
        "mxnet": mean_of["mxnet"],
    }
    pages = {
        page: MARKED.sub(lambda m: m[1] + blocks[m[2]] + m[3], page.read_text()) for page in PAGES
    }
    return {**pages, CHART: chart(alone.cases)}


def main():
    contents = documents()
    stale = [path for path, text in contents.items() if _text_of(path) != text]
    if "--check" in sys.argv[1:]:
        sys.exit(f"not as measured, run benchmarks/report.py: {[*map(str, stale)]}" if stale else 0)
    for path in stale:
        path.write_text(contents[path])


def _text_of(path: pathlib.Path) -> str | None:
    return path.read_text() if path.exists() else None


if __name__ == "__main__":
    main()
