"""Tags that the templates of the product have beyond Django's own."""
