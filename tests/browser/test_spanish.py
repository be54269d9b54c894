"""The main path in a browser that asks for Spanish, and whether its longer words fit a narrow screen."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Open, Site
from tests.cast import ACME, PASSWORD, a_project, a_task, address

WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def signed_in(opened: Open, name: str, then: str) -> Page:
    """A browser that asks for Spanish, behind the sign-in."""
    page = opened(locale="es-MX").new_page()
    page.goto(f"/sign-in?next={then}")
    page.get_by_label("Correo electrónico").fill(address(name))
    page.get_by_label("Contraseña").fill(PASSWORD)
    page.get_by_role("button", name="Iniciar sesión").click()
    page.wait_for_url(f"**{then}")
    return page


def test_from_signing_in_to_signing_out(opened: Open) -> None:
    page = signed_in(opened, "Dana", f"/org/{ACME}/projects")
    expect(page.locator("html")).to_have_attribute("lang", "es")

    page.get_by_label("Título").fill("Lanzamiento")
    page.get_by_role("button", name="Proyecto nuevo").click()
    expect(page.locator("h1")).to_have_text("Lanzamiento")
    page.get_by_label("Añadir rápido").fill("Escribirlo !alta ^mañana")
    understood = page.locator("#understood")
    expect(understood).to_contain_text("prioridad alta")
    expect(understood).to_contain_text("vence el ")
    page.get_by_role("button", name="Añadir", exact=True).click()
    row = page.locator("li.task", has_text="Escribirlo")
    expect(row.locator(".prio")).to_have_text("Alta")

    row.get_by_role("button", name="Completar").click()
    expect(row).to_have_attribute("data-status", "done")
    expect(page.locator("#project-counts")).to_contain_text("1 hecha")
    expect(page.locator("#said")).to_contain_text("Completada: Escribirlo")
    page.get_by_role("link", name="Escribirlo").click()
    page.get_by_text("Escribir una descripción").click()
    page.get_by_role("textbox", name="Descripción").fill("Hola")
    expect(page.locator("#id_description_count")).to_have_text("4 de 20\u00a0000 caracteres")

    page.get_by_role("button", name="Cerrar sesión").click()
    expect(page.get_by_text("Se cerró tu sesión.")).to_be_visible()


def test_spanish_words_fit_the_narrowest_screen(opened: Open, site: Site) -> None:
    project = a_project(site.cast.alice, title="Responsabilidades organizativas")
    task = a_task(site.cast.bob, project, title="Internacionalización", assignee=site.cast.alice.user)
    page = signed_in(opened, "Alice", "/")
    page.set_viewport_size({"width": 320, "height": 720})
    org = f"/org/{ACME}"
    own = f"{org}/projects/{project}"
    organisation = [
        "dashboard",
        "projects",
        "projects/archived",
        "tasks?status=open",
        "members",
        "leaderboard",
        "activity",
    ]
    organisation += [
        "audit",
        "invitations",
        "invitations/new",
        "import",
        "export",
        "settings",
        "roles",
        "ownership",
        "leave",
    ]
    paths = [f"{org}/{name}" for name in organisation]
    paths += [own, f"{own}?view=board", f"{own}/settings", f"{own}/tasks/{task.id}", f"{own}/tasks/{task.id}/edit"]
    paths += ["/", "/account", "/account/password", "/account/address", "/account/delete", "/create-organisation"]
    wide = {}
    for path in [*paths, "/sign-in", "/sign-up", "/forgot", "/accessibility"]:
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "es", path
        if (more := page.evaluate(WIDTH)) > 0:
            wide[path] = more
    assert wide == {}
