"""The image, the compose file, the unit and the proxies: what they say must be true of this server.

Where a tool is missing, what only it can check is skipped.
"""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
from argparse import Namespace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from heliopolis.server.app import make_app
from heliopolis.server.http.guard import MAX_BODY_BYTES
from heliopolis.server.settings import Settings
from heliopolis.server.storage.database import read_url
from heliopolis.server.storage.postgres import POOL_SIZE
from heliopolis.terminal.cli import make_parser

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = [name for name, service in COMPOSE["services"].items() if service["image"] == "heliopolis"]


def parse(words: list[str]) -> Namespace:
    """Parse a command line; a wrong one ends the test."""
    try:
        return make_parser().parse_args(words)
    except SystemExit:
        pytest.fail(f"heliopolis does not accept {words}")


def routes() -> set[str]:
    app = make_app(Settings("sqlite:///unused"))
    return set(app.openapi()["paths"])


# ---- the image -------------------------------------------------------------------------------------------------------


def instructions(name: str) -> list[str]:
    return [line.partition(" ")[2].strip() for line in DOCKERFILE.splitlines() if line.startswith(f"{name} ")]


def test_the_image_runs_a_command_that_is_accepted() -> None:
    (entry,), (command,) = instructions("ENTRYPOINT"), instructions("CMD")
    words = [*json.loads(entry), *json.loads(command)]
    assert words[0] == "heliopolis"
    serve = parse(words[1:])
    assert serve.no_browser
    assert serve.host == "0.0.0.0"
    assert instructions("EXPOSE") == [str(serve.port)]
    for line in instructions("RUN"):
        if line.startswith("heliopolis "):
            assert parse(shlex.split(line)[1:]).pieces == ["levels"]


def test_the_image_is_asked_for_its_health_where_it_answers() -> None:
    (health,) = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)
    (port, path) = re.findall(r"http://127\.0\.0\.1:(\d+)(/\S+?)'", health)[0]
    assert port == "8000"
    assert path in routes()


def test_the_image_runs_as_nobody_in_particular() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.findall(r"^USER (.*)$", last, re.MULTILINE) == ["heliopolis"]
    assert last.index("USER heliopolis") < last.index("RUN heliopolis compile"), "the cache belongs to who uses it"


def test_the_image_is_built_from_what_the_builder_is_given() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    given = {line[1:] for line in ignored if line.startswith("!")}
    hidden = [line for line in ignored if line and line[0] not in "#!*"]
    for line in instructions("COPY"):
        if not line.startswith("--from"):
            for source in shlex.split(line)[:-1]:
                assert (ROOT / source).exists(), source
                assert source.split("/")[0] in given, source
                assert not any(fnmatch(source, pattern) for pattern in hidden), source


def test_only_official_images_are_named() -> None:
    """Whoever builds the image has a registry of their own, or none."""
    stages = set(re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE))
    bases = {line.split()[0] for line in instructions("FROM")} - stages
    images = bases | {service["image"] for service in COMPOSE["services"].values()}
    assert {re.split(r"[:$]", image)[0] for image in images} == {"node", "python", "postgres", "heliopolis"}


def test_times_of_sources_survive_in_an_image() -> None:
    """Layers keep whole seconds, and the cache of compiled rules is keyed by the times of their sources."""
    install = next(line for line in instructions("RUN") if "[server]" in line)
    (seconds,) = re.findall(r"touch -d @(\S+)", install)
    assert seconds.isdecimal()
    assert install.index("pip install") < install.index("touch") < install.index("compileall")


# ---- compose ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_compose_gives_commands_that_are_accepted(name: str) -> None:
    arguments = parse(COMPOSE["services"][name]["command"])
    if name != "compile":
        url = read_url(arguments.db)
        database = COMPOSE["services"]["database"]["environment"]
        assert (url.host, url.username, url.database) == (
            "database",
            database["POSTGRES_USER"],
            database["POSTGRES_DB"],
        )
        assert url.password is None, "it is in the environment, not on a command line"


@pytest.mark.parametrize("name", OURS)
def test_compose_gives_a_service_no_more_than_it_needs(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["mem_limit"]


def test_compose_starts_things_in_their_order() -> None:
    services = COMPOSE["services"]
    waits = {
        name: {one: how["condition"] for one, how in services[name].get("depends_on", {}).items()} for name in services
    }
    assert waits["upgrade"] == {"database": "service_healthy"}
    assert waits["server"] == {
        "database": "service_healthy",
        "compile": "service_completed_successfully",
        "upgrade": "service_completed_successfully",
    }
    assert services["database"]["healthcheck"]["test"][1] == "pg_isready"
    mounted = {mount.partition(":")[0] for service in services.values() for mount in service.get("volumes", [])}
    assert mounted == set(COMPOSE["volumes"])


def test_compose_publishes_the_port_to_this_machine_only() -> None:
    """So that the server may trust whoever connects: it is the proxy."""
    server = COMPOSE["services"]["server"]
    arguments = parse(server["command"])
    assert server["ports"] == [f"127.0.0.1:8000:{arguments.port}"]
    assert arguments.proxies == "*"
    assert not any(service.get("ports") for name, service in COMPOSE["services"].items() if name != "server")
    assert arguments.workers * (POOL_SIZE + 1) < 100, "the connections that PostgreSQL accepts by default"


# ---- systemd ---------------------------------------------------------------------------------------------------------


def read_unit() -> configparser.ConfigParser:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]  # names have capital letters
    unit.read_string((DEPLOY / "heliopolis.service").read_text(encoding="utf-8").replace("\\\n", " "))
    return unit


def test_the_unit_runs_a_command_that_is_accepted() -> None:
    service = read_unit()["Service"]
    program, *words = shlex.split(service["ExecStart"])
    assert Path(program).name == "heliopolis"
    arguments = parse(words)
    assert (arguments.host, arguments.proxies, arguments.no_browser) == ("127.0.0.1", "127.0.0.1", True)
    assert arguments.name == ["games.example.org"], "as in the examples of proxies"
    folders = dict(pair.split("=") for pair in service["Environment"].split())
    assert folders == {"XDG_DATA_HOME": "%S", "XDG_CACHE_HOME": "%C"}
    assert service["StateDirectory"] == service["CacheDirectory"] == "heliopolis", "as the package calls its folders"
    assert int(service["LimitNOFILE"]) > 10_000


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "heliopolis.service"
    text = (DEPLOY / "heliopolis.service").read_text(encoding="utf-8")
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")
    found = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")
    safe = ["systemd-analyze", "security", "--offline=true", "--threshold=20", "--no-pager", str(unit)]
    rated = subprocess.run(safe, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-200:]


# ---- proxies ---------------------------------------------------------------------------------------------------------


def test_nginx_lets_bodies_through_that_the_server_takes() -> None:
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(r"client_max_body_size (\d+)k;", nginx) == [str(MAX_BODY_BYTES // 1024)]


def test_everything_uses_the_same_port() -> None:
    port = parse(["serve"]).port
    for file in ("nginx.conf", "Caddyfile"):
        assert f"127.0.0.1:{port}" in (DEPLOY / file).read_text(encoding="utf-8")
    assert parse(shlex.split(read_unit()["Service"]["ExecStart"])[1:]).port == port


def test_the_pages_name_every_file() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    for path in [ROOT / "Dockerfile", ROOT / "compose.yaml", *DEPLOY.iterdir()]:
        assert f"](../{path.relative_to(ROOT).as_posix()})" in page, path.name
