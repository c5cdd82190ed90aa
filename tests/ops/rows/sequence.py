"""Sequences of different lengths."""

from tests.ops.row import integers, row, uniform, values

DATA = uniform(4, 3, 2)  # time, batch, rest
LENGTHS = values([1, 4, 2])
BY_BATCH = values([1, 3, 2, 2])  # lengths where time is axis 1
USED = {"use_sequence_length": True}

ROWS = [
    row("SequenceMask", DATA),
    row("SequenceMask", DATA, LENGTHS, **USED),
    row("SequenceMask", DATA, values([0, 9, 2.9]), value=-1.5, **USED),
    row("SequenceMask", DATA, BY_BATCH, axis=1, value=0.5, **USED),
    row("SequenceMask", DATA, values([1, 4, 2], dtype="int32"), **USED),
    row("SequenceMask", uniform(4, 3), LENGTHS, **USED),
    row("SequenceMask", uniform(4, 3, 2, 2, dtype="float64"), LENGTHS, **USED),
    row("SequenceMask", integers(4, 3, 2, dtype="int32"), LENGTHS, value=-1.7, **USED),
    row("SequenceMask", uniform(4, 3, 2, dtype="float16"), LENGTHS, value=2, **USED),
    row("SequenceLast", DATA, grad=()),
    row("SequenceLast", DATA, axis=1, grad=()),
    row("SequenceLast", DATA, LENGTHS, **USED),
    row("SequenceLast", DATA, BY_BATCH, axis=1, **USED),
    row("SequenceLast", uniform(4, 3), values([1, 4, 2], dtype="int64"), **USED),
    row("SequenceLast", uniform(4, 3, 2, 2, dtype="float64"), LENGTHS, **USED),
    row("SequenceLast", integers(4, 3, 2, dtype="int32"), LENGTHS, **USED),
    row("SequenceReverse", DATA),
    row("SequenceReverse", DATA, LENGTHS, **USED),
    row("SequenceReverse", DATA, values([0, 4, 3], dtype="int32"), **USED),
    row("SequenceReverse", uniform(4, 3), LENGTHS, **USED),
    row("SequenceReverse", uniform(4, 3, 2, 2, dtype="float64"), LENGTHS, **USED),
    row("SequenceReverse", integers(4, 3, 2, dtype="int32"), LENGTHS, **USED),
]
