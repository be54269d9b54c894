"""Every change of the table: one function an action, one transaction each, the right to do it checked inside."""
