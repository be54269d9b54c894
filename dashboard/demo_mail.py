"""The demo's mail: it goes to files, and is printed on the console where the demo runs."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path
from urllib.parse import quote

_RULE = b"-" * 79 + b"\n"
"""What Django's back end writes behind each mail."""


class Mailbox:
    """The folder that the web server's mails go to."""

    def __init__(self, folder: Path) -> None:
        """Look at a folder that need not be there yet."""
        self.folder = folder
        self._seen: dict[Path, int] = {}

    @property
    def url(self) -> str:
        """What `EMAIL_URL` has to be."""
        return f"file:{quote(str(self.folder))}"

    def open(self) -> None:
        """Make the folder, for this user alone since links in mails open doors; mails of earlier runs are no news."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._seen = {path: path.stat().st_size for path in self._files()}

    def news(self) -> list[str]:
        """The mails that came since the last look, each as a person reads it. One half written waits for the next."""
        found: list[str] = []
        for path in self._files():
            begin = self._seen.get(path, 0)
            content = path.read_bytes()
            last = content.rfind(_RULE, begin)
            if last < 0:
                continue
            end = last + len(_RULE)
            self._seen[path] = end
            found += [_as_text(mail) for mail in content[begin:end].split(_RULE) if mail.strip()]
        return found

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.log"))


def _as_text(mail: bytes) -> str:
    message = message_from_bytes(mail.strip(), policy=policy.default)
    body = message.get_body(("plain",))
    text = body.get_content().strip() if body is not None else ""
    lines = [f"Mail to {message['To']}: {message['Subject']}", "", *text.splitlines()]
    return "\n".join(f"  | {line}".rstrip() for line in lines)
