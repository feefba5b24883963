"""A net learns four-player Ra: it imitates `greedy`, then outgrows it by PPO in games against three of them.

    python examples/train_a_net.py                                              a taste, in seconds
    python examples/train_a_net.py --imitate 300 --improve 60 --save ra.npz     the real thing, in minutes
    heliopolis arena ra net:ra.npz greedy greedy greedy --code examples/train_a_net.py --games 1000

NumPy is all it needs: the net is two hidden layers, and its gradients are written out below.
"""

import argparse
import time
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

import heliopolis as hp

PLAYERS = 4
HIDDEN = (128, 64)
GAMES = 1024  # side by side
STEPS = 160  # in each of them between two lessons: about a game
RATE, CLIP, TRUST, EPOCHS, MINIBATCH = 3e-4, 0.2, 0.95, 3, 1024
CURIOSITY = 0.003  # the weight of entropy
LEAD = 0.02  # what a point of lead is worth beside the victory

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Columns = tuple[NDArray[Any], ...]


class Network:
    """Layers of weights with ReLU between them, and Adam, who changes them."""

    def __init__(self, rng: np.random.Generator, sizes: list[int]) -> None:
        self.weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            self.weights.append((rng.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs)).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self.weights[-2] *= 0.01
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.lessons = 0

    def forward(self, seen: Floats) -> list[Floats]:
        """What every layer says; the last is the answer."""
        said = [seen]
        for i in range(0, len(self.weights), 2):
            total = said[-1] @ self.weights[i] + self.weights[i + 1]
            said.append(np.maximum(total, 0) if i + 2 < len(self.weights) else total)
        return said

    def learn(self, said: list[Floats], slope: Floats, rate: float) -> None:
        """A step down, given the slope of the loss in the answer."""
        gradients: list[Floats] = []
        for i in range(len(self.weights) - 2, -1, -2):
            gradients += [slope.sum(axis=0), said[i // 2].T @ slope]
            if i:
                slope = (slope @ self.weights[i].T) * (said[i // 2] > 0)
        self.lessons += 1
        rate *= np.sqrt(1 - 0.999**self.lessons) / (1 - 0.9**self.lessons)
        for i, gradient in enumerate(reversed(gradients)):
            self.means[i] += 0.1 * (gradient - self.means[i])
            self.squares[i] += 0.001 * (gradient * gradient - self.squares[i])
            self.weights[i] -= np.float32(rate) * self.means[i] / (np.sqrt(self.squares[i]) + 1e-8)


def log_odds(answer: Floats, masks: Bools) -> Floats:
    """Log-probabilities of the decisions; those that are not legal have next to none."""
    answer = np.where(masks, answer, np.float32(-1e9))
    answer = answer - answer.max(axis=1, keepdims=True)
    return np.asarray(answer - np.log(np.exp(answer).sum(axis=1, keepdims=True)), np.float32)


def draw(rng: np.random.Generator, logs: Floats) -> Ints:
    """A decision for each row, by its odds (Gumbel's way)."""
    noise = -np.log(-np.log(rng.random(logs.shape, np.float32) + 1e-20) + 1e-20)
    return np.asarray((logs + noise).argmax(axis=1), np.int64)


# ---- imitation -------------------------------------------------------------------------------------------------------


def imitate(policy: Network, steps: int, seed: int) -> float:
    """Do as `greedy` does, in games of its own; how often that comes out at the end."""
    batch = hp.Batch("ra", PLAYERS, GAMES, seed=f"imitation {seed}")
    rows, agreed = np.arange(GAMES), 0.0
    for step in range(steps):
        wanted = batch.suggest()
        said = policy.forward(batch.observe())
        logs = log_odds(said[-1], batch.masks())
        slope: Floats = np.exp(logs)
        agreed += 0.02 * (np.mean(logs.argmax(axis=1) == wanted) - agreed)
        slope[rows, wanted] -= 1
        policy.learn(said, np.divide(slope, GAMES, dtype=np.float32), 1e-3 * (1 - 0.9 * step / steps))
        stray = step % 4 == 0  # now and then a random decision, to see more of the game
        batch.step(batch.sample() if stray else wanted)
    return agreed


# ---- improvement -----------------------------------------------------------------------------------------------------


class Experience:
    """What the pupil saw, did and got: one seat in each game is his, the other three are greedy."""

    def __init__(self, seed: int) -> None:
        self.batch = hp.Batch("ra", PLAYERS, GAMES, seed=f"improvement {seed}")
        self.pupil = np.arange(GAMES) % PLAYERS
        self.rng = np.random.default_rng(seed)
        self.share = 1 / PLAYERS  # of the victories, lately

    def gather(self, policy: Network, critic: Network) -> Columns:
        """Observations, masks, decisions, their log-odds, advantages and values, over some steps."""
        batch, places = self.batch, np.arange(GAMES)
        steps: list[Columns] = []
        for _ in range(STEPS):
            masks, actions = batch.masks(), batch.suggest()
            own = np.flatnonzero((batch.to_act == self.pupil) & (masks.sum(axis=1) > 1))
            seen, masks = batch.observe()[own], masks[own]
            logs = log_odds(policy.forward(seen)[-1], masks)
            values = critic.forward(seen)[-1][:, 0]
            actions[own] = draw(self.rng, logs)
            batch.step(actions)
            ended = batch.terminated.copy()
            lead = batch.scores[places, self.pupil] - (batch.scores.sum(axis=1) / PLAYERS)
            rewards = np.where(ended, batch.rewards[places, self.pupil] + LEAD * lead, 0).astype(np.float32)
            chosen = logs[np.arange(len(own)), actions[own]]
            steps.append((own, seen, masks, actions[own], chosen, values, rewards, ended))
            if ended.any():
                self.share += 0.002 * ended.sum() * (batch.rewards[places, self.pupil][ended].mean() - self.share)
        return self.judge(steps)

    def judge(self, steps: list[Columns]) -> Columns:
        """From the last step to the first: how much better than expected each decision turned out (GAE)."""
        value, better, reward = (np.zeros(GAMES, np.float32) for _ in range(3))
        known = np.zeros(GAMES, np.bool_)  # whether it is known how the game went on
        kept: list[Columns] = []
        for own, seen, masks, actions, logs, values, rewards, ended in reversed(steps):
            value[ended], better[ended], known[ended] = 0, 0, True
            reward[ended] = rewards[ended]
            advantage = reward[own] + value[own] - values + TRUST * better[own]
            keep = known[own]
            columns = seen, masks, actions, logs, advantage, advantage + values
            kept.append(tuple(column[keep] for column in columns))
            better[own] = np.where(keep, advantage, 0)
            value[own], reward[own], known[own] = values, 0, True
        return tuple(np.concatenate(column) for column in zip(*kept, strict=True))


def improve(policy: Network, critic: Network, lessons: int, seed: int) -> float:
    """PPO: what turned out better than expected becomes likelier, but never by much at once."""
    experience = Experience(seed)
    for lesson in range(lessons):
        rate = RATE * (1 - lesson / lessons)
        seen, masks, actions, logs, advantages, returns = experience.gather(policy, critic)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(EPOCHS):
            order = experience.rng.permutation(len(seen))
            for some in np.array_split(order, max(1, len(order) // MINIBATCH)):
                said = critic.forward(seen[some])
                critic.learn(said, (said[-1] - returns[some, None]) / np.float32(len(some)), 3 * rate)
                if lesson >= min(5, lessons // 4):  # the critic first learns what to expect
                    nudge(policy, seen[some], masks[some], actions[some], logs[some], advantages[some], rate)
        if lesson % 10 == 9:
            print(f"lesson {lesson + 1}: {experience.share:.1%} of the games won lately", flush=True)
    return experience.share


def nudge(
    policy: Network, seen: Floats, masks: Bools, actions: Ints, before: Floats, advantages: Floats, rate: float
) -> None:
    rows = np.arange(len(seen))
    said = policy.forward(seen)
    logs = log_odds(said[-1], masks)
    odds = np.exp(logs)
    ratio = np.exp(logs[rows, actions] - before)
    free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    slope = odds * (free * ratio * advantages)[:, None]
    slope[rows, actions] -= free * ratio * advantages
    surprise = np.where(masks, logs, 0)
    slope += CURIOSITY * odds * (surprise - (odds * surprise).sum(axis=1, keepdims=True))
    policy.learn(said, slope / np.float32(len(seen)), rate)


# ---- the bot ---------------------------------------------------------------------------------------------------------


class Net:
    """The net as a bot: the decision it likes best."""

    def __init__(self, file: str) -> None:
        with np.load(file) as saved:
            self.weights = [saved[name] for name in saved.files]

    def choose(self, position: hp.Position, rng: object) -> str:
        said = position.observe(position.to_act or 0)
        for i in range(0, len(self.weights), 2):
            said = np.maximum(said, 0) if i else said
            said = said @ self.weights[i] + self.weights[i + 1]
        return position.text(max(position.actions(), key=lambda action: float(said[action])))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--imitate", type=int, default=10, help="steps of imitation, of 1024 decisions each")
    parser.add_argument("--improve", type=int, default=1, help="lessons of PPO, of about 40,000 decisions each")
    parser.add_argument("--games", type=int, default=20, help="played in the arena at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="a file for the net")
    asked = parser.parse_args()
    rng, game, began = np.random.default_rng(asked.seed), hp.game("ra"), time.process_time()
    policy = Network(rng, [game.observation_size, *HIDDEN, game.actions])
    critic = Network(rng, [game.observation_size, *HIDDEN, 1])
    print(f"imitation: {imitate(policy, asked.imitate, asked.seed):.1%} of greedy's decisions", flush=True)
    improve(policy, critic, asked.improve, asked.seed)
    print(f"trained in {time.process_time() - began:.0f} seconds of one core", flush=True)
    with TemporaryDirectory() as folder:
        file = asked.save or Path(folder) / "ra.npz"
        np.savez(file, *policy.weights)
        examine(file, asked.games, asked.seed)


def examine(file: Path, games: int, seed: int) -> None:
    """The net against three greedy bots."""
    bots = [f"net:{file}", "greedy", "greedy", "greedy"]
    table = hp.tournament("ra", bots, games=games, seed=seed, code=[__file__])
    for standing in table.standings:
        print(f"{standing.bot}: {standing.win_share:.1%} won, from {standing.low:.1%} to {standing.high:.1%}")


if __name__ == "__main__":
    main()
