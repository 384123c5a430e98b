"""The command line: thin commands on top of everything else."""
