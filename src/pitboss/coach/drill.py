"""Questions of a drill: close decisions from fresh hands, and misplayed ones dealt again."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest

from pitboss.coach.advice import Advice, advice_on
from pitboss.core.cards import Card, cards_text, parse_cards
from pitboss.core.errors import BetError, ChoiceError, PitbossError
from pitboss.core.game import Cards, Chosen, Fixed, Game
from pitboss.core.memory import Memory
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import Bets, Dealt, NeedCards, NeedChoice
from pitboss.core.stakes import equal_filled_in, smallest_table_step
from pitboss.maths.exact.decide import only_choice

SEAT = 1
BATCH, KEPT = 40, 4
"""Hands in a batch, and how many of them are asked: for each best option, those where the second best is closest."""
MOST_BATCHES = 5
"""Batches of hands dealt in search of enough close decisions."""
CLOSE = Fraction(1, 10)
"""Of the first main stake: a decision is close where the second-best answer gives up no more."""
LEAST_GAP = Fraction(1, 1000)
"""Of the first main stake: where the second-best answer gives up less, the two are as good as equal, and not asked."""
MOST_DEALS = 2_000
"""Hands dealt for one batch before a game is said to have no close decisions."""
FEW = 20
"""Repeated decisions in one batch after which a game counts as having few different ones."""
MOST_ASKED = 10_000
"""Decisions that are remembered, so that they are not asked again."""
STAKE_CENTS = 1_000


@dataclass(frozen=True)
class Question:
    """A round that waits for a decision, what each answer is worth, and the decision as text."""

    played: Round
    advice: Advice
    """Without its reason, which takes longer."""
    decision: str
    is_repeat: bool = False
    """Whether it was misplayed before."""

    @property
    def is_close(self) -> bool:
        """Whether the second-best answer gives up little."""
        return self.advice.gap_cents <= CLOSE * self.advice.unit_cents


def drill_name(game: Game) -> str:
    """The name under which the scores of a game with these options are kept."""
    return f"{game.name} {game.version} {game.options.line(' ')}".rstrip()


def usual_bets(game: Game) -> dict[str, int]:
    """The bets of a drill where none are given: the first main wager, and whatever must be bet with it."""
    step = smallest_table_step(game)
    stake = -(-STAKE_CENTS // step) * step
    bets = equal_filled_in(game, {game.main_wagers[0]: stake})
    for wager in game.wagers:
        wanted = wager.required and wager.name not in bets and wager.unless not in bets
        if wanted and not isinstance(wager.stake, Chosen):
            bets[wager.name] = wager.stake.cents if isinstance(wager.stake, Fixed) else stake
    return bets


@dataclass
class Questions:
    """Deals the questions of one sitting; with a seed the same ones again."""

    game: Game
    bets: Mapping[str, int]
    seed: int | None = None
    _asked: Memory[bool] = field(default_factory=lambda: Memory(MOST_ASKED))
    _ready: list[Question] = field(default_factory=list)
    _close: set[object] = field(default_factory=set)
    """The options that were best in some close decision; None for a choice among cards."""

    def __post_init__(self) -> None:
        if not self.game.choices:
            raise ChoiceError(f"{self.game.name} asks for no choice, so there is nothing to drill", "none")
        self.choice = only_choice(self.game)
        main = self.game.main_wagers[0]
        if not self.bets.get(main):
            raise BetError(f"{self.choice.name} is asked only of seats that bet {main}; bet on it as well", "required")
        self._source: random.Random = random.SystemRandom() if self.seed is None else random.Random(self.seed)

    def fresh(self) -> Question:
        """The next close decision; as long as there are any, one that was not asked in this sitting."""
        if not self._ready:
            self._ready = self._batch()
        question = self._ready.pop(0)
        self._asked.keep(question.decision, True)
        return question

    def again(self, decision: str) -> Question | None:
        """A misplayed decision dealt again; None where the game with its present options does not ask it."""
        try:
            bets, known = self._parsed(decision)
            played = self._dealt(bets, known)
            if played is None:
                return None
            self._asked.keep(decision, True)
            return Question(played, advice_on(played, SEAT, reason=False), decision, is_repeat=True)
        except (PitbossError, ValueError):
            return None

    def _batch(self) -> list[Question]:
        """The closest decisions of one batch of hands."""
        found: dict[str, Question] = {}
        repeats = 0
        for _ in range(MOST_DEALS):
            played = self._dealt(self.bets, {})
            if played is None:
                continue
            decision = self._text(played)
            if decision in self._asked or decision in found:
                repeats += 1
                if repeats == FEW:  # The game has few different decisions: those asked before may come again.
                    self._asked.clear()
                if repeats > 2 * FEW and found:
                    break
                continue
            advice = advice_on(played, SEAT, reason=False)
            if advice.gap_cents >= LEAST_GAP * advice.unit_cents:
                found[decision] = Question(played, advice, decision)
            close = sum(each.is_close for each in found.values())
            if len(found) == MOST_BATCHES * BATCH or (len(found) >= BATCH and close >= KEPT):
                break
        if not found:
            raise ChoiceError(
                f"{self.game.name}: no decision in {MOST_DEALS:,} hands in which one answer is better than the others",
                "none",
            )
        closest = self._closest(list(found.values()))
        self._source.shuffle(closest)
        return closest

    def _closest(self, found: list[Question]) -> list[Question]:
        """The closest decisions, of every best option in turn, so that the answer cannot be guessed.

        An option that has been best in no close decision is asked for in the closest ones that it has.
        """
        by_best: dict[object, list[Question]] = {}
        for each in sorted(found, key=lambda each: each.advice.gap_cents):
            best = None if isinstance(self.choice.options, Cards) else each.advice.best
            by_best.setdefault(best, []).append(each)
        self._close.update(best for best, group in by_best.items() if group[0].is_close)
        groups = [
            [each for each in group if each.is_close] if best in self._close else group[: KEPT // 2]
            for best, group in by_best.items()
        ]
        in_turn = [each for row in zip_longest(*groups) for each in row if each is not None]
        return in_turn[:KEPT] or [group[0] for group in by_best.values()]

    def _dealt(self, bets: Mapping[str, int], known: Mapping[str, tuple[Card, ...]]) -> Round | None:
        """A round dealt up to its decision, with the piles in `known` as they are given; None where none is asked."""
        deck = list(self.game.deck)
        for cards in known.values():
            for card in cards:
                deck.remove(card)
        self._source.shuffle(deck)
        played = Round(self.game).after(Bets({SEAT: bets}))
        while isinstance(need := played.need(), NeedCards):
            drawn = known.get(need.pile) or tuple(deck.pop() for _ in range(need.count))
            played = played.after(Dealt(need.pile, need.seat, drawn))
        return played if isinstance(need, NeedChoice) else None

    def _text(self, played: Round) -> str:
        """A decision as text: `regular 10.00, tie 1.00 | player 6s 4h 3d`, cards in rising order."""
        state = played.state
        bets = (f"{name} {dollars(amount)}" for name, amount in state.bets[SEAT].items())
        piles = {pile: state.piles[pile, state.owner(pile, SEAT)] for pile in self.choice.sees}
        told = (f"{pile} {cards_text(sorted(cards))}" for pile, cards in piles.items())
        return f"{', '.join(bets)} | {', '.join(told)}"

    def _parsed(self, decision: str) -> tuple[dict[str, int], dict[str, tuple[Card, ...]]]:
        """The bets and the cards that the text of a decision names; ValueError for any other text."""
        bets, piles = ([part.strip().split(" ", 1) for part in half.split(",")] for half in decision.split("|", 1))
        return {name: cents(amount) for name, amount in bets}, {pile: parse_cards(cards) for pile, cards in piles}
