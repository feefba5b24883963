"""Options and the order of all tests: parts (`--part`), whole sweeps (`--long`), and which worker runs what."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdist.scheduler.loadscope import LoadScopeScheduling

from tests.parts import PARTS, group_of, parts_of, rank
from tests.profiles import register_profiles

HERE = Path(__file__).parent
register_profiles()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("heliopolis")
    group.addoption("--part", action="append", choices=list(PARTS), help="run this part of the tests alone")
    group.addoption("--long", action="store_true", help="run the sweeps whole, of which the others run a slice")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the files of other parts, unread."""
    wanted = config.getoption("part")
    if not wanted or collection_path == HERE:
        return None
    path = collection_path.relative_to(HERE).as_posix()
    return not set(wanted) & set(parts_of(f"{path}/" if collection_path.is_dir() else path))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put what takes longest first, so that no worker is left with it; leave out long sweeps unless asked for."""
    if not config.getoption("long"):
        long = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]
    if config.getoption("numprocesses", None) or hasattr(config, "workerinput"):
        items.sort(key=lambda item: rank(item.nodeid))


class InGroups(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Give a worker all tests of a file, or of a piece of a file that takes long."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> LoadScopeScheduling:
    config.option.loadscopereorder = False  # they are in order already
    return InGroups(config, log)


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether sweeps are to be run whole."""
    return bool(request.config.getoption("long"))
