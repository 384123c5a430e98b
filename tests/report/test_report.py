"""The PAR sheet: what it says is what the exact figures say, on every page, and nothing is ever half written."""

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from pitboss import games
from pitboss.core.cards import parse_cards
from pitboss.core.game import Cards, Chosen
from pitboss.core.script import option_text
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.solver import analysed
from pitboss.maths.simulate.run import best_policy, simulate
from pitboss.maths.strategy.lessons import Lesson
from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import outcome_rows, variance_parts
from pitboss.report import write
from pitboss.report.document import Attention, Block, Chart, Document, Items, Section, Table, Text, from_markdown, spans
from pitboss.report.export import json as figures
from pitboss.report.format import entry_title
from pitboss.report.par import par_sheet
from pitboss.report.render import charts, html, pdf
from pitboss.report.sections import progressive
from pitboss.report.sections.game import described, warnings
from pitboss.report.sections.play import decided
from pitboss.report.sections.returns import deals_for
from pitboss.report.sections.sessions import operated, spread
from pitboss.report.sections.settings import comparisons
from pitboss.report.subject import Assumed, Subject
from tests.support.command import check_refused, only_progress, pitboss, pitboss_process

ROUNDS = 200_000
FEW = 2_000  # Rounds that plain rules deal in a moment.
MARGIN = 40  # Points of paper that are left free on every side.
FOOTER = 48


def slow(name: str) -> Any:
    """A game whose exact method needs the compiler."""
    return pytest.param(name, marks=[pytest.mark.compiled] if games.build(name).solver else [])


ALL = [
    # Its 48 shoes take plain rules two minutes.
    pytest.param(name, marks=pytest.mark.compiled) if name == "super-pan-9" else slow(name)
    for name in (*games.find(), *games.attached())
]
QUICK = [name for name in games.find() if games.build(name).solver is None]


@cache
def subject_of(name: str, **texts: str) -> Subject:
    return Subject(games.folder(name), texts, None, Assumed(rounds=ROUNDS if games.build(name).solver else FEW))


@cache
def sheet_of(name: str, **texts: str) -> Document:
    return par_sheet(subject_of(name, **texts))


def tables(document: Document, caption: str) -> list[Table]:
    return [block for block in document.blocks() if isinstance(block, Table) and caption in block.caption]


def section(document: Document, title: str) -> Section:
    waiting = list(document.sections)
    while waiting:
        each = waiting.pop(0)
        if each.title == title:
            return each
        waiting += each.sections
    raise AssertionError(f"no section {title!r}")


def text_of(document: Document) -> str:
    """All words of a document."""
    words = [document.title, document.subtitle]
    for block in document.blocks():
        if isinstance(block, Text):
            words.append(block.text)
        elif isinstance(block, Items):
            words += block.items
        elif isinstance(block, Attention):
            words += block.sentences
        elif isinstance(block, Chart):
            words += [block.caption, block.alt]
        else:
            words += [block.caption, block.note, *block.head, *(cell for row in block.rows for cell in row)]
    return "\n".join(words)


def number_of(cell: str) -> float:
    """What a printed number stands for."""
    return float(cell.replace("−", "-").replace(",", "").removesuffix("%").strip())


# What it says ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_every_report_is_whole(name: str):
    """One test a game, because a report takes seconds: its figures, its page, its print, its data."""
    subject, document = subject_of(name), sheet_of(name)
    check_return_tables(subject.analysis, document)
    check_says_everything(subject, document)
    check_checks(document)
    check_print(document)
    check_page(name, html.page(document))
    files = write.files_of(subject, document, "letter")
    check_data(subject, files)
    assert sorted(files) == [f"{name}.{kind}" for kind in ("csv", "html", "json", "pdf", "xlsx")]
    check_levels(subject)
    check_variances(subject.analysis)
    OF_ONE_GAME.get(name, lambda document: None)(document)


def check_return_tables(analysis: Analysis, document: Document) -> None:
    """Every wager has its table; each printed number is the exact one, rounded."""
    returns = section(document, "Every wager")
    for wager in analysis.game.wagers:
        rows = outcome_rows(analysis.game, analysis.tally, wager.name, analysis.stakes)
        pays = wager.lines[0].pays
        (part,) = [part for part in returns.sections if part.title == entry_title(analysis.game, wager.name)]
        caption = f"return table {pays.column}"
        table = next(block for block in part.blocks if isinstance(block, Table) and caption in block.caption)
        own = [row for row in rows if row.line == 0]
        assert len(table.rows) == len(own) + 1
        for row, cells in zip(own, table.rows, strict=False):
            chance = Fraction(row.weight, analysis.tally.total)
            assert number_of(cells[4]) == pytest.approx(float(1 / chance), rel=1e-4, abs=5.1e-3)
            assert number_of(cells[5]) / 100 == pytest.approx(float(row.ev / analysis.unit(wager.name)), abs=5.1e-7)
        assert number_of(table.rows[-1][2]) == sum(number_of(cells[2]) for cells in table.rows[:-1])


def check_says_everything(subject: Subject, document: Document) -> None:
    """Rules, rulings, wagers and options are all there, from the game's own texts."""
    words = text_of(document)
    for ruling in re.findall(r"\*\*([A-Z]\d+)\*\*", subject.folder.rulings):
        assert f"**{ruling}**" in words
    for name, entry in subject.analysis.figures.items():
        assert str(entry.house_edge / subject.analysis.unit(name)) in words
        assert str(entry.variance) in words
    for name in subject.game.options:
        assert f"{name}={subject.game.options.text(name)}" in document.subtitle
    assert len(tables(document, "Risk of ruin")) == len(subject.played)
    assert tables(document, "What the house wins in 1,000 rounds")
    drawn = [block for block in document.blocks() if isinstance(block, Chart)]
    assert all(len(chart.alt) > 40 and "<svg" in chart.svg for chart in drawn)
    if subject.game.choices:
        assert section(document, "How it is best played")


def check_checks(document: Document) -> None:
    """All sums come out."""
    (table,) = tables(document, "Checks made")
    assert {row[2] for row in table.rows} == {"yes"}
    assert len(table.rows) > 3


def check_print(document: Document) -> None:
    """The print passes the accessibility check, is the same every time, and nothing leaves the paper."""
    for paper, size in (("a4", (595, 842)), ("letter", (612, 792))):
        body = pdf.print_out(document, paper)
        assert body == pdf.print_out(document, paper)
        assert b"/CreationDate" not in body
        assert b"pdfuaid" in body
        pages = pypdfium2.PdfDocument(body)
        for page in pages:
            assert tuple(round(each) for each in page.get_size()) == size
            check_inside(page, size)


def check_inside(page: Any, size: tuple[int, int]) -> None:
    """Every letter lies within the margins, and no heading is the last thing on a page."""
    text = page.get_textpage()
    lines: dict[float, float] = {}
    for place in range(text.count_chars()):
        if text.get_text_range(place, 1).strip():
            left, bottom, right, top = text.get_charbox(place)
            assert left >= MARGIN, text.get_text_range(max(0, place - 40), 60)
            assert right <= size[0] - MARGIN, text.get_text_range(max(0, place - 40), 60)
            if bottom > FOOTER:
                lines[round(bottom)] = max(lines.get(round(bottom), 0), top - bottom)
    lowest = min(lines)
    assert lines[lowest] < 9.5, "a heading at the foot of a page"


def check_page(name: str, page: str) -> None:
    """The page asks for nothing from elsewhere, and names nothing twice."""
    beside = [f"{name}.{kind}" for kind in ("pdf", "xlsx", "csv", "json")]
    assert re.findall(r"""(?:src|href)=["']([^#"']+)["']""", page) == beside
    assert "@import" not in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    names = re.findall(r'id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert "<script" not in page


def check_data(subject: Subject, files: dict[str, bytes]) -> None:
    """JSON and CSV have the exact figures, and nothing about the run."""
    document = json.loads(files[f"{subject.game.name}.json"])
    for name, found in subject.analysis.figures.items():
        entry = document["wagers"][name]
        assert Fraction(entry["house_edge"]["exact"]) == found.house_edge
        shares = [Fraction(row["variance_share"]["exact"]) for row in entry.get("outcomes", ())]
        if shares and not isinstance(subject.game.wager[name].stake, Chosen):  # Else it is not made in every round.
            assert sum(shares) == 1
    assert not {"seconds", "rounds_per_second", "engine", "date"} & set(document)
    rows = list(csv.DictReader(io.StringIO(files[f"{subject.game.name}.csv"].decode())))
    for name in subject.game.wager:
        own = [row for row in rows if row["wager"] == name and row["options"] == rows[0]["options"]]
        assert sum(Fraction(row["return_exact"]) for row in own) == subject.analysis.figures[name].ev
        assert {int(row["of"]) for row in own} == {subject.analysis.tally.total}
    assert {row["options"] for row in rows} == {rows[0]["options"], *(each.label for each in subject.other_tables)}


def test_ruling_g4_a_ladder_out_of_order_and_awards_hardly_ever_paid_are_warned_of():
    found = warnings(subject_of("spadez", cards="12", table="B"))
    assert any("comes once in" in sentence and "1000 to 1" in sentence for sentence in found)
    assert warnings(subject_of("spadez", cards="12", table="A"))
    assert warnings(subject_of("spadez")) == []
    grid = '[spadez]\notherwise = "lose"\ngrid = """\n mine\nSPADES_6 10\nSPADES_5 50\nSPADES_4 10\nSPADES_3 3\n"""\n'
    brought = Subject(games.folder("spadez"), {}, games.Custom(grid, "mine.toml"))
    assert any("Spades 5 pays more than Spades 6" in sentence for sentence in warnings(brought))
    assert "from mine.toml" in text_of(Document("", "", (), (described(brought),)))


def test_pays_on_too_fine_a_scale_are_reported_without_sessions():
    grid = '[spadez]\notherwise = "lose"\ngrid = """\n mine\nSPADES_6 1000003\nSPADES_5 31:97\nSPADES_4 117:101\nSPADES_3 3\n"""\n'
    subject = Subject(games.folder("spadez"), {}, games.Custom(grid, "mine.toml"), Assumed(rounds=FEW))
    part = spread(subject)
    (text,) = part.sections[0].blocks
    assert isinstance(text, Text)
    assert text.text.startswith("Not worked out: ")
    assert json.loads(figures.as_json(subject))["sessions"] == {}


def test_what_is_in_force_is_among_what_is_compared():
    subject = subject_of("super-pan-9", commission="2.5%", decks="1", tie_bet="no")
    assert subject.listed("commission") == ["0%", "1%", "2%", "2.5%", "3%", "4%", "5%"]
    (table,) = [
        block
        for part in comparisons(subject).sections
        for block in part.blocks
        if isinstance(block, Table) and block.caption == "Regular wager by commission"
    ]
    assert [row[0] for row in table.rows][3] == "2.5% (in force)"
    fine = subject_of("super-pan-9", commission="4.75%")
    assert set(fine.spread) == {"regular", "tie"}


def test_settings_that_need_another_are_compared_with_it():
    part = comparisons(subject_of("spadez", cards="14", table="C"))
    assert "No figure turns on" not in text_of(Document("", "", (), (part,)))
    (table,) = [
        block
        for each in part.sections
        for block in each.blocks
        if isinstance(block, Table) and block.caption == "House edge of SPADEZ by cards and table"
    ]
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    assert table.rows[-1][3].endswith(" *")
    assert table.rows[0][3] == ""


def test_a_tax_is_no_ladder_and_a_rarer_row_that_pays_less_is_noted():
    grids = games.build("wild-six").options.grids
    assert grids["tax"].inversions() == []
    assert not [word for grid in grids.values() for word in grid.inversions()]


@pytest.mark.compiled
def test_where_one_way_is_always_best_the_report_says_so():
    grid = '[play]\ngrid = """\n mine\nWON 1\nNOT_QUALIFIED 1\nTIED push\nLOST push\n"""\n'
    brought = games.Custom(grid, "mine.toml")
    part = decided(Subject(games.folder("three-card-poker"), {}, brought, Assumed(rounds=FEW)))
    assert part is not None
    (table,) = tables(Document("", "", (), (part,)), "What either way is worth")
    assert {row[4] for row in table.rows} == {"play"}


@pytest.mark.compiled
def test_meters_above_break_even_are_told_so():
    subject = subject_of("three-card-blitz", blitz_bonus="progressive", meters="50000,5000,4000,3000,2000.50")
    part = progressive.progressive(subject)
    assert part is not None
    (meters,) = tables(Document("", "", (), (part,)), "The meters")
    assert {row[6] for row in meters.rows} == {"any amount"}
    drawn = [block for block in part.blocks if isinstance(block, Chart)]
    assert len(drawn) == 2
    assert all("favours the player anyway" in chart.alt for chart in drawn)
    (operator,) = tables(Document("", "", (), (operated(subject),)), "What the house wins")
    assert "in the long run it keeps 7.48 %" in operator.note


def check_spadez(document: Document) -> None:
    """The edge by cards and table, and all 21 return tables."""
    assert not isinstance(document.opening[0], Attention)
    (table,) = tables(document, "House edge of SPADEZ by cards and table")
    assert [row[0] for row in table.rows] == ["5", "6", "7", "8", "9", "10", "11", "12", "14"]
    for row in table.rows:
        for column, cell in zip("ABCDE", row[1:], strict=True):
            if column in "AB" or row[0] == "14":
                edge = analysed(games.build("spadez", {"cards": row[0], "table": column})).edge("spadez")
                assert number_of(cell.removesuffix(" *")) / 100 == pytest.approx(float(edge), abs=5.1e-6)
            else:
                assert cell == ""
    assert len(tables(document, "return table")) == 21
    others = section(document, "Return tables of the other settings").sections
    assert len({each.title for each in others}) == 20


def check_pan_9(document: Document) -> None:
    """Ruling G5: a bet that favours the player stands on top. And the edge by decks."""
    assert isinstance(document.opening[0], Attention)
    assert "Tie Bet favours the player by 7.3763 %" in document.opening[0].sentences[0]
    assert "Attention:" in html.page(document).split("<main>")[1][:300]
    table, _ = tables(document, "Regular wager by decks")
    assert [row[0] for row in table.rows] == [*"1234567", "8 (in force)"]
    assert table.rows[0][5] == "311016599/14121492000"


def check_turbo(document: Document) -> None:
    """Examples of ours are labelled, and what is printed too; every shipped table has its return table."""
    assert "an example of ours" in text_of(document)
    (table,) = tables(document, "return table spadez-9A")[:1]
    assert "example of ours" in table.note
    (printed,) = tables(document, "TD: return table printed")[:1]
    assert printed.note == "Pay table: as printed."
    assert tables(document, "return table spadez-9B")


def check_wild_six(document: Document) -> None:
    """Strategy levels with their cost, and the instructive hands."""
    (levels,) = tables(document, "Named strategies")
    assert [row[0] for row in levels.rows] == ["helpers", "flushes", "lowest"]
    assert levels.rows[0][4] == str(subject_of("wild-six").short[0].cost)
    (hands,) = tables(document, "Instructive hands")
    assert len(hands.rows) == 9
    for row in hands.rows:
        check_example(subject_of("wild-six"), {"player": row[3]}, row[4], row[5])


def check_blitz(document: Document) -> None:
    """Its value by total with the mixed decisions, combinations of a side bet, and the progressive form."""
    (table,) = tables(document, "What either way is worth")
    assert [row[0] for row in table.rows] == [f"{total} points" for total in range(5, 32)]
    (mixed,) = tables(document, "Levels that are mixed")
    assert {row[0] for row in mixed.rows} == {"18 points", "19 points"}
    for row in mixed.rows:
        one, other = (cell.replace("**", "") for cell in row[4:6])
        check_example(subject_of("three-card-blitz"), {"player": row[3]}, one, other)
    assert any(isinstance(block, Chart) for block in section(document, "Where it depends on the cards").blocks)

    assert deals_for(games.build("three-card-blitz"), "flush_bonus") == 133_784_560
    (flush,) = tables(document, "Flush Bonus: return table")[:1]
    assert flush.rows[-1][2] == "133,784,560"
    part = section(document, "The progressive")
    assert isinstance(part.blocks[0], Text)
    assert "blitz_bonus=progressive" in part.blocks[0].text


OF_ONE_GAME = {
    "spadez": check_spadez,
    "super-pan-9": check_pan_9,
    "turbo-sports": check_turbo,
    "three-card-blitz": check_blitz,
    "wild-six": check_wild_six,
}


def check_example(subject: Subject, cards: dict[str, str], *options: str) -> None:
    """A printed example is worth what `advise` says of the same cards."""
    known = {pile: parse_cards(text) for pile, text in cards.items()}
    values = advise(subject.game, known, ())
    (choice,) = subject.game.choices.values()
    words = {
        f"{choice.name} {option_text(choice, option)}"
        if isinstance(choice.options, Cards)
        else choice.options(option).name.lower(): value
        for option, value in values.items()
    }
    for option in options:
        name, value = option.rsplit(" ", 1)
        assert number_of(value) == pytest.approx(float(words[name]), abs=5.1e-5)


def check_levels(subject: Subject) -> None:
    """Every asked hand is in one level; the best way of every level is never worth less than the other on average."""
    guide = subject.folder.guide
    if guide is None or subject.decisions is None:
        assert not subject.game.choices
        return
    lesson = Lesson(subject.game, guide, subject.decisions)
    levels = lesson.by_level()
    whole = Fraction(int(subject.decisions.weight.sum()), subject.decisions.total)
    assert sum(level.share for level in levels) == whole
    for place in (0, 1):
        value = sum(level.share * level.values[place] for level in levels)
        column = subject.decisions.columns_of(subject.game, guide.ways[place][0])
        assert value == subject.decisions.value(column)
    for each in lesson.mixed():
        assert min(each.better) > 0
        assert sum(each.better) <= 1
        assert each.first.options[0][1] >= each.first.options[1][1]
        assert each.second.options[1][1] >= each.second.options[0][1]


def check_variances(analysis: Analysis) -> None:
    """The parts of every variance add up."""
    for wager in analysis.game.wager:
        parts = variance_parts(analysis.game, analysis.tally, wager, analysis.stakes)
        assert sum(parts.values()) == analysis.figures[wager].variance


def test_variance_parts_of_one_line_are_squared_distances():
    analysis = subject_of("super-pan-9").analysis
    parts = variance_parts(analysis.game, analysis.tally, "tie", analysis.stakes)
    ev = analysis.figures["tie"].ev
    (tied,) = [
        row for row in outcome_rows(analysis.game, analysis.tally, "tie", analysis.stakes) if row.outcome == "TIED"
    ]
    assert parts[0, "TIED"] == Fraction(tied.weight, analysis.tally.total) * (8 - ev) ** 2


@pytest.mark.compiled
def test_the_progressive_breaks_even_where_it_says():
    """At the amount named the bet is even or better, a cent below it is not; the long run is ruling B7's."""
    subject = subject_of("three-card-blitz", blitz_bonus="progressive")
    part = progressive.progressive(subject)
    assert part is not None
    meters, long_run = (block for block in part.blocks if isinstance(block, Table))
    assert long_run.rows[-1][1].startswith("92.5")
    assert number_of(long_run.rows[-1][1]) == pytest.approx(92.52, abs=0.005)
    amounts = [meter.amount_cents for meter in subject.game.meters]
    even = round(number_of(meters.rows[0][6].removeprefix("$")) * 100)
    for cents, favours in ((even, True), (even - 1, False)):
        shown = ",".join(f"{each / 100:.2f}" for each in (cents, *amounts[1:]))
        analysis = analysed(games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": shown}))
        assert (analysis.figures["blitz_bonus"].ev >= 0) == favours


def test_the_simulation_is_the_one_that_simulate_deals():
    subject = subject_of("turbo-sports")
    player = best_policy(subject.game, subject.folder.strategies.values())
    run = simulate(subject.game, player, rounds=FEW, seed=1)
    assert subject.simulated.tally.cells == run.loop.tally(run.counts).cells


# How it is written ----------------------------------------------------------------------------------------------------


def test_texts_are_taken_word_for_word():
    assert from_markdown("# Title\n\n1. One\n   and more.\n2. **Two**.\n") == (
        Items(("One and more.", "**Two**."), True),
    )
    assert from_markdown("- **B1** a\n- b\n\nLast.") == (Items(("**B1** a", "b")), Text("Last."))
    assert spans("a **b** c") == [("a ", False), ("b", True), (" c", False)]
    odd = 'a "b" \\ <c> & #d $e @f _g_ *h* [i] `j` ~k'
    blocks: tuple[Block, ...] = (Text(odd), Table(odd, (odd,), ((odd,),)), Items((odd,)), Attention((odd,)))
    document = Document("T", "S", blocks, (Section(odd, (Text("x"),)),))
    page = html.page(document)
    assert "a &quot;b&quot; \\ &lt;c&gt; &amp; #d $e @f _g_ *h* [i] `j` ~k" in page
    text = pypdfium2.PdfDocument(pdf.print_out(document, "a4"))[0].get_textpage().get_text_range()
    assert text.count(odd) == 8


def test_figures_do_not_turn_on_the_order_of_a_tally():
    """One that was just solved lists its cells as they came, one that was kept sorts them."""
    first = subject_of("turbo-sports")
    turned = Subject(first.folder, {}, None, first.assumed)
    tally = first.analysis.tally
    cells = dict(sorted(tally.cells.items(), reverse=True))
    turned.__dict__["analysis"] = Analysis(first.game, replace(tally, cells=cells))
    assert figures.as_json(turned) == figures.as_json(first)
    assert figures.as_csv(turned) == figures.as_csv(first)


def test_charts_are_the_same_however_many_were_drawn_before():
    cells = [charts.Cell("1", "a", 0.5, "50"), charts.Cell("2", "a", None, "=")]
    first = charts.decision_map(cells, ["a"], "x", "share")
    assert first == charts.decision_map(cells, ["a"], "x", "share")


def test_reports_are_the_same_bytes_in_another_process(tmp_path: Path):
    for place, seed in (("one", "1"), ("two", "2")):
        done = pitboss_process(
            "report", "spadez", "--rounds", "1e3", "--out", str(tmp_path / place), PYTHONHASHSEED=seed
        )
        assert done.returncode == 0, done.stderr
        assert [Path(line).name for line in done.stdout.split()] == [
            f"spadez.{kind}" for kind in ("csv", "html", "json", "pdf", "xlsx")
        ]
    for path in sorted((tmp_path / "one").iterdir()):
        assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


def test_stake_pace_bankroll_and_paper_are_heeded(tmp_path: Path):
    out = str(tmp_path / "r")
    flags = (
        "--stake",
        "25",
        "--pace",
        "45",
        "--bankroll",
        "300",
        "--paper",
        "letter",
        "--rounds",
        "500",
        "--seed",
        "9",
    )
    done = pitboss("report", "spadez", "--out", out, *flags, "--json")
    assert done.returncode == 0, done.stderr
    assert [Path(each).suffix for each in json.loads(done.stdout)["files"]] == [
        ".csv",
        ".html",
        ".json",
        ".pdf",
        ".xlsx",
    ]
    found = json.loads((tmp_path / "r" / "spadez.json").read_text())
    edge = subject_of("spadez").analysis.edge("spadez")
    assert Fraction(found["assumed"]["theo_per_hour"]["spadez"]["exact"]) == 25 * 45 * edge
    assert [each["bankroll"] for each in found["sessions"]["spadez"]["ruin"]] == ["300.00"]
    assert found["simulation"]["rounds"] == 500
    assert found["simulation"]["seed"] == 9
    page = pypdfium2.PdfDocument((tmp_path / "r" / "spadez.pdf").read_bytes())[0]
    assert round(page.get_size()[0]) == 612


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("report",), "give a game, or --all"),
        (("report", "spadez", "--all"), "not spadez and --all"),
        (("report", "--all", "--set", "cards=5"), "--set cards=5 with --all"),
        (("report", "spades"), "spadez"),
        (("report", "spadez"), "give --out DIR"),
        (("report", "spadez", "--set", "cards=13"), "cards cannot be '13'"),
        (("report", "spadez", "--set", "card=6"), "cards"),
        (("report", "spadez", "--stake", "0"), "--stake '0'"),
        (("report", "spadez", "--stake", "ten"), "--stake"),
        (("report", "spadez", "--pace", "0"), "--pace '0'"),
        (("report", "spadez", "--bankroll", "-5"), "--bankroll '-5'"),
        (("report", "spadez", "--rounds", "many"), "--rounds 'many'"),
        (("report", "spadez", "--seed", "x"), "--seed 'x'"),
        (("report", "spadez", "--paper", "a5"), "a4"),
        (("report", "spadez", "--paytables", "nowhere.toml"), "'nowhere.toml' cannot be read"),
    ],
)
def test_a_wrong_request_is_one_line(arguments: tuple[str, ...], sentence: str, tmp_path: Path):
    out = tmp_path / "out"
    given = arguments if arguments[-1] == "spadez" or arguments == ("report",) else (*arguments, "--out", str(out))
    check_refused(given, sentence)
    assert not out.exists()


def test_a_grid_with_a_hole_is_refused_before_anything_is_written(tmp_path: Path):
    file = tmp_path / "mine.toml"
    file.write_text('[spadez]\notherwise = "lose"\ngrid = """\n mine other\nSPADES_6 100 50\nSPADES_5 30\n"""\n')
    out = tmp_path / "out"
    check_refused(("report", "spadez", "--paytables", str(file), "--out", str(out)), "row SPADES_5, column other")
    assert not out.exists()


def test_a_folder_that_cannot_be_written_is_refused_at_once(tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("mine")
    for out in (file, file / "under" / "it"):
        check_refused(("report", "spadez", "--out", str(out)), f"{str(out)!r} cannot be written")
    assert file.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("there", [True, False])
def test_a_report_that_fails_leaves_nothing_behind(there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    out = tmp_path / "new" / "out"
    if there:
        out.mkdir(parents=True)
        (out / "spadez.html").write_text("the last one")

    def broken(*arguments: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(write.pdf, "print_out", broken)
    with pytest.raises(KeyboardInterrupt):
        pitboss("report", "spadez", "--rounds", "100", "--out", str(out))
    if there:
        assert [path.name for path in out.iterdir()] == ["spadez.html"]
        assert (out / "spadez.html").read_text() == "the last one"
    else:
        assert list(tmp_path.iterdir()) == []


def test_a_report_is_moved_as_a_whole_or_not_at_all(tmp_path: Path):
    (tmp_path / "spadez.json").mkdir()
    (tmp_path / "spadez.csv").write_text("the last one")
    done = pitboss("report", "spadez", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 2
    assert "nothing was changed" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spadez.csv", "spadez.json"]
    assert (tmp_path / "spadez.csv").read_text() == "the last one"


def test_a_check_that_does_not_hold_stands_on_top_and_is_the_exit_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def wrong(*arguments: Any) -> Any:
        return {key: 2 * part for key, part in variance_parts(*arguments).items()}

    monkeypatch.setattr("pitboss.report.sections.checks.variance_parts", wrong)
    done = pitboss("report", "spadez", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 1
    sentence = "A check does not hold: SPADEZ: the parts of its variance add up"
    assert sentence in done.stderr
    assert json.loads((tmp_path / "spadez.json").read_text())["warnings"][0].startswith(sentence)
    assert sentence in (tmp_path / "spadez.html").read_text()


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(path: Path, body: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    out = tmp_path / "out"
    done = pitboss("report", "spadez", "--rounds", "100", "--out", str(out))
    assert done.returncode == 2
    lines = [line for line in done.stderr.splitlines() if not only_progress(line)]
    assert lines == ["pitboss: spadez.html cannot be written: No space left on device; nothing was changed"]
    assert not out.exists()


def test_without_its_libraries_it_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from pitboss.cli.commands import report as reporting

    monkeypatch.setattr(reporting, "NEEDED", ("no_such_library",))
    check_refused(("report", "spadez", "--out", str(tmp_path / "out")), "pip install 'pitboss[report]'")


def test_without_the_compiler_a_long_report_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from pitboss.cli import progress as working

    monkeypatch.setattr(working, "compiling", lambda: False)
    check_refused(("report", "wild-six", "--out", str(tmp_path / "out")), "without the compiler")


def test_all_writes_every_game_and_an_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    few = {name: games.folder(name) for name in ("spadez", "turbo-sports")}
    monkeypatch.setattr(games, "find", lambda: few)
    monkeypatch.setattr(games, "attached", dict)
    done = pitboss("report", "--all", "--rounds", "100", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    kinds = ("csv", "html", "json", "pdf", "xlsx")
    names = ["index.html", *(f"{name}.{kind}" for name in few for kind in kinds)]
    assert [Path(line).name for line in done.stdout.splitlines()] == names
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    for target in re.findall(r'href="([^"]+)"', (tmp_path / "index.html").read_text()):
        assert (tmp_path / target).exists()


def test_an_index_leads_to_every_report():
    names = QUICK
    page = write.index_of([subject_of(name) for name in names])["index.html"].decode()
    for name in names:
        assert f'href="{name}.html"' in page
        assert f'href="{name}.pdf"' in page
