"""What the product says in each language, and how that language writes dates."""
