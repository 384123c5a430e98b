"""The typeface of reports, which lies beside this file, so that pages and prints look alike on every machine."""

from base64 import b64encode
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Inter"
WEIGHTS = {400: "Inter-Regular", 600: "Inter-SemiBold"}


@cache
def for_pages() -> dict[int, str]:
    """By weight: the typeface as text to be put into a page."""
    return {
        weight: b64encode((FOLDER / f"{name}.woff2").read_bytes()).decode("ascii") for weight, name in WEIGHTS.items()
    }
