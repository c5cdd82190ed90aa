"""Write the measured figures into the documentation: tables, and a chart.

``make figures`` measures. This reads ``results.json`` (one thread, processor time) and
``results_threads.json`` (all cores, wall time), and replaces what stands between the marks
``<!-- figures: NAME -->`` and ``<!-- end of figures -->`` in README.md, docs/performance.md and
benchmarks/README.md.
"""

from __future__ import annotations

import itertools
import math
import pathlib
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass

from results import BEHIND, Result, mean, peers_of, read

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
PAGES = (ROOT / "README.md", ROOT / "docs/performance.md", HERE / "README.md")
CHART = ROOT / "docs/pictures/benchmarks.svg"
FILES = ("results", "results_threads")
MARKED = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)

# What README says: a text, and the cases it covers (their group and name contain this).
SUMMARY = {
    "an operator on 10 elements (`x + y`, `exp`, a slice, a sum)": "small operators",
    "an elementwise operator on 10 million elements": "large elementwise",
    "training step of an MLP, eager": "training an MLP",
    "training step of LeNet, hybridized": "hybridized training: lenet",
    "training step of recurrent layers": "training recurrent layers",
    "inference of ResNet-18 and MobileNets, hybridized": "hybridized inference, 224",
    "inference of SSD, YOLOv3 and Faster R-CNN, hybridized": "hybridized inference of detectors",
    "inference of an encoder of BERT": "encoder of BERT, 4 layers, 128 tokens: bert",
}
# How the tables call the packages.
NAMES = {
    "torch": "torch",
    "channels last": "torch, channels last",
    "compiled": "torch.compile",
    "frozen": "torch.compile, freezing",
    "jax": "JAX",
    "mxnet": "MXNet",
}


@dataclass(frozen=True)
class Measurement:
    """The cases of one file of results, and the peers that were measured (``--peers``).

    Without peers, the fastest of all is not known, and its column is empty.
    """

    cases: list[Result]
    peers: list[str]

    @classmethod
    def read(cls, path: pathlib.Path) -> Measurement:
        return cls([r for r in read(path) if {"torch", "mxnet"} & {*r.ratios}], peers_of(path))


def ratios_to(other: str, results: list[Result]) -> list[float]:
    return [result.ratios[other] for result in results if other in result.ratios]


def span(ratios: list[float]) -> str:
    """Return ratios as a text: one number, or the least and the largest."""
    low, high = (f"{ratio:.2f}" for ratio in (min(ratios), max(ratios)))
    return low if low == high else f"{low} to {high}"


def summary(measurement: Measurement) -> str:
    """Return the table of README: few rows, each of several cases."""

    def row(text: str, results: list[Result], join: Callable[[list[float]], str]) -> str:
        columns = [join(ratios_to(other, results)) for other in ("torch", "mxnet")]
        to_best = join([result.best[1] for result in results]) if measurement.peers else ""
        return _row([text, *columns, to_best])

    cases = measurement.cases
    lines = ["| | PyTorch | MXNet | fastest |", "|---|---|---|---|"]
    for text, part in SUMMARY.items():
        chosen = [r for r in cases if f"{r.group}: {r.name}".startswith(part)]
        lines.append(row(text, chosen, span))
    text = f"geometric mean of {len(cases)} cases"
    lines.append(row(text, cases, lambda ratios: f"{mean(ratios):.2f}"))
    return _text(lines)


def table(measurement: Measurement) -> str:
    """Return all cases, group by group; a ratio above its bar is bold."""
    lines = []
    for group, members in itertools.groupby(measurement.cases, lambda result: result.group):
        results = list(members)
        heads = [group, "ms", "/ torch", "/ MXNet", "/ fastest"]
        has_floor = any("floor" in result.ratios for result in results)
        heads += ["/ floor"] * has_floor
        lines += ["", _row(heads), "|---" * len(heads) + "|"]
        for result in results:
            cells = [result.name, f"{result.seconds['regluon'] * 1e3:.4g}"]
            cells += [_with_bar(result, other) for other in ("torch", "mxnet")]
            cells.append(_to_best(result) if measurement.peers else "")
            cells += [_with_bar(result, "floor")] * has_floor
            lines.append(_row(cells))
    return _text(lines[1:])


def best(measurements: dict[str, Measurement]) -> str:
    """Return how the cases compare with the fastest other package, and those above the goal."""
    lines = [f"| | cases | geometric mean | above {BEHIND} |", "|---" * 4 + "|"]
    tables = []
    for text, measurement in measurements.items():
        if not measurement.peers:
            continue
        cases = sorted(measurement.cases, key=lambda result: -result.best[1])
        ratios = [result.best[1] for result in cases]
        behind = [result for result in cases if result.best[1] > BEHIND]
        lines.append(_row([text, len(cases), f"{mean(ratios):.2f}", len(behind)]))
        tables += ["", _row([f"above {BEHIND}, {text}", "/ fastest", "/ floor"]), "|---" * 3 + "|"]
        for result in behind:
            name = f"{result.group}: {result.name}"
            tables.append(_row([name, _to_best(result), _with_bar(result, "floor")]))
    return _text(lines + tables)


def _row(cells: list) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _text(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _to_best(result: Result) -> str:
    other, ratio = result.best
    text = f"{ratio:.2f}"
    return f"{f'**{text}**' if ratio > BEHIND else text} {NAMES[other]}"


def _with_bar(result: Result, other: str) -> str:
    if other not in result.ratios:
        return ""
    text = f"{result.ratios[other]:.2f}"
    if other in result.missed:
        text = f"**{text}**"
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
        label = f"{result.group}: {result.name}"
        label = label.replace("&", "&amp;").replace("<", "&lt;")
        parts.append(f'<text x="{LABELS - 8}" y="{y + 4}" text-anchor="end">{label}</text>')
        for other, style in MARKS.items():
            if other in result.ratios:
                x = _across(result.ratios[other])
                parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="4" stroke-width="2" {style}/>')
    return "\n".join([*parts, "</svg>", ""])


def documents() -> dict[pathlib.Path, str]:
    """Return the pages and the chart as they should be."""
    alone, threads = (Measurement.read(HERE / f"{name}.json") for name in FILES)
    blocks = {
        "summary": summary(alone),
        "all": table(alone),
        "threads": table(threads),
        "best": best({"one thread": alone, "all cores": threads}),
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
