// The pit's charts: the trend of a win, a win in its band, the history of a meter. Each says in words what it shows.

import { h, svg } from "../dom.js";
import { balance, cents, signed } from "../money.js";

const WIDE = 120;
const HIGH = 28;

const scale = (low, high, size) => (value) => (high === low ? size / 2 : ((value - low) / (high - low)) * size);
const path = (points) => points.map(([x, y], at) => `${at ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** What a table has won over its last rounds, as a small line above and below nothing. */
export function trend(values) {
  if (values.length < 2) return h("span", { class: "muted" }, "–");
  const wins = values.map(cents);
  const y = scale(Math.min(0, ...wins), Math.max(0, ...wins), HIGH - 6);
  const x = scale(0, wins.length - 1, WIDE - 6);
  const points = wins.map((win, at) => [3 + x(at), HIGH - 3 - y(win)]);
  const words = `House win over the last ${wins.length - 1} rounds: ${signed(wins.at(-1))}; highest ${signed(Math.max(...wins))}, lowest ${signed(Math.min(...wins))}`;
  return svg(
    "svg",
    { class: "chart trend", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words },
    svg("title", {}, words),
    svg("line", { class: "zero", x1: 3, x2: WIDE - 3, y1: HIGH - 3 - y(0), y2: HIGH - 3 - y(0) }),
    svg("path", { class: "line", d: path(points) }),
    svg("circle", { class: "last", cx: points.at(-1)[0], cy: points.at(-1)[1], r: 2.5 }),
  );
}

const HALF = 100; // From the theoretical win to either end of the band.
const MARGIN = 40; // Room for a win that has left its band.

/** Where a win lies in its band: the middle is the theoretical win, the ends of the bar are those of the band. */
export function band(row) {
  const [least, most] = row.band.map(cents);
  const win = cents(row.win);
  const middle = cents(row.theoretical);
  const reach = win < middle ? middle - least : most - middle;
  const share = reach > 0 ? (win - middle) / reach : Math.sign(win - middle) * 1.2;
  const x = HALF * Math.max(-1 - (MARGIN - 8) / HALF, Math.min(1 + (MARGIN - 8) / HALF, share));
  const words = `Win ${signed(win)}, theoretical ${signed(middle)}, band ${signed(least)} to ${signed(most)}${row.alarm ? ": outside the band" : ""}`;
  return svg(
    "svg",
    { class: `chart band${row.alarm ? " alarm" : ""}`, viewBox: `${-HALF - MARGIN} -14 ${2 * (HALF + MARGIN)} 28`, role: "img", "aria-label": words },
    svg("title", {}, words),
    svg("rect", { class: "reach", x: -HALF, y: -6, width: 2 * HALF, height: 12, rx: 3 }),
    svg("line", { class: "edge-mark", x1: -HALF, x2: -HALF, y1: -9, y2: 9 }),
    svg("line", { class: "edge-mark", x1: HALF, x2: HALF, y1: -9, y2: 9 }),
    svg("line", { class: "middle", x1: 0, x2: 0, y1: -10, y2: 10 }),
    row.alarm ? svg("path", { class: "mark", d: `M${x} -9L${x + 9} 0L${x} 9L${x - 9} 0Z` }) : svg("circle", { class: "mark", cx: x, cy: 0, r: 5.5 }),
  );
}

/** The marks of the chart of bands, once for all of them. */
export const bandKey = () =>
  h("p", { class: "key muted" },
    "Each bar is the 99 % band of a win: its middle is the theoretical win, the dot the actual one; each half has a scale of its own. A table that is dealt by the rules never leaves it, however often one looks, in 99 of 100 cases. A ",
    h("strong", {}, "diamond outside"), " is an alarm.");

const TALL = 96;
const BROAD = 420;

/** The history of a meter by time: it rises by bets, falls by awards. */
export function history(points, words, isWhole = true) {
  const amounts = points.map((point) => cents(point.amount));
  const times = points.map((point) => point.at_ms);
  const low = Math.min(...amounts);
  const high = Math.max(...amounts);
  const x = scale(times[0], times.at(-1), BROAD - 24); // Its last amount is drawn as a line, too.
  const y = scale(low, high, TALL - 12);
  const steps = [];
  points.forEach((point, at) => {
    const place = [4 + x(point.at_ms), TALL - 6 - y(amounts[at])];
    if (at) steps.push([place[0], steps.at(-1)[1]]);
    steps.push(place);
  });
  steps.push([BROAD - 4, steps.at(-1)[1]]);
  const label = `${words}: ${balance(amounts.at(-1))} now; from ${balance(low)} to ${balance(high)} ${isWhole ? "since it was seeded" : "in its newest changes"}`;
  return h(
    "figure",
    { class: "history" },
    svg(
      "svg",
      { class: "chart", viewBox: `0 0 ${BROAD} ${TALL}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
      svg("title", {}, label),
      svg("path", { class: "line", d: path(steps) }),
    ),
    h("figcaption", { class: "muted" }, high === low ? `${balance(high)} since it was seeded` : `between ${balance(low)} and ${balance(high)}`),
  );
}
