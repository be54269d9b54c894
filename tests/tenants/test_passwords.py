import time
from statistics import median
from threading import Thread

import pytest
from argon2 import PasswordHasher, extract_parameters
from argon2.low_level import Type

from tenants import deadline, passwords
from tenants.errors import Busy


def test_a_hash_is_argon2id_with_46_mib_one_pass_and_one_lane() -> None:
    found = extract_parameters(passwords.make("correct horse"))
    assert (found.type, found.memory_cost, found.time_cost, found.parallelism) == (Type.ID, 46 * 1024, 1, 1)


def test_only_the_right_password_matches() -> None:
    stored = passwords.make("correct horse")
    assert passwords.matches("correct horse", stored)
    for wrong in ("correct horse ", "Correct horse", "", "correct", "correct horse\0"):
        assert not passwords.matches(wrong, stored)


def test_the_same_password_is_stored_differently_every_time() -> None:
    assert passwords.make("correct horse") != passwords.make("correct horse")


def test_a_password_matches_however_the_keyboard_composes_its_letters() -> None:
    assert passwords.matches("cafe\u0301 au lait", passwords.make("café au lait"))


def test_all_of_a_long_password_counts() -> None:
    assert not passwords.matches("x" * 1023 + "b", passwords.make("x" * 1023 + "a"))


def test_what_comes_behind_a_nul_counts() -> None:
    assert not passwords.matches("before\0two", passwords.make("before\0one"))


@pytest.mark.parametrize("stored", [None, "", "!", "plain text", "$argon2id$v=19$m=1,t=1,p=1$AAAA"])
def test_an_account_without_a_readable_hash_lets_nobody_in(stored: str | None) -> None:
    assert not passwords.matches("nobody has this password", stored)


@pytest.mark.parametrize("typed", ["\ud800", "a" * 8 + "\udfff"], ids=ascii)
def test_a_password_that_is_no_text_is_wrong_and_breaks_nothing(typed: str) -> None:
    assert not passwords.matches(typed, passwords.make("correct horse"))


def test_an_unknown_account_takes_as_long_as_a_known_one() -> None:
    stored = passwords.make("correct horse")
    passwords.matches("warm up", None)

    def taken(known: str | None) -> float:
        before = time.process_time()
        passwords.matches("wrong horse", known)
        return time.process_time() - before

    known, unknown = median(taken(stored) for _ in range(3)), median(taken(None) for _ in range(3))
    assert 0.5 < unknown / known < 2


def test_a_hash_made_with_other_parameters_is_outdated() -> None:
    assert not passwords.outdated(passwords.make("correct horse"))
    assert passwords.outdated(PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1).hash("correct horse"))


def test_six_people_signing_in_at_once_all_get_in() -> None:
    stored = passwords.make("correct horse")
    answers: list[bool] = []
    threads = [Thread(target=lambda: answers.append(passwords.matches("correct horse", stored))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 6


def test_so_many_hashes_are_made_at_a_time_and_one_more_is_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "WAIT_SECONDS", 0.05)
    stored = passwords.make("correct horse")
    for _ in range(passwords.AT_ONCE):
        passwords._room.acquire()
    try:
        for work in (lambda: passwords.make("correct horse"), lambda: passwords.matches("correct horse", stored)):
            with pytest.raises(Busy, match="try again in a few seconds"):
                work()
    finally:
        for _ in range(passwords.AT_ONCE):
            passwords._room.release()
    assert passwords.matches("correct horse", stored)


def test_whoever_has_no_time_left_does_not_wait_for_a_turn() -> None:
    for _ in range(passwords.AT_ONCE):
        passwords._room.acquire()
    try:
        before = time.monotonic()
        with deadline.within(0.05), pytest.raises(Busy):
            passwords.make("correct horse")
        assert time.monotonic() - before < 1
    finally:
        for _ in range(passwords.AT_ONCE):
            passwords._room.release()


def test_a_hash_that_fails_gives_its_turn_back() -> None:
    for _ in range(passwords.AT_ONCE + 1):
        assert not passwords.matches("x", "$argon2id$v=19$m=1,t=1,p=1$AAAA")
