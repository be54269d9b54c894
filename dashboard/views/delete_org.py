"""`/org/<org>/delete`: the end of an organisation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages import delete_org as pages
from dashboard.views import parts
from tenants.errors import NotFound
from tenants.policy import Permission
from tenants.reads import organisation, slices
from tenants.writes import org_deletion as writes

SECONDS = 4.0
"""A request deletes for so long; a larger organisation goes on at the next one."""


@require_http_methods(["GET", "HEAD", "POST"])
def delete_org(request: HttpRequest, org: str) -> HttpResponse:
    """Say what goes; delete it once its address was typed; go on with what has begun.

    One request to the table, two while it goes on, and those of the write.
    """
    asked = page_request(request)
    try:
        frame = slices.frame(org, asked.viewer.user)
    except NotFound:
        # On its way out it is like one that never was, but for those who owned it.
        read = organisation.deletion(org, asked.viewer.user)
        if request.method != "POST":
            return render_page(request, "home/deleting-org.html", pages.going(read, asked.viewer.name))
        return _go_on(asked, org, read.name)
    parts.require(frame, Permission.ORG_DELETE)
    if request.method != "POST":
        return render_page(request, "org/delete-org.html", pages.of(frame))
    typed = request.POST.get("address", "")
    if typed.strip().lower() != org:
        return render_page(request, "org/delete-org.html", pages.of(frame, typed, wrong=True), status=400)
    return _go_on(asked, org, frame.name)


def _go_on(request: PageRequest, org: str, name: str) -> HttpResponse:
    """Delete for some seconds; then to where it can be seen, or home if nothing is left."""
    if not writes.delete(request.viewer.actor, org, request.now, SECONDS).finished:
        return go(request, reverse("delete-org", kwargs={"org": org}))
    messages.success(request, _("%(name)s is deleted, and nothing of it is left.") % {"name": name})
    return go(request, reverse("home"))
