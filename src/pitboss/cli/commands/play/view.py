"""`pitboss play`: a table of plain lines that works in a terminal, through a pipe and with a screen reader."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pitboss.cli import args as flags
from pitboss.cli.commands.paytables import tables_in_force
from pitboss.cli.commands.rules import print_rules
from pitboss.cli.console import bold, is_decorated
from pitboss.cli.words import labelled, plural, required_words
from pitboss.core import transcript
from pitboss.core.cards import cards_text
from pitboss.core.errors import BetError, FundsError, HouseError, PitbossError, unknown
from pitboss.core.game import Cards, Choose, Chosen, Equal, Fixed, Free, Game, Option, Shuffle
from pitboss.core.meters import MeterState
from pitboss.core.money import cents, dollars, signed
from pitboss.core.pays import Prize
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, Dealt, NeedCards, NeedChoice, Shown, check_bets, option_text
from pitboss.core.settle import House, settle_round
from pitboss.core.stakes import pays_meters, raised_by
from pitboss.table.shoe import Shoe


class LeaveError(Exception):
    """The player left: q, the end of piped input, or Ctrl-C."""


@dataclass
class Table:
    """One person's sitting."""

    game: Game
    house: House
    shoe: Shoe
    seats: int
    chips: int
    meters: tuple[MeterState, ...]
    last: dict[int, dict[str, int]] = field(default_factory=dict)
    rounds: int = 0
    won: int = 0


def sit_down(game: Game, house: House, seats: str, chips: str, shuffle: str, cut: str, seed: str) -> None:
    """Checks the request, then plays until the player leaves."""
    house.check_game(game)
    number = flags.whole("--seats", seats, 1, game.seats)
    ways = {way.value: way for way in game.shuffles}
    if shuffle and shuffle not in ways:
        raise HouseError(f"--shuffle: {unknown(f'way to shuffle {game.name}', shuffle, ways)}")
    behind = flags.whole("--cut", cut, 1, len(game.deck)) if cut else None
    start = flags.whole("--seed", seed, 0, 2**64 - 1) if seed else None
    way: Shuffle | None = ways.get(shuffle)
    shoe = Shoe(game, seats=number, shuffle=way, behind_cut=behind, seed=start)
    table = Table(game, house, shoe, number, cents(chips), game.meters)
    if table.chips <= 0:
        raise FundsError(f"--chips {dollars(table.chips)}: sit down with more than nothing")
    try:
        welcome(table)
        while table.chips >= least_bet(table):
            play_round(table)
        print(f"{dollars(table.chips)} is not enough for another bet.")
    except (LeaveError, KeyboardInterrupt):
        print()
    print(f"You played {plural(table.rounds, 'round')}, {signed(table.won)}, and leave with {dollars(table.chips)}.")


def welcome(table: Table) -> None:
    """The first lines."""
    game = table.game
    options = ", ".join(f"{name} {game.options.text(name)}" for name in game.options)
    icon = f" {game.icon}" if game.icon and is_decorated(sys.stdout) else ""
    print(bold(game.title) + icon + (f"   {options}" if options else ""))
    step, limit = dollars(table.house.step_cents), dollars(table.house.limit_cents)
    print(f"You have {dollars(table.chips)}. Bets in steps of {step} up to {limit}.")
    bets = ", ".join(bet_words(game, name) for name in game.wager if not isinstance(game.wager[name].stake, Chosen))
    print(f"Bets: {bets}.")
    print(HELP)


HELP = """Type amounts: "10" for the first bet, "10 NAME 5" to add others. r rebets, x doubles the last bets,
0 sits a seat out where you play several, i shows the rules, t the pay tables, ? this help, q leaves."""


def bet_words(game: Game, name: str) -> str:
    """A wager for the list of bets."""
    wager = game.wager[name]
    label = labelled(game, name)
    if isinstance(wager.stake, Fixed):
        label += f" {dollars(wager.stake.cents)}"
    if isinstance(wager.stake, Equal):
        label += f" = {wager.stake.to}"
    return label + required_words(wager)


def least_bet(table: Table) -> int:
    """The fewest chips a seat can play a round for."""
    required = [wager for wager in table.game.wagers if wager.required]
    return sum(each.stake.cents if isinstance(each.stake, Fixed) else table.house.step_cents for each in required)


def hear(table: Table, prompt: str, *, by_key: bool = False) -> str:
    """One answer: a single key where a person sits at a terminal and is asked for one, a line otherwise."""
    while True:
        answer = _key(prompt) if by_key and sys.stdin.isatty() else _line(prompt)
        if not answer or answer.strip().lower() in ("q", "\x04"):
            raise LeaveError
        answer = answer.strip()
        if not answer:
            continue  # A stray Enter never means anything.
        if answer.lower() == "i":
            print_rules(table.game.name)
        elif answer.lower() == "t":
            print(tables_in_force(table.game))
        elif answer == "?":
            print(HELP)
        else:
            return answer


def _line(prompt: str) -> str:
    """A line; where nobody sees what is typed, it is said too."""
    print(prompt, end=" ", flush=True)
    answer = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(answer.strip())
    return answer


def _key(prompt: str) -> str:
    """One key press, without Enter where the terminal allows it."""
    try:
        import termios
        import tty
    except ImportError:
        return _line(prompt)
    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        # Before the prompt, and without flushing: a key pressed the moment it appears must count.
        tty.setcbreak(terminal, termios.TCSADRAIN)
        print(prompt, end=" ", flush=True)
        key = sys.stdin.read(1)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)
    print(key if key.isprintable() else "")
    return key


def play_round(table: Table) -> None:
    """One round: bets, cards, choices, money."""
    print(f"\nRound {table.rounds + 1}   you have {dollars(table.chips)}")
    if table.meters and any(pays_meters(wager) for wager in table.game.wagers):
        print("  ".join(f"meter {meter.number}: {dollars(meter.amount_cents)}" for meter in table.meters))
    bets = take_bets(table)
    if table.shoe.begin_round() and table.shoe.shuffle is Shuffle.CUT_CARD:
        print("The dealer shuffles.")
    played = Round(table.game).after(Bets(bets))
    told: set[tuple[str, int, bool]] = set()
    try:
        while (need := played.need()) is not None:
            if isinstance(need, NeedCards):
                played = played.after(Dealt(need.pile, need.seat, table.shoe.draw(need.count)))
                tell_piles(table, played, told)
            elif isinstance(need, NeedChoice):
                seat = min(need.legal)
                played = played.after(Chose(seat, need.name, take_choice(table, played, need, seat)))
                tell_piles(table, played, told)
    except (LeaveError, KeyboardInterrupt):
        print("\nThe round is void; its bets come back.", end="")
        raise
    tell_result(table, played)


def take_bets(table: Table) -> dict[int, dict[str, int]]:
    """Every seat's bets, asked until they can be taken; one of several seats may sit out."""
    bets: dict[int, dict[str, int]] = {}
    while not bets:
        for seat in range(1, table.seats + 1):
            stakes = take_seat(table, seat, sum(sum(each.values()) for each in bets.values()))
            if stakes:
                bets[seat] = stakes
    table.last = {**table.last, **bets}
    return bets


def take_seat(table: Table, seat: int, staked: int) -> dict[str, int]:
    """One seat's bets, with so much staked on the seats before it; none where it sits out."""
    while True:
        answer = hear(table, "Bets:" if table.seats == 1 else f"Bets of seat {seat}:")
        if answer == "0" and table.seats > 1:
            return {}
        try:
            stakes = read_bets(table, seat, answer)
            table.house.check_bets(table.game, stakes)
            check_bets(table.game, {seat: stakes})
            total = staked + sum(stakes.values()) + most_owed(table.game, stakes)
            if total > table.chips:
                raise FundsError(f"that can cost {dollars(total)}; you have {dollars(table.chips)}")
        except PitbossError as error:
            print(f"Not taken: {error}.")
            continue
        return stakes


def most_owed(game: Game, stakes: Mapping[str, int]) -> int:
    """What bets may come to owe beyond their stakes: a tax that is more than the dollar placed for it."""
    owed = 0
    for name, stake in stakes.items():
        prizes = [
            pay.cents for line in game.wager[name].lines for pay in line.pays.pays.values() if isinstance(pay, Prize)
        ]
        owed += max(0, -min(prizes, default=0) - stake)
    return owed


def read_bets(table: Table, seat: int, answer: str) -> dict[str, int]:
    """The bets a line names: `10`, `10 tie 2`, `regular=10 tie=2`; r and x repeat and double the last ones."""
    game, last = table.game, table.last.get(seat)
    if answer.lower() in ("r", "x"):
        if last is None:
            raise BetError("there is no bet to repeat yet")
        free = [name for name in last if not isinstance(game.wager[name].stake, Fixed)]
        return {name: amount * (2 if answer.lower() == "x" and name in free else 1) for name, amount in last.items()}
    words = [word.strip(",") for word in answer.replace("=", " ").split()]
    if len(words) % 2:
        words.insert(0, next(wager.name for wager in game.wagers if isinstance(wager.stake, Free)))
    stakes: dict[str, int] = {}
    for word, amount in zip(words[::2], words[1::2], strict=True):
        name = whole_name(game, word)
        if name in stakes:
            raise BetError(f"{name} is named twice")
        stakes[name] = cents(amount)
    for wager in game.wagers:
        if wager.required and isinstance(wager.stake, Equal) and wager.stake.to in stakes:
            stakes.setdefault(wager.name, stakes[wager.stake.to])
    return stakes


def whole_name(game: Game, word: str) -> str:
    """The wager a word stands for: its name, or a beginning that fits one alone."""
    names = [wager.name for wager in game.wagers if not isinstance(wager.stake, Chosen)]
    fits = [name for name in names if name == word.lower()] or [name for name in names if name.startswith(word.lower())]
    if len(fits) == 1:
        return fits[0]
    raise BetError(unknown("wager", word, names))


def tell_piles(table: Table, played: Round, told: set[tuple[str, int, bool]]) -> None:
    """Says what has come to the table, or been turned over, since it was last said."""
    latest = {
        (event.pile, event.seat): place
        for place, event in enumerate(played.state.log)
        if isinstance(event, Dealt | Shown)
    }
    views = [
        pile for seat in range(1, table.seats + 1) for pile in played.view(seat).piles if pile.seat in (TABLE, seat)
    ]
    for pile in sorted(views, key=lambda pile: latest[pile.pile, pile.seat]):
        key = pile.pile, pile.seat, pile.cards is not None
        if key in told:
            continue
        told.add(key)
        label = table.game.label(pile.pile)
        label = label if table.seats == 1 or pile.seat == TABLE else f"{label}, seat {pile.seat}"
        if pile.cards is None:
            print(f"  {label:<18} {pile.count} face down")
        else:
            print(f"  {label:<18} {cards_text(pile.cards):<21} {pile.words}".rstrip())


def take_choice(table: Table, played: Round, need: NeedChoice, seat: int) -> Option:
    """One seat's choice, by one key."""
    choice = table.game.choices[need.name]
    keys = choice_keys(choice, need.legal[seat])
    named_cards = isinstance(choice.options, Cards)
    texts = {key: option_text(choice, option) for key, option in keys.items()}
    menu = "   ".join(f"[{key}] {text if named_cards else text.lower()}" for key, text in texts.items())
    asked = need.name if table.seats == 1 else f"{need.name}, seat {seat}"
    staked = sum(sum(stakes.values()) for stakes in played.stakes().values())
    while True:
        answer = hear(table, f"{asked}: {menu}", by_key=True).lower()
        named = {option_text(choice, option).lower(): option for option in keys.values()}
        option = keys.get(answer, named.get(answer))
        if option is None:
            print(f"Not understood: {answer!r}. Press {' or '.join(keys)}.")
            continue
        more = sum(raised_by(table.game, played.state.bets[seat], need.name, option).values())
        if staked + more > table.chips:
            print(f"Not taken: that needs {dollars(more)} more; you have {dollars(table.chips - staked)}.")
            continue
        return option


def choice_keys(choice: Choose, legal: Iterable[Option]) -> dict[str, Option]:
    """A key for each option: a letter of its name, or a number for a card; never one that means something else."""
    keys: dict[str, Option] = {}
    # The option that gives the choice its name comes first and has the first say in its letter.
    ordered = sorted(legal, key=lambda option: option_text(choice, option).lower() != choice.name)
    for number, option in enumerate(ordered, 1):
        letters = str(number) if isinstance(choice.options, Cards) else option_text(choice, option).lower()
        keys[next(each for each in letters if each not in keys and each not in "qit")] = option
    return keys


def tell_result(table: Table, played: Round) -> None:
    """Says how every bet ended and moves the chips."""
    settlement = settle_round(played, table.meters)
    table.meters = tuple(move.after for move in settlement.meters) or table.meters
    for line in transcript.told_lines(settlement):
        label = table.game.label(line.wager)
        label = label if table.seats == 1 else f"{label}, seat {line.seat}"
        outcome = line.outcome.name.replace("_", " ").lower()
        words = transcript.words_of(played, line)
        paid = f"{dollars(line.stake_cents):>9} {line.pay!s:<8} {signed(line.net_cents):>10}"
        commission = f", commission {dollars(line.commission_cents)}" if line.commission_cents else ""
        print(f"  {label:<18} {paid}   {outcome}{f', {words}' if words else ''}{commission}")
    for move in settlement.meters:
        for award in move.awards:
            seed = dollars(move.before.seed_cents)
            print(f"  meter {move.before.number} pays {dollars(award.paid_cents)} and restarts at {seed}")
    net = settlement.net_cents()
    table.rounds += 1
    table.won += net
    table.chips += net
    print(f"  {'net':<18} {'':>9} {'':<8} {signed(net):>10}")
