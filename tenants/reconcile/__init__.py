"""Whether an organisation's counters, copies and index keys are what its items say, and putting right what is not."""

from tenants.reconcile.mending import Drift, reconcile

__all__ = ["Drift", "reconcile"]
