"""Who made the processor."""

from __future__ import annotations

import pytest

from mxnet._core import processor


@pytest.mark.parametrize("vendor", ["AuthenticAMD", "GenuineIntel"])
@pytest.mark.parametrize("system", ["Linux", "Windows", "others"])
def test_who_made_the_processor(vendor, system, tmp_path, monkeypatch):
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr(processor, "_LINUX", path)
    monkeypatch.delenv("PROCESSOR_IDENTIFIER", raising=False)
    if system == "Linux":
        path.write_text(f"processor\t: 0\nvendor_id\t: {vendor}\ncpu family\t: 25\n")
    if system == "Windows":
        monkeypatch.setenv("PROCESSOR_IDENTIFIER", f"AMD64 Family 25 Model 1, {vendor}")
    assert processor.is_made_by_amd() is (vendor == "AuthenticAMD" and system != "others")
