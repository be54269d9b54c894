"""The names and titles that sample organisations are made of. All invented here; any likeness is chance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product


def _listed(names: str) -> tuple[str, ...]:
    return tuple(names.split())


GIVEN_NAMES = _listed(
    "Adaeze Aino Alma Amara Anouk Arvid Asha Bao Beatriz Bram Camila Cem Chiara Dalia Daniyar Desta Dilan Edda Efua "
    "Elio Emeka Esra Farid Fenja Gaspard Hana Hedda Idris Ilse Imani Ines Ivo Jaya Joanna Joris Kaito Kalani Keziah "
    "Lina Luca Maeve Malik Marit Mateo Mei Mira Nadir Naoko Nils Noor Odalys Omar Paloma Petra Quentin Rania Rafael "
    "Runa Sanna Selim Sofia Taavi Tariq Tessa Uma Viktor Wanjiru Yara Yusuf Zofia"
)
FAMILY_NAMES = _listed(
    "Abara Adler Almeida Andersen Aydin Banerjee Barros Bergström Castell Chen Conteh Demir Dorn Ekberg Farkas "
    "Ferrer Fofana Garrido Haddad Halvorsen Hoang Ibarra Iwata Jansen Jokinen Kamau Karlsen Kaya Keller Kowal Laine "
    "Lindqvist Lombardi Mbeki Mendes Moreau Nakagawa Novak Nwosu Okafor Ortega Paredes Petrov Quispe Rahimi Reuter "
    "Rossi Salinas Sandoval Sato Schuster Silva Solberg Tanaka Teixeira Toivonen Vargas Virtanen Wagner Weiss "
    "Yilmaz Zeller"
)


@dataclass(frozen=True, slots=True)
class Field:
    """One field of work: what its projects are called, and what is done to what in them."""

    projects: tuple[str, ...]
    verbs: tuple[str, ...]
    objects: tuple[str, ...]


FIELDS = (
    Field(
        ("Checkout rebuild", "Search relevance", "Mobile app", "Billing move", "Sign-in hardening", "Reporting API"),
        ("Fix", "Rewrite", "Measure", "Document", "Review", "Roll out", "Test", "Simplify"),
        (
            "the address form",
            "slow start of the app",
            "retry after a lost connection",
            "rounding in invoices",
            "the export of filtered lists",
            "error texts for expired links",
            "the nightly index run",
            "keyboard order in dialogs",
            "currency of refunds",
            "the staging data set",
        ),
    ),
    Field(
        ("River Hall exhibition", "Textile archive", "Family Sundays", "Loan of the globes", "Audio guide"),
        ("Draft", "Proofread", "Frame", "Photograph", "Insure", "Translate", "Hang", "Light"),
        (
            "the wall texts of room two",
            "the loan agreement",
            "the display case for small finds",
            "captions for the map cabinet",
            "the visitors' route",
            "the catalogue's index",
            "a tour for school classes",
            "the condition report",
            "the opening invitation",
            "the humidity log",
        ),
    ),
    Field(
        ("North Street bakery", "Spring menu", "Market stall", "Oven replacement", "Wholesale rounds"),
        ("Order", "Taste", "Price", "Plan", "Schedule", "Compare", "Label", "Count"),
        (
            "rye for the sourdough",
            "the allergen sheet",
            "the early shift",
            "boxes for the Saturday stall",
            "the pistachio bun",
            "the oven's service visit",
            "delivery to the two cafés",
            "leftovers per weekday",
            "the seasonal tart",
            "new bread baskets",
        ),
    ),
    Field(
        ("Mill Bridge repair", "School extension", "Depot roof", "Cycle path east", "Flood gate survey"),
        ("Inspect", "Survey", "Tender", "Approve", "Pour", "Order", "Clear", "Sign off"),
        (
            "the western abutment",
            "drainage plans",
            "scaffolding for phase two",
            "steel for the deck",
            "the noise permit",
            "concrete samples",
            "the site office lease",
            "bearings on pier three",
            "the traffic diversion",
            "handrails",
        ),
    ),
    Field(
        ("Summer festival", "Harbour concert", "Volunteer programme", "Film nights", "Winter lights"),
        ("Book", "Confirm", "Print", "Brief", "Invite", "Rehearse", "Collect", "Announce"),
        (
            "the second stage",
            "food stands",
            "wristbands",
            "the lighting crew",
            "stewards for the gates",
            "the licence for late music",
            "the shuttle bus",
            "sound checks",
            "the printed programme",
            "first-aid posts",
        ),
    ),
    Field(
        ("Community clinic", "Vaccination days", "Patient letters", "Reception desk", "Training plan"),
        ("Update", "Schedule", "Check", "Explain", "Order", "Archive", "Revise", "Train"),
        (
            "the appointment reminders",
            "stock of dressings",
            "the on-call rota",
            "consent forms",
            "the fridge temperature record",
            "leaflets in four languages",
            "hand-over notes",
            "the waiting-room signs",
            "referral letters",
            "emergency contacts",
        ),
    ),
)
QUALIFIERS = (
    "",
    ", phase two",
    ", spring",
    ", autumn",
    " follow-up",
    " pilot",
    " north",
    " south",
    " handover",
    ", second year",
    " clean-up",
    " partners",
    " costs",
    " and training",
    ", winter",
    " review",
    " relaunch",
    ", east wing",
    " spare parts",
    " communication",
    ", third year",
    " audit",
    ", west wing",
    " suppliers",
    " tools",
    ", summer",
    " safety",
    " planning",
    " quality",
    " volunteers",
    " extension",
    " documents",
    " insurance",
    " logistics",
)
DETAILS = (
    "",
    "",
    " once more",
    " before Friday's meeting",
    " with the new supplier",
    " for the annual report",
    " together with facilities",
    " after the holidays",
    " (second round)",
    " for the board",
    " on site",
    " with the interns",
)


def all_names() -> list[str]:
    """Every name a sample person may have, each once."""
    return [f"{given} {family}" for given, family in product(GIVEN_NAMES, FAMILY_NAMES)]


def all_projects() -> list[tuple[str, Field]]:
    """Every title a sample project may have, each once, with its field; more than the largest plan holds."""
    return [(f"{title}{qualifier}", field) for field in FIELDS for title in field.projects for qualifier in QUALIFIERS]
