"""``.params`` files that the real MXNet 1.9.1 writes to tests/golden/files.

Formats that 1.9.1 reads but no longer writes are
put together here from their layout, and recorded only if 1.9.1 loads them with the right values.
``params.json`` says what is in each file.
"""

from __future__ import annotations

import functools
import json
import pathlib
import struct

import numpy as np

import mxnet as mx

FOLDER = pathlib.Path(__file__).parents[2] / "golden" / "files"
DTYPES = "float32 float64 float16 uint8 int32 int8 int64 bool".split()
FLAGS = {name: flag for flag, name in enumerate(DTYPES)}


def extremes(dtype):
    """Return values that a wrong width, sign or byte order would change."""
    if dtype == "bool":
        return np.array([[True, False, True]])
    if dtype.startswith("float"):
        info = np.finfo(dtype)
        values = [0.0, -0.0, 1.5, -2.25, info.max, info.tiny, np.inf, -np.inf, np.nan]
    else:
        info = np.iinfo(dtype)
        values = [0, 1, 2, info.min, info.max]
    return np.array([values], dtype=dtype)


def nd(values, dtype="float32", ctx=None):
    return mx.nd.array(np.asarray(values), dtype=dtype, ctx=ctx)


def describe(array, dtype=None, device=None):
    """Describe an array for the manifest, from what 1.9.1 says about it."""
    entry = {
        "stype": array.stype,
        "shape": array.shape,
        "device": device or (array.context.device_typeid, array.context.device_id),
        "data": values_of(array.data if array.stype != "default" else array, dtype),
    }
    if array.stype == "csr":
        entry["indices"] = [values_of(array.indptr), values_of(array.indices)]
    if array.stype == "row_sparse":
        entry["indices"] = [values_of(array.indices)]
    return entry


def values_of(array, dtype=None):
    values = array.asnumpy()
    return {
        "dtype": dtype or values.dtype.name,
        "shape": values.shape,
        "values": values.reshape(-1).tolist(),
    }


def check_same(loaded, saved):
    for one, other in zip(loaded, saved, strict=True):
        assert one.stype == other.stype and one.shape == other.shape, (one, other)
        np.testing.assert_array_equal(one.asnumpy(), other.asnumpy())


def _save(manifest, name, data, version=2, loads=True):
    """Let 1.9.1 save ``data``, see that it loads the file again, and describe the file."""
    path = FOLDER / name
    mx.nd.save(str(path), data)
    names = list(data) if isinstance(data, dict) else []
    arrays = list(data.values()) if names else data if isinstance(data, list) else [data]
    if loads:
        loaded = mx.nd.load(str(path))
        assert (list(loaded) if names else []) == names
        check_same(loaded.values() if names else loaded, arrays)
    manifest[name] = {
        "version": version,
        "names": names,
        "arrays": [describe(array) for array in arrays],
    }


def file_of(*arrays):
    """Put unnamed arrays together as a file."""
    return struct.pack("<QQQ", 0x112, 0, len(arrays)) + b"".join(arrays) + struct.pack("<Q", 0)


def version_0(values, device=(1, 0)):
    head = struct.pack(f"<I{values.ndim}I", values.ndim, *values.shape)
    return head + tail(values, device)


def version_1(values, device=(1, 0)):
    head = struct.pack(f"<Ii{values.ndim}q", 0xF993FAC8, values.ndim, *values.shape)
    return head + tail(values, device)


def version_2(values, device=(1, 0), flag=None):
    head = struct.pack(f"<Iii{values.ndim}q", 0xF993FAC9, 0, values.ndim, *values.shape)
    return head + tail(values, device, flag)


def tail(values, device, flag=None):
    flag = FLAGS[values.dtype.name] if flag is None else flag
    return struct.pack("<iii", *device, flag) + values.tobytes()


def _assemble(manifest, name, version, arrays, contents, device=(1, 0)):
    """Record a file made here, after 1.9.1 has loaded it with the values that went into it."""
    (FOLDER / name).write_bytes(contents)
    loaded = mx.nd.load(str(FOLDER / name))
    check_same(loaded, [mx.nd.array(array, dtype=array.dtype) for array in arrays])
    entries = [describe(array, device=device) for array in loaded]
    manifest[name] = {"version": version, "names": [], "arrays": entries}


def _assemble_bfloat16(manifest):
    """NumPy cannot show bfloat16: 1.9.1 vouches for the file by writing it again, unchanged."""
    floats = np.array([0.0, 1.0, -3.5, np.inf, 2.0**127], dtype="float32")
    halves = (floats.view("uint32") >> 16).astype("uint16")
    path = FOLDER / "bfloat16.params"
    path.write_bytes(file_of(version_2(halves, flag=12)))
    mx.nd.save(str(path), mx.nd.load(str(path)))
    assert path.read_bytes() == file_of(version_2(halves, flag=12))
    entry = describe(mx.nd.array(floats), "bfloat16")
    manifest[path.name] = {"version": 2, "names": [], "arrays": [entry]}


def record(_mx):
    """Let the real MXNet write the files, and return the manifest."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    manifest = {}
    save = functools.partial(_save, manifest)
    save("dtypes.params", {name: nd(extremes(name), name) for name in DTYPES})
    save("single.params", nd([1, 2]))
    save("list.params", [nd([1, 2]), nd([[3]]), nd([4, 5], "int32")])
    save("empty.params", [])
    save("names.params", {"b": nd([1]), "a": nd([2]), "": nd([3]), "é中.0_weight": nd([4])})
    shapes = [(2, 0, 1), (0,), (1,), (1, 2, 1, 3, 1, 1), (3, 4)]
    save("shapes.params", [nd(np.arange(np.prod(shape)).reshape(shape)) for shape in shapes])
    contexts = [mx.cpu(1), mx.cpu_pinned(0), mx.Context("cpu_shared", 0)]
    save("contexts.params", [nd([1], ctx=ctx) for ctx in contexts])
    save("sparse.params", sparse_arrays())
    # 1.9.1 fails to load this file of its own.
    save("scalar.params", [nd(7.5), nd([1])], loads=False)
    with mx.np_shape(True):
        numpy_arrays = [nd(7.5), nd(np.zeros((0, 2))), nd([1, 2]), nd(3, "int64")]
        save("numpy_shape.params", numpy_arrays, version=3)
    old = [extremes(name) for name in DTYPES[:5]] + [np.arange(6.0).reshape(1, 2, 3)]
    _assemble(manifest, "version0.params", 0, old, file_of(*map(version_0, old)))
    _assemble(manifest, "version1.params", 1, old, file_of(*map(version_1, old)))
    on_gpu = np.array([[1.0, 2.0]], dtype="float32")
    for version, maker in enumerate([version_0, version_1, version_2]):
        contents = file_of(maker(on_gpu, (2, 3)))
        _assemble(manifest, f"gpu{version}.params", version, [on_gpu], contents, device=(2, 3))
    _assemble_bfloat16(manifest)
    text = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in manifest.items())
    return {FOLDER / "params.json": "{\n" + text + "\n}\n"}


def sparse_arrays():
    dense = np.array([[0, 1, 0], [0, 0, 0], [2, 0, 3]], dtype="float32")
    cube = np.zeros((4, 2, 2), dtype="float64")
    cube[[0, 3]] = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]
    return {
        "row_sparse": mx.nd.array(dense).tostype("row_sparse"),
        "csr": mx.nd.array(dense).tostype("csr"),
        "cube": mx.nd.array(cube, dtype="float64").tostype("row_sparse"),
        "no_rows": mx.nd.sparse.zeros("row_sparse", (3, 2)),
        "no_values": mx.nd.sparse.zeros("csr", (3, 2)),
        "dense": mx.nd.array(dense),
    }
