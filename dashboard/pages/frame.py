"""The frame around every page of one organisation."""

from dataclasses import dataclass

from tenants.policy import Permission
from tenants.snapshots import Frame as FrameSnapshot


@dataclass(frozen=True, slots=True)
class Frame:
    """Who looks, at which organisation, and which doors are open to them.

    `current` is the URL name of the page in the navigation (`dashboard`, `projects`, `tasks`, `members`,
    `leaderboard`, `activity`, `audit`, `import`, `export`, `settings`). The `can_*` flags speak of the viewer's role
    alone; whether the plan has room is `projects_left` and `people_left`, so that a page can say why a button is off.
    `is_offered`: the ownership is offered to the viewer. `is_tidying`: something is left to do after a removal or a
    rename, and the viewer may go on with it.
    `can_see_cost` says whether a receipt of the page's reads belongs below it.
    """

    org_id: str
    org_name: str
    plan: str
    zone: str
    viewer_id: str
    viewer_name: str
    viewer_role: str
    current: str
    people_used: int
    people_limit: int
    projects_used: int
    projects_limit: int
    can_create_project: bool
    can_create_task: bool
    can_invite: bool
    can_import: bool
    can_export: bool
    can_audit: bool
    can_edit_org: bool
    is_offered: bool
    is_tidying: bool
    can_see_cost: bool

    @property
    def people_left(self) -> int:
        """Seats the plan still has; 0 also after a move to a smaller plan."""
        return max(0, self.people_limit - self.people_used)

    @property
    def people_over(self) -> int:
        """People above what the plan holds: after a move to a smaller plan."""
        return max(0, self.people_used - self.people_limit)

    @property
    def projects_over(self) -> int:
        """Live projects above what the plan holds."""
        return max(0, self.projects_used - self.projects_limit)

    @property
    def projects_left(self) -> int:
        """Live projects the plan still has room for; 0 also after a move to a smaller plan."""
        return max(0, self.projects_limit - self.projects_used)


def of(frame: FrameSnapshot, current: str) -> Frame:
    """Fill the frame from what the read found; `current` is the URL name of the page."""
    return Frame(
        org_id=frame.org,
        org_name=frame.name,
        plan=frame.plan,
        zone=frame.zone,
        viewer_id=frame.viewer.id,
        viewer_name=frame.viewer.name,
        viewer_role=frame.viewer.role,
        current=current,
        people_used=len(frame.people),
        people_limit=frame.max_people,
        projects_used=frame.projects,
        projects_limit=frame.max_projects,
        can_create_project=frame.allows(Permission.PROJECT_CREATE),
        can_create_task=frame.allows(Permission.TASK_CREATE),
        can_invite=frame.allows(Permission.MEMBER_INVITE),
        can_import=frame.allows(Permission.BOARD_IMPORT),
        can_export=frame.allows(Permission.ORG_EXPORT),
        can_audit=frame.allows(Permission.AUDIT_READ),
        can_edit_org=frame.allows(Permission.ORG_EDIT),
        is_offered=frame.offered_to == frame.viewer.id,
        is_tidying=bool(frame.jobs) and frame.allows(Permission.ORG_EDIT),
        can_see_cost=frame.allows(Permission.COST_READ),
    )
