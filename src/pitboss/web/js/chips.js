// Chips: flat discs with an edge stripe, stacked by value.

import { h, svg } from "./dom.js";

/** The values of chips in dollars, the largest first. */
export const VALUES = [500, 100, 25, 5, 1];
const MOST_DRAWN = 8;

/** One chip. */
export function chip(value) {
  return svg(
    "svg",
    { class: "chip", viewBox: "-20 -20 40 40", "aria-hidden": "true", "data-value": value },
    svg("circle", { class: "edge", r: 18.5, cy: 1.4 }),
    svg("circle", { class: "disc", r: 18.5 }),
    svg("circle", { class: "stripes", r: 16, "stroke-width": 5, "stroke-dasharray": "8.4 8.36" }),
    svg("circle", { class: "inner", r: 12, "stroke-width": 0.8 }),
    svg("text", { y: 4.6 }, value),
  );
}

/** The chips of an amount of cents, the largest first; a rest below a dollar is in the sum beside the stack alone. */
function chipsOf(cents) {
  const found = [];
  let rest = cents;
  for (const value of VALUES) {
    for (; rest >= value * 100; rest -= value * 100) found.push(value);
  }
  return found;
}

/** A stack for an amount of cents, at most eight discs of it drawn. */
export function stack(cents) {
  const chips = chipsOf(cents);
  const drawn = chips.slice(0, MOST_DRAWN);
  if (!drawn.length && cents > 0) drawn.push(1);
  return h(
    "span",
    { class: "stack", "aria-hidden": "true" },
    drawn.map((value, place) => {
      const each = chip(value);
      each.style.setProperty("--n", drawn.length);
      each.style.setProperty("--at", place);
      return each;
    }),
  );
}
