import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenants.addresses import canonical, has_one_domain


@pytest.mark.parametrize(
    "address",
    [
        "Ana@Example.org",
        "ANA@EXAMPLE.ORG",
        "  ana@example.org\n",
        "ana\uff20example.org",
        "\uff41\uff4e\uff41@example.org",
        "ana@\uff45xample.org",
        "ana@eXample.org",
    ],
)
def test_any_case_and_any_width_of_an_address_is_one(address: str) -> None:
    assert canonical(address) == "ana@example.org"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("jose\u0301@example.org", "josé@example.org"),
        ("a@BÜCHER.example", "a@xn--bcher-kva.example"),
        ("a@bücher.example", "a@XN--BCHER-KVA.EXAMPLE"),
        ("a@mail.bücher.example", "a@mail.xn--bcher-kva.example"),
        ("\u212aate@example.org", "kate@example.org"),
        ("STRASSE@example.org", "straße@example.org"),
        ("ﬁona@example.org", "fiona@example.org"),
    ],
)
def test_nfkc_equal_addresses_and_both_spellings_of_a_domain_are_one(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ana@example.org", "ana@example.com"),
        ("ana+work@example.org", "ana@example.org"),
        ("a.na@example.org", "ana@example.org"),
        ("an\u0430@example.org", "ana@example.org"),
        ("\u0131nes@example.org", "ines@example.org"),
        ("xn--bcher-kva@example.org", "bücher@example.org"),
    ],
)
def test_different_people_stay_different(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@given(
    st.text(),
    st.sampled_from(["example.org", "BÜCHER.example", "xn--bcher-kva.example", "xn--", "xn--ü.de", "xn--a-.de"]),
)
def test_the_canonical_form_is_canonical(local: str, domain: str) -> None:
    once = canonical(f"{local}@{domain}")
    assert canonical(once) == once


@given(st.text(st.characters()))
def test_no_text_whatever_breaks_it(text: str) -> None:
    canonical(text)
    canonical(f"a@xn--{text}")


@pytest.mark.parametrize(
    "domain", ["straße.example", "STRASSE.STRA\u1e9eE", "σίσυφο\u03c2.example", "a\u200db.example"]
)
def test_a_domain_that_mailers_and_browsers_read_differently_is_no_one_domain(domain: str) -> None:
    assert not has_one_domain(f"eve@{domain}")
    assert not has_one_domain(f"eve\uff20{domain}")


@pytest.mark.parametrize(
    "address",
    ["straße@example.org", "eve@xn--strae-oqa.example", "eve@bücher.example", "eve@\uff45xample.org", "", "@"],
)
def test_every_other_domain_is_one(address: str) -> None:
    assert has_one_domain(address)


def test_what_is_written_out_stays_apart_from_what_older_rules_make_of_it() -> None:
    assert canonical("eve@xn--strae-oqa.example") != canonical("eve@strasse.example")
