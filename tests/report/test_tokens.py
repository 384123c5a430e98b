"""Reports and pages have one source of colours, sizes and spaces."""

import re
from pathlib import Path

import pytest

import pitboss
from pitboss.report.render import charts, html, tokens

SOURCE = Path(pitboss.__file__).parent
COLOUR = re.compile(r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|luma)a?\(", re.IGNORECASE)
THEMES = {
    "dark": tokens.DARK,
    "light": tokens.LIGHT,
    "dark, high contrast": tokens.DARK | tokens.HIGH,
    "light, high contrast": tokens.LIGHT | tokens.HIGH,
    "print": tokens.PRINT,
}
PAIRS = [
    *(("--text", paper) for paper in ("--room", "--raised", "--raised-2")),
    *(("--muted", paper) for paper in ("--room", "--raised", "--raised-2")),
    *(("--link", paper) for paper in ("--room", "--raised")),
    *((ink, felt) for ink in ("--felt-text", "--felt-muted", "--win", "--loss") for felt in ("--felt", "--felt-deep")),
    ("--accent-ink", "--accent"),
    ("--win-ink", "--win"),
    ("--alarm", "--alarm-wash"),
    ("--cell-changed-ink", "--cell-changed"),
    ("--ramp-low-ink", "--ramp-low"),
    ("--ramp-high-ink", "--ramp-high"),
    *((suit, "--card") for suit in ("--spade", "--heart", "--diamond", "--club", "--joker")),
    *(("--chip-ink", f"--chip-{value}") for value in (5, 25, 100, 500)),
    ("--chip-1-ink", "--chip-1"),
]
"""Text and what it is written on."""
MARKS = [
    *((f"--series-{place}", "--raised") for place in range(1, 7)),
    *(("--accent-strong", paper) for paper in ("--room", "--raised", "--raised-2")),
    ("--accent", "--felt"),
]
"""Lines, bars and rings, and what they are drawn on."""


def brightness(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    digits = colour.removeprefix("#")
    pairs = [each * 2 for each in digits] if len(digits) == 3 else [digits[at : at + 2] for at in (0, 2, 4)]
    parts = [int(each, 16) / 255 for each in pairs]
    red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((brightness(one), brightness(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_measured_as_wcag_does():
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_can_be_read(theme: str):
    """Level AA of WCAG 2.2 in every theme, AAA in high contrast; lines and bars 3 to 1."""
    found = tokens.values(THEMES[theme])
    least = 7 if "high" in theme else 4.5
    faint = {
        pair: round(contrast(found[pair[0]], found[pair[1]]), 2)
        for pairs, enough in ((PAIRS, least), (MARKS, 3))
        for pair in pairs
        if contrast(found[pair[0]], found[pair[1]]) < enough
    }
    assert not faint


def test_no_colour_stands_anywhere_but_among_the_tokens():
    sheets = [*(SOURCE / "web").rglob("*.css"), *(SOURCE / "web").rglob("*.js"), *(SOURCE / "web").rglob("*.html")]
    files = [*(path for path in sheets if path != tokens.FILE), *(SOURCE / "report").rglob("*.py")]
    assert len(files) > 60
    stray = {path.name: found for path in files if (found := _colours(path.read_text()))}
    assert not stray


def _colours(text: str) -> list[str]:
    bare = re.sub(r'href="#[^"]*"|url\(#|\(id="\|', "", text)
    return [each for each in COLOUR.findall(bare) if not re.fullmatch(r"#[a-z]{3,8}", each)]


def test_a_stray_colour_is_found():
    assert _colours("a { color: #12ab34; }") == ["#12ab34"]
    assert _colours("b { color: rgb(1 2 3); }") == ["rgb("]
    assert _colours('<a href="#facade">') == []


def test_every_token_that_is_used_exists():
    known = tokens.values(tokens.DARK)
    sheets = {path.name: path.read_text() for path in (SOURCE / "web").rglob("*.css")}
    scripts = "".join(path.read_text() for path in (SOURCE / "web").rglob("*.js"))
    local = {name for text in sheets.values() for name in re.findall(r"(--[\w-]+):", text)}
    local |= set(re.findall(r'"(--[\w-]+)"', scripts))
    for name, text in sheets.items():
        assert set(re.findall(r"var\((--[\w-]+)", text)) <= known.keys() | local, name
    assert set(re.findall(r"var\((--[\w-]+)", scripts)) <= known.keys()


def test_later_and_closer_rules_win(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    sheet = tmp_path / "tokens.css"
    sheet.write_text("""
        :root[data-theme="light"][data-contrast="high"] { --a: both; }
        :root { --a: plain; --b: var(--c); /* --a: remark; */ --c: 1px; --d: unused; }
        :root[data-theme="light"], :root[data-theme="print"] { --a: light; --c: 2px; }
        :root[data-contrast="high"] { --a: high; }
        :root[data-theme="print"] { --c: 3px; }
    """)
    monkeypatch.setattr(tokens, "FILE", sheet)
    tokens._rules.cache_clear()
    try:
        found = {name: tokens.values(theme) for name, theme in THEMES.items()}
        assert {name: each["--a"] for name, each in found.items()} == {
            "dark": "plain",
            "light": "light",
            "dark, high contrast": "high",
            "light, high contrast": "both",
            "print": "light",
        }
        assert (found["light"]["--c"], found["print"]["--c"]) == ("2px", "3px")
        style = tokens.style_for("p { width: var(--b); }")
        assert style.startswith(":root { color-scheme: light dark; --b: var(--c); --c: 2px; }\n")
        assert "@media print { :root { --c: 3px; } }" in style
        assert "--d" not in style
    finally:
        tokens._rules.cache_clear()


def test_a_report_follows_scheme_contrast_and_paper():
    page = html.framed("T", "S", "")
    for media, theme in tokens.MEDIA.items():
        rule = page.partition(f"@media {media} {{ :root {{")[2].partition("}")[0]
        assert f"--text: {tokens.values(theme)['--text']};" in rule, media
    used = set(re.findall(r"var\((--[\w-]+)\)", page))
    assert used <= set(re.findall(r"(--[\w-]+):", page))
    assert html.framed("T", "S", "") == page


def test_a_chart_in_a_page_follows_the_scheme():
    first, *_ = charts.SERIES
    svg = f'<svg width="1" height="1" fill="{first}" stroke="{charts.INK}"></svg>'
    drawn = html._chart(html.Chart("words", "alt", svg), "n")
    assert 'fill="var(--series-1)"' in drawn
    assert 'stroke="currentColor"' in drawn
