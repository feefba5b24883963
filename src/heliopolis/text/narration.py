"""Messages of a game in words, with the players' names in place of their seats.

The site follows the same rules: a message about the one seat that reads it has a form of its own, whose key ends in
`.you`, or in `.to_you` where that seat is the partner in it, and a move whose messages are in no catalogue, since its
game comes from outside, is shown as its plain text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heliopolis.core.checks import JSON
from heliopolis.kernel import CHANCE
from heliopolis.text.catalogues import catalogue, format_message
from heliopolis.text.numbers import signed

if TYPE_CHECKING:
    from heliopolis.core.game import Game


SIGNED = {"scored": ("points",), "difference": ("points", "others")}  # numbers with a sign, by the end of a key


@dataclass(frozen=True)
class Narrator:
    """Puts the messages of one table into words, in one language."""

    language: str
    names: Sequence[str] = ()  # by seat
    you: int | None = None  # the seat that is addressed as "you", if there is one

    def text(self, key: str, **params: Any) -> str:
        """Return a message of the catalogue."""
        return format_message(self.language, key, params)

    def has(self, message: Mapping[str, Any]) -> bool:
        """Return whether a message is in the catalogue."""
        return message["key"] in catalogue(self.language)

    def name_of(self, seat: int) -> str:
        """Return what a seat is called; chance has a name too."""
        return self.text("terminal.chance") if seat == CHANCE else self.names[seat]

    def render(self, message: Mapping[str, Any]) -> str:
        """Return a message in words: seats become names, and the reader's own seat "you"."""
        key, params = message["key"], dict(message["params"])
        if "seat" in params:
            params["name"] = params.get("name") or self.name_of(params["seat"])
        if "partner" in params:
            partner = params["partner"]
            params["partner_name"] = self.text("site.you_object") if partner == self.you else self.name_of(partner)
        if "seats" in params:
            params["names"] = self.join_names(params["seats"])
        for change in SIGNED.get(key.rpartition(".")[2], ()):
            params[change] = signed(params[change])
        return format_message(self.language, self.key_for_reader(key, params), params)

    def key_for_reader(self, key: str, params: Mapping[str, Any]) -> str:
        """Return the key of the form that addresses the reader, if the message concerns them and there is one."""
        if self.you is None:
            return key
        own = f"{key}.you" if params.get("seat") == self.you else f"{key}.to_you"
        concerns = self.you in (params.get("seat"), params.get("partner"))
        return own if concerns and own in catalogue(self.language) else key

    def join_names(self, seats: Sequence[int]) -> str:
        """Return the names of several seats as a list in words, the reader first."""
        own = [self.text("ending.you") for seat in seats if seat == self.you]
        *names, last = own + [self.name_of(seat) for seat in seats if seat != self.you]
        return self.text("ending.names", names=", ".join(names), last=last) if names else last

    # ---- moves -----------------------------------------------------------------------------------------------------

    def option(self, game: Game, move: str) -> str:
        """Return a move in words before it is made; its plain text if its message is in no catalogue."""
        message = game.story.option(move)
        return self.render(message) if self.has(message) else move

    def events(self, game: Game, entry: JSON, viewer: int | None) -> list[str]:
        """Return what a seat, or a spectator (None), may read of a move that was made, one line per event.

        The entry has the keys of a server's log: `seat`, `move`, `outcomes`, `told`, and `given` where cards changed
        hands. A move whose messages are not all in the catalogue is shown as its text.
        """
        if not all(map(self.has, entry["told"])):
            return [self.plain_line(game, entry, viewer)]
        messages = list(entry["told"])
        if game.disclosure is not None:
            messages += game.disclosure.private_messages(game.disclosure.visible_to(entry, viewer))
        return [self.render(message) for message in messages]

    def plain_line(self, game: Game, entry: JSON, viewer: int | None) -> str:
        """Return a move that was made by its text, as far as the viewer may know it: `Ada: roll 4`."""
        visible = entry if game.disclosure is None else game.disclosure.visible_to(entry, viewer)
        move, outcomes, seat = visible["move"], visible["outcomes"] or [], entry["seat"]
        text = " ".join([move, *outcomes]) if outcomes or seat == CHANCE else self.option(game, move)
        return self.text("site.said", name=self.name_of(seat), text=text)

    def statistic(self, statistic: JSON) -> str:
        """Return what a statistic counts; the last word of its key if it is in no catalogue."""
        return self.render(statistic) if self.has(statistic) else statistic["key"].rpartition(".")[2].replace("_", " ")

    def game_title(self, game: Game) -> str:
        """Return the title of a game in this language, or the only one it has."""
        return catalogue(self.language).get(f"site.game.{game.name}", game.title)


def narrator_of_board(language: str, names: Sequence[str]) -> Narrator:
    """Return a narrator for a board; the seat whose name is "you", if there is one, is the reader's."""
    you = format_message(language, "site.you")
    return Narrator(language, names, names.index(you) if you in names else None)


def log_entry(seat: int, move: str, outcomes: Sequence[str], messages: Sequence[JSON]) -> JSON:
    """Return a move that was made as a log has it."""
    return {"seat": seat, "move": move, "outcomes": list(outcomes), "told": list(messages)}
