import io
import json
import struct
import zipfile
import zlib

import pytest

from tenants.boards import NotABoard
from tenants.boards.source import CHUNK
from tests.boards.make import FILES, REAL, asana, card, github, issue, jira, jira_row, read, table, trello


def zipped() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("board.json", trello(card()))
    return out.getvalue()


def image() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 4)) + chunk(b"IEND", b"")
    )


BOARDS = json.dumps([{"id": "1", "name": "A", "idOrganization": None, "prefs": {}, "closed": False}]).encode()
ERROR = b'{"message": "API rate limit exceeded for 203.0.113.7", "documentation_url": "https://docs.example"}'

REFUSED = {
    "nothing": (b"", "an empty file"),
    "blanks": (b" \r\n\t ", "a file of blanks"),
    "only a byte order mark": (b"\xef\xbb\xbf", "an empty file"),
    "a zip": (zipped(), "a zip archive or an office document"),
    "an image": (image(), "a PNG image"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3", "a PDF document"),
    "a sign-in page": (b"<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page, perhaps that of a sign-in"),
    "XML": (b"\xef\xbb\xbf<?xml version='1.0'?><rss/>", "a web page or XML"),
    "one card": (json.dumps(card() | {"idBoard": "b"}).encode(), "a single Trello card"),
    "cards without a board": (json.dumps([card() | {"idBoard": "b"}]).encode(), "a list of Trello cards"),
    "boards": (BOARDS, "a list of Trello boards"),
    "a board without its cards": (json.dumps({"id": "1", "name": "A", "lists": []}).encode(), "without its cards and lists"),
    "a board without its id": (trello(card(), id=None), "without the board's id"),
    "an error of GitHub": (ERROR, "“API rate limit exceeded for 203.0.113.7”"),
    "one issue": (json.dumps(issue()).encode(), "a single GitHub issue"),
    "an answer of Jira": (b'{"expand": "names", "startAt": 0, "issues": []}', "a JSON answer of Jira"),
    "a JSON export of Asana": (b'{"data": [{"gid": "1"}]}', "a JSON export of Asana"),
    "settings": (b'{"name": "x", "version": 3}', "JSON of something else (with “name”, “version”)"),
    "an empty object": (b"{}", "an empty JSON object"),
    "an empty list": (b"[]", "an empty JSON list"),
    "a list of numbers": (b"[1, 2, 3]", "a JSON list of something else"),
    "mostly strangers among issues": (github(issue(), {"a": 1}, {"a": 2}), "a JSON list of something else"),
    "a number": (b"12", "a text file"),
    "brackets, a million deep": (b"[" * 1_000_000, "nested more than 100 deep"),
    "objects, a million deep": (b'{"a":' * 1_000_000, "nested more than 100 deep"),
    "brackets deep in a card": (trello(card()).replace(b'"desc": ""', b'"desc": ' + b"[" * 500 + b"]" * 500), "nested more than 100 deep"),
    "a number of 6,000 digits": (trello(card()).replace(b'"desc": ""', b'"pos": ' + b"9" * 6000), "a number too large to read"),
    "an exponent of 20 digits": (trello(card()).replace(b'"desc": ""', b'"pos": 1e99999999999999999999'), "a number too large to read"),
    "two boards in a row": (trello() + trello(), "begins like JSON and is none"),
    "no JSON": (b"{ hello }", "begins like JSON and is none"),
    "a script": (b"[NaN]", "begins like JSON and is none"),
    "prose": (b"Dear all,\nplease find attached.\n", "a text file"),
    "a word": (b"hello", "a text file"),
    "a price list": (table([["SKU", "Name", "Price"], ["AB-123", "Lamp", "3"], ["AB-124", "Chair", "9"]]), "a CSV file of something else"),
    "contacts": (table([["Name", "E-mail"], ["Ann", "ann@example.org"]]), "a CSV file of something else (its columns begin with “Name”, “E-mail”)"),
    "Jira's header alone": (jira(), "an export with no tasks in it"),
    "Asana's header alone": (asana(), "an export with no tasks in it"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_no_board_is_refused_by_what_it_seems_to_be(what: str) -> None:
    data, phrase = REFUSED[what]
    with pytest.raises(NotABoard) as refused:
        read(data)
    assert phrase in str(refused.value)
    assert "Trello board exported as JSON" in str(refused.value)
    assert len(str(refused.value)) < 500


@pytest.mark.parametrize("name", [name for name in REAL if name.endswith(".json")])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.8, 0.999])
def test_json_that_is_cut_off_is_refused(name: str, share: float) -> None:
    data = (FILES / name).read_bytes().rstrip()
    with pytest.raises(NotABoard, match="This JSON file is cut off"):
        read(data[: int(len(data) * share)])


def test_json_that_lacks_only_its_last_bracket_is_refused() -> None:
    with pytest.raises(NotABoard, match="This JSON file is cut off"):
        read(trello(card())[:-1])


@pytest.mark.parametrize("cut", [b"two\nli", b'two\nlines"', b'"'])
def test_csv_that_is_cut_off_inside_quotes_or_inside_a_record_is_refused(cut: bytes) -> None:
    whole = jira(jira_row(1), jira_row(2), jira_row(3, Summary="two\nlines"), jira_row(4))
    at = whole.rindex(b'"two\nlines"') + (0 if cut == b'"' else 1)
    with pytest.raises(NotABoard, match="This CSV file is cut off"):
        read(whole[: at + len(cut)])


def test_csv_that_is_cut_off_inside_a_letter_is_no_other_encoding() -> None:
    whole = jira(jira_row(1), jira_row(2, Summary="Grün"))
    with pytest.raises(NotABoard, match="This CSV file is cut off"):
        read(whole[: whole.rindex("ü".encode()) + 1])


def test_csv_whose_last_line_has_no_end_is_whole() -> None:
    assert len(read(jira(jira_row(1), jira_row(2)).rstrip(b"\n")).rows) == 2


@pytest.mark.parametrize("shift", range(0, 70, 3))
def test_half_a_surrogate_pair_is_replaced_and_a_whole_one_kept_wherever_a_chunk_ends(shift: int) -> None:
    board = trello(card(name="@", desc=r"\ud83d \\\ud83d"))
    texts = rb"\ud83d|\udc00|\ud83d\ude00|\\ud83d|\\\uDE00|\ud83d\ud83d\ude00|\u0041"
    before = b'{"pad": "", ' + board[1 : board.index(b"@")]
    data = b'{"pad": "' + b"x" * (CHUNK - len(before) - shift) + b'", ' + board[1:].replace(b"@", texts)
    assert data.index(texts) == CHUNK - shift
    assert read(data).rows[0].title == "\ufffd|\ufffd|😀|\\ud83d|\\\ufffd|\ufffd😀|A"
    assert read(data).rows[0].description == r"\ud83d \\\ud83d"
