"""Keys of what belongs to nobody yet: links in mails, and counts of attempts."""

from __future__ import annotations

from tenants.keys.parts import TOKEN, Key


def token(digest: str) -> Key:
    """What a link in a mail is good for; `digest` is the SHA-256 of its random part."""
    return Key(f"TOKEN#{digest}", TOKEN)


def throttle(digest: str, window: int) -> Key:
    """How often it was tried in the span that begins at `window` (epoch seconds).

    `digest` stands for what was tried and by whom: the table keeps no address of a mail or of the network for this.
    """
    return Key(f"THROTTLE#{digest}", f"THROTTLE#{window}")
