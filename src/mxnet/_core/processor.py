"""What is known about the processor beyond torch's ``get_cpu_capability``."""

from __future__ import annotations

import os

_LINUX = "/proc/cpuinfo"


def is_made_by_amd() -> bool:
    """Return whether AMD made the processor, as far as Linux or Windows say."""
    try:
        with open(_LINUX) as file:
            text = file.read(1000)  # the vendor is in the second line
    except OSError:
        text = os.environ.get("PROCESSOR_IDENTIFIER", "")
    return "AuthenticAMD" in text
