"""Settings of a training run, and how rates change in the course of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.learning import Rates

PHASES = IMITATION, SELF_PLAY, EXPERT = "imitation", "self-play", "expert"
RECIPES: dict[str, dict[str, Any]] = {  # for games that need more than the defaults
    "respublica": {  # with the victory alone as reward, players who are weak learn not to trade
        "imitation": 30,
        "steps": 128,
        "spread": 850,  # decisions of a game
        "victory": 0.1,
        "own_points": 0.04,
        "points_until": 1.3,  # not even in the end: they would stop trading
        "teacher": 0.03,
        "teacher_until": 0.7,
        "league": "greedy=0.4,earlier=0.1",
        "gae_lambda": 0.98,
        "hidden": (448, 448, 448),  # it has more inputs
        "evaluation_seconds": 75.0,
    }
}


@dataclass(frozen=True)
class TrainingSettings:
    """What a run is made of; with one seed and a number of updates, a CPU always gives the same net."""

    seed: str
    minutes: float | None  # how long it lasts, or
    updates: int | None  # how many lessons it has
    device: str = "cpu"
    hidden: tuple[int, ...] = (512, 512, 512)
    narrow: tuple[int, ...] = (128, 64)  # of the net inside a search; empty for none
    games: int = 256  # of each player count, side by side
    spread: int = 0  # decisions over which these games are spread in the beginning, by the heuristic
    steps: int = 64  # decisions of each game between two lessons
    epochs: int = 2
    minibatch: int = 4096
    imitation: int = 10  # lessons of imitation before those from self-play
    first_rate: float = 3e-4  # of learning from self-play, in the beginning
    last_rate: float = 1e-5
    imitation_rate: float = 1e-3  # of learning by imitation, in the beginning
    first_entropy: float = 0.01  # weight of the entropy of the policy in the beginning
    last_entropy: float = 0.001
    evaluation_games: int = 512  # of each player count, against the rival
    calibration_games: int = 256  # of each player count, to which the winning chances are fitted in the end
    evaluation_seconds: float = 30.0  # between two evaluations, each with a checkpoint
    victory: float = 1.0  # reward for a victory in the beginning; in the end it is 1
    lead: float = 0.02  # reward for a point of lead in the beginning
    own_points: float = 0.0  # reward for a point of one's own in the beginning
    points_until: float = 0.6  # share of the training after which only the victory counts
    teacher: float = 0.0  # weight of doing as the teacher does in the beginning
    teacher_until: float = 0.7  # share of the training after which there is no teacher
    teaching_bot: str = "greedy"  # who is imitated, and is the teacher afterwards
    against: str = "greedy"  # the rival in evaluations
    league: str = ""  # who else plays, and in what share of the games, all seats but one: greedy=0.1,earlier=0.1
    expert: float = 0.0  # share of the training, in the end, in which the net learns from a search with itself
    simulations: int = 100  # of that search
    expert_games: int = 64  # of each player count, side by side, with that search on CPU cores
    expert_steps: int = 16  # decisions of each of these games between two lessons
    expert_memory: int = 16  # lessons of that search that are learned from again and again
    gae_lambda: float = 0.97  # how far ahead a decision is judged by what came of it
    start: str = ""  # bot whose nets are the first ones, instead of imitation
    ray: str = ""  # address of a Ray cluster for the self-play
    players: tuple[int, ...] = ()  # player counts; all if there are none here

    def __post_init__(self) -> None:
        if (self.minutes is None) == (self.updates is None):
            raise InvalidSetup("A training has either a number of minutes or a number of updates.")
        if not self.hidden:
            raise InvalidSetup("A net needs at least one hidden layer.")
        if min(*(getattr(self, name) for name in SIZES), *self.hidden) < 1:
            raise InvalidSetup("Sizes of a training must be 1 or more.")
        for name in NUMBERS:
            number = getattr(self, name)
            if not 0 <= number < float("inf") or (number == 0 and name in DIVISORS):
                raise InvalidSetup(f"{name} must be a number {'above 0' if name in DIVISORS else 'from 0 on'}.")

    def counts(self, game: Game) -> list[int]:
        """Return the player counts to train for."""
        return [game.check_players(number) for number in self.players or range(game.min_players, game.max_players + 1)]

    def starting_from(self, widths: Sequence[Sequence[int]]) -> TrainingSettings:
        """Return the settings of a training that starts from nets with these hidden layers instead of imitation."""
        if not widths:
            return self
        narrow = tuple(widths[-1]) if self.narrow and len(widths) > 1 else ()
        return replace(self, hidden=tuple(widths[0]), narrow=narrow, imitation=0)

    def phase(self, lessons: int, progress: float) -> str:
        """Return what the next lesson is, after so many and at a point of the training."""
        if lessons < self.imitation:
            return IMITATION
        return EXPERT if self.expert and progress >= 1 - self.expert else SELF_PLAY

    def rates(self, progress: float) -> Rates:
        """Return the rates at a point of the training, from 0 to 1."""
        left, early = max(0.0, 1 - progress), max(0.0, 1 - progress / self.points_until)
        return Rates(
            self.last_rate + (self.first_rate - self.last_rate) * left,
            self.last_entropy + (self.first_entropy - self.last_entropy) * left,
            1 - (1 - self.victory) * early,
            self.lead * early,
            self.own_points * early,
            self.teacher * max(0.0, 1 - progress / self.teacher_until),
        )

    def learning_rate_of_imitation(self, lessons: int) -> float:
        """Return the learning rate of imitation after so many lessons: in the end it is that of what follows."""
        left = 1 - lessons / self.imitation
        return self.first_rate + (self.imitation_rate - self.first_rate) * left

    def to_json(self) -> dict[str, Any]:
        """Return the settings for the file of a net."""
        return asdict(self)

    @classmethod
    def from_json(cls, saved: dict[str, Any]) -> TrainingSettings:
        """Return the settings that were saved."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in saved.items()
        }
        return cls(**values)


NUMBERS = {field.name: field.type for field in fields(TrainingSettings) if field.type in ("int", "float")}
SIZES = (
    "games steps epochs minibatch evaluation_games simulations expert_games expert_steps expert_memory".split()
)  # at least 1
DIVISORS = "points_until", "teacher_until"  # above 0


def on_gpu(**changes: Any) -> dict[str, Any]:
    """Return settings that keep a large GPU busy, with some changed."""
    large = {"games": 16384, "minibatch": 65536, "evaluation_games": 8192, "evaluation_seconds": 45.0}
    large |= {"calibration_games": 8192, "expert_games": 4096, "expert_steps": 4}
    return {"device": "cuda", **large, **changes}


def read_numbers(assignments: Iterable[str]) -> dict[str, Any]:
    """Return settings that are written as NAME=NUMBER."""
    found: dict[str, Any] = {}
    for assignment in assignments:
        name, _, number = assignment.partition("=")
        if name not in NUMBERS:
            raise InvalidSetup(f"There is no setting {name!r:.40}; there are {', '.join(sorted(NUMBERS))}.")
        try:
            found[name] = int(number) if NUMBERS[name] == "int" else float(number)
        except ValueError:
            raise InvalidSetup(f"{name} is a number, and {number!r:.40} is none.") from None
    return found
