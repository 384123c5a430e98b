"""The tree as a stranger would want it: true documents, no traces of a machine."""

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss
from pitboss import games

ROOT = Path(__file__).parents[2]
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def tracked() -> list[Path]:
    """The project's files: what git lists, or without git everything that no tool made."""
    if shutil.which("git") and (ROOT / ".git").exists():
        command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
        return [ROOT / name for name in names if (ROOT / name).is_file()]
    made = {
        ".git",
        ".venv",
        ".uv",
        "__pycache__",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".cache",
        ".coverage",
        "dist",
        "site",
    }
    return [path for path in ROOT.rglob("*") if path.is_file() and not made & set(path.relative_to(ROOT).parts)]


def test_no_registry_address_and_no_path_of_a_machine():
    registry = re.compile(
        r"pypi\.org|pythonhosted|files\.python|registry\.npm|--(extra-)?index-url|--find-links|simple/"
    )
    machine = re.compile(r"(^|[^A-Za-z0-9_.])/(work|farm|root|opt|home)/")
    for path in tracked():
        if path == Path(__file__):
            continue
        text = path.read_text(encoding="latin-1" if path.suffix in (".otf", ".woff2", ".jpg") else "utf-8")
        assert not registry.search(text), path
        assert not machine.search(text), path


def test_vendored_fonts_are_those_that_are_noted():
    folder = ROOT / "src" / "pitboss" / "report" / "render" / "fonts"
    noted = dict(re.findall(r"^\| (\S+) \| ([0-9a-f]{64}) \|$", (folder / "SOURCE.md").read_text(), re.MULTILINE))
    there = [path for path in folder.iterdir() if path.suffix in (".otf", ".woff2", ".jpg")]
    assert {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in there} == noted
    assert "SIL Open Font License" in (folder / "LICENSE.txt").read_text()


def test_requirements_are_pinned_with_hashes():
    for path in (ROOT / "requirements").glob("*.txt"):
        blocks = re.split(r"\n(?=\S)", path.read_text().strip())
        assert blocks
        for block in blocks:
            assert re.match(r"[A-Za-z0-9._-]+==\S+", block), block
            assert "--hash=sha256:" in block, block


def test_the_table_of_games_is_true():
    text = (ROOT / "docs" / "games.md").read_text()
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \| (.+?) \| (\d+) \|$", text, re.MULTILINE)
    assert len(rows) >= 6
    for row in rows:
        game = games.build(row[0])
        assert row == (game.name, game.summary, ", ".join(game.wager), str(game.seats))


def headings(text: str) -> set[str]:
    """The anchors of a document's headings, as GitHub and the site make them."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def test_links_between_documents_lead_somewhere():
    for path in DOCS:
        for target, anchor in re.findall(r"\]\(((?!http)[^)#]+)#?([^)]*)\)", path.read_text()):
            there = path.parent / target
            assert there.exists(), f"{path.name}: {target}"
            assert not anchor or anchor in headings(there.read_text()), f"{path.name}: {target}#{anchor}"


def test_version_is_said_once():
    declared = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert declared
    assert declared[1] == pitboss.__version__


@pytest.mark.parametrize(
    ("arguments", "allowed"), [(["--help"], []), (["play", "--help"], ["pitboss.games"]), (["--version"], [])]
)
def test_help_loads_nothing_heavy(arguments: list[str], allowed: list[str]):
    """The help of a command lists the games, and so loads the package that finds them."""
    code = (
        "import sys; sys.argv = ['pitboss', *sys.argv[1:]]\n"
        "from pitboss.cli.main import main\n"
        "try:\n    main()\nfinally:\n"
        "    heavy = {'numba', 'numpy', 'rich', 'sqlalchemy', 'fastapi', 'pitboss.games', 'pitboss.core.script'} & set(sys.modules)\n"
        "    print('heavy:', sorted(heavy), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert f"heavy: {allowed}" in done.stderr


def test_doctests_of_modules():
    import doctest

    from pitboss.core import cards, money

    for module in (cards, money):
        result = doctest.testmod(module)
        assert result.attempted
        assert not result.failed
