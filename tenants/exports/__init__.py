"""A whole organisation as a file, and a file as a new organisation."""
