"""Datasets and functions for workers: in a module, so that spawned processes find them."""

from __future__ import annotations

import os
import random
import signal
import sys
import time

import numpy as np

from mxnet import nd
from mxnet.gluon import data


class Rows(data.Dataset):
    """Rows of one number, large enough for shared memory in a batch, and a label."""

    def __init__(self, length=20, width=3000):
        self.length, self.width = length, width

    def __getitem__(self, idx):
        return nd.full((self.width,), idx), idx * 10

    def __len__(self):
        return self.length


class Failing(Rows):
    """Fails in its own way at the seventh sample."""

    def __init__(self, failure):
        super().__init__()
        self.failure = failure

    def __getitem__(self, idx):
        return getattr(self, self.failure)() if idx == 7 else idx

    def error(self):
        raise KeyError("sample seven is bad")

    def unpicklable(self):
        raise Unpicklable("sample seven is bad", 7)

    def killed(self):
        os.kill(os.getpid(), signal.SIGKILL)

    def ends(self):
        sys.exit(3)

    def slow(self):
        time.sleep(60)


class Unpicklable(Exception):
    def __init__(self, text, number):
        super().__init__(f"{text}: {number}")


class RandomNumbers(Rows):
    def __getitem__(self, idx):
        return random.random(), np.random.rand(), nd.random.uniform().asscalar(), os.getpid()


def keep_list(samples):
    return samples


def double(image, label):
    return image * 2, label
