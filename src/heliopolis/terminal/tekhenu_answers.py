"""Tekhenu in the terminal: print prompts and read typed answers.

Every option has a short code: its number in the list or, if that is unambiguous, its value (a line, a region, row and
column).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from heliopolis.games.tekhenu import Option, Prompt
from heliopolis.games.tekhenu.prompts import BadAnswer, check, reject
from heliopolis.games.tekhenu.shared_board import column_number
from heliopolis.games.tekhenu.transcript import Translator
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, GODS, SETH

NOTHING = "-"
MAX_OPTIONS_IN_COLUMN = 6  # more options are printed side by side
LINE_WIDTH = 90
DIE_LABEL = "tekhenu.part.die_there"
CELL_LABEL = "tekhenu.part.cell"
ReadLine = Callable[[str], str]


def natural_code(value: Any) -> str | None:
    """Return the code of a value that is its own code, or None."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return cell_code(*value)
    if isinstance(value, str) and value.startswith("pillar."):
        return cell_code(*map(int, value.split(".")[1:]))
    if isinstance(value, str) and value.startswith(("temple.", "region.", "osiris.")):
        parts = value.split(".")[1:]
        return "".join(str(DISTRICTS.index(part) + 1) if part in DISTRICTS else part for part in parts)
    return None


def cell_code(row: int, column: int) -> str:
    """Return the code of a temple cell: its row, and its column as the real board numbers it."""
    return f"{row}{column_number(column)}"


def option_codes(prompt: Prompt) -> dict[str, Any]:
    """Return the options by the code that is typed for each."""
    found = {}
    for number, option in enumerate(prompt.options, 1):
        code = NOTHING if option.value is None else natural_code(option.value)
        found[str(number) if code is None or not has_natural_codes(prompt) else code] = option.value
    return found


def has_natural_codes(prompt: Prompt) -> bool:
    """Return whether every option is its own code."""
    return all(option.value is None or natural_code(option.value) for option in prompt.options)


class AnswerReader:
    """Prints prompts and reads answers in one language."""

    def __init__(self, translate: Translator, show: Callable[[str], None]) -> None:
        self.translate = translate
        self.show = show

    # ---- printing ---------------------------------------------------------------------------------------------------

    def present(self, prompt: Prompt) -> None:
        """Print the question, its options, and how to answer."""
        self.show(self.translate.message(prompt.question))
        for help_line in prompt.help:
            self.show(f"  {self.translate.message(help_line)}")
        if prompt.kind == "form":
            if prompt.default == {}:
                self.list_fields(prompt, {})
            return
        if prompt.options and prompt.kind != "dice":
            self.list_options(prompt)
        if prompt.actions:
            self.show("  " + ", ".join(self.action_word(action.value) for action in prompt.actions))
        hint = self.hint(prompt)
        if hint:
            self.show(f"  ({hint})")

    def list_options(self, prompt: Prompt) -> None:
        if prompt.options[0].label.key == CELL_LABEL:  # all cells: the hint says enough
            return
        if has_natural_codes(prompt) and not isinstance(prompt.options[-1].value, int):
            self.show("  " + self.translate("tekhenu.terminal.hint_free", codes=" ".join(option_codes(prompt))))
        elif prompt.options[0].label.key == DIE_LABEL:
            self.list_dice(prompt)
        else:
            words = [self.translate.message(option.label) for option in prompt.options]
            self.list_words([f"{code:>3} {word}" for code, word in zip(option_codes(prompt), words, strict=True)])

    def list_words(self, words: list[str]) -> None:
        """Print a few words one below the other, many in columns."""
        width = max(len(word) for word in words) + 2
        columns = 1 if len(words) <= MAX_OPTIONS_IN_COLUMN else max(1, LINE_WIDTH // width)
        for first in range(0, len(words), columns):
            self.show(" " + "".join(word.ljust(width) for word in words[first : first + columns]).rstrip())

    def list_dice(self, prompt: Prompt) -> None:
        """Print one line per section, and one for the other options."""
        lines: dict[str, list[str]] = {}
        for code, option in zip(option_codes(prompt), prompt.options, strict=True):
            label = option.label
            if label.key == DIE_LABEL:
                section = self.translate(f"tekhenu.god.{label.params['section']}")
                word = self.translate("tekhenu.part.die_here", **label.params)
            else:
                section, word = "", self.translate.message(label)
            lines.setdefault(section, []).append(f"{code:>3} {word}")
        width = max(len(section) for section in lines)
        for section, words in lines.items():
            self.show(f"  {section:<{width}} {'  '.join(words)}")

    def list_fields(self, prompt: Prompt, chosen: dict[str, Any]) -> None:
        for number, field in enumerate(prompt.fields, 1):
            value = self.value_text(field, chosen.get(field.id, field.default))
            self.show(f"  {number:>3}  {self.translate.message(field.question)}: {value}")
        self.show(f"  ({self.translate('tekhenu.terminal.hint_form')})")

    def hint(self, prompt: Prompt) -> str:
        translate = self.translate
        if prompt.kind == "number":
            return translate("tekhenu.terminal.hint_range", low=prompt.low, high=prompt.high)
        if prompt.kind == "turn":
            return translate("tekhenu.terminal.hint_turn")
        if prompt.kind == "order":
            return translate("tekhenu.terminal.hint_order")
        if prompt.kind == "numbers":
            least, most = prompt.min_items, prompt.max_items
            key = "tekhenu.terminal.hint_numbers" if least is None else "tekhenu.terminal.hint_numbers_range"
            return translate(key, number=most, low=least, high=most)
        if prompt.kind == "dice":
            options = prompt.options
            example = f"{translate.message(options[0].label)} 3, {translate.message(options[4].label)} 5"
            return translate("tekhenu.terminal.hint_dice", example=example)
        return ", ".join(self.hints_of_options(prompt))

    def hints_of_options(self, prompt: Prompt) -> list[str]:
        hints = []
        value = prompt.options[-1].value if prompt.options else None
        if (isinstance(value, list) and len(value) == 2) or str(value).startswith("pillar."):
            hints.append(self.translate("tekhenu.terminal.hint_cell"))
        if str(value).startswith("osiris."):
            hints.append(self.translate("tekhenu.terminal.hint_osiris"))
        if prompt.kind in ("several", "owners"):
            hints.append(self.translate("tekhenu.terminal.hint_several"))
        return hints

    def value_text(self, prompt: Prompt, value: Any) -> str:
        """Return the text of an answer: its label, or the value itself."""
        if value in (None, [], {}):
            return self.translate("tekhenu.terminal.none")
        if isinstance(value, dict):
            fields = {field.id: field for field in prompt.fields}
            return ", ".join(f"{name} {self.value_text(fields[name], one)}" for name, one in value.items())
        label = next((option.label for option in prompt.options if option.value == value), None)
        if label is not None and type(value) is not int:
            return self.translate.message(label)
        return self.plain_text(prompt, value)

    def plain_text(self, prompt: Prompt, value: Any) -> str:
        """Return the text of a value that is none of the options."""
        if prompt.kind == "turn":
            actions = [action.label for action in prompt.actions for done in value[3:] if action.value == done]
            return ", ".join([self.value_text(prompt, value[:3]), *map(self.translate.message, actions)])
        if prompt.kind == "dice":
            return ", ".join(f"{self.translate(f'tekhenu.colour.{die[0]}')} {die[1]}" for die in value)
        if isinstance(value, list):
            return " ".join(self.value_text(prompt, one) for one in value)
        return self.translate("tekhenu.yes.true") if value is True else str(value)

    def cursor(self, prompt: Prompt) -> str:
        """Return the text before the cursor: the default, if there is one that Enter accepts."""
        if prompt.optional or prompt.kind == "confirm" or prompt.default == {}:
            return f"{self.translate('tekhenu.terminal.enter')} > "
        if prompt.default is None:
            return "> "
        value = self.value_text(prompt, prompt.default)
        return f"{self.translate('tekhenu.terminal.default', value=value)} > "

    # ---- reading ---------------------------------------------------------------------------------------------------

    def read(self, prompt: Prompt, line: str, ask: ReadLine) -> Any:
        """Return the answer that a typed line gives, or raise BadAnswer; a form reads a line per field with `ask`."""
        line = line.strip()
        if prompt.kind == "form":
            return self.read_form(prompt, line, ask)
        if prompt.kind == "confirm":
            return not line
        if not line and (prompt.optional or prompt.default is not None):
            return prompt.default
        readers: dict[str, Callable[[Prompt, str], Any]] = {
            "number": self.read_number,
            "choice": self.read_choice,
            "numbers": self.read_numbers,
            "dice": self.read_dice,
            "turn": self.read_turn,
        }
        reader: Callable[[Prompt, str], Any] = readers.get(prompt.kind, self.read_list)
        return reader(prompt, line)

    def read_number(self, _: Prompt, line: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,4}", line):
            raise not_understood()
        return int(line)

    def read_choice(self, prompt: Prompt, line: str) -> Any:
        known = option_codes(prompt)
        key = line.replace(" ", "").replace(",", "")
        if key not in known:
            raise not_understood()
        return known[key]

    def read_list(self, prompt: Prompt, line: str) -> list[Any]:
        if line == NOTHING:
            return []
        return [self.read_choice(prompt, word) for word in split_words(line)]

    def read_numbers(self, prompt: Prompt, line: str) -> list[int]:
        return [self.read_number(prompt, word) for word in split_words(line)]

    def read_dice(self, prompt: Prompt, line: str) -> list[list[Any]]:
        if line == NOTHING:
            return []
        dice = []
        for word in re.split(r"[,;]+", line):
            found = re.fullmatch(r"\s*(\w*[^\W\d])\s*(\d)\s*", word)
            if not found:
                raise reject("tekhenu.bad.dice")
            dice.append([self.read_colour(prompt.options, found[1]), int(found[2])])
        return dice

    def read_turn(self, prompt: Prompt, line: str) -> list[Any] | None:
        """Return a die, by its number or as section, colour and value, with the actions, or that of its section."""
        if line == NOTHING:
            return None
        words = split_words(line) or [""]
        known = option_codes(prompt)
        if words[0] in known:
            die, actions = known[words[0]], words[1:]
        else:
            die, actions = self.read_die(prompt, words[:3]), words[3:]
        if die is None:
            if actions:
                raise not_understood()
            return None
        return [*die, *(self.read_action(prompt, word) for word in actions)] if actions else [*die, die[0]]

    def read_die(self, prompt: Prompt, words: list[str]) -> list[Any]:
        """Return the only die whose section and colour begin with these letters and that has this value."""
        if len(words) < 3 or not words[2].isdecimal():
            raise not_understood()
        dice = [option.value for option in prompt.options if option.value is not None]
        found = [die for die in dice if die[2] == int(words[2]) and self.is_called(die, words)]
        if not found:
            raise reject("tekhenu.bad.turn")
        if len(found) > 1:
            raise not_understood()
        return [*found[0]]

    def is_called(self, die: list[Any], words: list[str]) -> bool:
        """Return whether the names of a die's section and colour begin with the first two words."""
        section, colour = self.translate(f"tekhenu.god.{die[0]}"), self.translate(f"tekhenu.colour.{die[1]}")
        return begins(section, words[0]) and begins(colour, words[1])

    def read_action(self, prompt: Prompt, word: str) -> Any:
        """Return the action that begins with these letters."""
        found = [action.value for action in prompt.actions if begins(self.action_word(action.value), word)]
        if len(found) != 1:
            raise not_understood()
        return found[0]

    def action_word(self, action: str) -> str:
        return self.translate(f"tekhenu.god.{action}" if action in (*GODS, SETH) else f"tekhenu.done.{action}")

    def read_colour(self, options: tuple[Option, ...], word: str) -> Any:
        """Return the colour that begins with these letters."""
        names = {self.translate.message(option.label).lower(): option.value for option in options}
        found = [value for name, value in names.items() if name.startswith(word.lower())]
        if word.lower() in names:
            return names[word.lower()]
        if len(found) != 1:
            raise reject("tekhenu.bad.dice")
        return found[0]

    def read_form(self, prompt: Prompt, line: str, ask: ReadLine) -> dict[str, Any]:
        if prompt.default != {}:
            return {field.id: self.ask_field(field, ask) for field in prompt.fields}
        chosen: dict[str, Any] = {}
        while line:
            if not line.isdecimal() or not 1 <= int(line) <= len(prompt.fields):
                raise not_understood()
            field = prompt.fields[int(line) - 1]
            chosen[field.id] = self.ask_field(field, ask)
            self.list_fields(prompt, chosen)
            line = ask(self.cursor(prompt)).strip()
        return chosen

    def ask_field(self, field: Prompt, ask: ReadLine) -> Any:
        self.present(field)
        while True:
            try:
                return check(field, self.read(field, ask(self.cursor(field)), ask))
            except BadAnswer as error:
                self.show(self.translate.message(error.message))


def begins(word: str, letters: str) -> bool:
    return word.lower().startswith(letters.lower())


def split_words(line: str) -> list[str]:
    return [word for word in re.split(r"[\s,;]+", line) if word]


def not_understood() -> BadAnswer:
    return reject("tekhenu.terminal.not_understood")
