"""Songs: what is sung, about what, in which tala, and every take a model made of it."""
