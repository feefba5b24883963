"""What Ra and Priests of Ra share knows neither of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from heliopolis.games import sun
from heliopolis.games.priests.tiles import CHAMBER_NAMES, FACE_NAMES
from heliopolis.games.ra.tiles import TILE_NAMES

SHARED = Path(sun.__file__).parent
OWN_WORDS = {*TILE_NAMES, *FACE_NAMES, *"priests take discard place flip ankh ankhs owed".split()} - {
    "ra",
    *CHAMBER_NAMES,
}  # chambers are colours, which boards have
MODULES = sorted(SHARED.glob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_a_shared_module_has_no_word_of_one_game(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert not {text.split(" ")[0] for text in texts} & OWN_WORDS
