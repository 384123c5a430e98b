"""The PAR workbook, whose formulas follow when a pay is changed."""
