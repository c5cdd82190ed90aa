"""Training that is killed and resumed in a new process: see ``resume.py`` for the large run."""

import random

from .resume import differences


def test_a_killed_training_goes_on_bit_for_bit(tmp_path):
    assert differences("augmented", tmp_path, random.Random(0), kills=1) == []
