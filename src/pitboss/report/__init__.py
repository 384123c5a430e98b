"""The PAR sheet of a game: as HTML, PDF, workbook, CSV and JSON."""
