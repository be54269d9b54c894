"""Whoever reads Spanish reads nothing else: pages, errors, mails, downloads; and nobody gets another's language."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

import pytest
from django.http import StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext

from dashboard import languages, mail
from dashboard.http import please_wait
from dashboard.pages.error import ErrorPage
from tenants.boards import read_board
from tenants.policy import Plan
from tenants.writes import org_settings, orgs, person, project_life, tasks
from tenants.writes.org_settings import Settings
from tenants.writes.tasks import TaskRef
from tests.cast import ACME, BERLIN, NOW, PASSWORD, Cast, a_project, a_task, address
from tests.conftest import ROOT
from tests.dashboard.conftest import once
from tests.dashboard.english import english_in, is_english
from tests.dashboard.html import read
from tests.dashboard.mailbox import last_mail, link_in
from tests.dashboard.routes import Route
from tests.dashboard.test_import import upload
from tests.dashboard.test_mail import NAMES, PLACES
from tests.dashboard.test_markup import PAGES, pages_of, something_everywhere
from tests.dashboard.visitor import Visitor, signed_in
from tests.inviting import by_link

DASHBOARD = f"/org/{ACME}/dashboard"


@pytest.fixture
def ana(cast: Cast) -> Visitor:
    """Alice, who reads Spanish."""
    return signed_in(cast.alice, "Alice", "es")


def test_the_search_for_english_finds_it() -> None:
    page = read('<p aria-label="Sign out">Nada <a title="x">Load the page again to see how things stand.</a></p>')
    assert english_in(page) == ["Sign out", "Load the page again to see how things stand."]
    assert english_in(
        read('<p>An unmarked sentence of the product</p><bdi>of the user</bdi><p dir="auto">the</p>')
    ) == ["An unmarked sentence of the product"]
    assert is_english("The first 12 are listed.")
    assert not is_english("Las 12 primeras")


def test_the_page_without_a_connection_is_kept_in_the_language_that_is_named(nobody: Visitor) -> None:
    answer = nobody.get("/offline?language=es", Accept_Language="en")
    assert (answer.page.one("html").attributes["lang"], answer.headers["Content-Language"]) == ("es", "es")
    assert english_in(answer.page) == []


@pytest.mark.parametrize("route", [one for one in PAGES if one.name != "offline"], ids=lambda route: route.name)
def test_no_page_has_a_word_of_english(cast: Cast, route: Route) -> None:
    once("markup", lambda: something_everywhere(cast))
    for actor in (cast.alice, cast.vic):
        visitor = signed_in(actor, "Somebody", "es")
        visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
        for page in pages_of(visitor, route):
            assert page.one("html").attributes["lang"] == "es"
            assert english_in(page) == []


BOARDS = ROOT / "tests" / "boards" / "files"


def test_no_state_of_a_page_has_a_word_of_english(cast: Cast) -> None:
    """What PAGES do not show: searches, filters, previews, what became of something, and other views of the same."""
    once("markup", lambda: something_everywhere(cast))
    ana = signed_in(cast.alice, "Alice", "es")
    ana.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "es"
    org = f"/org/{ACME}"
    project = ana.get(f"{org}/projects").page.all("a", class_="project-title")[-1].attributes["href"]
    task = ana.get(f"{org}/tasks").page.all("a", class_="task-title")[0].attributes["href"]
    answers = [
        *(ana.get(f"{org}/find?q={word}") for word in ("Launch", "zzz")),
        *(
            ana.get(f"{project}?{query}")
            for query in ("view=board", "status=done&priority=low", "due=overdue", "assignee=me")
        ),
        *(ana.get(f"{org}/{name}?month=2025-01") for name in ("leaderboard", "activity", "audit")),
        *(ana.get(f"{task}/edit?field={name}") for name in ("title", "status", "due", "assignee", "labels")),
        ana.get(f"{org}/projects?from=2026-01-01&to=2026-12-31"),
        ana.get(f"{org}/dashboard?explain=1"),
        ana.post(f"{org}/invitations/new", {"emails": "a@example.org bob@example.org, x", "role": "member"}),
        ana.post(f"{org}/invitations/new", {"emails": f"a@example.org, {address('Bob')}", "role": "member"}),
        *(
            upload(ana, BOARDS / name, name)
            for name in ("trello-team-2017.json", "jira-cloud-en.csv", "asana-project.csv")
        ),
        upload(ana, b"a,b\n1,2\n", "a.csv"),
        upload(ana, b"%PDF-1.7", "a.pdf"),
        upload(ana, b"Titel,Status,Due\nA,Weird,2026-13-45\n,Done,\n", "b.csv"),
        ana.get(project),
    ]
    found = [(answer.response.request["PATH_INFO"], english_in(answer.page)) for answer in answers]
    assert [(path, english) for path, english in found if english] == []
    assert {answer.status for answer in answers} <= {200, 400}


ERRORS = sorted(path.stem for path in (ROOT / "templates").glob("[0-9]*.html"))


@pytest.mark.parametrize("name", ERRORS)
def test_no_error_has_a_word_of_english(name: str) -> None:
    with translation.override("es"):
        for page in (ErrorPage(), ErrorPage(back="/"), ErrorPage(said=please_wait(300))):
            assert english_in(read(render_to_string(f"{name}.html", {"page": page}))) == []


@pytest.mark.parametrize("template", NAMES)
def test_no_mail_has_a_word_of_english(template: str) -> None:
    words: dict[str, mail.Word] = {**dict.fromkeys(PLACES, "Ana"), "role": "viewer", "link": mail.link("sign-in")}
    mail.send("ana@example.org", template, words, "es")
    message = last_mail()
    ((content, _),) = message.alternatives
    assert '<html lang="es">' in content
    assert english_in(read(content)) == []
    assert [line for line in message.body.splitlines() if is_english(line)] == []
    assert not is_english(message.subject)


# --- whose language ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("es", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("de,fr;q=0.9", "en"),
        ("fr,es;q=0.5,en;q=0.4", "es"),
        ("en-GB,es;q=0.9", "en"),
        ("fr,es;q=0", "en"),
        ("*", "en"),
        ("\u00e9s;;;q=,", "en"),
        ("es" * 5_000, "en"),
        ("", "en"),
    ],
)
def test_whoever_is_signed_out_gets_what_the_browser_asks_for(nobody: Visitor, header: str, language: str) -> None:
    answer = nobody.get("/sign-in", Accept_Language=header)
    assert answer.page.one("html").attributes["lang"] == language
    assert answer.headers["Content-Language"] == language
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))


def test_an_accounts_language_is_stronger_than_the_browsers(ana: Visitor, bob: Visitor) -> None:
    answer = ana.get(DASHBOARD, Accept_Language="en")
    assert (answer.page.one("html").attributes["lang"], answer.headers["Content-Language"]) == ("es", "es")
    assert "Accept-Language" not in answer.headers["Vary"]
    assert bob.get(DASHBOARD, Accept_Language="es").page.one("html").attributes["lang"] == "es"


def test_whoever_never_chose_keeps_the_browsers_language_when_they_save_something_else(bob: Visitor) -> None:
    form = bob.get("/account", Accept_Language="es").page.forms()["/account"]
    assert bob.submit(form, name="Bob the Second").location == "/account"
    page = bob.get("/account", Accept_Language="en").page
    assert page.one("html").attributes["lang"] == "es"
    assert page.forms()["/account"].fields()["name"] == "Bob the Second"


def test_signing_up_offers_the_language_of_the_page_and_keeps_what_is_chosen(nobody: Visitor, cast: Cast) -> None:
    assert cast.alice.user
    page = nobody.get("/sign-up", Accept_Language="es").page
    assert page.forms()["/sign-up"].fields()["language"] == "es"
    fields = {"name": "Eva", "email": "eva@example.org", "password": PASSWORD, "language": "es"}
    nobody.post("/sign-up", fields)
    assert last_mail().subject == "Confirma tu dirección para Tablero"
    nobody.get(link_in(last_mail()))
    # Confirmed in English: the choice was made before.
    nobody.post("/confirm", {})
    assert nobody.get("/account").page.forms()["/account"].fields()["language"] == "es"
    assert nobody.get("/").page.one("html").attributes["lang"] == "es"


def test_a_new_organisation_writes_in_its_founders_language(ana: Visitor) -> None:
    ana.post("/create-organisation", {"name": "Remo", "slug": "remo-club", "zone": "UTC"})
    assert ana.get("/org/remo-club/settings").page.forms()["/org/remo-club/settings"].fields()["language"] == "es"


def test_who_is_invited_is_written_to_in_their_language_or_the_organisations(alice: Visitor, cast: Cast) -> None:
    orgs.set_plan(ACME, Plan.PRO)
    org_settings.change(cast.alice, ACME, Settings("Acme", BERLIN, "es"), Settings("Acme", BERLIN), NOW)
    alice.post(f"/org/{ACME}/invitations/new", {"emails": "new@example.org", "role": "member"})
    assert last_mail().subject == "Alice te invita a Acme"
    person.change(cast.charlie, "Charlie", "UTC", "en", NOW)
    alice.post(f"/org/{ACME}/invitations/new", {"emails": address("Charlie"), "role": "member"})
    assert last_mail().subject == "Alice invites you to Acme"


def test_a_mail_that_is_asked_for_is_in_the_page_s_language_where_none_was_chosen(nobody: Visitor, cast: Cast) -> None:
    assert cast.bob.user
    nobody.post("/forgot", {"email": address("Bob")}, Accept_Language="es-AR")
    assert last_mail().subject == "Pon una contraseña nueva para Tablero"


# --- one worker, two people -------------------------------------------------------------------------------------------


def test_two_people_on_one_worker_never_see_each_others_language(cast: Cast) -> None:
    once("markup", lambda: something_everywhere(cast))
    paths = [DASHBOARD, f"/org/{ACME}/projects", f"/org/{ACME}/tasks?status=open", f"/org/{ACME}/members", "/"]
    ana, bob = signed_in(cast.alice, "Alice", "es"), signed_in(cast.bob, "Bob", "en")
    for path in islice(cycle(paths), 10):
        for visitor, language, word in ((ana, "es", "Cerrar sesión"), (bob, "en", "Sign out")):
            page = visitor.get(path).page
            assert page.one("html").attributes["lang"] == language
            assert word in page.text
            assert bool(english_in(page)) == (language == "en")


def test_threads_keep_languages_apart(cast: Cast) -> None:
    once("markup", lambda: something_everywhere(cast))

    def visit(number: int) -> list[str]:
        language, word = (("es", "Trabajo por hacer"), ("en", "Open work"))[number % 2]
        visitor = signed_in(cast.alice if number % 2 else cast.bob, "Somebody", language)
        wrong = []
        for _ in range(6):
            page = visitor.get(DASHBOARD).page
            if page.one("html").attributes["lang"] != language or word not in page.text:
                wrong.append(f"{language} got {page.text[:80]}")
        return wrong

    with ThreadPoolExecutor(4) as pool:
        assert [wrong for each in pool.map(visit, range(8)) for wrong in each] == []


def test_a_page_left_open_is_tagged_by_its_language(cast: Cast) -> None:
    ana, alice = signed_in(cast.alice, "Alice", "es"), signed_in(cast.alice, "Alice", "en")
    spanish, english = ana.htmx_get(DASHBOARD).headers["ETag"], alice.htmx_get(DASHBOARD).headers["ETag"]
    assert spanish != english
    assert alice.htmx_get(DASHBOARD, If_None_Match=spanish).status == 200
    assert alice.htmx_get(DASHBOARD, If_None_Match=english).status == 304


# --- what is not a page -----------------------------------------------------------------------------------------------


def test_a_list_in_spanish_is_understood_by_the_import(ana: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    ref = a_task(cast.bob, project, title="Escribirlo", due=NOW.date(), assignee=cast.bob.user)
    tasks.complete(cast.bob, a_task(cast.bob, project, title="Hecho ya"), NOW)
    text = ana.get(f"/org/{ACME}/projects/{project}/tasks.csv").text
    header = text.lstrip("\ufeff").splitlines()[0]
    assert header == "Título,Estado,Prioridad,Vence,Asignada a,Proyecto,Enlace,Etiquetas,Completada,Completada por"
    board = read_board(io.BytesIO(text.encode()))
    rows = {row.title: row for row in board.rows}
    assert (rows["Escribirlo"].due, rows["Escribirlo"].person) == (NOW.date(), "Bob")
    assert (rows["Hecho ya"].status, rows["Hecho ya"].completed_at) == ("done", NOW)
    assert ref.project == project


def test_a_stream_goes_on_in_the_language_that_it_was_begun_in() -> None:
    closed = []

    def pieces() -> Iterator[str]:
        try:
            yield gettext("Sign out")
            yield gettext("Sign in")
        finally:
            closed.append(True)

    response = StreamingHttpResponse(pieces())
    languages.stamp(response, "es", negotiated=False)
    with translation.override("en"):
        assert b"".join(response) == "Cerrar sesiónIniciar sesión".encode()
        assert gettext("Sign out") == "Sign out"
    response.close()
    assert closed == [True]


def test_what_a_stream_says_late_is_in_the_readers_language(ana: Visitor, launch: TaskRef) -> None:
    answer = ana.post(f"/org/{ACME}/tasks/bulk", {"do": "complete", "task": f"{launch.project}.{launch.id}"})
    assert "Está hecha." in answer.text
    assert english_in(answer.page) == []


def test_refusals_are_in_spanish_at_their_field(ana: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    page = ana.post(f"/org/{ACME}/projects/{project}/settings", {"title": " "}).page
    assert "Este campo es obligatorio" in page.text
    page = ana.post(f"/org/{ACME}/projects/{project}/tasks/quick", {"line": "x" * 201, "shown": "x" * 201}).page
    assert "Un título tiene como máximo 200 caracteres; este tiene 201." in page.text
    form = {"title": "Uno", "starts": "2026-09-20", "due": "2026-09-10"}
    path = f"/org/{ACME}/projects/{project}/settings"
    page = ana.submit(ana.get(path).page.forms()[path], **form).page
    assert "Un proyecto vence el día en que empieza, o después." in page.text
    page = ana.post("/sign-in", {"email": "", "password": ""}).page
    assert page.text.count("Este campo es obligatorio.") == 2
    assert english_in(page) == []


def test_quick_add_understands_spanish_and_says_so_in_it(ana: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice)
    line = "Llamar !alta @bob ^mañana #casa ^ayer"
    text = ana.htmx_get(f"/org/{ACME}/quick?line={line.replace('#', '%23').replace('^', '%5E')}").page.text
    for said in (
        "prioridad alta",
        "asignada a Bob",
        "vence el 16 de septiembre de 2026",
        "etiqueta casa",
        "no es una fecha",
    ):
        assert said in text
    assert project


def test_the_history_and_the_audit_tell_values_in_words(ana: Visitor, launch: TaskRef, cast: Cast) -> None:
    tasks.complete(cast.bob, launch, NOW)
    text = ana.get(f"/org/{ACME}/projects/{launch.project}/tasks/{launch.id}").page.text
    assert "Bob completó Estado: Por hacer Hecho" in text
    ana.submit(ana.get(f"/org/{ACME}/settings").page.forms()[f"/org/{ACME}/settings"], language="es")
    assert "cambió el ajuste Idioma antes: English → después: Español" in ana.get(f"/org/{ACME}/audit").page.text


def test_dates_and_large_numbers_are_written_as_in_spanish(ana: Visitor, cast: Cast) -> None:
    project = a_project(cast.alice, title="Uno")
    ref = a_task(cast.bob, project, due=NOW.date())
    project_life.archive(cast.alice, ACME, a_project(cast.alice, title="Dos"), NOW)
    assert "15 sep" in ana.get(f"/org/{ACME}/projects/{project}").page.text
    assert "Archivado desde el 15 de septiembre de 2026" in ana.get(f"/org/{ACME}/projects/archived").page.text
    assert "20\u00a0000" in ana.get(f"/org/{ACME}/projects/{project}/tasks/{ref.id}").text
    assert "septiembre de 2026" in ana.get(f"/org/{ACME}/leaderboard").page.text


def test_an_unknown_address_is_told_in_the_strangers_language(nobody: Visitor, ana: Visitor) -> None:
    assert "Aquí no hay nada" in ana.get("/org/nowhere-at-all/dashboard").page.text
    assert nobody.get("/nowhere", Accept_Language="es").page.one("html").attributes["lang"] == "es"


def test_who_is_new_and_asks_for_nothing_is_met_in_the_organisations_language(nobody: Visitor, cast: Cast) -> None:
    org_settings.change(cast.alice, ACME, Settings("Acme", BERLIN, "es"), Settings("Acme", BERLIN), NOW)
    nobody.get(f"/invitation?key={by_link(cast.alice).secret}", Accept_Language="fr")
    answer = nobody.get("/invitation", Accept_Language="fr")
    assert (answer.page.one("html").attributes["lang"], answer.headers["Content-Language"]) == ("es", "es")
    assert english_in(answer.page) == []
    sign_up = nobody.get("/sign-up", Accept_Language="fr").page
    assert sign_up.forms()["/sign-up"].fields()["language"] == "es"
    # What somebody asks for is stronger.
    assert nobody.get("/invitation", Accept_Language="en").page.one("html").attributes["lang"] == "en"


def test_an_invitation_is_read_in_the_browsers_language(nobody: Visitor, cast: Cast) -> None:
    out = by_link(cast.alice, "example.org")
    nobody.get(f"/invitation?key={out.secret}", Accept_Language="es")
    page = nobody.get("/invitation", Accept_Language="es").page
    assert "Unirte a Acme" in page.text
    assert english_in(page) == []
