"""What each page shows: one frozen dataclass per page, filled by a view, read by one template.

Nothing here knows HTTP, Django or the table. A template receives its page object and no other data, so
what a viewer may not see or do is left out of the object, never hidden by the template.
Dates are in the organisation's zone; instants are aware datetimes and are shown in `Frame.zone`.
"""
