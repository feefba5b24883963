"""The command `heliopolis train`, run as people run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

import heliopolis as hp
from heliopolis.compute.net_files import parse_nets
from tests.small_nets import net_for, write_net

NET = "--hidden 12,12 --narrow none --games 4 --minibatch 128 --players 3 --device cpu".split()
SMALL = [*NET, *"--set calibration_games=4 --set evaluation_games=16".split()]


def train(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "heliopolis", "train", *arguments, "--folder", str(folder)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_a_training_can_be_stopped_and_resumed(tmp_path: Path) -> None:
    found = train("ra", "--updates", "2", *SMALL, folder=tmp_path)
    assert found.returncode == 0, found.stderr
    assert "imitation 1: policy_loss" in found.stdout
    assert "won against greedy: 3 players" in found.stdout
    assert "calibration of the wide net: the worst tenth was off by" in found.stdout
    assert re.search(r"3 players: \d+\.\d% \(\d+\.\d% to \d+\.\d%\) of 16 games won against greedy", found.stdout)
    assert found.stdout.endswith(f"The bot net:{tmp_path / 'ra.hnet'} plays this net.\n")
    more = train("ra", "--updates", "3", "--resume", *SMALL, folder=tmp_path)
    assert more.returncode == 0, more.stderr
    assert "imitation 3: policy_loss" in more.stdout
    assert "imitation 1:" not in more.stdout
    net = (tmp_path / "ra.hnet").read_bytes()
    again = train("ra", "--updates", "1", *SMALL, folder=tmp_path)
    assert again.returncode == 2
    assert "has a training already: --resume goes on with it, --folder takes another." in again.stderr
    assert (tmp_path / "ra.hnet").read_bytes() == net


def test_a_folder_that_cannot_be_written_to_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    found = train("ra", "--updates", "1", *SMALL, folder=tmp_path / "file" / "new")
    assert found.returncode == 2
    assert found.stderr == f"heliopolis: Nothing can be written to '{tmp_path / 'file' / 'new'}'.\n"


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_a_gpu_that_is_not_there_is_refused(tmp_path: Path) -> None:
    found = train("ra", "--updates", "1", "--device", "cuda", folder=tmp_path)
    assert found.returncode == 2
    assert found.stderr.startswith("heliopolis: PyTorch finds no CUDA GPU here")


def test_the_nets_of_a_file_are_calibrated(tmp_path: Path) -> None:
    file = write_net(tmp_path, "ra", net_for("ra", [8]))
    found = train("ra", "--calibrate", str(file), *SMALL, folder=tmp_path / "new")
    assert found.returncode == 0, found.stderr
    assert "calibration of the wide net: the worst tenth was off by" in found.stdout
    [before], [after] = (parse_nets(path.read_bytes(), hp.game("ra"), "x") for path in (file, tmp_path / "new/ra.hnet"))
    assert after.about["calibration"] == {"games": 4, "seed": "0", "players": [3]}
    assert np.array_equal(before.arrays.first, after.arrays.first)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["ra"], "one of the arguments --minutes --updates --calibrate is required"),
        (["ra", "--minutes", "0"], "'0' is not a number of minutes above 0"),
        (["ra", "--minutes", "1", "--updates", "1"], "not allowed with argument"),
        (["ra", "--updates", "1", "--hidden", "8,x"], "'x' is not a whole number above 0"),
        (["ra", "--updates", "1", "--hidden", "none"], "needs at least one hidden layer"),
        (["ra", "--updates", "1", "--hidden", "2000,2000", "--device", "cpu"], "A file of nets has at most"),
        (["ra", "--updates", "1", "--players", "6", "--device", "cpu"], "Ra is for 2 to 5 players, not 6"),
        (["ra", "--updates", "1", "--against", "random", "--device", "cpu"], "Nets are trained against greedy, net,"),
        (["ra", "--updates", "1", "--start", "greedy", "--device", "cpu"], "A training starts from net or net:FILE"),
        (["ra", "--updates", "1", "--set", "haste=2"], "There is no setting 'haste'"),
        (["ra", "--updates", "1", "--set", "first_rate=x"], "first_rate is a number, and 'x' is none"),
        (
            ["ra", "--updates", "1", "--set", "points_until=0"],
            "points_until must be a number above 0",
        ),
        (
            ["ra", "--updates", "1", "--set", "first_rate=nan"],
            "first_rate must be a number from 0 on",
        ),
        (
            ["ra", "--updates", "1", "--set", "simulations=0"],
            "Sizes of a training must be 1 or more",
        ),
        (["ra", "--updates", "1", "--against", "search:0", "--device", "cpu"], "Nets are trained against greedy, net,"),
        (["ra", "--calibrate", "no.hnet", "--device", "cpu"], "'no.hnet' cannot be read"),
        (["ra", "--updates", "1", "--against", "net:no.hnet", "--device", "cpu"], "'no.hnet' cannot be read"),
        (["senet", "--updates", "1"], "There is no game 'senet'"),
        (["ra", "--updates", "1", "--resume", *SMALL], "There is no checkpoint in"),
    ],
)
def test_bad_input_gets_one_line(arguments: list[str], says: str, tmp_path: Path) -> None:
    found = train(*arguments, folder=tmp_path / "new")
    assert found.returncode == 2
    assert says in found.stderr.splitlines()[-1]
    assert "Traceback" not in found.stderr
    assert not (tmp_path / "new").exists()
