"""The tools that a model searches and reads with, one room for each. They read, and do nothing else."""
