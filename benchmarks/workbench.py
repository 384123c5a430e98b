"""The time in which the workbench's figures follow a changed pay. Run: python benchmarks/workbench.py

For every pay table of every game: one row is changed, and the server's answer is made from the question to the JSON
text, in this process. Tallies are kept already, as after the first look at a game. A table whose pays can change the
best play is solved anew, and marked.
"""

import json
import time
from collections.abc import Callable
from statistics import median

from pitboss import games
from pitboss.core.pays import Odds, Prize
from pitboss.server.models.workbench import ChangedTable, PricingQuestion
from pitboss.server.workbench import Workbench
from pitboss.server.workbench_json import pricing_json

TRIES = 7
ASKED_MS = 200


def answered(bench: Workbench, asked: PricingQuestion) -> str:
    """The answer to a question, as text."""
    return json.dumps(pricing_json(bench.screen(asked)))


def timed_ms(work: Callable[[], object]) -> float:
    """The time of some work in milliseconds."""
    started = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - started)


def changes(name: str) -> list[tuple[str, list[PricingQuestion]]]:
    """By pay table: questions that change its first row to several other pays."""
    found = []
    for table in games.build(name).pay_tables.values():
        outcome, pay = next((each, pay) for each, pay in table.pays.items() if isinstance(pay, Odds | Prize))
        size = pay.net if isinstance(pay, Odds) else pay.cents // 100
        cells = [f"{'$' if isinstance(pay, Prize) else ''}{size + 1 + step}" for step in range(TRIES)]
        pays = [{table.outcomes(outcome).name: cell.replace("/", ":").replace("$-", "-$")} for cell in cells]
        asked = [
            PricingQuestion(game=name, changes=[ChangedTable(grid=table.grid, column=table.column, pays=each)])
            for each in pays
        ]
        found.append((table.grid, asked))
    return found


def main() -> None:
    """Times every pay table."""
    bench = Workbench()
    print(f"A changed pay, priced             pay table             median     most   ({ASKED_MS} ms asked for)")
    for name in games.names():
        answered(bench, PricingQuestion(game=name))
        for grid, asked in changes(name):
            known = [bench.is_at_hand(bench.screen(each).subject.game) for each in asked]
            times = [timed_ms(lambda each=each: answered(bench, each)) for each in asked]
            note = "" if all(known) else "   solved anew"
            print(f"  {name:30}  {grid:20}  {median(times):5.0f} ms  {max(times):5.0f} ms{note}")


if __name__ == "__main__":
    main()
