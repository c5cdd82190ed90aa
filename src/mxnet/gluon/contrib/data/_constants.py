"""Words with a meaning of their own in texts."""

EOS_TOKEN = "<eos>"
