"""Bringing real boards in: what would happen, and doing it in steps that can be killed anywhere."""
