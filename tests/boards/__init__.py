"""What the readers of other tools' files understand, refuse and survive."""
