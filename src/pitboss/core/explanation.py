"""Why each bet of a round ended as it did, in sentences that cite the rule or ruling it was judged by."""

import re
from collections.abc import Iterator

from pitboss.core.binding import SourceKind
from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.pays import LOSE, PUSH, Meter, Odds, Prize, family, wins
from pitboss.core.round import Round
from pitboss.core.rule import citation, cited_in
from pitboss.core.settle import SettledLine, Settlement
from pitboss.core.settled_words import ended_words, line_title, told_lines, words_of
from pitboss.core.wagers import Chosen, Line, Wager

OPEN_ENDED = re.compile(r"\bor (better|more)\b|^\d+ to \d+\b")
COUNTED = re.compile(r"(an?|the|two|three|four|five|six|\d+)\b")  # What needs no article before it.


def explanation(played: Round, settlement: Settlement) -> list[str]:
    """One sentence for each line of a bet: what decided it, what it pays, and the rule or ruling that says so."""
    game, stakes = played.game, played.stakes()
    several = len(stakes) > 1
    sentences = []
    for line in told_lines(settlement):
        seat = f"Seat {line.seat}, " if several else ""
        why = ended_words(game, line, words_of(played, line))
        wager = game.wager[line.wager]
        paid = paid_words(wager, line, stakes[line.seat][line.wager])
        needed = needed_words(game, line)
        cited = cited_words(played, line)
        name = line_title(game, line.wager, line.line)
        said = f"{seat}{name}" if seat else name[:1].upper() + name[1:]
        sentences.append(f"{said}: {why}; it {paid}{needed and f': it needs {needed}'}{cited and f' ({cited})'}.")
    return [*sentences, *_taken_back(played, several)]


def _taken_back(played: Round, several: bool) -> Iterator[str]:
    """A sentence for every bet that a seat took back."""
    game, bets = played.game, played.state.bets
    for (name, seat), option in played.state.choices.items():
        raised = game.choices[name].raises.get(option) if isinstance(option, int) else None
        if raised and raised.times < 0 and bets[seat].get(raised.of):
            title = line_title(game, raised.wager, 0)
            said = f"Seat {seat}, {title}" if several else title[:1].upper() + title[1:]
            amount = dollars(-raised.times * bets[seat][raised.of])
            cited = cited_in(raised.cites)
            yield f"{said}: taken back; its ${amount} is the player's again{cited and f' ({cited})'}."


def paid_words(wager: Wager, line: SettledLine, stake_cents: int) -> str:
    """`pays 3 to 2: $10.00 wins $15.00`, `pushes: $10.00 comes back`, `loses $10.00`."""
    stake = f"${dollars(stake_cents)}"
    less = f", less ${dollars(line.commission_cents)} commission" if line.commission_cents else ""
    if line.pay == LOSE:
        return f"loses {stake}"
    if line.pay == PUSH:
        return f"pushes: {stake} comes back"
    if isinstance(line.pay, Odds):
        return f"pays {line.pay}: {stake} wins ${dollars(int(line.pay.net * stake_cents))}{less}"
    if isinstance(line.pay, Prize) and line.pay.cents < 0:
        return f"costs ${dollars(-line.pay.cents)}"
    kept = line.line == 0 and wager.is_kept
    back = f", and the {stake} bet {'is not returned' if kept else 'comes back'}" if line.line == 0 else ""
    won = line.returned_cents + line.commission_cents - (0 if kept or line.line else stake_cents)
    amount = f": ${dollars(won)}" if isinstance(line.pay, Meter) else ""
    return f"pays {f'{line.pay}{amount}' if won else 'nothing'}{less}{back}"


def needed_words(game: Game, line: SettledLine) -> str:
    """The least that a side bet wins with, where it has lost and its pay table has words: `a pair or better`."""
    pays = game.wager[line.wager].lines[line.line].pays
    is_side = line.wager not in game.main_wagers and not isinstance(game.wager[line.wager].stake, Chosen)
    grid = game.options.grids.get(pays.grid)
    if not is_side or line.pay != LOSE or (grid and not grid.ladder):
        return ""
    winning = [pays.outcomes(outcome).name for outcome, pay in pays.pays.items() if wins(pay)]
    if not winning or not {winning[-1], family(winning[-1])} & set(pays.words):
        return ""
    least = pays.words_of(winning[-1])
    least = least if COUNTED.match(least) else f"a {least}"
    is_open = len(winning) == 1 or OPEN_ENDED.search(least)
    return least if is_open else f"{least} or better"


def cited_words(played: Round, settled: SettledLine) -> str:
    """The rules and rulings that decided a line; with a rider on a host, also the game whose rules they are."""
    game, wager = played.game, played.game.wager[settled.wager]
    line = wager.lines[settled.line]
    taken = wager.commission_cites if settled.commission_cents else ""
    cited = cited_in(_deciding(played, line, settled), *_raising(played, settled), taken)
    if not cited or "+" not in game.name:
        return cited
    host, _, rider = game.name.partition("+")
    is_rider = line.outcome.__module__.split(".")[-2].replace("_", "-") == rider
    return f"{cited} of {rider if is_rider else host}"


def _deciding(played: Round, line: Line, settled: SettledLine) -> str:
    """The citation of a choice that decided a line by itself, or that of the line's outcome."""
    for source in played.game.bound_line(line).sources:
        option = played.state.choices.get((source.name, settled.seat))
        if source.kind is SourceKind.CHOICE and isinstance(option, int):
            cited = played.game.choices[source.name].cites.get(option)
            if cited:
                return cited
    return line.cites.get(settled.outcome) or citation(line.outcome)


def _raising(played: Round, settled: SettledLine) -> Iterator[str]:
    """The citations of the choices that put money on a line's wager."""
    for (name, seat), option in played.state.choices.items():
        raised = played.game.choices[name].raises.get(option) if isinstance(option, int) else None
        if raised and seat == settled.seat and raised.wager == settled.wager:
            yield raised.cites
