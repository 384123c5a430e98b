"""The PAR sheet of a game: as HTML, PDF, workbook, CSV and JSON.

The package can be called: `pitboss.report("super-pan-9", "reports")` writes a report, as `report.write.report` does.
"""

import importlib.util
import sys
from types import ModuleType

from pitboss.core.errors import OptionError

NEEDED = ("altair", "markdown_it", "typst", "vl_convert", "xlsxwriter")


def check_libraries() -> None:
    """Refuses to make a report where a library that it needs is not installed."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        raise OptionError(
            f"report needs {missing[0]}, which is not installed; pip install 'pitboss[report]' brings it", "extra"
        )


class _Callable(ModuleType):
    def __call__(self, *arguments: object, **named: object) -> object:
        from pitboss.report import write

        return write.report(*arguments, **named)  # ty: ignore[invalid-argument-type]


sys.modules[__name__].__class__ = _Callable
