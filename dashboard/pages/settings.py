"""The settings of an organisation."""

from __future__ import annotations

from dataclasses import dataclass

from dashboard.pages import frame as frames
from dashboard.pages.frame import Frame
from tenants.errors import Difference
from tenants.policy import LIMITS, Permission, Plan
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """A plan, what it holds, and how far the organisation is above that today (0 when it fits)."""

    value: Plan
    people: int
    projects: int
    is_current: bool
    people_over: int
    projects_over: int


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """`settings`: the form, the plan, and the doors to what owners alone do.

    `plans` is empty where the viewer does not choose among them; `differences` are what somebody else has changed.
    """

    frame: Frame
    plans: tuple[PlanChoice, ...]
    may_transfer: bool
    may_delete: bool
    differences: tuple[Difference, ...] = ()


def of(frame: FrameSnapshot, *, owners_choose: bool, differences: tuple[Difference, ...] = ()) -> SettingsPage:
    """Fill the page. `owners_choose`: this installation lets owners choose the plan."""
    chooses = owners_choose and frame.allows(Permission.ORG_PLAN)
    return SettingsPage(
        frames.of(frame, "settings"),
        tuple(_choice(frame, plan) for plan in Plan) if chooses else (),
        frame.allows(Permission.ORG_TRANSFER),
        frame.allows(Permission.ORG_DELETE),
        differences,
    )


def _choice(frame: FrameSnapshot, plan: Plan) -> PlanChoice:
    limits = LIMITS[plan]
    return PlanChoice(
        plan,
        limits.people,
        limits.projects,
        plan is frame.plan,
        max(0, len(frame.people) - limits.people),
        max(0, frame.projects - limits.projects),
    )
