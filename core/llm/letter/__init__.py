"""The letter that a reply to a multiple-choice question gives."""
