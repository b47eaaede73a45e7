"""Score to MEI, the text that Verovio engraves."""
