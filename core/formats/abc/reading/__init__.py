"""The parts of the reader: a tune's fields, its voices, its music, its words."""
