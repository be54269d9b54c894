"""How dates are written in English: the day first, since it means the same on both sides of the Atlantic.

`{{ day|date:"LONG_DAY" }}` takes these by name; every language has all of them.
"""

DAY_OF_THE_YEAR = "j M"
DAY = "j M Y"
LONG_DAY = "j F Y"
WEEKDAY = "D j"
LONG_WEEKDAY = "l j F"
MONTH = "F Y"
SHORT_MONTH = "M Y"
MOMENT = "D j M, H:i"
MINUTE = "j M Y, H:i"
LONG_MINUTE = "j F Y, H:i T"
SECOND_AND_ZONE = "D j M, H:i:s T"
