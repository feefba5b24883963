"""The files of the site: forms, tags, methods, and paths that lead nowhere."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from heliopolis.server.http import static_site
from heliopolis.server.http.static_site import SiteFile, accepted_encodings, load
from tests.server.people import Person

SCRIPT = b"export const sun = 'Ra';\n" * 100


@pytest.fixture
def site(server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[httpx.Client]:
    """A client of a server with a small site, one file of which has compressed forms."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Heliopolis</title>")
    (tmp_path / "mark.svg").write_text("<svg/>")
    (tmp_path / "assets" / "sun.js").write_bytes(SCRIPT)
    (tmp_path / "assets" / "sun.js.gz").write_bytes(gzip.compress(SCRIPT))
    (tmp_path / "assets" / "sun.js.br").write_bytes(b"a form that only its name makes brotli")
    monkeypatch.setattr(static_site, "STATIC", tmp_path)
    with httpx.Client(base_url=server) as client:
        yield client


def get(site: httpx.Client, accepted: str, **headers: str) -> httpx.Response:
    with site.stream("GET", "/assets/sun.js", headers={"Accept-Encoding": accepted, **headers}) as answer:
        answer.extensions["raw"] = b"".join(answer.iter_raw())
    return answer


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("", None),
        ("identity", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br", "br"),
        ("BR;q=1.0, gzip;q=0.8", "br"),
        ("br;q=0, gzip", "gzip"),
        ("deflate, zstd", None),
    ],
)
def test_the_smallest_form_that_is_accepted(site: httpx.Client, accepted: str, encoding: str | None) -> None:
    answer = get(site, accepted)
    assert answer.status_code == 200
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    raw = answer.extensions["raw"]
    assert int(answer.headers["content-length"]) == len(raw)
    assert {None: raw, "gzip": gzip.decompress(raw) if encoding == "gzip" else b""}.get(encoding, SCRIPT) == SCRIPT
    head = site.head("/assets/sun.js", headers={"Accept-Encoding": accepted})
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "etag", "vary"):
        assert head.headers[name] == answer.headers[name]


def test_every_form_has_a_tag_and_what_is_known_is_not_sent_again(site: httpx.Client) -> None:
    tags = {form: get(site, form).headers["etag"] for form in ("identity", "gzip", "br")}
    assert len(set(tags.values())) == 3
    for form, tag in tags.items():
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer = get(site, form, **{"If-None-Match": known})
            assert (answer.status_code, answer.extensions["raw"]) == (304, b"")
            assert answer.headers["etag"] == tag
            assert answer.headers["vary"] == "Accept-Encoding"
            assert "immutable" in answer.headers["cache-control"]
    assert get(site, "gzip", **{"If-None-Match": tags["br"]}).status_code == 200


def test_pages_are_asked_for_again(site: httpx.Client) -> None:
    for path in ("/", "/index.html", "/t/abc", "/rules/ra"):
        answer = site.get(path)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "vary" not in answer.headers, "there is one form only"
        assert site.get(path, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
        assert site.head(path).status_code == 200
    assert site.get("/mark.svg").headers["content-type"] == "image/svg+xml"


def test_compressed_forms_have_no_path_of_their_own(site: httpx.Client) -> None:
    for path in ("/assets/sun.js.gz", "/assets/sun.js.br", "/assets/none.js"):
        assert site.get(path).status_code == 404


@pytest.mark.parametrize("length", [255, 256, 300, 2000, 30_000])
def test_a_long_path_is_a_path(server: str, length: int) -> None:
    with Person(server) as ada:
        assert ada.http.get("/" + "a" * length).status_code == 200
        assert ada.http.get("/assets/" + "a" * length).status_code == 404


def test_paths_do_not_lead_out_of_the_folder(server: str) -> None:
    with Person(server) as ada:
        for path in ("/../app.py", "/%2e%2e/app.py", "/assets/..%2f..%2fapp.py", "/%00", "//etc/passwd"):
            answer = ada.http.get(path)
            assert "FastAPI" not in answer.text
            assert "root:" not in answer.text
            assert answer.status_code in (200, 404)


def test_a_server_without_a_site_says_how_to_build_it(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_site, "STATIC", tmp_path / "none")
    answer = httpx.get(server)
    assert answer.status_code == 200
    assert "make play" in answer.text


def test_the_site_is_built_with_compressed_forms() -> None:
    """Where it is built at all; `make test` builds it first."""
    files: dict[str, SiteFile] = load(static_site.STATIC)
    if "index.html" not in files:
        pytest.skip("the site is not built")
    scripts = [file for name, file in files.items() if name.endswith(".js") and len(file.forms[None]) > 1000]
    assert scripts
    for file in scripts:
        assert gzip.decompress(file.forms["gzip"]) == file.forms[None]
        assert len(file.forms["br"]) < len(file.forms["gzip"]) < len(file.forms[None])


def test_the_site_is_built_with_what_it_needs_without_a_network() -> None:
    files = load(static_site.STATIC)
    if "index.html" not in files:
        pytest.skip("the site is not built")
    (wasm,) = [file for name, file in files.items() if name.endswith(".wasm")]
    assert (wasm.media_type, wasm.immutable) == ("application/wasm", True)
    assert files["manifest.webmanifest"].media_type == "application/manifest+json"
    assert not files["sw.js"].immutable, "a browser asks for a new one each time"
    listed = files["sw.js"].forms[None].decode()
    kept = {"/" if name == "index.html" else f"/{name}" for name in files if name != "sw.js"}
    assert [path for path in sorted(kept) if f'"{path}"' not in listed] == []
    smallest = [min(len(form) for form in file.forms.values()) for file in files.values()]
    assert sum(smallest) < 7_000_000, "all that a browser loads in the background"


def test_encodings_are_read_as_they_are_written() -> None:
    assert accepted_encodings("gzip;q=0.5 , Br ; q=1") == {"gzip", "br"}
    assert accepted_encodings("gzip; q=0") == set()
