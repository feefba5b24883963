"""AlphaZero in sixty lines of code: a net for Ra learns from its own searches alone, with PyTorch.

    python examples/alphazero.py                                                a demonstration, in seconds
    python examples/alphazero.py --rounds 100 --games 512 --simulations 64      learns for an hour or two on one core

In every round the net plays games against itself: each decision is searched, and an action is taken as often as the
search visited it. Then it learns to predict these visits and who won. `heliopolis train` makes stronger nets in less
time; this is the shortest way to see how search and net improve each other, and a place to begin from.
"""

import argparse
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import heliopolis as hp

PLAYERS, WIDTH = 4, 128
OVER = -2


class Network(nn.Module):
    """Judges observations: a logit for each action, and one for the chance of each seat, counted from the observer."""

    def __init__(self, game: hp.Game) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(game.observation_size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.heads = nn.Linear(WIDTH, game.actions + PLAYERS)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the actions and of the seats."""
        outputs = self.heads(self.body(observations))
        return outputs[:, :-PLAYERS], outputs[:, -PLAYERS:]

    @torch.no_grad()
    def evaluate(self, observations: Any) -> tuple[Tensor, Tensor, None]:
        """Judge the positions that a search comes to; this net says nothing about points."""
        policy, win = self(torch.from_numpy(observations))
        return policy.softmax(dim=1), win.softmax(dim=1), None


def play(network: Network, games: int, simulations: int, seed: str) -> list[Any]:
    """Play games against itself; return observations, shares of the visits, and shares of the victory by seat."""
    batch, rng = hp.Batch("ra", PLAYERS, games, seed, auto_reset=False), np.random.default_rng(len(seed))
    seen, searched, places, seats, won = [], [], [], [], np.zeros((games, PLAYERS), np.float32)
    while (batch.to_act != OVER).any():
        visits, _ = batch.search(simulations, network.evaluate)
        going = np.flatnonzero(batch.to_act != OVER)
        seen.append(batch.observe()[going])
        searched.append((visits[going] / visits[going].sum(axis=1, keepdims=True)).astype(np.float32))
        places.append(going)
        seats.append(batch.to_act[going].copy())
        batch.step((visits * rng.exponential(size=visits.shape) ** -1).argmax(axis=1))  # in proportion to the visits
        won[batch.terminated] = batch.rewards[batch.terminated]
    order = (np.concatenate(seats)[:, None] + np.arange(PLAYERS)) % PLAYERS  # seats counted from the one to act
    shares = won[np.concatenate(places)[:, None], order]
    return [torch.from_numpy(rows) for rows in (np.concatenate(seen), np.concatenate(searched), shares)]


def learn(network: Network, optimizer: torch.optim.Optimizer, positions: list[Any], steps: int) -> float:
    """Learn to predict the visits of the searches and the winners; return the last loss."""
    for _ in range(steps):
        some = torch.randint(len(positions[0]), (512,))
        seen, searched, shares = (rows[some] for rows in positions)
        policy, win = network(seen)
        loss = nn.functional.cross_entropy(policy, searched) + nn.functional.cross_entropy(win, shares)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return float(loss.detach())


def main() -> None:
    """Play and learn in turns, then play against three greedy players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--games", type=int, default=16, help="games of each round")
    parser.add_argument("--simulations", type=int, default=8, help="simulations of each decision")
    arguments = parser.parse_args()
    torch.manual_seed(1)
    network = Network(hp.game("ra"))
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    for number in range(arguments.rounds):
        positions = play(network, arguments.games, arguments.simulations, f"round {number}")
        print(f"round {number + 1}: {len(positions[0])} decisions, loss {learn(network, optimizer, positions, 50):.3f}")
    player = hp.Search(str(arguments.simulations), evaluator=network.evaluate)
    matches = [hp.play_match("ra", [player, "greedy", "greedy", "greedy"], seed=seed) for seed in range(4)]
    print(f"Against three greedy: {[match.scores for match in matches]}")


if __name__ == "__main__":
    main()
