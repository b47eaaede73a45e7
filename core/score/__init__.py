"""The score: frozen, exact, and read by everything else."""
