"""Work that lasts: plans of items, the one loop that asks for them, and what is made of what came back."""
