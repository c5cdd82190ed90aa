"""Vocabularies: tokens and their indices."""

from __future__ import annotations

from operator import attrgetter


class Vocabulary:
    """Indices of tokens: the unknown token, reserved ones, then those of a Counter by frequency.

    Parameters
    ----------
    counter : collections.Counter
        The frequency of each token.
    most_freq_count : int
        The maximum number of tokens to keep from the counter.
    min_freq : int
        The minimum frequency of a token.
    unknown_token : str
        Represents all tokens without an index; it has index 0.
    reserved_tokens : list of str
        Tokens that always have an index.

    Attributes
    ----------
    idx_to_token : list of str
        All tokens; a token's index is its position.
    token_to_idx : dict
        The index of each token.

    Examples
    --------
    >>> from collections import Counter
    >>> words = Vocabulary(Counter(["to", "be", "or", "not", "to", "be"]), min_freq=2)
    >>> words.idx_to_token, words.to_indices(["to", "do"])
    (['<unk>', 'be', 'to'], [2, 0])
    """

    def __init__(
        self,
        counter=None,
        most_freq_count=None,
        min_freq=1,
        unknown_token="<unk>",
        reserved_tokens=None,
    ):
        if min_freq < 1:
            raise AssertionError(f"`min_freq` must be set to a positive value, got {min_freq}")
        reserved = list(reserved_tokens or ())
        if unknown_token in reserved or len(set(reserved)) < len(reserved):
            raise AssertionError(
                f"reserved_tokens {reserved} must be different words, without {unknown_token!r}"
            )
        self._unknown_token, self._reserved_tokens = unknown_token, reserved or None
        self._idx_to_token = [unknown_token, *reserved]
        special = set(self._idx_to_token)
        frequent = [(-n, word) for word, n in (counter or {}).items() if n >= min_freq]
        words = [word for _, word in sorted(frequent) if word not in special]
        self._idx_to_token += words[:most_freq_count]
        self._token_to_idx = {word: i for i, word in enumerate(self._idx_to_token)}

    idx_to_token = property(attrgetter("_idx_to_token"), doc="All words, in order.")
    token_to_idx = property(attrgetter("_token_to_idx"), doc="The number of each word.")
    unknown_token = property(attrgetter("_unknown_token"), doc="Stands for all other words.")
    reserved_tokens = property(attrgetter("_reserved_tokens"), doc="Words given, or None.")

    def __len__(self):
        return len(self.idx_to_token)

    def to_indices(self, tokens):
        """Return the index of a token, or the indices of a list of tokens."""
        if isinstance(tokens, list):
            return [self.token_to_idx.get(word, 0) for word in tokens]
        return self.token_to_idx.get(tokens, 0)

    def to_tokens(self, indices):
        """Return the token with an index, or the tokens of a list of indices."""
        one = not isinstance(indices, list)
        positions = [indices] if one else indices
        for number in positions:
            if not isinstance(number, int) or not 0 <= number < len(self):
                raise ValueError(
                    f"Token index {number} in the provided `indices` is invalid: expected 0 to "
                    f"{len(self) - 1}"
                )
        words = [self.idx_to_token[number] for number in positions]
        return words[0] if one else words
