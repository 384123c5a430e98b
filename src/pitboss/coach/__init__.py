"""The coach: what each choice is worth, decisions graded by EV lost, sessions split into luck and decisions, drills."""
