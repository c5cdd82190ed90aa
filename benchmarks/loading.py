"""Measure how fast batches are loaded: this package, PyTorch's DataLoader, the real MXNet.

Each subject loads the same data in a process of its own (with its workers), and they take turns.
What counts is the time for a picture on the wall, because workers count too: run it on an idle
machine. To compare with the real MXNet, set ``MXNET_ORACLE`` to the Python of an environment that
has mxnet 1.9.1.
"""

from __future__ import annotations

import argparse
import pathlib
import sys
import tempfile
import time

import environments
from results import Result, Results, parser
from subject import Subject

# name: pictures in an epoch.
CASES = {
    "arrays, 0 workers": 12800,
    "arrays, 2 workers": 12800,
    "arrays one by one, 0 workers": 6400,
    "jpeg, 0 workers": 128,
    "jpeg, 2 workers": 256,
    "ImageRecordIter": 256,
}
BARS = {"torch": 1.0, "mxnet": 0.67}
BATCH, JPEG_BATCH = 128, 32
MEAN, STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)


# ---------------------------------------------------------------------------------- the subjects


def gluon_loader(name, folder):
    """Return what iterates over an epoch, with MXNet's API."""
    import numpy as np  # noqa: PLC0415

    import mxnet as mx  # noqa: PLC0415
    from mxnet.gluon.data import ArrayDataset, DataLoader  # noqa: PLC0415
    from mxnet.gluon.data.vision import ImageRecordDataset, transforms  # noqa: PLC0415

    count = CASES[name]
    workers = 2 if name.endswith("2 workers") else 0
    if name.startswith("arrays"):
        images = mx.nd.array(np.load(folder / "images.npy")[:count], dtype="uint8")
        change = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
        first = (lambda image: change(image)) if "one by one" in name else change
        source = ArrayDataset(images, np.arange(count, dtype="float32")).transform_first(first)
        return DataLoader(source, BATCH, shuffle=True, num_workers=workers)
    record = str(folder / f"{count}.rec")
    if name.startswith("jpeg"):
        change = transforms.Compose(
            [
                transforms.Resize(256, keep_ratio=True),
                transforms.CenterCrop(224),
                transforms.ToTensor(),
                transforms.Normalize(MEAN, STD),
            ]
        )
        source = ImageRecordDataset(record).transform_first(change)
        return DataLoader(source, JPEG_BATCH, num_workers=workers)
    batches = mx.io.ImageRecordIter(
        path_imgrec=record, data_shape=(3, 224, 224), batch_size=JPEG_BATCH, resize=256,
        rand_crop=True, rand_mirror=True, preprocess_threads=2, verbose=False,
        mean_r=123.7, mean_g=116.3, mean_b=103.5, std_r=58.4, std_g=57.1, std_b=57.4,
    )  # fmt: skip
    return _Rewound(batches)


class _Rewound:
    """An iterator of mx.io that restarts each time and yields lists of arrays."""

    def __init__(self, batches):
        self._batches = batches

    def __iter__(self):
        self._batches.reset()
        for batch in self._batches:
            yield batch.data


def torch_loader(name, folder):
    """Return what iterates over an epoch, with PyTorch's API and OpenCV."""
    import random  # noqa: PLC0415

    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415
    import torch  # noqa: PLC0415

    cv2.setNumThreads(0)
    count = CASES[name]
    workers = 2 if name.endswith("2 workers") or name == "ImageRecordIter" else 0
    if name.startswith("arrays"):
        images = torch.from_numpy(np.load(folder / "images.npy")[:count])
        labels = torch.arange(count, dtype=torch.float32)

        class Arrays(torch.utils.data.Dataset):
            def __len__(self):
                return count

            def __getitem__(self, i):
                image = images[i].permute(2, 0, 1).contiguous().float().div(255)
                return image.sub(0.13).div(0.31), labels[i]

        return torch.utils.data.DataLoader(
            Arrays(), BATCH, shuffle=True, num_workers=workers, persistent_workers=workers > 0
        )
    files = sorted((folder / "jpeg").iterdir())[:count]
    mean, std = (torch.tensor(values).reshape(3, 1, 1) for values in (MEAN, STD))
    at_random = name == "ImageRecordIter"

    class Pictures(torch.utils.data.Dataset):
        def __len__(self):
            return count

        def __getitem__(self, i):
            image = cv2.imdecode(np.fromfile(files[i], np.uint8), cv2.IMREAD_COLOR)
            image = cv2.cvtColor(image, cv2.COLOR_BGR2RGB)
            height, width = image.shape[:2]
            scale = 256 / min(height, width)
            image = cv2.resize(image, (round(width * scale), round(height * scale)))
            y, x = image.shape[0] - 224, image.shape[1] - 224
            y, x = (random.randint(0, y), random.randint(0, x)) if at_random else (y // 2, x // 2)
            image = image[y : y + 224, x : x + 224]
            if at_random and random.random() < 0.5:
                image = image[:, ::-1].copy()
            tensor = torch.from_numpy(image).permute(2, 0, 1).contiguous().float().div(255)
            return tensor.sub(mean).div(std), i

    return torch.utils.data.DataLoader(
        Pictures(), JPEG_BATCH, num_workers=workers, persistent_workers=workers > 0
    )


def work(subject, folder):
    """Answer each name of a case with the seconds that an epoch took."""
    loaders, make = {}, torch_loader if subject == "torch" else gluon_loader
    if subject == "torch":
        import torch  # noqa: PLC0415

        torch.set_num_threads(1)
    print("ready", flush=True)
    for line in sys.stdin:
        name = line.strip()
        if name not in loaders:
            loaders.clear()
            loaders[name] = make(name, folder)
            _epoch(loaders[name])
        start = time.perf_counter()
        _epoch(loaders[name])
        print(time.perf_counter() - start, flush=True)


def _epoch(loader):
    for batch in loader:
        first = batch[0]
        if hasattr(first, "wait_to_read"):
            first.wait_to_read()


# ------------------------------------------------------------------------------- data and rounds


def make_data(folder):
    """Write what is loaded: small pictures as an array, JPEGs as files and in record files."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    from mxnet import recordio  # noqa: PLC0415

    rng = np.random.default_rng(0)
    np.save(folder / "images.npy", rng.integers(0, 256, (12800, 28, 28, 1), np.uint8))
    (folder / "jpeg").mkdir()
    pictures = []
    for i in range(256):
        coarse = rng.integers(0, 256, (24, 32, 3), np.uint8)
        picture = cv2.resize(coarse, (500, 375), interpolation=cv2.INTER_CUBIC)
        pictures.append(cv2.imencode(".jpg", picture)[1].tobytes())
        (folder / "jpeg" / f"{i:03}.jpg").write_bytes(pictures[-1])
    for count in (128, 256):
        base = folder / str(count)
        writer = recordio.MXIndexedRecordIO(f"{base}.idx", f"{base}.rec", "w")
        for i, picture in enumerate(pictures[:count]):
            writer.write_idx(i, recordio.pack(recordio.IRHeader(0, float(i), i, 0), picture))
        writer.close()


def main():
    options = parser(__doc__.splitlines()[0], rounds=5)
    options.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    options = options.parse_args()
    if options.work:
        work(options.work[0], pathlib.Path(options.work[1]))
        return
    pythons = {"regluon": sys.executable, "torch": sys.executable}
    if oracle := environments.others().get("mxnet"):
        pythons["mxnet"] = oracle
    results = Results(options, time="wall", threads=1)
    with tempfile.TemporaryDirectory() as folder:
        make_data(pathlib.Path(folder))
        subjects = [
            Subject(name, python, __file__, "--work", name, folder)
            for name, python in pythons.items()
        ]
        for name, count in CASES.items():
            if options.only in name:
                turns = [[s.run(name) for s in subjects] for _ in range(options.rounds)]
                best = [min(times) / count for times in zip(*turns, strict=True)]
                values = dict(zip(pythons, best, strict=True))
                results.add(Result("loading, for each picture", name, values, BARS))
        for subject in subjects:
            subject.close()
    results.finish()


if __name__ == "__main__":
    main()
