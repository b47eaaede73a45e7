"""Standard MIDI Files, both ways, by mido."""
