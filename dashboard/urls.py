"""Every address of the product."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, include, path, register_converter

from dashboard import converters
from dashboard.views import (
    accessibility,
    account,
    account_address,
    account_delete,
    account_password,
    activity,
    archive,
    audit,
    away,
    bulk,
    dashboard,
    delete_org,
    downloads,
    export,
    find,
    health,
    home,
    import_,
    invitation,
    invitations,
    leaderboard,
    leaving,
    look,
    members,
    move,
    offline,
    orgs,
    ownership,
    password,
    project,
    project_downloads,
    project_settings,
    projects,
    quick,
    roles,
    session,
    settings,
    sign_up,
    switch,
    task,
    task_details,
    task_field,
    tasks,
)

register_converter(converters.OrgConverter, "org")
register_converter(converters.ProjectConverter, "project")
register_converter(converters.TaskConverter, "task")
register_converter(converters.MemberConverter, "member")
register_converter(converters.InvitationConverter, "invitation")

# /org/<org>/projects/<project>/tasks/<task>…
task_urls: list[URLPattern | URLResolver] = [
    path("", task.task, name="task"),
    path("/edit", task_field.edit_task, name="edit-task"),
    path("/complete", task.complete_task, name="complete-task"),
    path("/reopen", task.reopen_task, name="reopen-task"),
    path("/start", task.start_task, name="start-task"),
    path("/stop", task.stop_task, name="stop-task"),
    path("/delete", task.delete_task, name="delete-task"),
    path("/move", move.move_task, name="move-task"),
    path("/description", task_details.describe_task, name="describe-task"),
    path("/comments", task_details.comment_task, name="comment-task"),
    path("/comments/delete", task_details.delete_comment, name="delete-comment"),
]

# /org/<org>/projects/<project>…
project_urls: list[URLPattern | URLResolver] = [
    path("", project.project, name="project"),
    path("/settings", project_settings.project_settings, name="project-settings"),
    path("/away", away.project_away, name="project-away"),
    path("/put-away", away.archive_project, name="archive-project"),
    path("/restore", away.restore_project, name="restore-project"),
    path("/delete", away.delete_project, name="delete-project"),
    path("/archive", archive.archive, name="archive"),
    path("/archive.csv", project_downloads.archive_csv, name="archive-csv"),
    path("/archive/<task:task>/reopen", archive.reopen_archived, name="reopen-archived"),
    path("/tasks", project.create_task, name="create-task"),
    path("/tasks/quick", quick.quick_add, name="quick-add"),
    path("/tasks.csv", downloads.project_csv, name="project-csv"),
    path("/tasks/<task:task>", include(task_urls)),
]

# /org/<org>/…
org_urls: list[URLPattern | URLResolver] = [
    path("dashboard", dashboard.dashboard, name="dashboard"),
    path("projects", projects.projects, name="projects"),
    path("projects.csv", project_downloads.projects_csv, name="projects-csv"),
    path("projects/archived", away.archived_projects, name="archived-projects"),
    path("projects/archived.csv", project_downloads.archived_projects_csv, name="archived-projects-csv"),
    path("projects/new", projects.create_project, name="create-project"),
    path("projects/<project:project>", include(project_urls)),
    path("tasks", tasks.tasks, name="tasks"),
    path("tasks/bulk", bulk.bulk_tasks, name="bulk-tasks"),
    path("tasks/mine", bulk.remember_mine, name="remember-mine"),
    path("tasks.csv", downloads.tasks_csv, name="tasks-csv"),
    path("members", members.members, name="members"),
    path("members.csv", downloads.members_csv, name="members-csv"),
    path("members/<member:member>", leaderboard.member, name="member"),
    path("members/<member:member>.csv", downloads.member_csv, name="member-csv"),
    path("members/<member:member>/role", members.change_role, name="change-role"),
    path("members/<member:member>/remove", leaving.remove_member, name="remove-member"),
    path("leave", leaving.leave, name="leave"),
    path("roles", roles.roles, name="roles"),
    path("settings", settings.settings, name="settings"),
    path("settings/plan", settings.choose_plan, name="choose-plan"),
    path("settings/tidy", settings.finish_jobs, name="finish-jobs"),
    path("ownership", ownership.ownership, name="ownership"),
    path("ownership/offer", ownership.offer_ownership, name="offer-ownership"),
    path("ownership/accept", ownership.accept_ownership, name="accept-ownership"),
    path("ownership/withdraw", ownership.withdraw_ownership, name="withdraw-ownership"),
    path("delete", delete_org.delete_org, name="delete-org"),
    path("invitations", invitations.invitations, name="invitations"),
    path("invitations/new", invitations.invite, name="invite"),
    path("invitations/link", invitations.open_link, name="open-link"),
    path("invitations/<invitation:invitation>/renew", invitations.renew_invitation, name="renew-invitation"),
    path("invitations/<invitation:invitation>/role", invitations.change_invitation, name="change-invitation"),
    path("invitations/<invitation:invitation>/revoke", invitations.revoke_invitation, name="revoke-invitation"),
    path("leaderboard/rank-me", leaderboard.rank_me, name="rank-me"),
    path("leaderboard", leaderboard.leaderboard, name="leaderboard"),
    path("leaderboard.csv", downloads.leaderboard_csv, name="leaderboard-csv"),
    path("activity", activity.activity, name="activity"),
    path("activity.csv", downloads.activity_csv, name="activity-csv"),
    path("audit", audit.audit, name="audit"),
    path("audit.csv", downloads.audit_csv, name="audit-csv"),
    path("import", import_.import_, name="import"),
    path("import/left-out.csv", import_.rejected_csv, name="import-left-out"),
    path("export", export.export, name="export"),
    path("export.jsonl", export.export_jsonl, name="export-jsonl"),
    path("find", find.find, name="find"),
    path("quick", quick.quick_preview, name="quick-preview"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("tasks.csv", home.home_csv, name="home-csv"),
    # Accounts
    path("sign-in", session.sign_in, name="sign-in"),
    path("sign-up", sign_up.sign_up, name="sign-up"),
    path("check-mail", sign_up.check_mail, name="check-mail"),
    path("confirm", sign_up.confirm, name="confirm"),
    path("forgot", password.forgot, name="forgot"),
    path("reset", password.reset, name="reset"),
    path("sign-out", session.sign_out, name="sign-out"),
    path("look", look.change_look, name="change-look"),
    path("account", account.account, name="account"),
    path("account/password", account_password.change_password, name="change-password"),
    path("account/address", account_address.change_address, name="change-address"),
    path("account/sessions/end", account.end_session, name="end-session"),
    path("account/delete", account_delete.delete_account, name="delete-account"),
    path("confirm-address", account_address.confirm_address, name="confirm-address"),
    # Organisations
    path("switch", switch.switch, name="switch"),
    path("create-organisation", orgs.create_org, name="create-org"),
    path("org/<org:org>/", include(org_urls)),
    # Invitations, as those who are invited see them
    path("invitation", invitation.invitation, name="invitation"),
    path("invitation/accept", invitation.accept_invitation, name="accept-invitation"),
    # For everybody
    path("accessibility", accessibility.accessibility, name="accessibility"),
    path("offline", offline.offline, name="offline"),
    path("worker.js", offline.worker, name="worker"),
    # For whoever runs it
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
