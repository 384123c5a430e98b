"""Machine code of one compiled function, kept in the cache folder in place of the compiler's own cache.

The compiler's own cache trusts its files, so that a damaged one stops every later run, and it takes a full disk for an
error of the program. These files have a checksum; whatever is wrong with one, the function is compiled again.
"""

import hashlib
import pickle
import sys
from pathlib import Path
from types import FunctionType
from typing import Any

from pitboss.maths.compile.kept_files import read_sealed, write_sealed

LONGEST_NAME = 80


class KeptCode:
    """The cache of one function's machine code, with the methods that the compiler calls.

    `place` is a folder for this text of the program alone. One file holds the code for one signature, kind of
    processor, and version of compiler and interpreter.
    """

    def __init__(self, function: FunctionType, place: Path) -> None:
        self.function = function
        self.cache_path = place

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The kept code for a signature, ready to be called; None where there is none that can be used."""
        from numba.core.compiler import CompileResult

        target.refresh()
        key = self._key(signature, target.codegen())
        body = read_sealed(self._path(key))
        if body is None:
            return None
        rebuild: Any = CompileResult._rebuild
        try:
            kept_key, parts = pickle.loads(body)
            return rebuild(target, *parts) if kept_key == key else None
        except Exception:  # Whatever it is, compiling again is the remedy.
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keeps the code for a signature, where it stands on its own."""
        from numba.core.serialize import dumps

        if compiled.library.has_dynamic_globals or any(not each.can_cache for each in compiled.lifted):
            return
        key = self._key(signature, compiled.codegen)
        try:
            body = dumps((key, compiled._reduce()))
        except Exception:  # Ctrl-C in a callback of LLVM leaves no object code: the function runs, and is not kept.
            return
        write_sealed(self._path(key), body)

    def flush(self) -> None:
        """Does nothing: every file is written at once."""

    def _key(self, signature: Any, codegen: Any) -> tuple[str, ...]:
        """All that machine code depends on beside the text of the program."""
        import numba

        code = self.function.__code__
        return (
            numba.__version__,
            sys.version,
            str(codegen.magic_tuple()),
            str(signature),
            code.co_filename,
            str(code.co_firstlineno),
            self.function.__qualname__,
            hashlib.sha256(code.co_code).hexdigest(),
        )

    def _path(self, key: tuple[str, ...]) -> Path:
        number = hashlib.sha256(repr(key).encode()).hexdigest()[:32]
        return self.cache_path / f"{self.function.__name__[:LONGEST_NAME]}-{number}.code"
