"""Moving many rows with their counters in few transactions, so that it can be killed anywhere and counts once."""
