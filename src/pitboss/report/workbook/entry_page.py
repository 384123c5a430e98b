"""The sheet of one entry: its pays as cells to change, and its figures as formulas of them.

What can happen, and how often, is written as numbers, for no pay changes it. What it is worth is written as formulas of
the pay cells, each stored with its exact value as shipped.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from pitboss.core.game import Fixed
from pitboss.core.meters import DOLLAR
from pitboss.core.pays import Meter, Odds
from pitboss.maths.tally.as_json import exact_text
from pitboss.maths.tally.tally import NOT_PLACED, award_dollars
from pitboss.report.format import entry_title
from pitboss.report.net_results import Ending
from pitboss.report.subject import VOLATILITY
from pitboss.report.workbook.entries import Entry
from pitboss.report.workbook.page import Area, Live, Page, at, column_range
from pitboss.report.workbook.pictures import put_bars

Key: TypeAlias = tuple[str | int, ...]

EXACT_DIGITS = 10**15  # Spreadsheets keep fifteen digits; larger counts are written as text too.
LIVE_ROW = 3
FIGURES = {
    "House edge": "percent",
    "Expected value": "signed",
    "Element of risk": "percent",
    "RTP": "percent",
    "Hit frequency": "percent",
    "Variance": "amount",
    "Standard deviation": "amount",
    "Volatility index, 90 %": "amount",
    "Average stake": "amount",
    "Inputs changed": "general",
}
PLACE = {figure: at(LIVE_ROW, column) for column, figure in enumerate(FIGURES, 1)}
"""The cells of an entry's live figures on its sheet."""
PARTS = {"ev": "signed", "variance": "share"}
ROOTS = {
    "Standard deviation": "the square root of the variance",
    "Volatility index, 90 %": f"{float(VOLATILITY)} times the standard deviation",
}
COUNTS = {"count": "Combinations", "digits": "All digits", "chance": "Probability"}
INPUTS_NOTE = "Yellow cells are inputs: change one, and every figure that depends on it follows. Grey is as shipped."
SUMS_NOTE = (
    "Under Net results, probability × net result = contribution in every row; an outcome of a pay table adds up the "
    "rows that end in it."
)
ELSEWHERE_NOTE = "Pays that are not yellow are inputs on an earlier sheet, and are looked up there."
PLAY_NOTE = "The strategy stays optimal for the shipped pays; pitboss analyze --paytables FILE solves for other pays."
HINTS: Mapping[str, tuple[float, int, str]] = {
    "odds": (-1, 10**9, "Odds to 1: 8 pays 8 to 1, 1.5 pays 3 to 2, 0 is a push, -1 loses the stake."),
    "money": (-(10**9), 10**9, "An amount in dollars."),
    "price": (0.01, 10**6, "What the bet costs, in dollars."),
    "meter": (0, 10**12, "Dollars and cents."),
    "rate": (0, 1, "A share of what is won, from 0% to 100%."),
}


class EntryPage(Page):
    """The sheet of an entry being written, which remembers the cells that formulas refer to."""

    def __init__(self, book: Any, entry: Entry, styles: dict[tuple[str, str], Any], inputs: dict[Key, str]) -> None:
        super().__init__(book, entry.sheet, styles)
        self.entry = entry
        self.inputs = inputs
        self.stake: dict[str, str] = {}
        self.commission: dict[str, str] = {}
        self.award: dict[int, str] = {}
        self.pays: dict[tuple[int, int], str] = {}
        self.compared: dict[str, tuple[int, int]] = {}
        large = entry.deals >= EXACT_DIGITS
        self.counts = {key: head for key, head in COUNTS.items() if large or key != "digits"}

    def write(self) -> None:
        entry = self.entry
        row = self.put_stakes(self.put_notes(LIVE_ROW + 3))
        row = self.put_meters(row) if entry.meters else row
        heights = [len(entry.outcomes(place)) + 4 for place in range(len(entry.lines))]
        # Outcome tables sum over the results below them, so the place of those is fixed first.
        self.results = self.outcome_area(row, 0) if entry.is_one_table else self.result_area(row + sum(heights))
        self.total = self.results.cell(self.results.last + 1, "count")
        for place, height in enumerate(heights):
            self.put_outcomes(self.outcome_area(row, place), place)
            row += height
        if not entry.is_one_table:
            row = self.put_results()
        self.put_figures()
        row = self.put_exact(row)
        area, title = self.results, f"{entry_title(entry.game, entry.name)}: contribution of each result"
        put_bars(self, row, title, (area.first, area.last), (0, area.column("ev")), "0.0000")
        self.sheet.freeze_panes(LIVE_ROW + 2, 1)
        self.finish(entry.game, (0, LIVE_ROW + 1))

    def put_notes(self, row: int) -> int:
        """Writes the title, the unit of the figures, and notes; returns the next free row."""
        entry, game = self.entry, self.entry.game
        titles = dict.fromkeys((game.title, entry_title(game, entry.name)))
        self.put(0, 0, ": ".join(titles), role="title")
        self.put(1, 0, f"{game.name}, version {game.version}    {game.options.line()}    per {entry.per}", role="note")
        notes = [INPUTS_NOTE]
        if any(key[1] == wager.name for key in self.inputs for wager in entry.wagers):
            notes.append(ELSEWHERE_NOTE)
        if game.choices and entry.name in (entry.analysis.first, *game.main_wagers):
            notes.append(PLAY_NOTE)
        if not entry.is_one_table:
            notes.append(SUMS_NOTE)
        for number, note in enumerate(notes, row):
            self.put(number, 0, note, role="note")
        return row + len(notes) + 1

    def put_input(self, row: int, column: int, key: Key, value: Fraction, kind: str, hint: str = "") -> str:
        """Writes an input, or a reference to the sheet that has it, with the shipped value beside; returns its cell."""
        if key in self.inputs:
            self.put(row, column, Live(f"={self.inputs[key]}", value), kind)
        else:
            self.inputs[key] = f"'{self.name}'!{at(row, column)}"
            self.put(row, column, value, kind, "input")
            least, most, words = HINTS[hint or kind]
            bounds = {"validate": "decimal", "criteria": "between", "minimum": least, "maximum": most}
            told = {"input_message": words, "error_title": "Not allowed", "error_message": words}
            self.sheet.data_validation(row, column, row, column, {**bounds, **told})
        self.put(row, column + 1, value, kind, "shipped")
        self.mark_changed(row, column, f"={at(row, column)}<>{at(row, column + 1)}")
        self.compared.setdefault(self.inputs[key], (column, row))
        return at(row, column)

    def put_stakes(self, row: int) -> int:
        """Writes the stake of each wager before the deal, and the commission on its wins."""
        entry, game = self.entry, self.entry.game
        needed = {wager.name for wager in entry.wagers} | {raised.of for raised in entry.raises.values()}
        wagers = [wager for wager in game.wagers if wager.name in needed]
        priced = ["As shipped"] if any(isinstance(wager.stake, Fixed) for wager in wagers) else []
        taxed = ["Commission", "As shipped"] if any(wager.commission for wager in wagers) else []
        heads = ["Wager", "First stake", *priced, *taxed, "How it is staked"]
        first = self.table(row, "Stakes", heads)
        for number, wager in enumerate(wagers, first):
            stake = entry.analysis.stakes[wager.name]
            self.put(number, 0, entry_title(game, wager.name))
            self.stake[wager.name] = at(number, 1)
            if isinstance(wager.stake, Fixed):
                self.put_input(number, 1, ("price", wager.name), stake, "money", "price")
            else:
                self.put(number, 1, stake)
            if wager.commission:
                key, column = ("commission", wager.name), heads.index("Commission")
                self.commission[wager.name] = self.put_input(number, column, key, wager.commission, "rate")
            self.put(number, len(heads) - 1, entry.staked_words(wager), role="aside")
        return first + len(wagers) + 1

    def put_meters(self, row: int) -> int:
        """Writes the progressive meters; an award is the amount shown plus the bet's share, rounded up to a dollar."""
        heads = ("Meter", "Shows", "As shipped", "Share of a bet", "As shipped", "Award", "Won by")
        row = self.table(row, "Progressive meters", heads)
        for meter in self.entry.meters:
            amount, share = Fraction(meter.amount_cents, DOLLAR), Fraction(meter.share_cents, DOLLAR)
            self.put(row, 0, f"Meter {meter.number}")
            shows = self.put_input(row, 1, ("meter", meter.number), amount, "money", "meter")
            adds = self.put_input(row, 3, ("share", meter.number), share, "money", "meter")
            # Cents are rounded before dollars are rounded up: a sum of floats may exceed a whole dollar by an error.
            award = f"=ROUNDUP(ROUND(({shows}+{adds})*{DOLLAR},0)/{DOLLAR},0)"
            self.put(row, 5, Live(award, award_dollars(meter)), "money")
            self.put(row, 6, meter.words, role="aside")
            self.award[meter.number] = at(row, 5)
            row += 1
        return row + 1

    def outcome_area(self, row: int, place: int) -> Area:
        """The place of a line's outcome table."""
        worth = {"stake": "Stake", "net": "Net result"} if self.entry.is_one_table else {}
        heads = {"outcome": "Outcome", "pays": "Pays", "shipped": "As shipped", **worth, **self.counts}
        parts = {"often": "One in", "ev": "Contribution", "variance": "Share of variance"}
        return Area(row + 2, row + 1 + len(self.entry.outcomes(place)), {**heads, **parts})

    def result_area(self, row: int) -> Area:
        """The place of the table of results."""
        entry, game = self.entry, self.entry.game
        heads = {"words": "Result"}
        heads |= {f"chosen {name}": f"Choice: {game.label(name)}" for name in entry.choices}
        heads |= {f"ended {place}": entry.line_title(place) for place in range(len(entry.lines))}
        if len(entry.wagers) > 1:
            heads |= {f"stake {wager.name}": f"Stake: {game.label(wager.name)}" for wager in entry.wagers}
        heads["stake"] = "Stake"
        if len(entry.lines) > 1:
            heads |= {f"net {place}": f"Net: {entry.line_title(place)}" for place in range(len(entry.lines))}
        heads["net"] = "Net result"
        return Area(row + 2, row + 1 + len(entry.endings), {**heads, **self.counts, "ev": "Contribution"})

    def put_outcomes(self, area: Area, place: int) -> None:
        """Writes the outcomes of one line: pay, frequency, and part of the figures."""
        entry, total = self.entry, self.entry.deals
        titles = dict.fromkeys((entry.table_title(place), entry.line_title(place)))
        self.table(area.first - 2, ": ".join(titles), area.heads.values())
        for row, outcome in enumerate(entry.outcomes(place), area.first):
            ended = [each for each in entry.endings if each.outcomes[place] == outcome]
            weight = sum(each.weight for each in ended)
            self.put(row, 0, entry.outcome_words(place, outcome))
            if outcome != NOT_PLACED:
                self.put_pay(row, place, outcome)
            if entry.is_one_table:
                self.put_worth(row, ended[0])
            self.put_count(row, area, weight)
            often = Live(f"={self.total}/{area.cell(row, 'count')}", Fraction(total, entry.combinations(weight)))
            self.put(row, area.column("often"), often, "often")
            self.put_parts(row, area, place, entry.parts(place, ended))
        self.put_totals(area)
        for key, part in zip(PARTS, entry.parts(place, entry.endings), strict=True):
            self.put(area.last + 1, area.column(key), Live(f"=SUM({area.down(key)})", part), PARTS[key], "total")

    def put_pay(self, row: int, place: int, outcome: int) -> None:
        """Writes what an outcome pays: an input, or the award of a meter."""
        wager, line = self.entry.lines[place]
        table = wager.lines[line].pays
        pay = table[outcome]
        self.pays[place, outcome] = at(row, 1)
        if isinstance(pay, Meter):
            award = next(award_dollars(meter) for meter in self.entry.meters if meter.number == pay.number)
            self.put(row, 1, Live(f"={self.award[pay.number]}", award), "money")
            self.put(row, 2, award, "money", "shipped")
        else:
            kind, value = ("odds", pay.net) if isinstance(pay, Odds) else ("money", Fraction(pay.cents, DOLLAR))
            self.put_input(row, 1, ("pay", wager.name, table.grid, table.column, outcome), value, kind)

    def net_formula(self, place: int, outcome: int, stake: str) -> str:
        """A formula for the net of a line, as `core.stakes.net` has it: the pay, less commission, less a kept price."""
        wager, line = self.entry.lines[place]
        pay = self.pays[place, outcome]
        gross = f"{stake}*{pay}" if isinstance(self.entry.pay(place, outcome), Odds) else pay
        commission = self.commission.get(wager.name)
        net = f"{gross}-MAX({gross},0)*{commission}" if commission else gross
        return f"{net}-{stake}" if line == 0 and isinstance(wager.stake, Fixed) and wager.stake.kept else net

    def put_count(self, row: int, area: Area, weight: int) -> None:
        """Writes the number of deals of a row, and their share of all deals."""
        count = self.entry.combinations(weight)
        if "digits" in area.heads:
            self.put(row, area.column("digits"), f"{count:,}", role="digits")
        self.put(row, area.column("count"), count, "large" if "digits" in area.heads else "count")
        chance = Live(f"={area.cell(row, 'count')}/{self.total}", Fraction(weight, self.entry.analysis.tally.total))
        self.put(row, area.column("chance"), chance, "chance")

    def put_parts(self, row: int, area: Area, place: int, values: tuple[Fraction, Fraction]) -> None:
        """Writes formulas for an outcome's parts of expected value and variance, as `Entry.parts` computes them."""
        alone, results = len(self.entry.lines) == 1, self.results
        if self.entry.is_one_table:
            weight, net, whole = (area.cell(row, key) for key in ("count", "net", "net"))
        else:
            weight = f"({results.down(f'ended {place}')}={at(row, 0)})*{results.down('count')}"
            net, whole = results.down("net" if alone else f"net {place}"), results.down("net")
        off = f"({whole}-{PLACE['Expected value']})"
        ev, squares = f"{weight}*{net}", f"{weight}*{off}^2" if alone else f"{weight}*{net}*{off}"
        if not self.entry.is_one_table:
            ev, squares = f"SUMPRODUCT({ev})", f"SUMPRODUCT({squares})"
        variance = PLACE["Variance"]
        formulas = f"={ev}/{self.total}", f"=IF({variance}=0,0,{squares}/{self.total}/{variance})"
        for key, formula, value in zip(PARTS, formulas, values, strict=True):
            self.put(row, area.column(key), Live(formula, value), PARTS[key])

    def put_totals(self, area: Area) -> None:
        """Writes the sums under a table, over all deals."""
        total, row = self.entry.deals, area.last + 1
        for column in range(len(area.heads)):
            self.put(row, column, "" if column else "All", role="total")
        if "digits" in area.heads:
            self.put(row, area.column("digits"), f"{total:,}", role="total digits")
        count = "large" if "digits" in area.heads else "count"
        self.put(row, area.column("count"), Live(f"=SUM({area.down('count')})", total), count, "total")
        self.put(row, area.column("chance"), Live(f"=SUM({area.down('chance')})", 1), "chance", "total")

    def put_worth(self, row: int, ending: Ending) -> None:
        """Writes the stakes by wager and the nets by line of an ending, and their sums."""
        chosen = dict(zip(self.entry.choices, ending.chosen, strict=True))
        wagers = [wager.name for wager in self.entry.wagers]
        formulas = {name: Live(f"={self.stake_formula(name, chosen)}", ending.stakes[name]) for name in wagers}
        self.put_sum(row, "stake", formulas, "general")
        nets = {}
        for place, (outcome, net) in enumerate(zip(ending.outcomes, ending.nets, strict=True)):
            name = self.entry.lines[place][0].name
            stake = self.results.cell(row, "stake" if len(wagers) == 1 else f"stake {name}")
            placed = outcome != NOT_PLACED and ending.stakes[name]
            nets[str(place)] = Live(f"={self.net_formula(place, outcome, stake) if placed else 0}", net)
        self.put_sum(row, "net", nets, "net")

    def put_sum(self, row: int, key: str, parts: Mapping[str, Live], kind: str) -> None:
        """Writes parts into columns of their own and their sum into the column of the key; a single part is the sum."""
        area = self.results
        if len(parts) > 1:
            for name, part in parts.items():
                self.put(row, area.column(f"{key} {name}"), part, kind)
            cells = "+".join(area.cell(row, f"{key} {name}") for name in parts)
            parts = {"": Live(f"={cells}", sum(Fraction(part.value) for part in parts.values()))}
        (whole,) = parts.values()
        self.put(row, area.column(key), whole, kind)

    def stake_formula(self, name: str, chosen: Mapping[str, int | None]) -> str:
        """A formula for the stake on a wager after these choices, as `core.stakes.stakes_after` computes it."""
        formula = self.stake[name]
        for (choice, option), raised in self.entry.raises.items():
            if raised.wager == name and chosen.get(choice) == option:
                formula += f"+{raised.times}*{self.stake[raised.of]}"
        return formula

    def put_results(self) -> int:
        """Writes every way the entry can end, over which the figures are sums; returns the next free row."""
        entry, area = self.entry, self.results
        self.table(area.first - 2, "Net results", area.heads.values(), 1 + len(entry.choices) + len(entry.lines))
        for row, ending in enumerate(entry.endings, area.first):
            self.put(row, area.column("words"), entry.words(ending))
            for name, option in zip(entry.choices, ending.chosen, strict=True):
                self.put(row, area.column(f"chosen {name}"), entry.option_words(name, option))
            for place, outcome in enumerate(ending.outcomes):
                self.put(row, area.column(f"ended {place}"), entry.outcome_words(place, outcome))
            self.put_worth(row, ending)
            self.put_count(row, area, ending.weight)
            part = f"={area.cell(row, 'chance')}*{area.cell(row, 'net')}"
            self.put(row, area.column("ev"), Live(part, entry.contribution(ending)), PARTS["ev"])
        self.put_totals(area)
        whole = Live(f"=SUM({area.down('ev')})", entry.figures.ev)
        self.put(area.last + 1, area.column("ev"), whole, PARTS["ev"], "total")
        return area.last + 3

    def put_figures(self) -> None:
        """Writes the figures at the top, live and as shipped."""
        entry = self.entry
        weights, nets, stakes = (self.results.down(key) for key in ("count", "net", "stake"))
        ev, average = PLACE["Expected value"], PLACE["Average stake"]
        price = f"/{self.stake[entry.wagers[0].name]}" if entry.in_dollars else ""
        formulas = {
            "House edge": f"=-{ev}{price}",
            "Expected value": f"=SUMPRODUCT({weights},{nets})/{self.total}",
            "Element of risk": f"=IF({average}=0,0,-{ev}/{average})",
            "RTP": f"=1-{PLACE['Element of risk']}",
            # A net of zero may come out slightly above it.
            "Hit frequency": f"=SUMPRODUCT({weights}*({nets}>0.000000001))/{self.total}",
            "Variance": f"=SUMPRODUCT({weights}*({nets}-{ev})^2)/{self.total}",
            "Standard deviation": f"=SQRT({PLACE['Variance']})",
            "Volatility index, 90 %": f"={float(VOLATILITY)}*{PLACE['Standard deviation']}",
            "Average stake": f"=SUMPRODUCT({weights},{stakes})/{self.total}",
        }
        self.heads(LIVE_ROW - 1, ("", *FIGURES))
        self.put(LIVE_ROW, 0, "Live", role="live")
        self.put(LIVE_ROW + 1, 0, "As shipped, exact", role="shipped")
        for column, (figure, value) in enumerate(entry.exact().items(), 1):
            self.put(LIVE_ROW, column, Live(formulas[figure], value), FIGURES[figure], "live")
            self.put(LIVE_ROW + 1, column, value, FIGURES[figure], "shipped")
            self.mark_changed(LIVE_ROW, column, f"={PLACE['Inputs changed']}>0")
        self.put(LIVE_ROW, len(FIGURES), Live(self.changes_formula(), 0), role="live")

    def changes_formula(self) -> str:
        """A formula that counts the inputs not as shipped, comparing runs of cells in a column at once."""
        stretches: list[tuple[int, int, int]] = []
        for column, row in sorted(self.compared.values()):
            if stretches and (stretches[-1][0], stretches[-1][2] + 1) == (column, row):
                stretches[-1] = column, stretches[-1][1], row
            else:
                stretches.append((column, row, row))
        counts = [
            f"SUMPRODUCT(({column_range(first, last, column)}<>{column_range(first, last, column + 1)})*1)"
            for column, first, last in stretches
        ]
        return f"={'+'.join(counts)}"

    def put_exact(self, row: int) -> int:
        """Writes the shipped figures as exact fractions; returns the next free row."""
        first = self.table(row, "Exact figures as shipped", ("Figure", "Value", "Exact"))
        for number, (figure, value) in enumerate(self.entry.exact().items(), first):
            self.put(number, 0, figure)
            self.put(number, 1, value, FIGURES[figure])
            self.put(number, 2, ROOTS.get(figure) or exact_text(Fraction(value)), role="aside")
        return first + len(self.entry.exact()) + 1
