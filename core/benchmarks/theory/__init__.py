"""Theory questions that follow from the sourced tables in resources."""
