"""`python -m heliopolis` is the command `heliopolis`."""

from heliopolis.terminal.cli import main

main()
