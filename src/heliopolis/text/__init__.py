"""Message catalogues in English, Italian and Spanish with their formatting, and drawings."""
