"""Expert iteration: games in which a search with the net decides, and from which the net learns to decide so at once.

The search looks ahead with the net as its prior and judge, and so plays better than the net alone. What it chooses, and
how the games end, are the next lessons; with the better net the search is better, too. A search takes a thousand times
as long as a net, so that there are few such decisions: each of them is learned from several times.
"""

from __future__ import annotations

from collections import deque

from heliopolis.core.game import Game
from heliopolis.training.gathering import OWN_SEARCH, Games, Task
from heliopolis.training.learning import Learner, Rates
from heliopolis.training.network import Network
from heliopolis.training.self_play import Lessons
from heliopolis.training.settings import TrainingSettings

SEARCHED = 0.9  # share of the actions taken by the search; the others are the net's own


class Expert:
    """Games on CPU cores in which a search with the net decides; the net learns on its own device."""

    def __init__(self, game: Game, settings: TrainingSettings, games: Games) -> None:
        self.games, self.device = games, settings.device
        self.network = Network(game, settings.hidden)  # the learner's on the CPU
        self.recent: deque[Lessons] = deque(maxlen=settings.expert_memory)

    def lessons(self, learner: Learner, rates: Rates) -> Lessons:
        """Let the search with the learner's net play some decisions, and return these and earlier ones."""
        self.network.load_state_dict(learner.network.state_dict())
        self.recent.append(self.games.gather(self.network, Task(OWN_SEARCH, SEARCHED, rates)))
        return Lessons.join(list(self.recent), self.device)
