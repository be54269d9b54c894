"""`/create-organisation`."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from dashboard import languages
from dashboard.forms import CreateOrgForm
from dashboard.http import PageRequest, go, page_request, render_page
from dashboard.pages.session import CreateOrgPage
from tenants.errors import AlreadyTaken, NotFound, Refused
from tenants.policy import Role
from tenants.reads import slices
from tenants.text import one_line
from tenants.writes import orgs


@require_http_methods(["GET", "HEAD", "POST"])
def create_org(request: HttpRequest) -> HttpResponse:
    """Create an organisation with the viewer as its owner. Two requests to the table."""
    asked = page_request(request)
    form = CreateOrgForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        slug = form.cleaned_data["slug"].strip().lower()
        try:
            name, zone = form.cleaned_data["name"], form.cleaned_data["zone"]
            orgs.create(asked.viewer.actor, slug, name, zone, asked.now, language=languages.current())
        except Refused as refusal:
            if isinstance(refusal, AlreadyTaken) and _is_the_same(asked, slug, form.cleaned_data["name"]):
                return go(request, reverse("dashboard", kwargs={"org": slug}))
            form.refuse(refusal)
        else:
            return go(request, reverse("dashboard", kwargs={"org": slug}))
    status = 400 if request.method == "POST" else 200
    return render_page(request, "home/create-org.html", CreateOrgPage(asked.viewer.name), status=status, form=form)


def _is_the_same(request: PageRequest, org: str, name: str) -> bool:
    """Whether what stands there is what the viewer is asking for: a form that was sent twice made it the first time."""
    try:
        there = slices.frame(org, request.viewer.user)
    except NotFound:
        return False
    return there.viewer.role is Role.OWNER and there.name == one_line(name)
