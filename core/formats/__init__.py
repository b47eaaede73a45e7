"""Text or bytes to a score and back, a file a format."""
