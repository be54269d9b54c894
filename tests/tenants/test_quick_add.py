"""One line becomes a task: what is understood, what is not, and that no word is lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants.policy import Priority
from tenants.quick_add import SIGNS, Parsed, parse
from tenants.text import one_line

TUESDAY = date(2026, 9, 15)


@dataclass(frozen=True)
class Member:
    id: str
    name: str


ANA, ANDRE, BOB, BOBBY, SILVA = (
    Member("u1", "Ana Lima"),
    Member("u2", "André da Silva"),
    Member("u3", "Bob"),
    Member("u4", "Bobby"),
    Member("u5", "Marta Silva"),
)
PEOPLE = (ANA, ANDRE, BOB, BOBBY, SILVA)


def read(line: str, today: date = TUESDAY) -> Parsed:
    return parse(line, PEOPLE, today)


def test_a_line_becomes_a_task() -> None:
    parsed = read("Fix login !high @ana ^fri #ci")
    assert (parsed.title, parsed.priority, parsed.assignee, parsed.due, parsed.labels) == (
        "Fix login",
        Priority.HIGH,
        "u1",
        date(2026, 9, 18),
        ("ci",),
    )
    assert [(token.typed, token.meaning) for token in parsed.understood] == [
        ("!high", "priority high"),
        ("@ana", "assigned to Ana Lima"),
        ("^fri", "due on 2026-09-18"),
        ("#ci", "label ci"),
    ]
    assert parsed.not_understood == ()


@pytest.mark.parametrize("typed", ["@me", "@ME", "@me,"])
def test_whoever_types_is_me_and_nobody_elses_name_stands_in_the_way(typed: str) -> None:
    people = (*PEOPLE, Member("u6", "Mehmet"))
    for me in ("u3", "u6"):
        parsed = parse(f"Call {typed}", people, TUESDAY, me)
        assert (parsed.title, parsed.assignee) == ("Call", me)
    # Somebody who is no member here gives nothing to themselves.
    assert parse("Call @me", PEOPLE, TUESDAY, "u9").assignee is None


@pytest.mark.parametrize(
    ("typed", "priority"),
    [
        ("!low", Priority.LOW),
        ("!Medium", Priority.MEDIUM),
        ("!HIGH,", Priority.HIGH),
        ("!urgent", Priority.URGENT),
        ("!1", Priority.URGENT),
        ("!2", Priority.HIGH),
        ("!3", Priority.MEDIUM),
        ("!4", Priority.LOW),
    ],
)
def test_a_priority_is_a_word_or_a_number(typed: str, priority: Priority) -> None:
    assert (read(f"a {typed} b").priority, read(f"a {typed} b").title) == (priority, "a b")


@pytest.mark.parametrize(
    ("typed", "due"),
    [
        ("^today", TUESDAY),
        ("^tomorrow", date(2026, 9, 16)),
        ("^tue", TUESDAY),
        ("^mon", date(2026, 9, 21)),
        ("^Friday", date(2026, 9, 18)),
        ("^thurs", date(2026, 9, 17)),
        ("^+3d", date(2026, 9, 18)),
        ("^+2w", date(2026, 9, 29)),
        ("^+0d", TUESDAY),
        ("^2026-12-24", date(2026, 12, 24)),
        ("^2020-1-2", date(2020, 1, 2)),
        ("^24.12.", date(2026, 12, 24)),
        ("^24.12", date(2026, 12, 24)),
        ("^15.9.", TUESDAY),
        ("^14.9.", date(2027, 9, 14)),
        ("^29.2.", date(2028, 2, 29)),
        ("^24.12.2030", date(2030, 12, 24)),
    ],
)
def test_a_date_is_a_day_of_the_week_a_distance_or_a_day_of_the_calendar(typed: str, due: date) -> None:
    assert (read(f"a {typed}").due, read(f"a {typed}").title) == (due, "a")


@pytest.mark.parametrize("number", range(7))
def test_a_day_of_the_week_is_the_next_one_and_today_if_it_is_today(number: int) -> None:
    today = TUESDAY + timedelta(days=number)
    for name in ("mon", "tue", "wed", "thu", "fri", "sat", "sun"):
        due = read(f"a ^{name}", today).due
        assert due is not None
        assert timedelta(0) <= due - today < timedelta(days=7)
        assert due.strftime("%a").lower() == name


@pytest.mark.parametrize(
    ("typed", "member"),
    [
        ("@ana", ANA),
        ("@ANA", ANA),
        ("@ana.lima", ANA),
        ("@andre", ANDRE),
        ("@andré_da", ANDRE),
        ("@bob", BOB),
        ("@bobb", BOBBY),
        ("@mar", SILVA),
        ("@lima,", ANA),
        ("@da", ANDRE),
    ],
)
def test_a_member_is_who_alone_is_called_so(typed: str, member: Member) -> None:
    assert read(f"a {typed}").assignee == member.id


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("@an", "may be Ana Lima, André da Silva"),
        ("@silva", "may be André da Silva, Marta Silva"),
        ("@zoe", "is no member's name"),
        ("@.", "is no member's name"),
        ("!soon", "is no priority"),
        ("!0", "is no priority"),
        ("!5", "is no priority"),
        ("^31.2.", "is no date"),
        ("^2026-02-30", "is no date"),
        ("^2026-13-01", "is no date"),
        ("^fr", "is no date"),
        ("^friday13", "is no date"),
        ("^0.0.", "is no date"),
        ("^99.99.9999", "is no date"),
        ("^0000-01-01", "is no date"),
        ("#12", "is a number"),
        ("#" + "x" * 31, "is longer"),
    ],
)
def test_what_is_not_understood_is_said_and_stays_in_the_title(typed: str, said: str) -> None:
    parsed = read(f"Call {typed} back")
    assert parsed.title == f"Call {typed} back"
    (token,) = parsed.not_understood
    assert token.typed == typed
    assert said in token.meaning
    assert (parsed.priority, parsed.assignee, parsed.due, parsed.labels) == (None, None, None, ())


def test_a_name_that_many_share_is_not_listed_without_end() -> None:
    people = [Member(str(number), f"Ana {number}") for number in range(250)]
    (token,) = parse("@ana", people, TUESDAY).not_understood
    assert token.meaning == "may be Ana 0, Ana 1, Ana 10 or 247 more"


def test_the_last_day_of_all_is_no_reason_to_fail() -> None:
    for typed in ("^tomorrow", "^+999w", "^sat", "^1.1."):
        assert read(f"a {typed}", date.max).title == f"a {typed}"


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("!!high @@ana ^^fri ##ci", "!high @ana ^fri #ci"),
        ("a ! @ ^ # b", "a ! @ ^ # b"),
        ("wow!high mail@ana x^fri c#", "wow!high mail@ana x^fri c#"),
        ("!!!", "!!"),
        ("@, b", "@, b"),
    ],
)
def test_a_doubled_sign_is_a_sign_and_one_inside_a_word_is_none(line: str, title: str) -> None:
    parsed = read(line)
    assert parsed.title == title
    assert (parsed.understood, parsed.not_understood) == ((), ())


def test_what_is_said_twice_counts_once_and_the_second_stays() -> None:
    parsed = read("a !high !low @ana @mar ^fri ^sat #ci #CI")
    assert (parsed.priority, parsed.assignee, parsed.due, parsed.labels) == (
        Priority.HIGH,
        "u1",
        date(2026, 9, 18),
        ("ci",),
    )
    assert parsed.title == "a !low @mar ^sat #CI"
    assert all("already" in token.meaning for token in parsed.not_understood)


def test_a_task_takes_ten_labels() -> None:
    parsed = read(" ".join(f"#l{number}" for number in range(12)))
    assert len(parsed.labels) == 10
    assert parsed.title == "#l10 #l11"


WORDS = st.one_of(
    st.text(st.characters(), max_size=12),
    st.builds(
        str.__add__,
        st.sampled_from(SIGNS),
        st.sampled_from(
            ["high", "1", "ana", "an", "bob", "fri", "+3d", "+999w", "24.12.", "2026-12-24", "ci", "7", ",", ""]
        )
        | st.text(st.characters(), max_size=8),
    ),
    st.builds(lambda sign, text: sign * 2 + text, st.sampled_from(SIGNS), st.text(max_size=4)),
)


@given(st.lists(WORDS, max_size=15), st.dates(), st.lists(st.text(max_size=10), max_size=5))
def test_whatever_is_typed_is_read_and_no_word_is_lost(words: list[str], today: date, names: list[str]) -> None:
    line = " ".join(words)
    people = [Member(str(number), name) for number, name in enumerate(names)] + list(PEOPLE)
    parsed = parse(line, people, today)
    understood = [token.typed for token in parsed.understood]
    not_understood = [token.typed for token in parsed.not_understood]
    left = parsed.title.split()
    for word in one_line(line).split():
        if word in understood:
            understood.remove(word)
        elif word[0] in SIGNS and word[1:2] == word[0]:
            assert word[1:] in left
            left.remove(word[1:])
        else:
            assert word in left
            left.remove(word)
    assert (understood, left) == ([], [])
    assert all(word in parsed.title.split() for word in not_understood)
    assert one_line(parsed.title) == parsed.title or not one_line(parsed.title)
    assert parsed.assignee in {None, *(person.id for person in people)}


@given(st.text(st.characters(), max_size=80))
def test_a_title_that_is_typed_again_with_its_signs_doubled_comes_out_as_it_was(text: str) -> None:
    title = one_line(text)
    doubled = " ".join(word[0] + word if word[0] in SIGNS and len(word) > 1 else word for word in title.split())
    assert read(doubled).title == title


@pytest.mark.parametrize(
    ("spanish", "english"),
    [
        *(("^hoy", "^today"), ("^mañana", "^tomorrow"), ("^MAÑANA", "^tomorrow"), ("^+2s", "^+2w"), ("^lun", "^mon")),
        *(("^martes", "^tue"), ("^mié", "^wed"), ("^miercoles", "^wed"), ("^jue", "^thu"), ("^vie", "^fri")),
        *(("^sáb", "^sat"), ("^dom", "^sun"), ("!baja", "!low"), ("!media", "!medium"), ("!alta", "!high")),
        ("!urgente", "!urgent"),
    ],
)
def test_spanish_words_mean_what_their_english_ones_do(spanish: str, english: str) -> None:
    mine, theirs = (parse(f"Llamar {word}", [], TUESDAY) for word in (spanish, english))
    assert (mine.title, mine.due, mine.priority) == ("Llamar", theirs.due, theirs.priority)
    assert mine.due or mine.priority
