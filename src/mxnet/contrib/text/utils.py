"""Counting of tokens."""

from __future__ import annotations

import re
from collections import Counter

__all__ = ["count_tokens_from_str"]


def count_tokens_from_str(
    source_str, token_delim=" ", seq_delim="\n", to_lower=False, counter_to_update=None
):
    """Count the tokens of a text, separated by delimiters that are regular expressions.

    >>> count_tokens_from_str("to be or not\\nto be")["be"]
    2
    """
    words = filter(None, re.split(f"{token_delim}|{seq_delim}", source_str))
    counter = Counter() if counter_to_update is None else counter_to_update
    counter.update(map(str.lower, words) if to_lower else words)
    return counter
