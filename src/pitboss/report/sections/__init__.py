"""The sections of a PAR sheet, in the order they are printed."""
