"""The settled lines of bets in words: which are told, what each is called, how it ended and what it returned."""

from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.pays import LOSE, PUSH, Pay, Prize
from pitboss.core.round import Round
from pitboss.core.settle import SettledLine, Settlement


def told_lines(settlement: Settlement) -> list[SettledLine]:
    """The lines to print: the first of every wager, and further ones that paid or lost something."""
    return [line for line in settlement.lines if line.line == 0 or line.outcome or line.net_cents]


def decided_words(played: Round, seat: int) -> list[str]:
    """`Queens Or Better pays 1 to 1`: the bets of a seat that are decided before the round is over, and how."""
    told = []
    for name, outcomes in played.decided(seat).items():
        for place, (line, outcome) in enumerate(zip(played.game.wager[name].lines, outcomes, strict=True)):
            pay = line.pays[outcome]
            if place == 0 or outcome or pay not in (PUSH, LOSE):
                does = {PUSH: "pushes", LOSE: "loses"}.get(pay) or cost_words(pay) or f"pays {pay}"
                told.append(f"{line_title(played.game, name, place)} {does}")
    return told


def words_of(played: Round, line: SettledLine) -> str:
    """A phrase on why a line ended as it did; only the first line of a wager has one."""
    return played.words(line.wager, line.seat) if line.line == 0 else ""


def ended_words(game: Game, line: SettledLine, words: str) -> str:
    """How a line ended, for people: the wager's own words where it has any, else the outcome, such as `royal blitz`."""
    return words or game.wager[line.wager].outcome_words(line.outcome.name, line.line)


def line_title(game: Game, wager: str, place: int) -> str:
    """The name of a line: that of its wager, or of its pay table where a wager with several has one of another name."""
    label, grids = game.label(wager), [each.pays.grid for each in game.wager[wager].lines]
    grid = grids[place]
    if grid == wager or len(set(grids)) == 1 or grid not in game.options.grids:
        return label
    title = game.options.grids[grid].title
    return f"{label} ({title})" if place == 0 else title


def further_words(game: Game, line: SettledLine) -> str:
    """`Ante Bonus: straight`, for a line that has no stake of its own; empty for a wager's first line."""
    if line.line == 0:
        return ""
    return f"{line_title(game, line.wager, line.line)}: {ended_words(game, line, '')}"


def money_remark(game: Game, line: SettledLine) -> str:
    """What an amount alone does not say: the name of a line without a stake of its own, or what a line costs."""
    if costs := cost_words(line.pay):
        return f"{line_title(game, line.wager, line.line)}: {costs}"
    return further_words(game, line)


def cost_words(pay: Pay) -> str:
    """`costs $5` for a pay that the player owes, such as a tax; empty for any other."""
    return f"costs {str(pay).removeprefix('-')}" if isinstance(pay, Prize) and pay.cents < 0 else ""


def money_text(line: SettledLine) -> str:
    """`5.00 at 8 to 1   returns 45.00`."""
    at = "" if line.pay in (PUSH, LOSE) else "at "
    parts = [f"{dollars(line.stake_cents)} {at}{line.pay}", f"returns {dollars(line.returned_cents)}"]
    if line.commission_cents:
        parts.insert(1, f"commission {dollars(line.commission_cents)}")
    return "   ".join(parts)
