"""Where Python's unpickler, or what is like it, may run: a new place is a decision.

Between processes that this one has started, pickles are trusted. A file is a stranger: it is read
by readers of our own (``_formats/pickle_reader.py`` for pickles).
"""

import ast
import pathlib

PACKAGE = pathlib.Path(__file__).parents[3] / "src" / "mxnet"
# By file, what is called there and why that is safe.
TRUSTED = {
    "gluon/data/_worker_pool.py": {"pickle.loads"},  # of our workers, over a socket of ours
    "gluon/data/_messages.py": {"pickle.loads"},  # the same, errors
    "gluon/data/_worker.py": {"pickle.loads"},  # in a worker, of the process that started it
    "gluon/data/_legacy_queues.py": {"pickle.loads"},  # the same, over pipes
    "gluon/data/_prefetch.py": {"pickle.loads"},  # a batch that a worker made
    "gluon/data/vision/digits.py": {"np.load"},  # allow_pickle=False, of a file in the package
    "_formats/tensors.py": {
        "torch.load",
        "torch.export.load",
    },  # weights_only=True; see SECURITY.md
}
UNPICKLERS = {"load", "loads", "Unpickler", "_Unpickler"}
MODULES = {
    "pickle", "_pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "torch",
    "torch.export", "torch.jit", "np", "numpy", "onp", "multiprocessing.reduction",
}  # fmt: skip


def calls(path: pathlib.Path) -> set[str]:
    """Return what a file calls that can run code of its input, as it is written there."""
    tree = ast.parse(path.read_text())
    result = set()
    imported = {  # from pickle import loads as x
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in MODULES
        for alias in node.names
        if alias.name in UNPICKLERS
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in UNPICKLERS | {"_load"}:
            owner = ast.unparse(node.value)
            if owner in MODULES:
                result.add(f"{owner}.{node.attr}")
        elif isinstance(node, ast.Name) and node.id in imported:
            result.add(imported[node.id])
        elif isinstance(node, ast.keyword) and node.arg in ("allow_pickle", "weights_only"):
            safe = node.arg == "weights_only"
            if not (isinstance(node.value, ast.Constant) and node.value.value is safe):
                result.add(node.arg)
    return result


def test_every_unpickler_is_a_known_one():
    unpicklers = {
        path.relative_to(PACKAGE).as_posix(): names
        for path in sorted(PACKAGE.rglob("*.py"))
        if (names := calls(path))
    }
    assert unpicklers == TRUSTED


def test_check_finds_unpicklers(tmp_path):
    source = tmp_path / "source.py"
    source.write_text(
        "import pickle, torch\nfrom pickle import loads as x, Unpickler\n"
        "x(b''); torch.load(f, weights_only=False); np.load(f, allow_pickle=flag)\n"
        "class A(Unpickler): pass\n"
    )
    assert calls(source) == {
        "pickle.loads", "torch.load", "weights_only", "np.load", "allow_pickle", "pickle.Unpickler",
    }  # fmt: skip
