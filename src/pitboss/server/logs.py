"""Structured logs: one JSON object a line on stderr. No line holds a token, a password, a seed or a query."""

import logging
import os
import sys
from typing import Any

import structlog
import structlog.tracebacks

from pitboss.core.errors import OptionError, one_of

VARIABLE = "PITBOSS_LOG"
FAULTS = structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False))
"""Renders a fault as where it happened, without the values of variables: passwords, tokens and seeds are among them."""
LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def chosen_level() -> int:
    """The level of `PITBOSS_LOG`; where none is named, a terminal shows warnings and a file everything."""
    name = os.environ.get(VARIABLE, "warning" if sys.stderr.isatty() else "info")
    if name not in LEVELS:
        raise OptionError(f"{VARIABLE} is {name!r}: give {one_of(LEVELS)}")
    return LEVELS[name]


def open_log(level: int = logging.WARNING) -> Any:
    """A logger that writes JSON lines to stderr."""
    return structlog.wrap_logger(
        structlog.PrintLogger(sys.stderr),
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            FAULTS,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )


def quiet_libraries() -> None:
    """Has the libraries' own loggers write nothing below an error: the server says what it does itself."""
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "alembic", "websockets"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
