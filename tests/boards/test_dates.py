# ruff: noqa: RUF001 - letters of other scripts are what is tested
import datetime as dt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenants.boards.dates import order_of, read_moment

AFTERNOON = dt.datetime(2025, 10, 2, 14, 15, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    "text",
    [
        "2025-10-02T14:15:00Z", "2025-10-02T14:15:00.000Z", "2025-10-02 14:15", "2025-10-02T16:15:00+02:00", "02/oct/25 2:15 PM",
        "02/Oct/25 2:15 p. m.", "02/Okt/25 14:15", "2. Oktober 2025 14:15", "02/oct./25 14:15", "02/out/25 14:15",
        "02/ott/25 14:15", "02/paź/25 14:15", "02/říj/25 14:15", "02/okt./25 14.15", "02/lokak./25 2:15 ip.", "02/окт./25 14:15",
        "02/жовт./25 2:15 пп", "02/10月/25 2:15 下午", "02/十月/25 下午2:15", "02/10月/25 午後2:15", "02/10월/25 2:15 오후",
        "02/Eki/25 2:15 ÖS", "2025年10月2日 14:15", "2025. 10. 2. 14:15", "02.10.2025 14:15", "02.10.25 14:15", "02/10/2025 14:15",
        "2025/10/02 14:15", "Oct 2, 2025 2:15 PM", "2 de octubre de 2025 14:15", "2025-Oct-02 14:15", "02-Oct-2025 14:15:00",
        "02/X/25 14:15", "02/thg 10/25 14:15", "  02/Oct/25\u00a02:15\u202fPM ",
    ],
)  # fmt: skip
def test_every_way_of_writing_an_afternoon_in_october_names_the_same_instant(text: str) -> None:
    moment = read_moment(text)
    assert moment is not None
    assert (moment.at, moment.whole_day) == (AFTERNOON, False)


# Abbreviated as Jira shows them, January to December.
MONTHS = {
    "en": "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    "de": "Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.",
    "fr": "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
    "es": "ene. feb. mar. abr. may. jun. jul. ago. sept. oct. nov. dic.",
    "pt": "jan fev mar abr mai jun jul ago set out nov dez",
    "it": "gen feb mar apr mag giu lug ago set ott nov dic",
    "nl": "jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.",
    "pl": "sty lut mar kwi maj cze lip sie wrz paź lis gru",
    "cs": "led úno bře dub kvě čvn čvc srp zář říj lis pro",
    "cs, whole": "ledna února března dubna května června července srpna září října listopadu prosince",
    "sv": "jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.",
    "da": "jan. feb. mar. apr. maj jun. jul. aug. sep. okt. nov. dec.",
    "no": "jan. feb. mars apr. mai juni juli aug. sep. okt. nov. des.",
    "fi": "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
    "ru": "янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.",
    "uk": "січ. лют. бер. квіт. трав. черв. лип. серп. вер. жовт. лист. груд.",
    "ja": "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
    "zh": "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
    "ko": "1월 2월 3월 4월 5월 6월 7월 8월 9월 10월 11월 12월",
    "tr": "Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara",
}


@pytest.mark.parametrize("language", MONTHS)
def test_all_twelve_months_are_known(language: str) -> None:
    days = [read_moment(f"19/{name}/26") for name in MONTHS[language].split()]
    assert [moment and moment.day for moment in days] == [dt.date(2026, month, 19) for month in range(1, 13)]


def test_a_day_without_a_time_is_noon_and_says_so() -> None:
    moment = read_moment("19/févr./26")
    assert moment is not None
    assert moment == (dt.datetime(2026, 2, 19, 12, tzinfo=dt.UTC), dt.date(2026, 2, 19), True)


def test_midnight_and_noon_on_a_twelve_hour_clock() -> None:
    hours = [
        moment.at.hour for text in ("12:05 AM", "12:05 PM", "1:05 AM") if (moment := read_moment(f"02/Oct/25 {text}"))
    ]
    assert hours == [0, 12, 1]


def test_the_day_is_the_one_written_whatever_it_is_in_utc() -> None:
    moment = read_moment("2025-10-02T23:30:00-05:00")
    assert moment is not None
    assert (moment.day, moment.at.day) == (dt.date(2025, 10, 2), 3)


@pytest.mark.parametrize(
    "text",
    ["", "soon", "31/02/25", "32/Jan/25", "2025-13-01", "2025-02-30", "1969-12-31", "2201-01-01", "0001-01-01", "99999-01-01",
     "12/12/2012 25:00", "12/12/2012 at teatime", "02/Foo/25", "1759414500", "2", "2025", "1/2", "9999-12-31T23:59:59-14:00",
     "02/Oct/25 2:75 PM", "2025-10-02T14:15:00+99:99", "0/0/0", "٣/٣/٣", "1" * 100],
)  # fmt: skip
def test_what_names_no_day_between_1970_and_2200_is_no_date(text: str) -> None:
    assert read_moment(text) is None


def test_one_cell_decides_the_order_for_the_whole_column() -> None:
    assert order_of(["10/02/25", "11/03/25", "10/27/25 2:15 PM"]) == "mdy"
    assert order_of(["10/02/25", "11/03/25", "27/10/25 14:15"]) == "dmy"
    assert order_of(["25/10/02", "25/11/30"]) == "ymd"


def test_a_broken_cell_does_not_decide_the_order() -> None:
    assert order_of(["13/25/25", "10/27/25", "99/99/99", "never", ""]) == "mdy"


def test_where_every_order_is_possible_the_dates_that_lie_close_together_win() -> None:
    assert order_of(["01/02/25", "03/02/25", "05/02/25"]) == "dmy"
    assert order_of(["02/01/25", "02/03/25", "02/05/25"]) == "mdy"
    assert order_of(["03/03/25"]) == "dmy"


@given(st.text(max_size=90), st.sampled_from(["dmy", "mdy", "ymd"]))
@settings(max_examples=300, deadline=None)
def test_no_text_makes_the_reader_of_dates_fail(text: str, order: str) -> None:
    moment = read_moment(text, order)  # type: ignore[arg-type] # one of the three
    assert moment is None or 1970 <= moment.day.year <= 2200


@given(st.integers(0, 3_155_673_600).map(lambda second: dt.datetime.fromtimestamp(second, dt.UTC)))
@settings(max_examples=100, deadline=None)
def test_an_iso_instant_survives_reading(instant: dt.datetime) -> None:
    moment = read_moment(instant.isoformat().replace("+00:00", ".000Z"))
    assert moment is not None
    assert moment.at == instant


def test_a_date_with_full_stops_begins_with_the_day_even_among_american_ones() -> None:
    moment = read_moment("03.04.25", "mdy")
    assert moment is not None
    assert moment.day == dt.date(2025, 4, 3)
