"""The design tokens of the web pages, for reports: colours, sizes and spaces have one source, `web/css/tokens.css`."""

import re
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[2] / "web" / "css" / "tokens.css"
LIGHT, DARK = {"theme": "light"}, {"theme": "dark"}
HIGH = {"contrast": "high"}
PRINT = {"theme": "print"}
MEDIA = {
    "(prefers-color-scheme: dark)": DARK,
    "(prefers-contrast: more)": LIGHT | HIGH,
    "(prefers-contrast: more) and (prefers-color-scheme: dark)": DARK | HIGH,
    "print": PRINT,
}
"""The theme for each kind of reader; where several fit, the last counts."""


@cache
def _rules() -> list[tuple[frozenset[tuple[str, str]], dict[str, str]]]:
    """The values of every rule under the settings that it is for, in the order of CSS: the more settings, the later."""
    text = re.sub(r"/\*.*?\*/", "", FILE.read_text(encoding="utf-8"), flags=re.DOTALL)
    found = []
    for selectors, body in re.findall(r"(:root[^{}]*)\{([^}]*)\}", text):
        values = dict(re.findall(r"(--[\w-]+):\s*([^;]+?)\s*;", body))
        for selector in selectors.split(","):
            found.append((frozenset(re.findall(r'\[data-([a-z]+)="([a-z]+)"\]', selector)), values))
    return sorted(found, key=lambda rule: len(rule[0]))


def values(settings: dict[str, str]) -> dict[str, str]:
    """The value of every token under some settings, by its name, such as `--text`."""
    found: dict[str, str] = {}
    for wanted, own in _rules():
        if wanted <= settings.items():
            found |= own
    return found


def style_for(sheet: str) -> str:
    """The tokens that a style sheet uses, as rules that follow the reader's scheme, contrast and paper."""
    light = values(LIGHT)
    used = _used(sheet, light)
    changing = [name for name in used if any(values(theme)[name] != light[name] for theme in MEDIA.values())]
    rules = [f":root {{ color-scheme: light dark; {_declared(used, light)} }}"]
    rules += [
        f"@media {media} {{ :root {{ {_declared(changing, values(theme))} }} }}" for media, theme in MEDIA.items()
    ]
    return "\n".join(rules) + "\n"


def _used(sheet: str, known: dict[str, str]) -> list[str]:
    """The tokens that a text names, and those named by their values, in the order of the file."""
    found: set[str] = set()
    wanted = set(re.findall(r"var\((--[\w-]+)\)", sheet))
    while wanted:
        found |= wanted
        wanted = {other for name in wanted for other in re.findall(r"var\((--[\w-]+)\)", known[name])} - found
    return [name for name in known if name in found]


def _declared(names: list[str], known: dict[str, str]) -> str:
    return " ".join(f"{name}: {known[name]};" for name in names)
