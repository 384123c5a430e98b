"""Questions of a drill: close decisions from fresh hands, and misplayed ones dealt again."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest

from pitboss.coach.advice import Advice, advice_on, best_answer
from pitboss.core.cards import Card, cards_text, parse_cards
from pitboss.core.errors import BetError, ChoiceError, PitbossError
from pitboss.core.game import Answer, Cards, Chosen, Fixed, Game
from pitboss.core.memory import Memory
from pitboss.core.money import cents, dollars
from pitboss.core.round import Round
from pitboss.core.script import Bets, Chose, Dealt, NeedCards, NeedChoice, option_name, parse_option
from pitboss.core.stakes import equal_filled_in, smallest_table_step
from pitboss.maths.exact.decide import piles_seen

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
    """The choice and option that was best in some close decision; None as the option of a choice among cards."""

    def __post_init__(self) -> None:
        if not self.game.choices:
            raise ChoiceError(f"{self.game.name} asks for no choice, so there is nothing to drill", "none")
        first = next(iter(self.game.choices))
        main = self.game.main_wagers[0]
        if not self.bets.get(main):
            raise BetError(f"{first} is asked only of seats that bet {main}; bet on it as well", "required")
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
            bets, known, made = self._parsed(decision)
            played = self._dealt(bets, known, made)
            if played is None:
                return None
            self._asked.keep(decision, True)
            return Question(played, advice_on(played, SEAT, reason=False), decision, is_repeat=True)
        except (PitbossError, ValueError, KeyError, IndexError):
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
            name = each.advice.choice
            best = None if isinstance(self.game.choices[name].options, Cards) else each.advice.best
            by_best.setdefault((name, best), []).append(each)
        self._close.update(best for best, group in by_best.items() if group[0].is_close)
        groups = [
            [each for each in group if each.is_close] if best in self._close else group[: KEPT // 2]
            for best, group in by_best.items()
        ]
        in_turn = [each for row in zip_longest(*groups) for each in row if each is not None]
        return in_turn[:KEPT] or [group[0] for group in by_best.values()]

    def _dealt(
        self, bets: Mapping[str, int], known: Mapping[str, tuple[Card, ...]], made: Mapping[str, Answer] | None = None
    ) -> Round | None:
        """A round dealt up to a decision, with the piles in `known` as they are given; None where none is asked.

        In a game with several choices any of them may be the one: those before it are made as in `made`, or else best.
        A round that ends before it stops at its last decision.
        """
        deck = list(self.game.deck)
        for cards in known.values():
            for card in cards:
                deck.remove(card)
        self._source.shuffle(deck)
        choices = list(self.game.choices)
        wanted = choices[len(made)] if made is not None else self._any_of(choices)
        played, found = Round(self.game).after(Bets({SEAT: bets})), None
        while True:
            need = played.need()
            if isinstance(need, NeedCards):
                drawn = known.get(need.pile) or tuple(deck.pop() for _ in range(need.count))
                played = played.after(Dealt(need.pile, need.seat, drawn))
            elif isinstance(need, NeedChoice):
                found = played
                if need.name == wanted or (made is not None and need.name not in made):
                    return found
                answer = best_answer(played, SEAT) if made is None else made[need.name]
                played = played.after(Chose(SEAT, need.name, answer))
            else:
                return found

    def _any_of(self, choices: list[str]) -> str:
        return self._source.choice(choices) if len(choices) > 1 else choices[0]

    def _text(self, played: Round) -> str:
        """A decision as text: `regular 10.00, tie 1.00 | player 6s 4h 3d`, cards in rising order.

        After a second bar come the choices made before it: `| two_cards check`.
        """
        state, need = played.state, played.need()
        assert isinstance(need, NeedChoice)
        bets = (f"{name} {dollars(amount)}" for name, amount in state.bets[SEAT].items())
        seen = piles_seen(self.game, self.game.choices[need.name])
        piles = {pile: state.piles[pile, state.owner(pile, SEAT)] for pile in seen}
        told = (f"{pile} {cards_text(sorted(cards))}" for pile, cards in piles.items())
        text = f"{', '.join(bets)} | {', '.join(told)}"
        made = (
            f"{name} {option_name(self.game.choices[name], answer)}"
            for (name, seat), answer in state.choices.items()
            if seat == SEAT
        )
        return f"{text} | {', '.join(made)}" if state.choices else text

    def _parsed(self, decision: str) -> tuple[dict[str, int], dict[str, tuple[Card, ...]], dict[str, Answer]]:
        """The bets, cards and earlier choices that the text of a decision names; ValueError for any other text."""
        bets, piles, *more = ([part.strip().split(" ", 1) for part in half.split(",")] for half in decision.split("|"))
        made = {name: parse_option(self.game.choices[name], text) for part in more for name, text in part}
        cards = {pile: parse_cards(text) for pile, text in piles}
        return {name: cents(amount) for name, amount in bets}, cards, made
