"""Every read that a page makes: one module a page, each a named access pattern (`tenants.patterns`)."""
