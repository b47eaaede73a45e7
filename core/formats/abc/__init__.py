"""ABC: read leniently, explained, repaired, tidied and written (ABC 2.1)."""
