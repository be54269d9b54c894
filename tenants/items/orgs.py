"""An organisation, its members, and the jobs that run in it."""

from __future__ import annotations

from pynamodb.attributes import BinaryAttribute, NumberAttribute, UnicodeAttribute, UnicodeSetAttribute

from tenants.items.base import Base, FlatMap


class Metadata(Base):
    """ORG#<org> / METADATA -> the frame of every page, and who may see it.

    `jobs` are the resumable jobs that have begun and not come to their end, by the rest of their keys; `offeredTo` is
    who may accept the ownership (TRANSFER#). Of an organisation that was deleted the `state` alone is left: `gone`.
    """

    name = UnicodeAttribute()
    plan = UnicodeAttribute()
    zone = UnicodeAttribute()
    state = UnicodeAttribute()
    created_at = UnicodeAttribute(attr_name="createdAt")
    projects = NumberAttribute(default=0)
    max_projects = NumberAttribute(attr_name="maxProjects")
    max_users = NumberAttribute(attr_name="maxUsers")
    language = UnicodeAttribute(null=True)
    owners = UnicodeSetAttribute()
    people = FlatMap(default=dict)
    offered_to = UnicodeAttribute(null=True, attr_name="offeredTo")
    jobs = UnicodeSetAttribute(null=True)


class Tombstone(Base):
    """ORG#<org> / METADATA, written as all that is left: the slug is never given out again. Read as `Metadata`."""

    state = UnicodeAttribute(default="gone")


class Membership(Base):
    """ORG#<org> / USER#<user> -> members; GSI1 USER#<user> / ORG#<org> -> home."""

    role = UnicodeAttribute()
    name = UnicodeAttribute()
    email = UnicodeAttribute(null=True)
    joined = UnicodeAttribute(null=True)
    org_name = UnicodeAttribute(attr_name="orgName")


class Job(Base):
    """ORG#<org> / JOB#<name> -> a job that can be killed anywhere and resumed.

    `cursor` of `total` rows are dealt with; a walk goes on behind the sort key `position`. `actor` began it.
    """

    action = UnicodeAttribute()
    state = UnicodeAttribute()
    run = UnicodeAttribute(null=True)
    file_hash = UnicodeAttribute(null=True, attr_name="fileHash")
    cursor = NumberAttribute(default=0)
    total = NumberAttribute(default=0)
    reserved = NumberAttribute(default=0)
    version = NumberAttribute(default=1)
    started_at = UnicodeAttribute(null=True, attr_name="startedAt")
    updated_at = UnicodeAttribute(null=True, attr_name="updatedAt")
    project = UnicodeAttribute(null=True)
    position = UnicodeAttribute(null=True)
    actor = UnicodeAttribute(null=True)
    actor_name = UnicodeAttribute(null=True, attr_name="actorName")
    name = UnicodeAttribute(null=True)
    older_than = NumberAttribute(null=True, attr_name="olderThan")
    expire_after = NumberAttribute(null=True, attr_name="expireAfter")


class Transfer(Base):
    """ORG#<org> / TRANSFER#OWNERSHIP -> the ownership page: `by` offers theirs to `to`, until `validUntil`."""

    by = UnicodeAttribute()
    to = UnicodeAttribute()
    created_at = UnicodeAttribute(attr_name="createdAt")
    valid_until = UnicodeAttribute(attr_name="validUntil")


class ImportBatch(Base):
    """ORG#<org> / IMPORT#<source>#<batch> -> which rows of a source have ever been brought in."""

    rows = UnicodeSetAttribute()


class ImportChoices(Base):
    """ORG#<org> / CHOICES#IMPORT -> what people here have said about names in their files, by an id of the name."""

    made = FlatMap()
    version = NumberAttribute(default=1)


class Upload(Base):
    """ORG#<org> / UPLOAD#<token>#HEAD -> a board file between its preview and the end of its import."""

    user = UnicodeAttribute()
    name = UnicodeAttribute()
    parts = NumberAttribute()
    state = UnicodeAttribute()
    mapping = FlatMap(null=True)
    choices = FlatMap(null=True)
    done = NumberAttribute(default=0)
    total = NumberAttribute(default=0)
    projects_added = NumberAttribute(default=0, attr_name="projectsAdded")
    tasks_added = NumberAttribute(default=0, attr_name="tasksAdded")
    tasks_known = NumberAttribute(default=0, attr_name="tasksKnown")
    claimed = NumberAttribute(default=0)
    rejected = NumberAttribute(default=0)
    refusal = UnicodeAttribute(null=True)
    updated_at = UnicodeAttribute(attr_name="updatedAt")


class UploadPart(Base):
    """ORG#<org> / UPLOAD#<token>#PART#<number> -> the file itself, compressed, in pieces an item can hold."""

    data = BinaryAttribute(legacy_encoding=False)
