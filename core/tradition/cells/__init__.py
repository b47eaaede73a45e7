"""A score as a sheet of swaralipi: a cell a matra, before anything is drawn."""
