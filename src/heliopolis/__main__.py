"""`python -m heliopolis` is the command `heliopolis`."""

from heliopolis.cli import main

main()
