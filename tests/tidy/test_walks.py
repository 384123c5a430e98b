"""docs/walks.md: every hop is where the page says, and its file is reached from one above it."""

import ast
import re
from pathlib import Path

import pytest

import pitboss
from tests.tidy.test_layers import imported_modules, modules

SOURCE = Path(pitboss.__file__).parent
PAGE = (Path(__file__).parents[2] / "docs" / "walks.md").read_text()
WALKS = {
    title: re.findall(r"^\| `(\S+\.py)` \| `([\w.]+)` \|", body, re.MULTILINE)
    for title, body in re.findall(r"^## `(.+?)`\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}


def defined(path: str) -> set[str]:
    """The functions, classes and methods of a module."""
    names = set()
    for node in modules()[path].body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return names


def test_there_are_four_walks():
    commands = [re.findall(r"\./run (\w+)", title)[0] for title in WALKS]
    assert commands == ["play", "analyze", "simulate", "report"]


@pytest.mark.parametrize("title", WALKS)
def test_every_hop_is_there_and_is_reached_from_above(title: str):
    before: list[str] = []
    for path, name in WALKS[title]:
        assert name in defined(path), f"{path} has no {name}"
        if before:
            reached = path in before or any(path in imported_modules(modules()[each]) for each in before)
            assert reached or "commands" in path, f"{path} is imported by none of {before}"
        before.append(path)


@pytest.mark.parametrize("title", WALKS)
def test_a_walk_does_not_go_back_and_forth(title: str):
    """A file that was left is come back to at most twice: where it hands on, and where the answer comes back."""
    paths = [path for path, _ in WALKS[title]]
    for path in set(paths):
        runs = sum(1 for place, each in enumerate(paths) if each == path and paths[place - 1 : place] != [path])
        assert runs <= 3, f"{path} is come back to {runs - 1} times"
