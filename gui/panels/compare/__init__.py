"""The Compare workspace: reference and generated score side by side."""
