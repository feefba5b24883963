"""Train a net for four-player Ra: it imitates `greedy`, then improves by PPO in games against three of them.

    python examples/train_a_net.py                                              a demonstration, in seconds
    python examples/train_a_net.py --imitate 300 --improve 60 --save ra.npz     a strong net, in minutes
    heliopolis arena ra smallnet:ra.npz greedy greedy greedy --code examples/train_a_net.py --games 1000

It only needs NumPy: the net has two hidden layers, and its gradients are computed below. `heliopolis train` trains
stronger nets with PyTorch, for all player counts.
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
GAMES = 1024  # in the batch
STEPS = 160  # of each game between two updates: about one game
LEARNING_RATE, CLIP, GAE_LAMBDA, EPOCHS, MINIBATCH = 3e-4, 0.2, 0.95, 3, 1024
ENTROPY_WEIGHT = 0.003
LEAD_WEIGHT = 0.02  # reward for a point of lead, where a victory is 1

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Columns = tuple[NDArray[Any], ...]


class Network:
    """Linear layers with ReLU between them, trained by Adam."""

    def __init__(self, rng: np.random.Generator, sizes: list[int]) -> None:
        self.weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            self.weights.append((rng.standard_normal((inputs, outputs)) * np.sqrt(2 / inputs)).astype(np.float32))
            self.weights.append(np.zeros(outputs, np.float32))
        self.weights[-2] *= 0.01
        self.means = [np.zeros_like(weight) for weight in self.weights]
        self.squares = [np.zeros_like(weight) for weight in self.weights]
        self.updates = 0

    def forward(self, inputs: Floats) -> list[Floats]:
        """Return the inputs and the outputs of every layer; the last one is the output of the net."""
        layers = [inputs]
        for i in range(0, len(self.weights), 2):
            total = layers[-1] @ self.weights[i] + self.weights[i + 1]
            layers.append(np.maximum(total, 0) if i + 2 < len(self.weights) else total)
        return layers

    def learn(self, layers: list[Floats], slope: Floats, rate: float) -> None:
        """Take a step of Adam, given the gradient of the loss by the output."""
        gradients: list[Floats] = []
        for i in range(len(self.weights) - 2, -1, -2):
            gradients += [slope.sum(axis=0), layers[i // 2].T @ slope]
            if i:
                slope = (slope @ self.weights[i].T) * (layers[i // 2] > 0)
        self.updates += 1
        rate *= np.sqrt(1 - 0.999**self.updates) / (1 - 0.9**self.updates)
        for i, gradient in enumerate(reversed(gradients)):
            self.means[i] += 0.1 * (gradient - self.means[i])
            self.squares[i] += 0.001 * (gradient * gradient - self.squares[i])
            self.weights[i] -= np.float32(rate) * self.means[i] / (np.sqrt(self.squares[i]) + 1e-8)


def log_probabilities(output: Floats, masks: Bools) -> Floats:
    """Return the log-probabilities of the actions; illegal ones have practically none."""
    output = np.where(masks, output, np.float32(-1e9))
    output = output - output.max(axis=1, keepdims=True)
    return np.asarray(output - np.log(np.exp(output).sum(axis=1, keepdims=True)), np.float32)


def sample_actions(rng: np.random.Generator, logs: Floats) -> Ints:
    """Return a random action for each row by its probabilities (the Gumbel-max trick)."""
    noise = -np.log(-np.log(rng.random(logs.shape, np.float32) + 1e-20) + 1e-20)
    return np.asarray((logs + noise).argmax(axis=1), np.int64)


# ---- imitation -------------------------------------------------------------------------------------------------------


def imitate(policy: Network, steps: int, seed: int) -> float:
    """Learn to act like `greedy`; return how often the net's first choice agrees at the end."""
    batch = hp.Batch("ra", PLAYERS, GAMES, seed=f"imitation {seed}")
    rows, agreed = np.arange(GAMES), 0.0
    for step in range(steps):
        wanted = batch.suggest()
        layers = policy.forward(batch.observe())
        logs = log_probabilities(layers[-1], batch.masks())
        slope: Floats = np.exp(logs)
        agreed += 0.02 * (np.mean(logs.argmax(axis=1) == wanted) - agreed)
        slope[rows, wanted] -= 1
        policy.learn(layers, np.divide(slope, GAMES, dtype=np.float32), 1e-3 * (1 - 0.9 * step / steps))
        explore = step % 4 == 0  # sometimes take random actions, to see more positions
        batch.step(batch.sample() if explore else wanted)
    return agreed


# ---- improvement -----------------------------------------------------------------------------------------------------


class Experience:
    """The net's games: it has one seat in each, the other three are greedy."""

    def __init__(self, seed: int) -> None:
        self.batch = hp.Batch("ra", PLAYERS, GAMES, seed=f"improvement {seed}")
        self.seat = np.arange(GAMES) % PLAYERS
        self.rng = np.random.default_rng(seed)
        self.share = 1 / PLAYERS  # of the victories, as a moving average

    def gather(self, policy: Network, critic: Network) -> Columns:
        """Play some steps; return observations, masks, actions, their log-probabilities, advantages and returns."""
        batch, places = self.batch, np.arange(GAMES)
        steps: list[Columns] = []
        for _ in range(STEPS):
            masks, actions = batch.masks(), batch.suggest()
            own = np.flatnonzero((batch.to_act == self.seat) & (masks.sum(axis=1) > 1))
            seen, masks = batch.observe()[own], masks[own]
            logs = log_probabilities(policy.forward(seen)[-1], masks)
            values = critic.forward(seen)[-1][:, 0]
            actions[own] = sample_actions(self.rng, logs)
            batch.step(actions)
            ended = batch.terminated.copy()
            lead = batch.scores[places, self.seat] - (batch.scores.sum(axis=1) / PLAYERS)
            rewards = np.where(ended, batch.rewards[places, self.seat] + LEAD_WEIGHT * lead, 0).astype(np.float32)
            chosen = logs[np.arange(len(own)), actions[own]]
            steps.append((own, seen, masks, actions[own], chosen, values, rewards, ended))
            if ended.any():
                self.share += 0.002 * ended.sum() * (batch.rewards[places, self.seat][ended].mean() - self.share)
        return self.with_advantages(steps)

    def with_advantages(self, steps: list[Columns]) -> Columns:
        """Return the steps with their advantages: how much better than expected each action was (GAE)."""
        value, better, reward = (np.zeros(GAMES, np.float32) for _ in range(3))
        known = np.zeros(GAMES, np.bool_)  # whether the end of the game, or a later value, is known
        finished: list[Columns] = []
        for own, seen, masks, actions, logs, values, rewards, ended in reversed(steps):
            value[ended], better[ended], known[ended] = 0, 0, True
            reward[ended] = rewards[ended]
            advantage = reward[own] + value[own] - values + GAE_LAMBDA * better[own]
            keep = known[own]
            columns = seen, masks, actions, logs, advantage, advantage + values
            finished.append(tuple(column[keep] for column in columns))
            better[own] = np.where(keep, advantage, 0)
            value[own], reward[own], known[own] = values, 0, True
        return tuple(np.concatenate(column) for column in zip(*finished, strict=True))


def improve(policy: Network, critic: Network, updates: int, seed: int) -> float:
    """Improve by PPO: actions that were better than expected become more likely, by a limited amount per update."""
    experience = Experience(seed)
    for update in range(updates):
        rate = LEARNING_RATE * (1 - update / updates)
        seen, masks, actions, logs, advantages, returns = experience.gather(policy, critic)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(EPOCHS):
            order = experience.rng.permutation(len(seen))
            for part in np.array_split(order, max(1, len(order) // MINIBATCH)):
                layers = critic.forward(seen[part])
                critic.learn(layers, (layers[-1] - returns[part, None]) / np.float32(len(part)), 3 * rate)
                if update >= min(5, updates // 4):  # before that only the critic learns
                    update_policy(policy, seen[part], masks[part], actions[part], logs[part], advantages[part], rate)
        if update % 10 == 9:
            print(f"update {update + 1}: {experience.share:.1%} of the recent games won", flush=True)
    return experience.share


def update_policy(
    policy: Network, seen: Floats, masks: Bools, actions: Ints, before: Floats, advantages: Floats, rate: float
) -> None:
    """Make one PPO update of the policy with a clipped ratio and an entropy bonus."""
    rows = np.arange(len(seen))
    layers = policy.forward(seen)
    logs = log_probabilities(layers[-1], masks)
    odds = np.exp(logs)
    ratio = np.exp(logs[rows, actions] - before)
    free = np.where(advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    slope = odds * (free * ratio * advantages)[:, None]
    slope[rows, actions] -= free * ratio * advantages
    surprise = np.where(masks, logs, 0)
    slope += ENTROPY_WEIGHT * odds * (surprise - (odds * surprise).sum(axis=1, keepdims=True))
    policy.learn(layers, slope / np.float32(len(seen)), rate)


# ---- the bot ---------------------------------------------------------------------------------------------------------


class SmallNet:
    """A bot that plays the net's first choice."""

    def __init__(self, file: str) -> None:
        with np.load(file) as saved:
            self.weights = [saved[name] for name in saved.files]

    def choose(self, position: hp.Position, rng: object) -> str:
        """Return the legal move with the highest output."""
        output = position.observe(position.to_act or 0)
        for i in range(0, len(self.weights), 2):
            output = np.maximum(output, 0) if i else output
            output = output @ self.weights[i] + self.weights[i + 1]
        return position.text(max(position.actions(), key=lambda action: float(output[action])))


def main() -> None:
    """Train a net, save it and let it play against greedy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--imitate", type=int, default=10, help="steps of imitation, of 1024 decisions each")
    parser.add_argument("--improve", type=int, default=1, help="updates by PPO, of about 40,000 decisions each")
    parser.add_argument("--games", type=int, default=20, help="games against greedy at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="file to save the net in")
    arguments = parser.parse_args()
    rng, game, began = np.random.default_rng(arguments.seed), hp.game("ra"), time.process_time()
    policy = Network(rng, [game.observation_size, *HIDDEN, game.actions])
    critic = Network(rng, [game.observation_size, *HIDDEN, 1])
    print(f"imitation: {imitate(policy, arguments.imitate, arguments.seed):.1%} of greedy's decisions", flush=True)
    improve(policy, critic, arguments.improve, arguments.seed)
    print(f"trained in {time.process_time() - began:.0f} seconds of CPU time", flush=True)
    with TemporaryDirectory() as folder:
        file = arguments.save or Path(folder) / "ra.npz"
        np.savez(file, *policy.weights)
        evaluate(file, arguments.games, arguments.seed)


def evaluate(file: Path, games: int, seed: int) -> None:
    """Let the net play against three greedy bots and print the standings."""
    bots = [f"smallnet:{file}", "greedy", "greedy", "greedy"]
    standings = hp.tournament("ra", bots, games=games, seed=seed, code=[__file__])
    for standing in standings.standings:
        print(f"{standing.bot}: {standing.win_share:.1%} won, from {standing.low:.1%} to {standing.high:.1%}")


if __name__ == "__main__":
    main()
