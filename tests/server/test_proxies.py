"""The server behind nginx and Caddy, as `deploy/` configures them; skipped where a proxy is not installed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.people import Person
from tests.server.running import wait_until

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SITE = "games.example.org"
MANY = 100  # requests of one address, more than it may send at once
NGINX = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/heliopolis.conf;
}}
"""


def free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Through(httpx.BaseTransport):
    """Requests to the site's name, which go to the proxy on this machine, from an address of one's choice."""

    def __init__(self, source: str = "127.0.0.1") -> None:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        self.inner = httpx.HTTPTransport(verify=trusting, local_address=source)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        sent = httpx.Request(  # another one: cookies belong to the site's name
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": SITE},
        )
        return self.inner.handle_request(sent)

    def close(self) -> None:
        self.inner.close()


def configure_nginx(folder: Path, upstream: int, https: int, http: int) -> list[str]:
    """Write the configuration, with ports and a certificate that can be had here, and return the command."""
    key, certificate = folder / "key.pem", folder / "cert.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={SITE}"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"listen \[::\].*", "", text)
    text = text.replace("listen 443 ", f"listen {https} ").replace("listen 80;", f"listen {http};")
    text = text.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    text = re.sub(r"ssl_certificate \S+;", f"ssl_certificate {certificate};", text)
    text = re.sub(r"ssl_certificate_key \S+;", f"ssl_certificate_key {key};", text)
    (folder / "heliopolis.conf").write_text(text, encoding="utf-8")
    main = folder / "nginx.conf"
    main.write_text(("user root;" if os.getuid() == 0 else "") + NGINX.format(folder=folder), encoding="utf-8")
    command = ["nginx", "-p", str(folder), "-c", str(main), "-e", str(folder / "error.log")]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr, checked.stderr
    return command


def configure_caddy(folder: Path, upstream: int, https: int, http: int) -> list[str]:
    """Write the configuration, with ports and a certificate that can be had here, and return the command."""
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    check = ["caddy", "validate", "--adapter", "caddyfile", "--config"]
    checked = subprocess.run([*check, DEPLOY / "Caddyfile"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    own = f"{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port {http}\n\thttps_port {https}\n"
    text = text.replace("{\n", own, 1).replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    file = folder / "Caddyfile"
    file.write_text(text, encoding="utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


CONFIGURE = {"nginx": configure_nginx, "caddy": configure_caddy}


@pytest.fixture(scope="module", params=CONFIGURE)
def ports(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, int]]:
    """The ports for https and http of a proxy, in front of a server that runs as the unit runs it."""
    if shutil.which(request.param) is None:
        pytest.skip(f"{request.param} is not here")
    folder = tmp_path_factory.mktemp(request.param)
    upstream, https, http = free_ports(3)
    unit = (DEPLOY / "heliopolis.service").read_text(encoding="utf-8").replace("\\\n", " ")
    (line,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.MULTILINE)
    serve = [sys.executable, "-m", "heliopolis", *shlex.split(line), "--port", str(upstream)]
    environment = {**os.environ, "XDG_DATA_HOME": str(folder)}
    running: list[subprocess.Popen[bytes]] = []
    try:
        running.append(subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL))
        proxy = CONFIGURE[request.param](folder, upstream, https, http)
        with (folder / "proxy.log").open("wb") as log:
            running.append(subprocess.Popen(proxy, env=environment, stdout=log, stderr=log))
        wait_until(lambda: listens(https) and listens(upstream))
        yield https, http
    finally:
        for process in running:
            process.terminate()
            process.wait(60)


def visitor(ports: tuple[int, int], name: str = "Ada", source: str = "127.0.0.1") -> Person:
    """Somebody who visits the site through the proxy."""
    person = Person("", name, arrives=False)
    person.http.close()
    person.http = httpx.Client(base_url=f"https://{SITE}:{ports[0]}", transport=Through(source), timeout=60)
    person.http.get("/api/me")
    return person


def test_cookies_are_for_https_only_and_browsers_insist_on_it(ports: tuple[int, int]) -> None:
    ada = visitor(ports)
    ada.http.cookies.clear()
    answer = ada.http.get("/api/me")
    assert answer.headers["strict-transport-security"]
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-")
    assert "secure" in cookie.lower()


def test_streams_are_not_held_back(ports: tuple[int, int]) -> None:
    ada = visitor(ports)
    table = ada.open("ra", "me", "open")
    with ada.stream() as events:
        assert next(events)["data"]["table"]["status"] == "waiting"
        visitor(ports, "Grace").join(table, 1)
        assert next(events)["data"]["table"]["seats"][1]["name"] == "Grace"


def test_the_site_and_its_pages_come_through(ports: tuple[int, int]) -> None:
    ada = visitor(ports)
    page = ada.http.get("/")
    assert page.status_code == 200
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert ada.http.get("/api/ready").json() == {"status": "ready"}


def test_only_pages_of_this_site_may_change_something(ports: tuple[int, int]) -> None:
    ada = visitor(ports)
    own = f"https://{SITE}:{ports[0]}"
    assert ada.http.post("/api/players", json={"name": "Ada"}, headers={"Origin": own}).status_code == 201
    foreign = ada.http.post("/api/players", json={"name": "Ada"}, headers={"Origin": "https://evil.example"})
    assert foreign.status_code == 403


def test_everybody_has_the_address_from_which_they_come(ports: tuple[int, int]) -> None:
    """And nobody the one that they claim to have; one address that asks too often does not slow down another."""
    eager, other = visitor(ports, source="127.0.0.2"), visitor(ports, source="127.0.0.3")
    claimed = [{"X-Forwarded-For": f"192.0.2.{number}"} for number in range(MANY)]
    statuses = [eager.http.post("/api/players", json={"name": "Ada"}, headers=one).status_code for one in claimed]
    assert statuses[0] == 201
    assert statuses[-1] == 429
    assert other.http.post("/api/players", json={"name": "Grace"}).status_code == 201


def test_large_bodies_are_refused(ports: tuple[int, int]) -> None:
    ada = visitor(ports)
    assert ada.http.post("/api/players", json={"name": "A" * 70_000}).status_code == 413


def test_metrics_are_not_published(ports: tuple[int, int]) -> None:
    assert visitor(ports).http.get("/api/metrics").status_code == 404


def test_http_leads_to_https(ports: tuple[int, int]) -> None:
    with httpx.Client(transport=Through()) as plain:
        answer = plain.get(f"http://{SITE}:{ports[1]}/t/abc")
    assert answer.status_code == 308
    assert answer.headers["location"].startswith(f"https://{SITE}")
