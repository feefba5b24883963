"""The dealt games. A game is a package beside this file and its name in this list."""

NAMES = ["ra", "priests", "respublica"]
