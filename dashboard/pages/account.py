"""A person's own account."""

from dataclasses import dataclass
from datetime import datetime

from dashboard import devices
from tenants import clock
from tenants.reads.account import Account, SignedInDevice


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One signed-in device. `browser` and `system` are empty where nobody knows; times are in the viewer's zone."""

    id: str
    browser: str
    system: str
    network: str
    signed_in: datetime
    last_used: datetime
    is_this_one: bool


@dataclass(frozen=True, slots=True)
class AccountPage:
    """`account`: who one is, and where one is signed in. `zone` names the zone that times are shown in."""

    viewer_name: str
    email: str
    zone: str
    devices: tuple[DeviceRow, ...]
    has_more: bool
    is_closing: bool

    @property
    def has_others(self) -> bool:
        """Whether another device is signed in."""
        return len(self.devices) > 1 or self.has_more


@dataclass(frozen=True, slots=True)
class PasswordPage:
    """`change-password`."""

    viewer_name: str


@dataclass(frozen=True, slots=True)
class AddressPage:
    """`change-address`: another address for the account, which has `email` now."""

    viewer_name: str
    email: str


@dataclass(frozen=True, slots=True)
class ConfirmAddressPage:
    """`confirm-address`: the account moves from the `old` address to the `new` one by a button.

    `back` says that it had the new one before, and somebody takes it back.
    """

    old: str
    new: str
    back: bool


@dataclass(frozen=True, slots=True)
class OwnedOrg:
    """An organisation that would be left without an owner."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class DeleteAccountPage:
    """`delete-account`. While `owned` is not empty the account cannot be deleted."""

    viewer_name: str
    email: str
    owned: tuple[OwnedOrg, ...]


def of(read: Account, session: str) -> AccountPage:
    """Fill the page; `session` is the digest of the viewer's own."""
    zone = read.zone or "UTC"
    return AccountPage(
        viewer_name=read.name,
        email=read.email,
        zone=zone,
        devices=tuple(_row(device, session, zone) for device in read.devices),
        has_more=read.has_more,
        is_closing=read.is_closing,
    )


def _row(device: SignedInDevice, session: str, zone: str) -> DeviceRow:
    browser, system = devices.spoken(device.agent)
    there = clock.zone(zone)
    return DeviceRow(
        id=device.id,
        browser=browser,
        system=system,
        network=device.network,
        signed_in=device.created.astimezone(there),
        last_used=device.last_used.astimezone(there),
        is_this_one=device.id == session,
    )
