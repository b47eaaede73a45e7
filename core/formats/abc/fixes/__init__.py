"""What one click can do about a finding in a text of ABC."""
