// The chart of a session: the result after every round, what was expected, and the band in which most sessions lie.

import { svg } from "./dom.js";
import { amount, signed } from "./money.js";

const HEIGHT = 220;
const [TOP, RIGHT, BOTTOM, LEFT] = [10, 64, 26, 52];

/** Round values for lines across the chart: three to five of them, a multiple of 1, 2 or 5. */
function marks(low, high) {
  const rough = (high - low) / 4 || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) found.push(value);
  return found;
}

const running = (values) => values.reduce((sums, value) => [...sums, sums.at(-1) + value], [0]);

/** The chart as a picture of its own; amounts in cents, `values` what each round was expected to bring. */
export function chart({ nets, values, bands, percent, width }) {
  const [results, expected] = [running(nets), running(values)];
  const [lows, highs] = [0, 1].map((side) => [0, ...bands.map((band) => band[side])]);
  const low = Math.min(...lows, ...results, 0);
  const high = Math.max(...highs, ...results, 0);
  const size = Math.max(280, width || 600);
  const x = (round) => LEFT + ((size - LEFT - RIGHT) * round) / nets.length;
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - Math.max(low, Math.min(high, value)))) / (high - low || 1);
  const path = (line) => line.map((value, round) => `${round ? "L" : "M"}${x(round).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const band = `${path(highs)}${lows.map((value, round) => [value, round]).toReversed().map(([value, round]) => `L${x(round).toFixed(1)} ${y(value).toFixed(1)}`).join("")}Z`;
  const told = `Result ${signed(results.at(-1))} after ${nets.length} ${nets.length === 1 ? "round" : "rounds"}, expected ${signed(expected.at(-1))}; ${percent} of 100 sessions lie between ${signed(lows.at(-1))} and ${signed(highs.at(-1))}.`;
  const ends = apart([["you", results.at(-1)], ["expected", expected.at(-1)]], y);
  return svg(
    "svg",
    { class: "course-chart", viewBox: `0 0 ${size} ${HEIGHT}`, role: "img", "aria-label": told },
    svg("path", { class: "band", d: band }),
    marks(low, high).map((value) => [
      svg("line", { class: value === 0 ? "axis" : "grid", x1: LEFT, x2: size - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { class: "scale", x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, amount(value)),
    ]),
    svg("path", { class: "expected", d: path(expected) }),
    svg("path", { class: "result", d: path(results) }),
    svg("circle", { class: "end", cx: x(nets.length), cy: y(results.at(-1)), r: 3.5 }),
    ends.map(([name, place]) => svg("text", { class: `end-${name}`, x: size - RIGHT + 8, y: place + 4 }, name)),
    svg("text", { class: "scale", x: LEFT, y: HEIGHT - 6 }, "start"),
    svg("text", { class: "scale", x: size - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, `${nets.length} ${nets.length === 1 ? "round" : "rounds"}`),
  );
}

/** Places for the names at the ends of two lines, far enough from each other to be read. */
function apart([[one, first], [other, second]], y) {
  const [at, below] = [y(first), y(second)];
  if (Math.abs(at - below) >= 14) return [[one, at], [other, below]];
  const middle = (at + below) / 2;
  return at <= below ? [[one, middle - 7], [other, middle + 7]] : [[one, middle + 7], [other, middle - 7]];
}
