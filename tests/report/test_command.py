"""`pitboss report`: its flags, its refusals, and that nothing is ever half written."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pitboss import games
from pitboss.maths.exact.solver import analysed
from pitboss.maths.tally.tally import variance_parts
from pitboss.report import write
from pitboss.report.subject import Assumed
from tests.support.command import check_refused, only_progress, pitboss, pitboss_process
from tests.support.documents import QUICK_GAMES, subject_of_game
from tests.support.house import DRAW_FIVE, HIGH_CARD

HUNDRED = "high-card_rounds-100"  # The name of the files that --rounds 100 gives.


def test_reports_are_the_same_bytes_in_another_process(house, tmp_path: Path):
    for place, seed in (("one", "1"), ("two", "2")):
        done = pitboss_process(
            "report", "high-card", "--rounds", "1e3", "--out", str(tmp_path / place), PYTHONHASHSEED=seed
        )
        assert done.returncode == 0, done.stderr
        assert [Path(line).name for line in done.stdout.split()] == [
            f"high-card_rounds-1000.{kind}" for kind in ("csv", "html", "json", "operator.csv", "pdf", "xlsx")
        ]
    for path in sorted((tmp_path / "one").iterdir()):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_stake_pace_bankroll_and_paper_are_heeded(house, tmp_path: Path):
    out = str(tmp_path / "r")
    table = ("--stake", "25", "--pace", "45", "--bankroll", "300")
    flags = (*table, "--paper", "letter", "--rounds", "500", "--seed", "9")
    done = pitboss("report", "high-card", "--out", out, *flags, "--json")
    assert done.returncode == 0, done.stderr
    suffixes = [Path(each).suffix for each in json.loads(done.stdout)["files"]]
    assert suffixes == [".csv", ".html", ".json", ".csv", ".pdf", ".xlsx"]
    name = "high-card_stake-25_pace-45_bankroll-300_rounds-500_seed-9_paper-letter"
    found = json.loads((tmp_path / "r" / f"{name}.json").read_text())
    edge = analysed(HIGH_CARD.build()).edge("tie")
    assert Fraction(found["assumed"]["theo_per_hour"]["tie"]["exact"]) == 25 * 45 * edge
    assert [each["bankroll"] for each in found["sessions"]["tie"]["ruin"]] == ["300.00"]
    assert found["simulation"]["rounds"] == 500
    assert found["simulation"]["seed"] == 9
    page = pypdfium2.PdfDocument((tmp_path / "r" / f"{name}.pdf").read_bytes())[0]
    assert round(page.get_size()[0]) == 612


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("report",), "give a game, or --all"),
        (("report", "high-card", "--all"), "not high-card and --all"),
        (("report", "--all", "--set", "ante=double"), "--set ante=double with --all"),
        (("report", "--all", "--actual", "rounds=5,win=1"), "a result is of one game"),
        (("report", "high-cart"), "high-card"),
        (("report", "high-card"), "give --out DIR"),
        (("report", "high-card", "--set", "ante=triple"), "ante cannot be 'triple'"),
        (("report", "high-card", "--set", "anti=even"), "ante"),
        (("report", "high-card", "--stake", "0"), "--stake '0'"),
        (("report", "high-card", "--stake", "ten"), "--stake"),
        (("report", "high-card", "--pace", "0"), "--pace '0'"),
        (("report", "high-card", "--bankroll", "-5"), "--bankroll '-5'"),
        (("report", "high-card", "--rounds", "many"), "--rounds 'many'"),
        (("report", "high-card", "--seed", "x"), "--seed 'x'"),
        (("report", "high-card", "--paper", "a5"), "a4"),
        (("report", "high-card", "--paytables", "nowhere.toml"), "'nowhere.toml' cannot be read"),
    ],
)
def test_a_wrong_request_is_one_line(house, arguments: tuple[str, ...], sentence: str, tmp_path: Path):
    out = tmp_path / "out"
    given = arguments if arguments[-1] == "high-card" or arguments == ("report",) else (*arguments, "--out", str(out))
    check_refused(given, sentence)
    assert not out.exists()


def test_a_grid_with_a_hole_is_refused_before_anything_is_written(house, tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text('[tie]\ngrid = """\n mine other\nTIED 9 8\nNO_TIE lose\n"""\n')
    out = tmp_path / "out"
    check_refused(("report", "high-card", "--paytables", str(file), "--out", str(out)), "row NO_TIE, column other")
    assert not out.exists()


def test_a_folder_that_cannot_be_written_is_refused_at_once(house, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("mine")
    for out in (file, file / "under" / "it"):
        check_refused(("report", "high-card", "--out", str(out)), f"{str(out)!r} cannot be written")
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("there", [True, False])
def test_a_report_that_fails_leaves_nothing_behind(house, there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "new" / "out"
    if there:
        out.mkdir(parents=True)
        (out / f"{HUNDRED}.html").write_text("the last one")

    def broken(*arguments: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(write.pdf, "as_pdf", broken)
    with pytest.raises(KeyboardInterrupt):
        pitboss("report", "high-card", "--rounds", "100", "--out", str(out))
    if there:
        assert [path.name for path in out.iterdir()] == [f"{HUNDRED}.html"]
        assert (out / f"{HUNDRED}.html").read_text() == "the last one"
    else:
        assert list(tmp_path.iterdir()) == []


def test_a_report_is_moved_as_a_whole_or_not_at_all(house, tmp_path: Path):
    (tmp_path / f"{HUNDRED}.json").mkdir()
    (tmp_path / f"{HUNDRED}.csv").write_text("the last one")
    done = pitboss("report", "high-card", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "nothing was changed" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{HUNDRED}.csv", f"{HUNDRED}.json"]
    assert (tmp_path / f"{HUNDRED}.csv").read_text() == "the last one"


def test_a_check_that_does_not_hold_stands_on_top_and_is_the_exit_status(
    house, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def wrong(*arguments: Any) -> Any:
        return {key: 2 * part for key, part in variance_parts(*arguments).items()}

    monkeypatch.setattr("pitboss.report.checks.variance_parts", wrong)
    done = pitboss("report", "high-card", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 1
    sentence = "A check failed: Ante: the shares of the variance add up"
    assert sentence in done.stderr
    assert json.loads((tmp_path / f"{HUNDRED}.json").read_text())["warnings"][0].startswith(sentence)
    assert sentence in (tmp_path / f"{HUNDRED}.html").read_text()


def test_a_full_disk_is_one_line(house, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(path: Path, body: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    out = tmp_path / "out"
    done = pitboss("report", "high-card", "--rounds", "100", "--out", str(out))
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if not only_progress(line)]
    assert lines == [f"pitboss: {HUNDRED}.html cannot be written: No space left on device; nothing was changed"]
    assert not out.exists()


def test_without_its_libraries_it_names_the_extra(house, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("pitboss.report.NEEDED", ("no_such_library",))
    check_refused(("report", "high-card", "--out", str(tmp_path / "out")), "pip install 'pitboss[report]'")


def test_without_the_compiler_a_long_report_is_refused(house, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from pitboss.cli import progress as working

    monkeypatch.setattr(working, "needs_the_compiler", lambda game: game.solver is not None)
    for name in (name for name in games.find() if games.build(name).solver):
        check_refused(("report", name, "--out", str(tmp_path / "out")), "without the compiler")


def test_all_writes_every_game_and_an_index(house, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few = {"draw-five": DRAW_FIVE, "high-card": HIGH_CARD}
    monkeypatch.setattr(games, "find", lambda: few)
    monkeypatch.setattr(games, "attached", dict)
    done = pitboss("report", "--all", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    kinds = ("csv", "html", "json", "operator.csv", "pdf", "xlsx")
    names = [*(f"{name}_rounds-100.{kind}" for name in few for kind in kinds), "index.html"]
    assert [Path(line).name for line in done.stdout.splitlines()] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for target in re.findall(r'href="([^"]+)"', (tmp_path / "index.html").read_text()):
        assert (tmp_path / target).exists()


def test_an_index_leads_to_every_report(house):
    names = ["draw-five", "high-card", *QUICK_GAMES]
    page = write.index_of([replace(subject_of_game(name), assumed=Assumed()) for name in names])["index.html"].decode()
    for name in names:
        for kind in ("html", "pdf", "xlsx", "csv", "operator.csv", "json"):
            assert f'href="{name}.{kind}"' in page
