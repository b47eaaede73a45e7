"""From a score to sound: the only room that knows seconds."""
