"""A bound on what an upload may hold, kept while it streams in: a larger file is dropped, not collected first."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, StopUpload


class Bounded(FileUploadHandler):
    """Stands before Django's own handlers and stops an upload beyond the bound.

    The view then finds no file and `request.upload_too_large`, and can say so where the person is looking.
    """

    received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Pass the chunk on while the whole is within the bound."""
        self.received = start + len(raw_data)
        if self.received > settings.UPLOAD_MAX_MEGABYTES * 1024 * 1024:
            self.request.upload_too_large = True  # type: ignore[union-attr]  # read by the view of the form
            raise StopUpload(connection_reset=False)
        return raw_data

    def file_complete(self, file_size: int) -> Any:  # noqa: ANN401, ARG002 - Django's own signature
        """Leave the file to the handlers behind."""
        return None
