"""The width of printed text, from the typeface's own tables, so that labels can be placed without touching."""

from functools import cache
from struct import unpack_from

from pitboss.report.render import fonts


@cache
def _advances(weight: int) -> tuple[dict[int, int], tuple[int, ...], int]:
    """A typeface's glyph by character, its width by glyph, and the units of an em."""
    data = (fonts.FOLDER / f"{fonts.WEIGHTS[weight]}.otf").read_bytes()
    (count,) = unpack_from(">H", data, 4)
    tables = {data[12 + 16 * n : 16 + 16 * n]: unpack_from(">L", data, 20 + 16 * n)[0] for n in range(count)}
    (em,) = unpack_from(">H", data, tables[b"head"] + 18)
    (metrics,) = unpack_from(">H", data, tables[b"hhea"] + 34)
    widths = tuple(unpack_from(">H", data, tables[b"hmtx"] + 4 * n)[0] for n in range(metrics))
    return _glyphs(data, tables[b"cmap"]), widths, em


def _glyphs(data: bytes, start: int) -> dict[int, int]:
    """The glyph of every character, from the subtable of format 4 (the Basic Multilingual Plane)."""
    (count,) = unpack_from(">H", data, start + 2)
    places = [start + unpack_from(">L", data, start + 8 + 8 * n)[0] for n in range(count)]
    place = next(each for each in places if unpack_from(">H", data, each)[0] == 4)
    segments = unpack_from(">H", data, place + 6)[0] // 2
    ends, starts, deltas, offsets = (
        unpack_from(f">{segments}H", data, place + 14 + 2 * n * segments + (2 if n else 0)) for n in range(4)
    )
    found = {}
    for n, (first, last) in enumerate(zip(starts, ends, strict=True)):
        for letter in range(first, min(last, 0xFFFE) + 1):
            glyph = letter
            if offsets[n]:
                at = place + 16 + 6 * segments + 2 * n + offsets[n] + 2 * (letter - first)
                (glyph,) = unpack_from(">H", data, at)
                if not glyph:
                    continue
            found[letter] = (glyph + deltas[n]) % 65536
    return found


def width(text: str, size: float, weight: int = 400) -> float:
    """The width of a text at a font size, without kerning; a character that the typeface lacks counts as one em."""
    glyphs, widths, em = _advances(weight)
    units = sum(widths[min(glyphs[ord(letter)], len(widths) - 1)] if ord(letter) in glyphs else em for letter in text)
    return size * units / em


def wrapped(text: str, size: float, most: float) -> list[str]:
    """A text in lines of at most this width, broken between words; a longer word has a line to itself."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width(longer, size) <= most:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
