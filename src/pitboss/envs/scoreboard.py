"""The suite's results as a Markdown table and as a chart (SVG)."""

from collections.abc import Sequence
from math import log10
from statistics import fmean
from xml.sax.saxutils import escape

from pitboss.envs.suite import Result, definition

NOT_RUN = "not run"
COLOURS = ("#1f6f54", "#b3261e", "#2a5db0", "#8a5a00", "#6b3fa0", "#444444")
WIDE, HIGH, LEFT, TOP, BOTTOM = 300, 230, 54, 34, 40


def amount(value: float) -> str:
    """A regret with two significant digits, at most six decimals: 0.19, 0.0043, <0.000001."""
    if abs(value) < 1e-12:
        return "0"
    if abs(value) < 1e-6:
        return "<0.000001"
    places = min(6, max(2, 1 - int(log10(abs(value)) // 1)))
    return f"{value:.{places}f}"


def table(results: Sequence[Result]) -> str:
    """A Markdown table: what does not learn, then each learner by budget; the mean, and the range over seeds."""
    budgets = definition()["budgets"]
    heads = ["game", "observation", "learner", *(f"{rounds:,}" for rounds in budgets)]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for game in definition()["games"]:
        for name, value in _still(results, game):
            lines.append(f"| {game} | – | {name} | {amount(value)} |{' |' * (len(budgets) - 1)}")
        learners = sorted({(each.observation, each.learner) for each in results if each.game == game and each.rounds})
        for observation, learner in learners:
            own = [
                each for each in results if (each.game, each.observation, each.learner) == (game, observation, learner)
            ]
            cells = [_cell([each for each in own if each.rounds == rounds]) for rounds in budgets]
            lines.append(f"| {game} | {observation} | {learner} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _still(results: Sequence[Result], game: str) -> list[tuple[str, float]]:
    """The best constant, actions at random, and the best named strategy of a game."""
    own = [each for each in results if each.game == game and not each.rounds]
    found = []
    for kind in ("constant", "random", "strategy"):
        of_kind = [each for each in own if each.learner.split(":")[0] == kind]
        if of_kind:
            best = min(of_kind, key=lambda each: each.greedy)
            found.append((best.learner if kind == "random" else f"best {best.learner}", best.greedy))
    return found


def _cell(runs: Sequence[Result]) -> str:
    """`0.0043 (0.0029 to 0.0061, 3 seeds); sampled 0.012`."""
    if not runs:
        return NOT_RUN
    greedy = [each.greedy for each in runs]
    spread = f"{amount(min(greedy))} to {amount(max(greedy))}, {len(runs)} seeds" if len(runs) > 1 else "1 seed"
    return f"{amount(fmean(greedy))} ({spread}); sampled {amount(fmean(each.sampled for each in runs))}"


def chart(results: Sequence[Result]) -> str:
    """Greedy regret against rounds on logarithmic axes, a panel per game, a line per learner and observation."""
    names = [game for game in definition()["games"] if any(each.game == game for each in results)]
    series = sorted({(each.learner, each.observation) for each in results if each.rounds})
    high = HIGH * ((len(names) + 2) // 3) + 20 * (1 + len(series) // 3) + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {3 * WIDE} {high}" '
        'font-family="sans-serif" font-size="11">',
        "<title>Regret per round after a number of rounds of training, by game and learner</title>",
        f'<rect width="{3 * WIDE}" height="{high}" fill="#ffffff"/>',
    ]
    for number, game in enumerate(names):
        parts += _panel(results, game, series, number % 3 * WIDE, number // 3 * HIGH)
    below = HIGH * ((len(names) + 2) // 3) + 16
    for number, (learner, observation) in enumerate(series):
        x, y = LEFT + number % 3 * WIDE, below + number // 3 * 20
        parts.append(f'<path d="M{x} {y - 4}h26" stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 32}" y="{y}">{escape(learner)}, {escape(observation)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(results: Sequence[Result], game: str, series: list[tuple[str, str]], x: int, y: int) -> list[str]:
    budgets = definition()["budgets"]
    shown = [each for each in results if each.game == game and each.rounds]
    low = min([-3.0, *(log10(max(each.greedy, 1e-6)) for each in shown)]) // 1
    inner = HIGH - TOP - BOTTOM

    def across(rounds: int) -> float:
        return (
            x
            + LEFT
            + (log10(rounds) - log10(budgets[0])) / (log10(budgets[-1]) - log10(budgets[0])) * (WIDE - LEFT - 20)
        )

    def down(value: float) -> float:
        return y + TOP + inner * (0.5 - max(log10(max(value, 1e-6)), low)) / (0.5 - low)

    parts = [f'<text x="{x + LEFT}" y="{y + 20}" font-weight="bold">{escape(game)}</text>']
    for power in range(int(low), 1):
        at = down(10.0**power)
        parts.append(f'<path d="M{x + LEFT} {at:.1f}H{x + WIDE - 20}" stroke="#dddddd"/>')
        parts.append(f'<text x="{x + LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for rounds in budgets:
        parts.append(
            f'<text x="{across(rounds):.1f}" y="{y + HIGH - BOTTOM + 16}" text-anchor="middle">{rounds:.0e}</text>'
        )
    for _name, value in _still(results, game):
        parts.append(
            f'<path d="M{x + LEFT} {down(value):.1f}H{x + WIDE - 20}" stroke="#999999" stroke-dasharray="3 3"/>'
        )
    for number, (learner, observation) in enumerate(series):
        own = [each for each in shown if (each.learner, each.observation) == (learner, observation)]
        points = [
            (across(rounds), down(fmean(each.greedy for each in own if each.rounds == rounds)))
            for rounds in budgets
            if any(each.rounds == rounds for each in own)
        ]
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
    return parts
