"""Imports go down, never up; only named modules touch files, sockets and the compiler."""

import ast
import sys
from pathlib import Path

import pitboss

SOURCE = Path(pitboss.__file__).parent
ORDER = (
    {"errors"},
    {"cards", "money", "rule"},
    {"pays", "dialect", "meters", "guide"},
    {"options"},
    {"game"},
    {"script"},
    {"round", "strategy"},
    {"settle"},
    {"transcript", "games"},
    {"maths", "table"},
    {"shortcut"},
    {"envs", "report"},
    {"cli"},
)
GAME_FILE_MAY_IMPORT = {"cards", "pays", "options", "rule", "game", "guide", "errors"}
FILES = {
    "games/__init__.py",
    "maths/cache.py",
    "maths/shelf.py",
    "report/fonts.py",
    "report/write.py",
    "cli/__init__.py",
    "cli/flags.py",
    "cli/settling.py",
    "cli/simulating.py",
}
"""Modules that read files; `cli` also names paths and stands in for closed streams."""


def modules() -> dict[str, ast.Module]:
    return {str(path.relative_to(SOURCE)): ast.parse(path.read_text()) for path in sorted(SOURCE.rglob("*.py"))}


def imports(tree: ast.Module) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def part(name: str) -> str:
    """`pitboss.games.x` and `games/x/game.py` are both of the part `games`; a game's shortcuts and functions of arrays
    stand above the maths.
    """
    if ("shortcut" in name or "arrays" in name) and name.removeprefix("pitboss.").startswith("games"):
        return "shortcut"
    return name.removeprefix("pitboss.").replace("/", ".").split(".")[0]


def level(name: str) -> int:
    return next(number for number, parts in enumerate(ORDER) if name in parts)


def test_imports_go_down():
    for path, tree in modules().items():
        if path in ("__init__.py", "__main__.py"):
            continue
        own = part(path)
        for name in imports(tree):
            if name.startswith("pitboss.") and name != "pitboss.__version__" and part(name) != own:
                assert level(part(name)) < level(own), f"{path} imports {name}"


def test_games_import_the_vocabulary_alone():
    """And files of their own folder."""
    for path, tree in modules().items():
        if path.startswith("games/") and path.count("/") == 2 and part(path) == "games":
            own = f"pitboss.{path.rsplit('/', 1)[0].replace('/', '.')}."
            used = {part(name) for name in imports(tree) if name.startswith("pitboss.") and not name.startswith(own)}
            assert used <= GAME_FILE_MAY_IMPORT, path


def test_only_the_kernel_and_the_device_know_the_compiler():
    users = {
        path
        for path, tree in modules().items()
        if any(name.split(".")[0] in ("numba", "llvmlite") for name in imports(tree))
    }
    assert users == {"maths/kernel.py", "maths/device.py"}


def test_only_named_modules_touch_files_and_none_a_socket():
    for path, tree in modules().items():
        used = {name.split(".")[0] for name in imports(tree)}
        assert "socket" not in used, path
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if path not in FILES:
            assert "pathlib" not in used, path
            assert "open" not in calls, path


def test_rules_and_settlement_use_the_standard_library_alone():
    allowed = {"pitboss"}
    for path, tree in modules().items():
        if path not in ("__init__.py", "__main__.py") and level(part(path)) <= level("transcript"):
            for name in imports(tree):
                assert name.split(".")[0] in allowed | sys.stdlib_module_names, path


def test_no_floats_in_rules_and_money():
    """Floats are for error bars and formatting; `options` formats a percentage with one."""
    for path, tree in modules().items():
        if path.startswith(("cli/", "envs/", "maths/", "report/")):
            continue
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
