"""The parts of the writer: fields, bars, events, words."""
