"""Imports go down the map in docs/how-a-round-works.md, never up; only named modules touch files and the compiler."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

import pitboss

SOURCE = Path(pitboss.__file__).parent
MAP = Path(__file__).parents[2] / "docs" / "how-a-round-works.md"
ANY_GAME = "games/*"
GAME_FILE_MAY_IMPORT = ("core/", "hands/")
FILES = {
    "core/files.py",
    "games/catalog.py",
    "games/game_folder.py",
    "maths/compile/results_cache.py",
    "maths/compile/code_cache.py",
    "maths/compile/kept_code.py",
    "maths/compile/kept_files.py",
    "envs/suite.py",
    "coach/data_folder.py",
    "coach/log.py",
    "coach/scores.py",
    "table/anchors_file.py",
    "table/keys.py",
    "report/render/card_art.py",
    "report/render/fonts.py",
    "report/render/html.py",
    "report/render/tokens.py",
    "report/write.py",
    "server/pages.py",
    "cli/args.py",
    "cli/main.py",
}
"""Modules that read files; `cli` also names paths and stands in for closed streams."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its path, such as `core/cards.py`; the package's own `__init__` and `__main__` are left out."""
    own = {SOURCE / "__init__.py", SOURCE / "__main__.py"}
    paths = [path for path in sorted(SOURCE.rglob("*.py")) if path not in own]
    return {path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text()) for path in paths}


def imports(tree: ast.Module) -> set[str]:
    """The names of the modules, or of the things in them, that a module imports anywhere."""
    found: set[str] = set()
    typing_only = {
        each
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for each in node.body
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imported_modules(tree: ast.Module) -> set[str]:
    """The paths of this package's modules that a module imports."""
    found = set()
    for name in imports(tree):
        parts = name.split(".")
        if parts[0] != "pitboss":
            continue
        for end in range(len(parts), 1, -1):
            place = "/".join(parts[1:end])
            if f"{place}.py" in modules() or f"{place}/__init__.py" in modules():
                found.add(f"{place}.py" if f"{place}.py" in modules() else f"{place}/__init__.py")
                break
    return found


def is_game(path: str) -> bool:
    return path.startswith("games/") and path.count("/") > 1


def folder_of(path: str) -> str:
    """The folder of the game that a module belongs to."""
    return "/".join(path.split("/")[:2]) + "/"


def line_of(path: str) -> str:
    """What the map calls a module: its path without the ending, its package, or any game."""
    if is_game(path):
        return ANY_GAME
    return path.removesuffix(".py").removesuffix("/__init__")


@cache
def order() -> dict[str, int]:
    """The place of every module on the map, read from left to right and from top to bottom."""
    rows = re.findall(r"^\| (`.+?) \|", MAP.read_text(), re.MULTILINE)
    names = [name for row in rows for name in re.findall(r"`([a-z_0-9/*]+)`", row)]
    assert len(names) == len(set(names)), "the map names a module twice"
    return {name: place for place, name in enumerate(names)}


def test_the_map_names_every_module_and_no_other():
    """A package whose `__init__` holds nothing but a sentence needs no place."""
    there = {line_of(path) for path, tree in modules().items() if not path.endswith("__init__.py") or imports(tree)}
    assert set(order()) - {ANY_GAME} == there - {ANY_GAME}


def test_imports_go_down_the_map():
    for path, tree in modules().items():
        own = line_of(path)
        for other in imported_modules(tree):
            if own == ANY_GAME and line_of(other) == ANY_GAME:
                continue
            if own == ANY_GAME and is_solver(path):
                continue
            assert order()[line_of(other)] < order()[own], f"{path} imports {other}, which the map has below it"


def test_no_command_imports_from_another():
    commands = {path: tree for path, tree in modules().items() if path.startswith("cli/commands/")}
    for path, tree in commands.items():
        own = path.removesuffix(".py").split("/")[2]
        for other in imported_modules(tree) & commands.keys():
            assert other.removesuffix(".py").split("/")[2] == own, f"{path} imports {other}"


def is_solver(path: str) -> bool:
    """A game's solver, and functions of arrays of hands, stand above the maths."""
    return is_game(path) and path.removeprefix(folder_of(path)).startswith(("solver", "arrays"))


def test_a_game_imports_no_other_game():
    for path, tree in modules().items():
        if is_game(path):
            own = folder_of(path)
            others = {other for other in imported_modules(tree) if is_game(other) and not other.startswith(own)}
            assert not others, path


def test_solvers_import_no_command_and_no_report():
    for path, tree in modules().items():
        if is_solver(path):
            for other in imported_modules(tree):
                assert other.startswith((*GAME_FILE_MAY_IMPORT, "maths/", folder_of(path))), path


def test_games_import_the_vocabulary_alone():
    """And files of their own folder."""
    for path, tree in modules().items():
        if is_game(path) and not is_solver(path):
            for other in imported_modules(tree):
                assert other.startswith((*GAME_FILE_MAY_IMPORT, folder_of(path))), f"{path}: {other}"


def test_only_named_modules_know_the_compiler():
    users = {
        path
        for path, tree in modules().items()
        if any(name.split(".")[0] in ("numba", "llvmlite") for name in imports(tree))
    }
    assert users == {"maths/compile/cpu.py", "maths/compile/kept_code.py", "maths/compile/cuda.py"}


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


@pytest.mark.parametrize("folder", ["core", "hands", "games"])
def test_rules_and_settlement_use_the_standard_library_alone(folder: str):
    for path, tree in modules().items():
        if path.startswith(f"{folder}/") and not is_solver(path):
            for name in imports(tree):
                assert name.split(".")[0] in {"pitboss"} | sys.stdlib_module_names, f"{path}: {name}"


def test_no_floats_in_rules_and_money():
    """Floats are for error bars and formatting; `options` formats a percentage with one."""
    for path, tree in modules().items():
        if path.startswith(("core/", "hands/", "games/", "table/")):
            for node in ast.walk(tree):
                assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), path
