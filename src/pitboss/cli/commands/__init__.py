"""One module or folder a command; `cli.main` registers every one it finds here."""
