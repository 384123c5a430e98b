"""The PAR sheet of a game, in the forms it is handed out in."""
