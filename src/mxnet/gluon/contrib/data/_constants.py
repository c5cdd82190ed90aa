"""Special tokens in texts."""

EOS_TOKEN = "<eos>"
