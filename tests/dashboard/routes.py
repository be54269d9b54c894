"""Every route of the URLconf, with a sample address each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from dashboard.middleware import View

PUBLIC = {
    "sign-in",
    "sign-up",
    "check-mail",
    "confirm",
    "forgot",
    "reset",
    "confirm-address",
    "sign-out",
    "change-look",
    "invitation",
    "accessibility",
    "offline",
    "worker",
    "healthz",
    "readyz",
}
"""The only routes that people reach without signing in."""

ACTIONS = {
    "sign-out",
    "change-look",
    "end-session",
    "create-project",
    "create-task",
    "quick-add",
    "rank-me",
    "bulk-tasks",
    "remember-mine",
    "complete-task",
    "reopen-task",
    "start-task",
    "stop-task",
    "delete-task",
    "describe-task",
    "comment-task",
    "delete-comment",
    "archive-project",
    "reopen-archived",
    "restore-project",
    "delete-project",
    "change-role",
    "choose-plan",
    "finish-jobs",
    "offer-ownership",
    "accept-ownership",
    "withdraw-ownership",
    "open-link",
    "renew-invitation",
    "change-invitation",
    "revoke-invitation",
    "accept-invitation",
}
"""Routes that change something and show nothing: POST alone."""

ACCOUNT_FORMS = {
    *("confirm", "forgot", "reset", "confirm-address"),
    *("account", "change-password", "change-address", "delete-account"),
}
"""Pages with a form that belong to no organisation."""

DOWNLOADS = {
    *("tasks-csv", "project-csv", "projects-csv", "archived-projects-csv", "archive-csv"),
    *("members-csv", "member-csv", "leaderboard-csv", "activity-csv", "home-csv"),
}
"""Routes that answer with a file to everybody who sees its page."""

FILES = DOWNLOADS | {"export-jsonl", "audit-csv", "import-left-out"}
"""Routes that answer with a file, to whomever."""


@dataclass(frozen=True, slots=True)
class Route:
    """`path` has a blank `<org>`, `<project>`, `<task>`, `<member>` and `<invitation>` where an id stands."""

    name: str
    path: str
    view: View

    def at(
        self,
        org: str = "acme-works",
        project: str = "0" * 16,
        task: str = "0" * 16,
        member: str = "0" * 10,
        invitation: str = "0" * 16,
    ) -> str:
        """Its address with these ids."""
        return (
            self.path.replace("<org>", org)
            .replace("<project>", project)
            .replace("<task>", task)
            .replace("<member>", member)
            .replace("<invitation>", invitation)
        )


def _walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[Route]:
    for entry in patterns:
        path = prefix + re.sub(r"<\w+:(\w+)>", r"<\1>", str(entry.pattern))
        if isinstance(entry, URLResolver):
            yield from _walk(entry.url_patterns, path)
        else:
            yield Route(str(entry.name), path, entry.callback)


ROUTES = tuple(_walk(get_resolver().url_patterns, "/"))
ORG_ROUTES = tuple(route for route in ROUTES if "<org>" in route.path)
BY_NAME = {route.name: route for route in ROUTES}
