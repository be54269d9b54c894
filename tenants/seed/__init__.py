"""Sample organisations: invented people and work, the same for the same seed, with months of history behind today."""
