"""Heliopolis in the terminal: one file a command."""
