"""Bringing real boards in: what would happen, and doing it in steps that can be killed anywhere."""

from tenants.imports.loader import ImportResult, run_import
from tenants.imports.planning import FilePerson, ImportPlan, plan_import

__all__ = ["FilePerson", "ImportPlan", "ImportResult", "plan_import", "run_import"]
