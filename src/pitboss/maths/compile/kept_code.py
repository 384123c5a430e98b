"""A cache of machine code that replaces the compiler's own.

The compiler's own cache trusts its files, so one damaged file would stop every later run, and a full disk would be an
error. These files have a checksum; whatever is wrong with one, the function is compiled again.
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

    `place` is a folder for the current fingerprint of the program. One file holds the code for one signature, type of
    processor, and version of compiler and interpreter.
    """

    def __init__(self, function: FunctionType, place: Path) -> None:
        self.function = function
        self.cache_path = place

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The cached code for a signature, ready to be called; None if there is none that can be used."""
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
        except Exception:  # Whatever the cause, the function is compiled again.
            return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Writes the code for a signature, unless it refers to objects of this process."""
        from numba.core.serialize import dumps

        if compiled.library.has_dynamic_globals or any(not each.can_cache for each in compiled.lifted):
            return
        key = self._key(signature, compiled.codegen)
        try:
            body = dumps((key, compiled._reduce()))
        except Exception:  # Ctrl-C in a callback of LLVM leaves no object code: the function runs, but is not cached.
            return
        write_sealed(self._path(key), body)

    def flush(self) -> None:
        """Does nothing, because `save_overload` writes at once; the compiler calls it."""

    def _key(self, signature: Any, codegen: Any) -> tuple[str, ...]:
        """Everything that machine code depends on besides the text of the program."""
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
