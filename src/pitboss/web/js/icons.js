// Icons of themes, drawn in the family of the cards. A symbol without a drawing is shown as the character it is.

import { svg } from "./dom.js";

const line = (d, width = 2) => svg("path", { d, fill: "none", stroke: "var(--icon-light)", "stroke-width": width, "stroke-linecap": "round" });
const dark = (d, width = 2) => svg("path", { d, fill: "none", stroke: "var(--icon-dark)", "stroke-width": width, "stroke-linecap": "round" });
const disc = (fill) => svg("circle", { r: 17, fill, stroke: "var(--icon-dark)", "stroke-width": 1.5 });

const DRAWN = {
  "🏈": () => [
    svg("path", { d: "M-19 0Q-10-13 0-13T19 0Q10 13 0 13T-19 0Z", fill: "var(--icon-leather)", stroke: "var(--icon-seam)", "stroke-width": 1.5 }),
    line("M-8 0H8M-5-3V3M0-3V3M5-3V3"), line("M-13.5-6Q-11 0-13.5 6M13.5-6Q11 0 13.5 6", 1.6),
  ],
  "🏀": () => [disc("var(--icon-orange)"), dark("M-17 0H17M0-17V17M-12-12Q-3 0-12 12M12-12Q3 0 12 12", 1.6)],
  "⚽": () => [disc("var(--icon-light)"), svg("path", { d: "M0-6 6-2 4 5H-4L-6-2Z", fill: "var(--icon-dark)" }), dark("M0-6V-16M6-2 16-5M4 5 10 13M-4 5-10 13M-6-2-16-5", 1.6)],
  "⚾": () => [disc("var(--icon-light)"), svg("path", { d: "M-11-13Q-3 0-11 13M11-13Q3 0 11 13", fill: "none", stroke: "var(--icon-red)", "stroke-width": 2 })],
  "🏒": () => [
    svg("path", { d: "M12-17 2 9Q0 13-5 13H-15", fill: "none", stroke: "var(--icon-leather)", "stroke-width": 5, "stroke-linecap": "round" }),
    svg("ellipse", { cx: 10, cy: 14, rx: 8, ry: 3.5, fill: "var(--icon-dark)" }),
  ],
};

/** The drawing of an icon around the point 0 0, about 40 wide. */
export function icon(symbol) {
  const key = symbol.replace(/\ufe0f/g, "");
  return DRAWN[key] ? DRAWN[key]() : svg("text", { class: "emoji", y: 9 }, symbol);
}

/** An icon as a picture of its own. */
export const picture = (symbol) => svg("svg", { class: "icon", viewBox: "-20 -20 40 40", "aria-hidden": "true" }, icon(symbol));
