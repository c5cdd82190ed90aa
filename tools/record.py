"""Record answers of the real MXNet 1.9.1 as golden files, with which the tests compare ours.

usage: ORACLE/bin/python tools/record.py NAME[:PART,...] ...

ORACLE is a virtual environment with ``mxnet==1.9.1 numpy==1.23.5``. A name is that of a module of
cases with a function ``record(mx, *parts)``, which returns a dict from the path of each golden file
to its content: named arrays, text or bytes. A part restricts what is recorded (``ops:reduce``).
Without arguments the names are listed.
"""

from __future__ import annotations

import importlib
import os
import pathlib
import subprocess
import sys
import warnings
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).parents[1]
VERSION = "1.9.1"
ONE_THREAD = {"OMP_NUM_THREADS": "1"}  # random augmentations differ with the number of threads


@dataclass(frozen=True)
class Recorder:
    """A module with a ``record`` function, and the environment variables that it needs."""

    module: str
    environment: dict[str, str] = field(default_factory=dict)


RECORDERS = {
    "augmenters": Recorder("tests.unit.image.cases"),
    "bad_calls": Recorder("tests.contracts.bad_call_recorder", ONE_THREAD),
    "decoded_images": Recorder("tests.unit.image.decode_cases"),
    "det_records": Recorder("tests.unit.io.det_cases", ONE_THREAD),
    "exports": Recorder("tests.unit.gluon.export_cases"),
    "functions": Recorder("tests.unit.ndarray.function_cases"),
    "gluon": Recorder("tests.unit.gluon.cases"),
    "gluon_files": Recorder("tests.unit.gluon.file_cases"),
    # oneDNN cannot set parameters that have been used
    "gluoncv": Recorder("tests.unit.gluoncv_cases", {"MXNET_MKLDNN_ENABLED": "0"}),
    "image_batches": Recorder("tests.unit.image.batch_cases"),
    "image_records": Recorder("tests.unit.io.record_cases", ONE_THREAD),
    "layers": Recorder("tests.unit.gluon.layer_cases"),
    "metrics": Recorder("tests.unit.metric_cases"),
    "model_zoo": Recorder("tests.unit.gluon.model_zoo.cases"),
    "module": Recorder("tests.unit.module.trajectories"),
    "ndarray": Recorder("tests.unit.ndarray.cases"),
    "np_network": Recorder("tests.unit.numpy.network"),
    "old_symbols": Recorder("tests.unit.symbol.old_files"),
    "ops": Recorder("tests.ops.recorder"),
    "optimizers": Recorder("tests.unit.optimizer.trajectory"),
    "optimizer_states": Recorder("tests.unit.optimizer.state_cases"),
    "params_files": Recorder("tests.unit.formats.params_cases"),
    "quantized": Recorder("tests.unit.contrib.quantized_cases"),
    "random": Recorder("tests.unit.random_cases"),
    "readers": Recorder("tests.unit.gluon.reader_cases"),
    "recordio": Recorder("tests.unit.formats.recordio_cases"),
    "rnn": Recorder("tests.unit.rnn.graphs"),
    "rnn_layers": Recorder("tests.unit.gluon.rnn_cases"),
    "signatures": Recorder("tests.unit.signature_cases"),
    "sparse": Recorder("tests.unit.ndarray.sparse_cases"),
    "storage": Recorder("tests.unit.symbol.storage_cases", {"MXNET_ENGINE_TYPE": "NaiveEngine"}),
    "symbol_rows": Recorder("tests.unit.symbol.operators"),
    "symbols": Recorder("tests.unit.symbol.graphs"),
    "update_operators": Recorder("tests.ops.trajectory"),
}


def save(path: pathlib.Path, content: dict | str | bytes) -> None:
    """Write one golden file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, dict):
        importlib.import_module("tests.golden.archive").save(path, content)
    elif isinstance(content, str):
        path.write_text(content, encoding="utf-8")
    else:
        path.write_bytes(content)


def record(name: str, parts: list[str]) -> None:
    """Run one recorder in this process and write its files."""
    os.environ.update(RECORDERS[name].environment)
    mx = importlib.import_module("mxnet")
    if mx.__version__ != VERSION:
        raise SystemExit(f"{sys.executable} has mxnet {mx.__version__}: record with {VERSION}")
    sys.path.insert(0, str(ROOT))
    warnings.simplefilter("ignore")
    for path, content in importlib.import_module(RECORDERS[name].module).record(mx, *parts).items():
        save(path, content)
        print(f"{name}: {path.relative_to(ROOT)}, {path.stat().st_size} bytes", flush=True)


def main(arguments: list[str]) -> None:
    requests = [argument.partition(":") for argument in arguments]
    unknown = [name for name, _, _ in requests if name not in RECORDERS]
    if unknown or not requests:
        raise SystemExit(f"{__doc__}\nunknown: {unknown}; there are: {' '.join(RECORDERS)}")
    if len(requests) == 1:
        name, _, parts = requests[0]
        record(name, parts.split(",") if parts else [])
        return
    # A process for each: names are counted and random numbers drawn from the start.
    for argument in arguments:
        subprocess.run([sys.executable, __file__, argument], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
