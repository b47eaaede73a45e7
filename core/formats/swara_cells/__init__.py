"""Swaralipi as lines of cells, a matra each: what Swaralipi-JSON and sargam text share."""
