"""Rounds as text for language models: what a seat sees, actions read from an answer, and the rules as a prompt."""

import re

import numpy as np

from pitboss import games
from pitboss.core import transcript
from pitboss.core.cards import cards_text
from pitboss.core.errors import ChoiceError, one_of
from pitboss.core.game import Game
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE, NeedChoice, option_name, parse_option, pile_text
from pitboss.envs.terms import PASS, Terms

ANSWER = re.compile(r"(?im)^\W*(?:final\s+)?(?:action|answer|choice)\W*[:=]\s*(.+?)\W*$")
LONGEST_QUOTE = 80


def rendered(played: Round, seat: int) -> str:
    """A round as lines of text, as a seat (0: a spectator) sees it; the whole round once it is over."""
    if played.need() is None:
        return transcript.write(played)
    lines = []
    for view in played.view(seat).piles:
        cards = cards_text(view.cards) if view.cards is not None else " ".join(["??"] * view.count)
        lines.append(f"{pile_text(view.pile, view.seat):<24} {cards}   {view.words}".rstrip())
    return "\n".join(lines) + "\n"


def observation_text(terms: Terms, played: Round, seat: int, *, reading: bool = True) -> str:
    """What a seat sees, in lines: its bets, the cards, what bets pay, and the actions that are legal now.

    With `reading` the hand is read out (`5 points`); without it a model has to read the cards itself.
    """
    game = terms.game
    stakes = played.stakes().get(seat, {})
    lines = [f"{game.title}, seat {seat}"]
    lines.append("Bets: " + ", ".join(f"{game.label(name)} ${dollars(amount)}" for name, amount in stakes.items()))
    for view in played.view(seat).piles:
        own = "" if view.seat in (TABLE, seat) else f" of seat {view.seat}"
        cards = cards_text(view.cards) if view.cards is not None else f"{view.count} face down"
        read = f" ({view.words})" if reading and view.words else ""
        lines.append(f"{_capital(game.label(view.pile))}{own}: {cards}{read}")
    answers = [
        (name, played.state.choices[name, seat]) for name in game.choices if (name, seat) in played.state.choices
    ]
    if len(game.choices) > 1 and answers:
        told = (f"{name} {option_name(game.choices[name], answer)}" for name, answer in answers)
        lines.append(f"Chosen so far: {', '.join(told)}")
    lines += [f"{_capital(game.label(name))} pays: {pays_text(game, name)}" for name in stakes]
    if played.need() is None and (played.state.choices or (PASS, 0) not in terms.actions):
        lines.append("The round is over.")
    else:
        lines.append(f"Legal actions: {', '.join(legal_texts(terms, played, seat))}")
    return "\n".join(lines) + "\n"


def pays_text(game: Game, wager: str) -> str:
    """The pays of a wager in one line: `won 1 to 1; tied push; lost lose`."""
    parts = []
    for line in game.wager[wager].lines:
        rows = [f"{line.pays.words_of(line.pays.outcomes(each).name)} {pay}" for each, pay in line.pays.pays.items()]
        parts.append("; ".join(rows))
    taken = game.wager[wager].commission
    return " | ".join(parts) + (f"; commission {float(taken):.3g} of wins" if taken else "")


def legal_texts(terms: Terms, played: Round, seat: int) -> list[str]:
    """The legal actions of a seat as it would write them: `draw`, `stand`, a card, `pass`."""
    need = played.need()
    if not isinstance(need, NeedChoice) or seat not in need.legal:
        return [PASS]
    choice = terms.game.choices[need.name]
    return [option_name(choice, option) for option in need.legal[seat]]


def parsed_action(terms: Terms, played: Round, seat: int, text: str) -> int:
    """The number of the action that a text names; refuses, in words, a text that names none that is legal now.

    The action stands alone (`draw`, `Draw.`, `play: fold`), or in a line of its own after `Action:`; the last counts.
    """
    legal = legal_texts(terms, played, seat)
    found = ANSWER.findall(text)
    said = re.sub(r"^[\s\W]+|[\s\W]+$", "", found[-1] if found else text)
    quote = repr(said if len(said) <= LONGEST_QUOTE else said[: LONGEST_QUOTE - 3] + "...")
    need = played.need()
    if not isinstance(need, NeedChoice) or seat not in need.legal:
        if said.lower() != PASS:
            raise ChoiceError(f"{quote} is no legal action: nothing is asked, so answer {PASS}", "unknown-option")
        return terms.actions.index((PASS, 0))
    choice = terms.game.choices[need.name]
    bare = re.sub(rf"(?i)^{re.escape(need.name)}\b[\s:=]*(?=\S)", "", said)
    for spelled in (said, bare):
        try:
            option = parse_option(choice, spelled.replace(" ", "-") if not _names_cards(legal) else spelled)
        except ChoiceError:
            continue
        if option in need.legal[seat]:
            mask = terms.mask(played, seat)
            for number in np.flatnonzero(mask).tolist():
                if terms.option(played, seat, *terms.actions[number]) == option:
                    return number
    raise ChoiceError(f"{quote} is no legal action: answer {one_of(legal)}, alone or after 'Action:'", "unknown-option")


def _names_cards(legal: list[str]) -> bool:
    return bool(legal) and all(
        re.fullmatch(r"(?:[2-9TJQKA][cdhs]|JK)(?: (?:[2-9TJQKA][cdhs]|JK))*", each) for each in legal
    )


def system_prompt(terms: Terms) -> str:
    """The rules of the game and how to answer: the first message to a language model."""
    game = terms.game
    rules = games.folder(game.name.partition("+")[0]).rules_for(game).strip()
    return (
        f"You play {game.title} at a casino table, one seat against the house. These are the rules.\n\n{rules}\n\n"
        "Each message shows what you see: your bets, the cards, what bets pay, and the legal actions. A card is a rank "
        "(2-9, T, J, Q, K, A) and a suit (c, d, h, s); JK is a joker. Decide which action has the highest expected "
        "value. End your answer with one line: 'Action: ' and exactly one of the legal actions.\n"
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
