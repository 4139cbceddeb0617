"""An announcement is believed only when it is signed and fresh, and asks for files of known folders alone."""

from __future__ import annotations

import hmac
import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belegg.errors import BadInput, BadSetting, NotTrusted
from belegg.sources.webhook import (
    MOST_BYTES,
    SECRET,
    SECRET_FILE,
    WINDOW_S,
    Announced,
    announced,
    meant,
    secret_of,
    signature_of,
)

pytestmark = pytest.mark.req("ING-15")

KEY = b"a secret of sixteen bytes"
NOW = 1_733_000_000.0
BODY = b'{"source": "wiki/a.md"}'


def signed(body: bytes = BODY, at: float = NOW, key: bytes = KEY) -> dict[str, str]:
    stamp = f"{at:.0f}"
    return {"X-Belegg-Timestamp": stamp, "X-Belegg-Signature": signature_of(body, stamp, key)}


def by_body(body: bytes, header: str) -> dict[str, str]:
    return {header: "sha256=" + hmac.new(KEY, body, sha256).hexdigest()}


def test_a_signed_announcement_says_what_changed() -> None:
    assert announced(BODY, signed(), KEY, NOW) == Announced("wiki/a.md", None)


def test_the_signature_is_the_one_that_others_compute() -> None:
    """`printf '1733000000.{}' | openssl dgst -sha256 -hmac 'a secret of sixteen bytes'`"""
    assert signature_of(b"{}", "1733000000", KEY) == (
        "sha256=3b456fe1a30ce730fbafd1e7a2c68dc7348c814fdd3b7dc223072f0b61709e4f"
    )


@pytest.mark.parametrize(
    ("body", "header", "page"),
    [
        (
            b'{"timestamp": 1733000001000, "event": "page_updated", "page": {"id": 655363}}',
            "X-Hub-Signature",
            "655363",
        ),
        (
            b'{"timestamp": "2024-11-30T20:53:21.000Z", "type": "page.content_updated", '
            b'"entity": {"id": "152bb52e-e2b5-80f1-bc1b-d5ac36d7f9e3", "type": "page"}}',
            "x-notion-signature",
            "152bb52ee2b580f1bc1bd5ac36d7f9e3",
        ),
    ],
)
def test_confluence_and_notion_sign_the_body_with_its_time(body: bytes, header: str, page: str) -> None:
    assert announced(body, by_body(body, header), KEY, NOW) == Announced(None, page)


@pytest.mark.parametrize("late", [WINDOW_S + 1, -WINDOW_S - 1])
def test_what_was_not_sent_now_is_refused(late: float) -> None:
    confluence = json.dumps({"timestamp": int((NOW - late) * 1000), "page": "655363"}).encode()

    with pytest.raises(NotTrusted, match="300 s"):
        announced(BODY, signed(at=NOW - late), KEY, NOW)
    with pytest.raises(NotTrusted, match="300 s"):
        announced(confluence, by_body(confluence, "x-hub-signature"), KEY, NOW)


@pytest.mark.parametrize("stamp", ['"never"', "null", "true", "[]", '"NaN"', "1e400", '"2024-13-45"'])
def test_a_signed_body_without_a_time_is_refused(stamp: str) -> None:
    body = f'{{"timestamp": {stamp}, "page": "655363"}}'.encode()

    with pytest.raises(NotTrusted):
        announced(body, by_body(body, "x-hub-signature"), KEY, NOW)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Belegg-Signature": ""},
        signed(key=b"another secret, as long"),
        signed(body=b'{"source": "wiki/b.md"}'),
        {**signed(), "X-Belegg-Timestamp": "1733000001"},
        {**signed(), "X-Belegg-Timestamp": "１７３３０００００１"},
        {**signed(), "X-Belegg-Timestamp": "nan"},
        {"X-Belegg-Signature": signed()["X-Belegg-Signature"]},
        {**signed(), "X-Belegg-Signature": signed()["X-Belegg-Signature"].removeprefix("sha256=")},
        {**signed(), "X-Belegg-Signature": "sha256=" + "é" * 64},
        {"X-Hub-Signature": signed()["X-Belegg-Signature"]},
    ],
)
def test_what_is_not_signed_with_the_secret_is_refused(headers: dict[str, str]) -> None:
    with pytest.raises(NotTrusted):
        announced(BODY, headers, KEY, NOW)


def test_a_signature_of_ours_cannot_be_passed_off_as_one_of_the_body_alone() -> None:
    """Who sees a signed announcement must not be able to send it again later without its timestamp."""
    own = signed()
    body = own["X-Belegg-Timestamp"].encode() + b"." + BODY

    with pytest.raises(BadInput, match="no JSON"):
        announced(body, {"X-Hub-Signature": own["X-Belegg-Signature"]}, KEY, NOW + 10_000)


@given(st.binary(max_size=80), st.text(max_size=80), st.text(max_size=20))
def test_no_bytes_are_believed_without_the_secret(body: bytes, signature: str, stamp: str) -> None:
    headers = {"X-Belegg-Signature": signature, "X-Belegg-Timestamp": stamp}

    with pytest.raises(NotTrusted):
        announced(body, headers, KEY, NOW)


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"no json", b"{}", b'{"page": ""}', b'{"page": {"id": {}}}', b'{"source": 5}', b"[" * 9_000],
)
def test_a_signed_body_that_says_nothing_is_told_so(body: bytes) -> None:
    with pytest.raises(BadInput, match="announcement"):
        announced(body, signed(body), KEY, NOW)


def test_a_body_beyond_a_megabyte_is_refused_unread() -> None:
    body = b" " * (MOST_BYTES + 1)

    with pytest.raises(NotTrusted, match="1,000,000 bytes"):
        announced(body, signed(body), KEY, NOW)


def test_the_secret_comes_from_the_environment_or_a_file(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_bytes(KEY + b"\n")

    assert secret_of({SECRET: KEY.decode()}) == KEY
    assert secret_of({SECRET_FILE: str(file)}) == KEY


@pytest.mark.parametrize(
    "environment", [{}, {SECRET: "short"}, {SECRET: " " * 40}, {SECRET_FILE: "/no/such/file"}]
)
def test_without_a_good_secret_nothing_starts(environment: dict[str, str]) -> None:
    with pytest.raises(BadSetting) as refused:
        secret_of(environment)

    assert "short" not in str(refused.value).replace("shorter", "")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    wiki = tmp_path / "wiki"
    (wiki / "HB").mkdir(parents=True)
    (wiki / "a.md").write_text("A")
    (wiki / "HB" / "Sick-leave_655363.html").write_text("<p>A")
    (wiki / "Export.zip").write_bytes(b"PK")
    (tmp_path / "outside.md").write_text("secret")
    (wiki / "link.md").symlink_to(tmp_path / "outside.md")
    (wiki / "linked").symlink_to(tmp_path)
    return wiki


def named(root: Path, source: str) -> list[Path]:
    """The files to ingest, of a root of which `wiki/HB/old.md` alone is known."""
    return list(meant(Announced(source, None), {"wiki": str(root)}, lambda _: ["wiki/HB/old.md"]).files)


def test_a_source_is_a_file_below_its_root_and_one_inside_a_file_is_that_file(root: Path) -> None:
    assert named(root, "wiki/a.md") == [root / "a.md"]
    assert named(root, "wiki/Export.zip/page.md") == [root / "Export.zip"]


@pytest.mark.parametrize(
    "source",
    [
        "wiki/../outside.md",
        "wiki/HB/../../outside.md",
        "wiki/./a.md",
        "wiki//etc/passwd",
        "/etc/passwd",
        "other/a.md",
        "wiki",
        "wiki/",
        "wiki/HB",
        "wiki/link.md",
        "wiki/linked/outside.md",
        "wiki/a.md\0.txt",
        "wiki/..\\outside.md",
        "wiki/new.md",
        "../wiki/a.md",
    ],
)
def test_nothing_else_can_be_named(root: Path, source: str) -> None:
    with pytest.raises(BadInput, match=r"no file below a root|symbolic link"):
        named(root, source)


@pytest.mark.parametrize(
    "source", ["wiki/.secret.md", "wiki/.git/config.txt", "wiki/~$a.docx", "wiki/node_modules/a.md"]
)
def test_what_a_walk_leaves_out_an_announcement_does_not_bring_in(root: Path, source: str) -> None:
    hidden = root.parent / source
    hidden.parent.mkdir(exist_ok=True)
    hidden.write_text("Nobody ingested this.")

    with pytest.raises(BadInput, match="is left out"):
        named(root, source)


def test_a_new_page_of_a_known_folder_may_be_announced(root: Path) -> None:
    (root / "HB" / "new.md").write_text("New")

    assert named(root, "wiki/HB/new.md") == [root / "HB" / "new.md"]


def test_a_known_file_that_is_gone_is_to_be_taken_out_and_an_unknown_one_is_refused(root: Path) -> None:
    roots = {"wiki": str(root)}

    found = meant(Announced("wiki/HB/old.md", None), roots, lambda _: ["wiki/HB/old.md"])

    assert (found.files, found.gone) == ((), {"wiki": ("wiki/HB/old.md",)})
    with pytest.raises(BadInput, match="no file below a root"):
        meant(Announced("wiki/HB/old.md", None), roots, lambda _: [])


@pytest.mark.parametrize("secret", [b"", b"fifteen bytes !"])
def test_with_a_secret_that_is_none_nothing_is_believed(secret: bytes) -> None:
    with pytest.raises(BadSetting, match="16 bytes"):
        announced(BODY, signed(key=secret), secret, NOW)


def test_a_page_id_of_an_unexpected_form_is_told_as_that() -> None:
    body = b'{"page": {"id": 123}}'

    with pytest.raises(BadInput, match="names the page `123`"):
        announced(body, signed(body), KEY, NOW)


@given(st.text(alphabet="./\\ab\0wiki", max_size=30))
def test_whatever_is_named_lies_below_the_root(source: str) -> None:
    here = Path(__file__).resolve().parent

    try:
        found = meant(Announced(f"tests/{source}", None), {"tests": str(here)}, lambda _: [])
    except BadInput:
        return
    assert all(place.resolve().is_relative_to(here) for place in found.files)


def test_a_page_is_found_by_the_id_in_its_name(root: Path) -> None:
    notion = "152bb52ee2b580f1bc1bd5ac36d7f9e3"
    (root / f"Plan {notion}.md").write_text("A")
    sources = ["wiki/a.md", "wiki/HB/Sick-leave_655363.html", f"wiki/Plan {notion}.md", "wiki/x_1655363.html"]

    def page(identifier: str) -> list[Path]:
        return list(meant(Announced(None, identifier), {"wiki": str(root)}, lambda _: sources).files)

    assert page("655363") == [root / "HB" / "Sick-leave_655363.html"]
    assert page(notion) == [root / f"Plan {notion}.md"]
    with pytest.raises(BadInput, match="655399"):
        page("655399")
