"""The PAR sheet of a game: as HTML, PDF, workbook, CSV and JSON.

The package can be called: `pitboss.report("super-pan-9", "reports")` writes a report, as `report.write.report` does.
"""

import sys
from types import ModuleType


class _Callable(ModuleType):
    def __call__(self, *arguments: object, **named: object) -> object:
        from pitboss.report import write

        return write.report(*arguments, **named)  # ty: ignore[invalid-argument-type]


sys.modules[__name__].__class__ = _Callable
