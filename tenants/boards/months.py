# ruff: noqa: RUF001 - letters of other scripts are what this file is about
"""Names of months and halves of the day in the languages people export in."""

from __future__ import annotations

import functools
import re
from typing import Final

from tenants.boards.text import fold

# The shortest beginnings that tell the months apart, per month and over all languages: English, German, French,
# Spanish, Portuguese, Italian, Dutch, Swedish, Danish, Norwegian, Polish, Czech, Finnish, Turkish, Hungarian,
# Romanian, Estonian, Russian, Ukrainian, Greek. The longest beginning that fits wins ("mar", but "marras" in Finnish).
_BEGINNINGS: Final[dict[int, str]] = {
    1: "jan jän ene gen sty led tam tammi oca ian янв січ ιαν",
    2: "feb fév fev fevr lut úno hel helmi şub veebr фев лют φεβ",
    3: "mar mär mrz mrt mrc märz bře maa maalis már мар бер μαρ",
    4: "apr avr abr kwi dub huh huhti nis ápr апр квіт кві απρ",
    5: "may mai mag maj mei kvě tou touko máj май мая трав тра μαι",
    6: "jun jui juin giu cze červen červn čvn kes kesä haz iun jún juun июн черв чер ιουν",
    7: "jul juil lug lip červenec červenc čvc hei heinä tem iul júl juul июл лип ιουλ",
    8: "aug aoû aou ago sie srp elo ağu agt авг серп сер αυγ",
    9: "sep set wrz zář syy syys eyl szep сен вер σεπ",
    10: "oct okt out ott paź říj lok loka eki окт жовт жов οκτ",
    11: "nov lis marras kas noi ноя лист лис νοε",
    12: "dec déc dez dic des gru pro jou joulu ara det дек груд гру δεκ",
}
_MONTHS: Final = {fold(word): number for number, text in _BEGINNINGS.items() for word in text.split()}
_LONGEST_FIRST: Final = sorted(_MONTHS, key=len, reverse=True)
_CHINESE: Final = {
    name: number
    for number, name in enumerate(["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"], 1)
}
_ROMAN: Final = {
    name: number
    for number, name in enumerate(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"], 1)
}
_NUMBERED: Final = re.compile(r"(?:thg|thang)?\.?\s?(\d{1,2})\s?[月월]?", re.ASCII)

FORENOON: Final = frozenset(
    fold(word)
    for word in [
        "am",
        "vorm",
        "vormittags",
        "fm",
        "formiddag",
        "ap",
        "dop",
        "дп",
        "πμ",
        "öö",
        "sa",
        "de",
        "mañana",
        "delamañana",
        "上午",
        "午前",
        "오전",
        "凌晨",
        "早上",
    ]
)
AFTERNOON: Final = frozenset(
    fold(word)
    for word in [
        "pm",
        "nachm",
        "nachmittags",
        "em",
        "eftermiddag",
        "ip",
        "odp",
        "пп",
        "μμ",
        "ös",
        "ch",
        "du",
        "tarde",
        "noche",
        "delatarde",
        "下午",
        "午後",
        "오후",
        "晚上",
        "中午",
    ]
)
# What else stands beside a time and changes nothing.
NEUTRAL: Final = frozenset(
    ["", "um", "uhr", "at", "a", "kl", "klo", "ore", "as", "alas", "om", "o", "в", "о", "z", "utc", "gmt"]
)


@functools.lru_cache(maxsize=512)
def month_number(name: str) -> int | None:
    """1 to 12 for a month's name, its abbreviation, "10月", "十月", "thg 10" or "X"; None for any other word."""
    folded = fold(name).strip(". ")
    if numbered := _NUMBERED.fullmatch(folded):
        number = int(numbered[1])
        return number if 1 <= number <= 12 else None  # noqa: PLR2004 - months of a year
    chinese = _CHINESE.get(folded.removesuffix("月"))
    if chinese or folded in _ROMAN:
        return chinese or _ROMAN[folded]
    return next((_MONTHS[start] for start in _LONGEST_FIRST if folded.startswith(start)), None)
