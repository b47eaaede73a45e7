"""Banks of questions: our JSONL, and files of others with their columns named."""
