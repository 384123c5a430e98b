"""The sections of a PAR sheet, one module each; `par` has their order."""
