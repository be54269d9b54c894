"""Who of the people in a file is who in the copy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tenants import keys, store
from tenants.addresses import canonical
from tenants.errors import NotFound
from tenants.exports.checks import NotAnExport
from tenants.exports.outline import Outline
from tenants.exports.renaming import nobody
from tenants.items import Identity, Profile
from tenants.people import Person
from tenants.policy import Role

_KEYS_AT_ONCE = 100


@dataclass(slots=True)
class People:
    """`members` by account id, each with the address of the account; `accounts` by the id in the file.

    Whoever is not in `accounts` stays a name: their months go on under an id that is nobody's.
    """

    org: str
    members: dict[str, Person] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)
    accounts: dict[str, str] = field(default_factory=dict)

    def member(self, person: str | None) -> str | None:
        """The member that somebody in the file is, None when they are none."""
        return self.accounts.get(person) if person else None

    def id_of(self, person: str) -> str:
        """The id that somebody has in the copy; "" stays what it is."""
        return self.accounts.get(person) or nobody(self.org, person) if person else ""


def people_of(org: str, outline: Outline, owner: str, seats: int, decided: Mapping[str, Person] | None) -> People:
    """Give the seats of the plan to those who have accounts, the mightiest first, before all to `owner`.

    `decided` are the members that an earlier try of the same import decided on: then it is they. One GetItem per
    person with an address, one BatchGetItem per 100 accounts. Raises NotFound when `owner` has no account.
    """
    found = {person: user for person, record in outline.people.items() if (user := _account(record.get("email")))}
    if len(set(found.values())) < len(found):
        raise NotAnExport("Two people in the file have the same address. Nothing was imported.")
    profiles = _profiles([owner, *found.values()])
    if owner not in profiles:
        raise NotFound("There is no such account.")
    people = People(org)
    wanted = {owner: Person(owner, Role.OWNER, profiles[owner].name)}
    for person, user in sorted(found.items(), key=lambda each: _rank(outline, each[0])):
        record = outline.people[person]
        if user in profiles and (user in wanted or len(wanted) < seats):
            role = Role.OWNER if user == owner else Role(record["role"])
            wanted[user] = Person(user, role, profiles[user].name, record.get("flags", ""))
    people.members = wanted if decided is None else dict(decided)
    people.accounts = {person: user for person, user in found.items() if user in people.members}
    people.emails = {user: profile.email for user, profile in profiles.items() if user in people.members}
    return people


def without_account(people: People) -> list[str]:
    """The members whose accounts have been deleted since, or are being deleted. One BatchGetItem per 100."""
    profiles = _profiles(list(people.members))
    return [user for user in people.members if user not in profiles or profiles[user].state]


def _rank(outline: Outline, person: str) -> tuple[int, str, str]:
    record = outline.people[person]
    return Role(record["role"]).rank, record.get("joined", ""), person


def _account(email: str | None) -> str | None:
    if not email:
        return None
    identity = store.get("account-by-address", Identity, keys.identity(canonical(email)))
    return identity.user if identity else None


def _profiles(users: list[str]) -> dict[str, Profile]:
    wanted = [keys.profile(user) for user in dict.fromkeys(users)]
    found: dict[str, Profile] = {}
    for start in range(0, len(wanted), _KEYS_AT_ONCE):
        batch = store.get_many("account", wanted[start : start + _KEYS_AT_ONCE])
        for key, item in batch.items.items():
            if isinstance(item, Profile):
                found[key.pk.removeprefix("USER#")] = item
    return found
