"""One round replayed: a step for every event, with the values and the grade at every decision."""

from collections.abc import Callable
from functools import partial

from pitboss.cli.commands.history.listing import Listed, wrong_words
from pitboss.cli.console import bold
from pitboss.cli.layout import print_wrapped, wrapped
from pitboss.cli.progress import working
from pitboss.cli.table_view.cards import CardStyle
from pitboss.cli.table_view.coaching import Asked, Coach, Coaching
from pitboss.cli.table_view.layout import Layout
from pitboss.cli.table_view.typed import LeaveError, ask_in_lines, is_person, read_answer, read_line
from pitboss.coach.log import LoggedRound
from pitboss.coach.review import Reviewed, review
from pitboss.core.choice_notes import NO_NOTE, ChoiceNote
from pitboss.core.errors import PitbossError
from pitboss.core.round import Round
from pitboss.core.script import TABLE, Bets, Chose, Shown
from pitboss.core.settle import settle_round
from pitboss.core.settled_words import told_lines, words_of

Step = Callable[[], None]


def choose_and_replay(rounds: list[Listed], style: CardStyle) -> None:
    """Asks which round to replay, until the user leaves."""
    by_number = {str(each.logged.number): each.logged for each in rounds}
    try:
        while True:
            answer = read_line("Round to replay, or q to leave:").lower()
            if answer in ("q", "quit", "exit"):
                return
            if answer in by_number:
                replay(by_number[answer], style)
            else:
                print_wrapped(f"Not taken: {answer!r} is no round of this list.")
    except LeaveError:
        print()


def replay(logged: LoggedRound, style: CardStyle) -> None:
    """Replays a round: key by key at a terminal, else all steps at once."""
    steps = steps_of(logged, style)
    title = f"Round {logged.number}"
    if not is_person():
        print(f"{bold(title)}   {logged.played.game.title}")
        print_warning(logged)
        for number, step in enumerate(steps, 1):
            print(f"\nStep {number} of {len(steps)}")
            step()
        return
    print_warning(logged)
    try:
        _step_through(steps, title)
    except LeaveError:
        print()


def print_warning(logged: LoggedRound) -> None:
    """Prints a warning where lines of the log contradict the rules."""
    if logged.wrong:
        print_wrapped(wrong_words(logged))


def _step_through(steps: list[Step], title: str) -> None:
    """Shows one step after another: n or Enter for the next, p for the one before, q to leave."""
    place = 0
    while True:
        print(f"\n{bold(title)}   step {place + 1} of {len(steps)}")
        steps[place]()
        while True:
            keys = ("[n] next",) * (place + 1 < len(steps)) + ("[p] previous",) * (place > 0) + ("[q] leave",)
            answer = read_answer(ask_in_lines("Step:", keys)).lower()
            if answer in ("q", "quit", "exit") or (answer in ("", "n", "next") and place + 1 == len(steps)):
                return
            if answer in ("", "n", "next"):
                place += 1
                break
            if answer in ("p", "previous") and place:
                place -= 1
                break
            print_wrapped(f"Not taken: {answer!r}. Type n, p or q, and Enter.")


def steps_of(logged: LoggedRound, style: CardStyle) -> list[Step]:
    """The steps of a round, each of which prints itself."""
    played = logged.played
    layout = Layout(played.game, len(played.state.seats()), style)
    decisions, fault = _reviewed(logged)
    steps: list[Step] = []
    seen: set[tuple[str, int]] = set()
    for place, event in enumerate(played.state.log):
        if isinstance(event, Bets):
            steps.append(partial(_print_bets, layout, event))
        elif isinstance(event, Chose):
            note = logged.notes.get((event.name, event.seat), NO_NOTE)
            decision = decisions.get((event.name, event.seat))
            # What was no decision of the player has no values, and not for a fault.
            why = _ungraded_words(note) if not note.is_decision(played.state.legal[event.name, event.seat]) else fault
            steps.append(partial(_print_decision, layout, event, decision, why, note))
        elif (event.pile, event.seat) not in seen:  # What the player saw already is not news when it is turned over.
            shown = isinstance(event, Shown)
            if played.game.piles[event.pile].visible(own=event.seat != TABLE, shown=shown):
                seen.add((event.pile, event.seat))
            is_open = (event.pile, event.seat) in seen
            steps.append(partial(_print_pile, layout, _until(played, place), event.pile, event.seat, is_open))
    if played.need() is None:
        steps.append(partial(_print_result, layout, played))
    return steps


def _reviewed(logged: LoggedRound) -> tuple[dict[tuple[str, int], Reviewed], str]:
    """The decisions of a round by choice and seat; or why they have no values."""
    try:
        with working(logged.played.game.name):
            decisions = review(logged.played, logged.notes)
    except PitbossError as error:
        return {}, f"No values: {error}."
    return {(each.advice.choice, each.advice.seat): each for each in decisions}, ""


def _ungraded_words(note: ChoiceNote) -> str:
    why = "the table chose for a player who had left" if note.is_by_table else "the player could pay for nothing else"
    return f"Not graded: {why}."


def _until(played: Round, place: int) -> Round:
    """The round just after the entry of its log in this place."""
    count = sum(not isinstance(event, Shown) for event in played.state.log[: place + 1])
    return Round(played.game, played.events[:count])


def _print_bets(layout: Layout, event: Bets) -> None:
    for seat, stakes in event.by_seat.items():
        first = "Bets: " if layout.seats == 1 else f"Bets of seat {seat}: "
        print("\n".join(wrapped(layout.bets(stakes), first="  " + first, rest="    ")))


def _print_pile(layout: Layout, after: Round, pile: str, seat: int, is_open: bool) -> None:
    """Prints a pile as its own seat, or a player at the table, sees it at that moment."""
    cards = after.state.piles[pile, seat]
    words = after.words(pile, seat, seat) if is_open else ""
    layout.print_pile(pile, seat, len(cards), cards if is_open else None, words)


def _print_decision(layout: Layout, event: Chose, decision: Reviewed | None, why: str, note: ChoiceNote) -> None:
    """Prints a choice with its values and its grade; or why it has none."""
    seat = f"seat {event.seat}, " if layout.seats > 1 else ""
    print_wrapped(f"{seat}{event.name}: {layout.option(event.name, event.option)}", first="  ", rest="    ")
    if decision is None:
        print_wrapped(why)
        return
    coaching = Coaching(Coach.ASK, layout)
    coaching.print_value(Asked(decision.before, event.seat, note.missing_cents))
    print_wrapped(coaching.grade_words(decision.grade), first="  ", rest="    ")


def _print_result(layout: Layout, played: Round) -> None:
    settlement = settle_round(played)
    said: set[tuple[int, str]] = set()
    for line in told_lines(settlement):
        layout.print_line(line, words_of(played, line), said)
    layout.print_net(settlement.net_cents())
