// Cards drawn as SVG: pips, courts, jokers, backs, and the icon that a theme puts on one suit.

import { h, svg } from "./dom.js";
import { icon as drawIcon } from "./icons.js";

export const SUITS = {
  s: ["spades", "M0-9.5C3-5.5 9.2-2 9.2 2.6 9.2 5.6 7 7.2 4.8 7.2 3.2 7.2 1.8 6.4 1 5 1.2 7.4 2 8.8 3.4 9.6H-3.4C-2 8.8-1.2 7.4-1 5-1.8 6.4-3.2 7.2-4.8 7.2-7 7.2-9.2 5.6-9.2 2.6-9.2-2-3-5.5 0-9.5Z"],
  h: ["hearts", "M0 9.2C-3 5.5-9.5 1.5-9.5-3.5-9.5-7-7-9-4.6-9-2.6-9-.9-7.8 0-6 .9-7.8 2.6-9 4.6-9 7-9 9.5-7 9.5-3.5 9.5 1.5 3 5.5 0 9.2Z"],
  d: ["diamonds", "M0-10C2.2-6 5-2.6 8 0 5 2.6 2.2 6 0 10-2.2 6-5 2.6-8 0-5-2.6-2.2-6 0-10Z"],
  c: ["clubs", "M0-9.6A4.4 4.4 0 0 1 3.5-2.6 4.5 4.5 0 1 1 1.1 4.6C1.3 7 2 8.8 3.4 9.6H-3.4C-2 8.8-1.3 7-1.1 4.6A4.5 4.5 0 1 1-3.5-2.6 4.4 4.4 0 0 1 0-9.6Z"],
};
const RANKS = {
  2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace",
};
const JOKER = "JK";

const [LEFT, MIDDLE, RIGHT] = [36, 50, 64]; // Clear of the suits in the corners, which are no pips.
const PIPS = {
  2: [[MIDDLE, 34], [MIDDLE, 106]],
  3: [[MIDDLE, 34], [MIDDLE, 70], [MIDDLE, 106]],
  4: [[LEFT, 34], [RIGHT, 34], [LEFT, 106], [RIGHT, 106]],
  5: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 70], [LEFT, 106], [RIGHT, 106]],
  6: [[LEFT, 34], [RIGHT, 34], [LEFT, 70], [RIGHT, 70], [LEFT, 106], [RIGHT, 106]],
  7: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 52], [LEFT, 70], [RIGHT, 70], [LEFT, 106], [RIGHT, 106]],
  8: [[LEFT, 34], [RIGHT, 34], [MIDDLE, 52], [LEFT, 70], [RIGHT, 70], [MIDDLE, 88], [LEFT, 106], [RIGHT, 106]],
  9: [[LEFT, 30], [RIGHT, 30], [LEFT, 57], [RIGHT, 57], [MIDDLE, 70], [LEFT, 83], [RIGHT, 83], [LEFT, 110], [RIGHT, 110]],
  T: [[LEFT, 30], [RIGHT, 30], [MIDDLE, 43], [LEFT, 57], [RIGHT, 57], [LEFT, 83], [RIGHT, 83], [MIDDLE, 97], [LEFT, 110], [RIGHT, 110]],
};

/** A card in words: `ace of spades`. */
export function cardWords(text) {
  if (text === JOKER) return "joker";
  return `${RANKS[text[0]]} of ${SUITS[text[1]][0]}`;
}

/** A card in words with its icons: `ace of spades, 4 footballs`. */
function themedWords(text, theme) {
  const count = theme?.counts?.[text];
  return count ? `${cardWords(text)}, ${count} ${count === 1 ? theme.icon_word : theme.icons}` : cardWords(text);
}

const mark = (rank) => (rank === "T" ? "10" : rank);

function pip(suit, x, y, scale, turned, kind = "plain") {
  const turn = turned ? " rotate(180)" : "";
  return svg("path", { class: `ink ${kind}`, d: SUITS[suit][1], transform: `translate(${x} ${y}) scale(${scale})${turn}` });
}

function twice(make) {
  return [make(), svg("g", { transform: "rotate(180 50 70)" }, make())];
}

const HEADS = {
  K: [
    ["robe", "M43 47Q44 60 50 61 56 60 57 47Q50 53 43 47Z"],
    ["court", "M39.5 37V24L45 30 50 21 55 30 60.5 24V37Q50 34 39.5 37Z"],
  ],
  Q: [
    ["court", "M40.5 36Q37 27 44 30 46 22 50 21 54 22 56 30 63 27 59.5 36 50 32 40.5 36Z"],
    ["robe", "M47 58 50 54 53 58 50 63Z"],
  ],
  J: [
    ["robe", "M39.5 37Q38 26 51 25.5 62 26 60.5 37 50 33 39.5 37Z"],
    ["court", "M58 29Q61 20 69 22 70 30 60 33Z"],
  ],
};

function court(rank, suit) {
  const half = () =>
    svg(
      "g",
      { class: "plain" },
      svg("path", { class: "court", d: "M27 70Q28 57 42 54.5H58Q72 57 73 70Z" }),
      svg("path", { class: "robe", d: "M36 70 42 54.5 50 63 58 54.5 64 70Z" }),
      rank === "Q" && svg("path", { class: "robe", d: "M40 38Q35 57 43 57H57Q65 57 60 38Z" }),
      svg("circle", { class: "court", cx: 50, cy: 44, r: 9.5 }),
      HEADS[rank].map(([kind, d]) => svg("path", { class: kind, d })),
      pip(suit, 33, 27.5, 0.48),
    );
  return [svg("rect", { class: "frame plain", x: 26.5, y: 19, width: 47, height: 102, rx: 4 }), ...twice(half)];
}

const ICONS = {
  plain: { 1: [1.15, [[50, 70]]], 2: [0.95, [[50, 46], [50, 94]]], 4: [0.6, [[36, 50], [64, 50], [36, 90], [64, 90]]] },
  large: { 1: [1.5, [[60, 98]]], 2: [0.85, [[31, 100], [71, 100]]], 4: [0.74, [[34, 84], [70, 84], [34, 116], [70, 116]]] },
};

/** The icons of a theme on a card, as many as the server says that it shows. */
function icons(theme, text, kind) {
  const count = theme.counts?.[text] ?? 1;
  const [scale, places] = ICONS[kind][count] ?? ICONS[kind][1];
  return places.map(([x, y]) => svg("g", { class: kind, transform: `translate(${x} ${y}) scale(${scale})` }, drawIcon(theme.icon)));
}

function middle(rank, suit, theme) {
  if (theme && theme.suit === SUITS[suit][0]) return icons(theme, rank + suit, "plain");
  if (rank === "A") return pip(suit, 50, 70, 2.7);
  if (!PIPS[rank]) return court(rank, suit);
  const scale = PIPS[rank].length > 8 ? 0.78 : 0.84; // Smaller where there are many, so that none touches another.
  return PIPS[rank].map(([x, y]) => pip(suit, x, y, scale, y > 70));
}

function face(text, theme) {
  const paper = svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 6 });
  if (text === JOKER) return [paper, ...joker()];
  const [rank, suit] = text;
  const corner = () =>
    svg(
      "g",
      { class: "plain" },
      svg("text", { class: rank === "T" ? "index ten" : "index", x: rank === "T" ? 13.5 : 12.5, y: 25 }, mark(rank)),
      pip(suit, 11.5, 35, 0.5),
    );
  const isThemed = theme && theme.suit === SUITS[suit][0];
  const large = [
    svg("text", { class: "index large", x: 31, y: 49 }, mark(rank)),
    isThemed
      ? icons(theme, text, "large")
      : pip(suit, 60, 98, 2.9, false, "large"),
    isThemed && pip(suit, 80, 30, 0.9, false, "large"),
  ];
  return [paper, ...twice(corner), middle(rank, suit, theme), large];
}

const STAR = "M0-22 5.6-7.7 20.9-6.8 9.1 3 12.9 17.8 0 9.5-12.9 17.8-9.1 3-20.9-6.8-5.6-7.7Z";

function joker() {
  const corner = () => [...("JOKER")].map((letter, place) =>
    svg("text", { class: "index plain joker-letter", x: 11, y: 20 + place * 12, "font-size": 12 }, letter));
  return [
    ...twice(() => svg("g", {}, corner())),
    svg("path", { class: "ink plain", d: STAR, transform: "translate(50 70) scale(1.15)" }),
    svg("text", { class: "index large", x: 34, y: 49 }, "JK"),
    svg("path", { class: "ink large", d: STAR, transform: "translate(60 98) scale(1.2)" }),
  ];
}

function back() {
  return [
    svg("rect", { class: "paper", x: 0.5, y: 0.5, width: 99, height: 139, rx: 6 }),
    svg("rect", { class: "back", x: 5, y: 5, width: 90, height: 130, rx: 3.5 }),
    svg("rect", { class: "back-line", x: 10, y: 10, width: 80, height: 120, rx: 2, "stroke-width": 1 }),
    svg("path", { class: "back-line", d: "M50 24 82 70 50 116 18 70Z", "stroke-width": 1 }),
    svg("path", { class: "back-line", d: "M50 36 74 70 50 104 26 70Z", "stroke-width": 0.6 }),
    svg("path", { class: "mark", d: SUITS.s[1], transform: "translate(50 62) scale(0.95)" }),
    svg("path", { class: "mark", d: SUITS.s[1], transform: "translate(50 78) scale(0.95) rotate(180)" }),
  ];
}

/** A card: `text` is its two letters, or null for one face down. */
export function card(text, theme, attributes = {}) {
  const suit = text === null ? "back" : text === JOKER ? "joker" : text[1];
  const drawn = svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, text === null ? back() : face(text, theme));
  const { tag = "span", label, ...rest } = attributes;
  const words = label ?? (text === null ? "a card face down" : themedWords(text, theme));
  const role = tag === "button" ? {} : { role: "img" };
  const { class: more = "", dataset = {}, ...others } = rest;
  return h(tag, { class: `card ${more}`, dataset: { suit, card: text ?? "", ...dataset }, "aria-label": words, ...role, ...others }, drawn);
}
