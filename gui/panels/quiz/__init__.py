"""The Quiz workspace: bank, models, run, figures, items."""
