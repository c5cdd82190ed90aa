"""Print versions, devices, optional packages and settings.

Add the output to a bug report.

    mxnet info
    mxnet info --json
"""

from __future__ import annotations

import os
import platform
import re
from importlib import metadata

from .. import __version__, compat
from .._text.reprs import count
from ..base import data_dir
from ..context import num_gpus
from ..runtime import Features
from ._terminal import paint, print_json

DISTRIBUTION = "regluon"
DEVELOPMENT = {"all", "dev", "docs"}  # extras that users do not need
# Alternative distributions with the same modules.
INSTEAD = {"opencv-python-headless": "opencv-python"}


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options) -> int:
    """Print a line for each item."""
    report = _report()
    if options.json:
        print_json(report)
        return 0
    for name, value in report.items():
        for text in value if isinstance(value, list) else [value]:
            print(f"{paint(f'{name:10}', 'bold')} {text}")
    return 0


def _report() -> dict:
    package = os.path.dirname(os.path.dirname(__file__))
    required, extras = _requirements()
    report = {
        DISTRIBUTION: f"{__version__} (import mxnet), in {package}",
        "python": f"{platform.python_version()} on {platform.platform()}",
        "needs": ", ".join(map(_version, required)),
        "devices": f"{count(os.cpu_count(), 'processor')}, {count(num_gpus(), 'GPU')}",
        "features": ", ".join(name for name, feature in Features().items() if feature.enabled),
        "data": f"{data_dir()} (MXNET_HOME names another folder)",
    }
    for extra, packages in extras.items():
        missing = f"not installed: pip install '{DISTRIBUTION}[{extra}]'"
        versions = [_version(name) for name in packages if _version(name)]
        absent = [name for name in packages if not _version(name)]
        text = ", ".join(versions) + (f"; missing: {', '.join(absent)}" if absent else "")
        report[extra] = text if versions else missing
    settings = [f"{name}={os.environ[name]}" for name in sorted(os.environ) if _is_setting(name)]
    report["setting"] = settings
    report["patched"] = [f"{row.package} {row.version}" for row in compat.applied()]
    return report


def _is_setting(name: str) -> bool:
    return name.startswith(("MXNET_", "DMLC_")) or name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS")


def _requirements() -> tuple[list[str], dict[str, list[str]]]:
    """Return the requirements of the installed package, and of each extra."""
    try:
        lines = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # the source tree is on the path, but not installed
        return ["torch", "numpy"], {}
    required, extras = [], {}
    for line in lines:
        name = re.match(r"[\w.-]+", line)[0]
        extra = re.search(r"extra == ['\"](\w+)", line)
        if extra is None:
            required.append(name)
        elif extra[1] not in DEVELOPMENT:
            extras.setdefault(extra[1], []).append(name)
    return required, extras


def _version(package: str) -> str:
    """Return the package with its version, or "" if it is not installed."""
    for name in filter(None, (package, INSTEAD.get(package))):
        try:
            return f"{name} {metadata.version(name)}"
        except metadata.PackageNotFoundError:
            continue
    return ""
