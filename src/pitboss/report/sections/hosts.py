"""The hosts that a side wager's rules name, with the cards that each deals."""

from pitboss.games.game_folder import Host
from pitboss.report.document import DataTable, Section
from pitboss.report.subject import Subject

NOTE = (
    "Total: the cards of one player, the dealer and the community together; it decides the pay table. A host whose "
    "total or deck is not established is listed without it, and no figure is given for it."
)


def hosts_section(subject: Subject) -> Section | None:
    """The hosts of a side wager by total; None for a game that names none."""
    hosts = subject.folder.hosts
    if not hosts:
        return None
    rows = tuple(map(_row, sorted(hosts, key=lambda host: (host.total is None, host.total or 0))))
    head = ("host", "cards dealt", "total", "deck", "note")
    caption = f"The {len(hosts)} host games that the rules name"
    return Section("Host games", (DataTable(caption, head, rows, text_columns=(1, 4), note=NOTE),))


def _row(host: Host) -> tuple[str, ...]:
    deck = f"{host.deck} cards" if host.deck else "not established"
    return host.title, host.cards, str(host.total or "not established"), deck, host.note
