"""Texts for users: spelling suggestions, reprs, parameter documentation."""
