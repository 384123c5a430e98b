"""Advice on a round in play: the exact value of every choice, the best first, and the reason in words."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.coach.reasons import NameOf, reason_for
from pitboss.core.cards import Card
from pitboss.core.codec import header
from pitboss.core.errors import TurnError
from pitboss.core.game import Answer, Cards, Game
from pitboss.core.round import Round
from pitboss.core.script import NeedChoice, codes_of
from pitboss.core.stakes import raised_by
from pitboss.maths.exact.advise import advise
from pitboss.maths.exact.decide import piles_seen


@dataclass(frozen=True)
class Advice:
    """What every legal answer to one choice of one seat is worth to all of that seat's bets together."""

    choice: str
    seat: int
    values_cents: Mapping[Answer, Fraction]
    """The exact expected net result in cents, by answer: the best first, of equals the one that stakes more."""
    reason: str
    """One sentence for the best answer, in the words of the game's strategy; empty where it was not asked for."""
    unit_cents: int
    """The seat's first main stake, which grades are measured by."""

    @property
    def best(self) -> Answer:
        """The answer worth most."""
        return next(iter(self.values_cents))

    @property
    def gap_cents(self) -> Fraction:
        """What the second-best answer gives up; 0 where two answers are equally good, or there is only one."""
        values = list(self.values_cents.values())
        return values[0] - values[1] if len(values) > 1 else Fraction(0)

    def cost_cents(self, answer: Answer) -> Fraction:
        """What an answer gives up against the best one; 0 for the best."""
        return self.values_cents[self.best] - self.values_cents[answer]


def advice_on(
    played: Round,
    seat: int,
    *,
    reason: bool = True,
    name_of: NameOf | None = None,
    unpaid: Collection[Answer] = frozenset(),
    seen: tuple[Card, ...] = (),
) -> Advice:
    """Advice for a seat whose choice the round waits for, from the cards that the choice sees.

    Answers in `unpaid` are left out: the player has too little money for them. `name_of` writes answers in the reason.
    `seen` are other cards known to have left the deck. Where the round asks for several choices, those made count, and
    those to come are played best.
    With `reason=False` the values alone are worked out: the strategy in words can take seconds the first time. Raises
    a `PitbossError` where the seat is not asked, or where the game cannot be solved (codes in `UNSOLVED`).
    """
    need = played.need()
    if not isinstance(need, NeedChoice) or seat not in need.legal:
        raise TurnError(f"seat {seat} is not asked for a choice now", "not-asked")
    game, state = played.game, played.state
    choice = game.choices[need.name]
    known = {pile: state.piles[pile, state.owner(pile, seat)] for pile in piles_seen(game, choice)}
    bets = state.bets[seat]
    unit = bets.get(game.main_wagers[0], 0)
    chosen = {name: answer for (name, owner), answer in state.choices.items() if owner == seat}
    values = advise(game, known, seen, bets, chosen)
    legal = [option for option in values if option in need.legal[seat] and option not in unpaid]
    added = {option: sum(raised_by(game, bets, choice.name, option).values()) for option in legal}
    ranked = sorted(legal, key=lambda option: (-values[option], -added[option], option))
    cents = {option: values[option] * unit for option in ranked}
    said = reason_for(played, seat, cents, name_of) if reason else ""
    return Advice(need.name, seat, cents, said, unit)


def best_answer(played: Round, seat: int) -> Answer:
    """The best answer of a seat whose choice the round waits for; a table plays missing players and bots by it."""
    return advice_on(played, seat, reason=False).best


class BestPlay:
    """The best answers, each worked out once: hands of cards that no rule of the game tells apart are one hand.

    A card room's bots ask for the same few hands again and again. At most `most` answers are kept.
    """

    def __init__(self, most: int = 200_000) -> None:
        self.most = most
        self._kinds: dict[str, dict[Card, tuple[int, ...]]] = {}
        self._known: dict[tuple[object, ...], tuple[Answer, tuple[int, ...] | None]] = {}

    def __call__(self, played: Round, seat: int) -> Answer:
        """The best answer of a seat whose choice the round waits for."""
        need = played.need()
        if not isinstance(need, NeedChoice) or seat not in need.legal:
            raise TurnError(f"seat {seat} is not asked for a choice now", "not-asked")
        game, state = played.game, played.state
        identity = _identity(game)
        kinds = self._kinds_of(game, identity)
        hands = tuple(
            tuple(sorted(kinds[card] for card in state.piles[pile, state.owner(pile, seat)]))
            for pile in game.choices[need.name].sees
        )
        legal = need.legal[seat]
        # Options of a choice count by number; a single card counts by its kind; sets of cards are not remembered.
        is_cards = isinstance(game.choices[need.name].options, Cards)
        if is_cards and not all(isinstance(option, int) for option in legal):
            return best_answer(played, seat)
        shown = tuple(sorted({kinds[option] for option in legal if isinstance(option, int)})) if is_cards else legal
        key = identity, need.name, tuple(sorted(state.bets[seat].items())), hands, shown
        if key not in self._known:
            best = best_answer(played, seat)
            if len(self._known) >= self.most:
                self._known.clear()
            self._known[key] = best, kinds[best] if is_cards and isinstance(best, int) else None
        answer, kind = self._known[key]
        if kind is None:
            return answer
        return next(option for option in legal if isinstance(option, int) and kinds[option] == kind)

    def _kinds_of(self, game: Game, identity: str) -> dict[Card, tuple[int, ...]]:
        """The codes of every card under all that the game's rules see of it."""
        if identity not in self._kinds:
            coders = dict.fromkeys(
                source.coder for bound in game.bounds() for source in bound.sources if source.coder is not None
            )
            tables = [codes_of(game, coder) for coder in coders]
            self._kinds[identity] = {card: tuple(codes[card] for codes in tables) for card in game.deck.counts}
        return self._kinds[identity]


def _identity(game: Game) -> str:
    """A text that is the same for the same game with the same options and pay tables."""
    known: dict[str, str] = game.__dict__
    if "_identity" not in known:
        known["_identity"] = json.dumps(header(game))
    return known["_identity"]
