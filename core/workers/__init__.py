"""Child processes that may crash, hang or eat memory without taking the program along."""
