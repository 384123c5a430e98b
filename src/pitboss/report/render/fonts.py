"""The typeface of reports, shipped beside this file, so that they look alike on every machine."""

from base64 import b64encode
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "fonts"
FAMILY = "Inter"
WEIGHTS = {400: "Inter-Regular", 600: "Inter-SemiBold"}


@cache
def base64_woff2() -> dict[int, str]:
    """The typeface by weight, as text to embed in a page."""
    return {
        weight: b64encode((FOLDER / f"{name}.woff2").read_bytes()).decode("ascii") for weight, name in WEIGHTS.items()
    }
