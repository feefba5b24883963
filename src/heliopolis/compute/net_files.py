"""Files of nets: `.hnet`, one for a game, with one or two nets.

A file begins with `MAGIC`, its version and the length of a header, 32 bits each. The header is JSON: the game, the
digest of its layout, the shapes of the layers, and how the nets were made. The arrays follow, compressed by zlib,
lowest byte first. The first net decides alone, the last one inside a search; with one net they are the same.
"""

from __future__ import annotations

import hashlib
import json
import struct
import zlib
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.compute.net import Layer, Net
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game

MAGIC = b"HELIONET"
VERSION = 1
PREFIX = struct.Struct("<8sII")  # magic, version, length of the header
MAX_FILE = 1_000_000  # bytes
MAX_CONTENT = 16_000_000  # bytes of all arrays
MAX_NETS, MAX_LAYERS = 2, 16
MAX_PARSED = 8  # files whose nets are kept in memory
SUFFIX = ".hnet"

Nets = tuple[Net, ...]


# ---- what a net is made for ------------------------------------------------------------------------------------------


def output_size(game: Game) -> int:
    """Return how many outputs a net for a game has."""
    size: int = game.actions + 2 * game.max_players
    return size


@cache
def layout_digest(game: Game) -> str:
    """Return a digest of what the inputs and outputs of a net for a game mean: the actions and the divisors."""
    players = range(game.min_players, game.max_players + 1)
    divisors = {number: game.observation_divisors(number).tolist() for number in players}
    facts = [game.name, game.rules_version, list(game.notation.ACTIONS), game.observation_size, divisors]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:32]


def blank_net(game: Game) -> Net:
    """Return the smallest net for a game, which says the same of all positions."""
    shapes = [(game.observation_size, 1, np.int16), (1, output_size(game), np.int8)]
    return Net(tuple(Layer(np.zeros(shape, kind), *np.ones((2, shape[1]), np.int32)) for *shape, kind in shapes))


# ---- writing ---------------------------------------------------------------------------------------------------------


def net_bytes(game: Game, nets: Nets, about: dict[str, Any]) -> bytes:
    """Return the content of a file with these nets."""
    shapes = [[[*layer.weights.shape, layer.residual] for layer in net.layers] for net in nets]
    header = {"game": game.name, "layout": layout_digest(game), "nets": shapes, "about": about}
    text = json.dumps(header, ensure_ascii=False).encode()
    arrays = [array for net in nets for layer in net.layers for array in _stored(layer)]
    content = zlib.compress(b"".join(array.tobytes() for array in arrays), 9)
    found = PREFIX.pack(MAGIC, VERSION, len(text)) + text + content
    if len(found) > MAX_FILE:
        raise InvalidSetup(f"A file of nets has at most {MAX_FILE} bytes, and these nets need {len(found)}.")
    return found


def _stored(layer: Layer) -> list[NDArray[Any]]:
    """Return the arrays of a layer as they are stored."""
    weights = layer.weights.astype("<i2" if layer.weights.dtype == np.int16 else "<i1")
    return [weights, layer.biases.astype("<i4"), layer.multipliers.astype("<i4")]


# ---- reading ---------------------------------------------------------------------------------------------------------


def read_file(path: Path) -> bytes:
    """Return the content of a file of nets, checked to be one by its beginning."""
    try:
        if path.stat().st_size > MAX_FILE:
            raise InvalidSetup(f"{str(path)!r} is not a file of nets: it has more than {MAX_FILE} bytes.")
        data = path.read_bytes()
    except OSError as error:
        raise InvalidSetup(f"{str(path)!r} cannot be read: {error.strerror}.") from None
    if not data.startswith(MAGIC):
        raise InvalidSetup(f"{str(path)!r} is not a file of nets.")
    return data


@lru_cache(MAX_PARSED)
def parse_nets(data: bytes, game: Game, name: str) -> Nets:
    """Return the nets of a file's content; `InvalidSetup` says in one sentence why it is refused, and names it."""
    header, content = _split(data, name)
    if header["game"] != game.name:
        raise InvalidSetup(f"{name!r} has a net for {header['game']!r}, not for {game.name!r}.")
    if header["layout"] != layout_digest(game):
        raise InvalidSetup(f"{name!r} was made for other rules or observations of {game.title} than these.")
    try:
        nets = _Reader(content).nets(header["nets"], header["about"])
    except InvalidSetup as error:
        raise InvalidSetup(f"{name!r} cannot be used: {error}") from None
    except (TypeError, ValueError, OverflowError):
        raise InvalidSetup(f"{name!r} is damaged: its arrays do not have the sizes that it names.") from None
    if any(net.inputs != game.observation_size or net.outputs != output_size(game) for net in nets):
        raise InvalidSetup(f"{name!r} has other inputs or outputs than a net for {game.title}.")
    return nets


def _split(data: bytes, name: str) -> tuple[dict[str, Any], bytes]:
    """Return the header and the arrays of a file."""
    if len(data) < PREFIX.size:
        raise InvalidSetup(f"{name!r} is damaged.")
    _, version, length = PREFIX.unpack_from(data)
    if version != VERSION:
        raise InvalidSetup(f"{name!r} has version {version} of the format of nets; this version reads {VERSION}.")
    try:
        header = json.loads(data[PREFIX.size : PREFIX.size + length].decode())
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(data[PREFIX.size + length :], MAX_CONTENT)
        complete = unpacker.eof and not unpacker.unused_data
        if not complete or not {"game", "layout", "nets", "about"} <= header.keys():
            raise ValueError
    except (ValueError, AttributeError, RecursionError, zlib.error):
        raise InvalidSetup(f"{name!r} is damaged.") from None
    return header, content


class _Reader:
    """Reads the arrays of a file one after the other."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def nets(self, shapes: Any, about: Any) -> Nets:
        """Return all nets; nothing may be left."""
        if not isinstance(about, dict) or not 1 <= len(shapes) <= MAX_NETS:
            raise ValueError
        found = tuple(self.net(layers, about) for layers in shapes)
        if self.at != len(self.content):
            raise ValueError
        return found

    def net(self, shapes: Any, about: dict[str, Any]) -> Net:
        """Return a net whose layers have these shapes."""
        if not 1 <= len(shapes) <= MAX_LAYERS:
            raise ValueError
        layers = []
        for number, (inputs, outputs, residual) in enumerate(shapes):
            weights = self.array("<i1" if number else "<i2", inputs * outputs).reshape(inputs, outputs)
            layers.append(Layer(weights, self.array("<i4", outputs), self.array("<i4", outputs), bool(residual)))
        return Net(tuple(layers), about)

    def array(self, kind: str, number: int) -> NDArray[Any]:
        """Return the next array."""
        found = np.frombuffer(self.content, kind, number, self.at)
        self.at += found.nbytes
        return found.astype(found.dtype.newbyteorder("="))


# ---- the nets of this package ----------------------------------------------------------------------------------------


@cache
def own_nets(game: Game) -> Nets | None:
    """Return the nets that come with this package for a game, or None if there are none."""
    file = files("heliopolis") / "nets" / f"{game.name}{SUFFIX}"
    return parse_nets(file.read_bytes(), game, file.name) if file.is_file() else None
