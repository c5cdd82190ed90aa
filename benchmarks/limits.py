"""Cases that were behind another package, or still are: how far they were, and what limits them.

report.py adds what was measured now. ``then`` are multiples of the other's time when the work on
these cases began, measured from outside on another machine (AMD Zen 3); empty if not measured then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Limit:
    """Some cases, by a pattern for the start of "group: name", and why they take their time."""

    text: str
    pattern: str
    then: str
    reason: str = ""

    def covers(self, name: str) -> bool:
        return re.match(self.pattern, name) is not None


PYTHON, CALLS = "Python", "calls"  # README.md explains them
LIMITS = (
    Limit("operators on 10 elements", r"small operators", "", PYTHON),
    Limit("parts of 8 x 10", r"indexing \(8", "", PYTHON),
    Limit("parts of 100 x 100", r"indexing \(100 x 100\): [^=]*$", "2.4 torch", PYTHON),
    Limit("writing to parts of 100 x 100", r"indexing \(100 x 100\): .* = ", "4.2 torch", PYTHON),
    Limit(
        "functions of `mx.np` on few elements", r"mx\.np", "1.8 torch",
        "Python, of which 1 to 2 µs are NumPy's arguments (`out`, `where`, numbers for arrays)",
    ),
    Limit("five operators on a sample", r"sparse.*five operators", "2.3 torch", PYTHON),
    Limit(
        "`Embedding` with a row-sparse gradient, SGD", r"sparse.*Embedding", "2.1 torch",
        "merging equal rows, as in MXNet; torch's SGD adds them one by one",
    ),
    Limit(
        "a process: import, and the first array", r"a process", "1.15 torch, 2.3 JAX",
        "most of it is torch's import, which alone takes twice as long as JAX's",
    ),
    Limit(
        "first hybridized call of ResNet-18", r"first hybridized", "1.66 torch",
        "tracing, lowering and packing weights",
    ),
    Limit(
        "7 operators on 10 million elements, eager", r"large elementwise.*7 op", "1.7 JAX",
        "seven passes over memory, where JAX compiles one; see the hybridized chains",
    ),
    Limit("`sort`, `argsort` of 1 million", r"sparse.*sort", "1.21 torch", "torch's own kernel"),
    Limit(
        "save of 100 MB", r"sparse.*save", "1.34 MXNet",
        "a draft is flushed to the disk and renamed, so that no crash leaves half a file",
    ),
    Limit("load of 100 MB", r"sparse.*load", "1.12 MXNet"),
    Limit("8 JPEGs decoded, `ToTensor`, `Normalize`", r"sparse.*JPEG", "1.5 torch (two threads)"),
    Limit(
        "steps of an MLP", r"(training an MLP|hybridized training: mlp)", "1.3 JAX",
        "products take most of it; JAX compiles the rest of a step into one call",
    ),
    Limit(
        "steps of 60 narrow layers", r"training 60 narrow", "3.2 JAX",
        "Python between calls of torch, which alone take less than JAX does",
    ),
    Limit("3 x 3 convolution", r"other large.*Convolution", "1.15 MXNet"),
    Limit("training of ResNet-18", r"hybridized training: resnet18", "1.08 MXNet"),
    Limit("transpose of 2000 x 2000", r"other large.*transpose", "1.9 JAX"),
    Limit("images to channels last and back", r"other large.*images", ""),
    Limit("mean along the first axis", r"other large.*mean", ""),
    Limit("boxes: `box_nms`, `box_iou`, `box_encode`", r"detection.*box_", "2 to 6 MXNet", CALLS),
    Limit("pooling of 16 regions", r"detection.*ROI", "2 to 6 MXNet", CALLS),
    Limit(
        "`hawkesll` of 4 x 20 events", r"detection.*hawkes", "6 to 8 MXNet",
        "a loop over events as in MXNet, but in Python: 0.3 µs for each",
    ),
    Limit(
        "`LRN` of 4 x 64 x 56 x 56", r"detection.*LRN", "4.5 MXNet",
        "6 passes over 3 MB; its roots alone take 1.2 times MXNet's time",
    ),
    Limit(
        "normal numbers", r"detection.*normal", "2.7 MXNet",
        "MXNet's random streams, computed with NumPy, so that a seed gives the same numbers",
    ),
    Limit(
        "bind of an unrolled LSTM, `infer_shape_partial`", r"detection.*(bind|infer)", "5.0 MXNet",
        "Python for each node: its shapes, types and users",
    ),
    Limit("a step of a 2-layer LSTM, GRU, RNN", r"training (an LSTM|recurrent)", ""),
    Limit(
        "inference of 300 different lengths", r"many shapes.*inference", "",
        "Python around one graph for any shape, as no plan is made for a length",
    ),
    Limit(
        "a trainer's step of 5000 small arrays", r"many shapes.*trainer", "",
        "the update is the same call as torch's fused one; Python reads and checks each gradient",
    ),
)  # fmt: skip
