"""Views: one module a page, the page and its actions. A view deals with HTTP and calls named reads and writes."""
