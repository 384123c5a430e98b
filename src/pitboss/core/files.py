"""Files replaced whole: written aside, then moved, so that no reader ever sees a partial file."""

import contextlib
import os
import secrets
from pathlib import Path


def replace_file(path: str | Path, body: str | bytes) -> None:
    """Writes a file in one step, over the one that was there; a link keeps pointing to it. OSError where it cannot."""
    target = Path(path).resolve()
    aside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        with aside.open("xb") as file:
            file.write(body.encode() if isinstance(body, str) else body)
        os.replace(aside, target)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
