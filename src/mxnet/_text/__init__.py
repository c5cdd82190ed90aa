"""Texts for people: spelling suggestions, reprs, documentation of parameters."""
