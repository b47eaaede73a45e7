"""MusicXML 4.0, plain and packed, both ways."""
