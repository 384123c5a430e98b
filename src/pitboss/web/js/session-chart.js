// The chart of a result that grows: after every round, beside what was expected, and the band in which it should lie.

import { svg } from "./dom.js";
import { amount, signed } from "./money.js";

const HEIGHT = 220;
const [TOP, RIGHT, BOTTOM] = [10, 64, 26];

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

/** The chart of a session; amounts in cents, `values` what each round was expected to bring. */
export function chart({ nets, values, bands, percent, width }) {
  const [results, expected] = [running(nets), running(values)];
  const [least, most] = bands.at(-1) ?? [0, 0];
  const many = `${nets.length} ${nets.length === 1 ? "round" : "rounds"}`;
  const told = `Result ${signed(results.at(-1))} after ${many}, expected ${signed(expected.at(-1))}; ${percent} of 100 sessions lie between ${signed(least)} and ${signed(most)}.`;
  return course({ results, expected, bands: [[0, 0], ...bands], names: ["you", "expected"], from: "start", to: many, told, width });
}

/** The ends of an axis on which two lines can be told apart: as far as a band goes, but no further beyond them than half their span. */
function close(lines, [least, most]) {
  const [low, high] = [Math.min(...lines, 0), Math.max(...lines, 0)];
  const room = (high - low || 1) / 2;
  return [Math.max(Math.min(least, low), low - room), Math.min(Math.max(most, high), high + room)];
}

/**
 * A course as a picture of its own: two lines with their names, a band, and what it shows in words; amounts in cents. `isClose` has
 * the lines set the axis: where the band goes on beyond it, an arrow says to where.
 */
export function course({ results, expected, bands, names, from, to, told, width, isClose = false }) {
  const [lows, highs] = [0, 1].map((side) => bands.map((band) => band[side]));
  const [least, most] = [Math.min(...lows), Math.max(...highs)];
  const [low, high] = isClose ? close([...results, ...expected], [least, most]) : [Math.min(least, ...results, 0), Math.max(most, ...results, 0)];
  const size = Math.max(280, width || 600);
  const left = 12 + 8 * Math.max(...marks(low, high).map((value) => amount(value).length)); // Room for the longest amount.
  const x = (round) => left + ((size - left - RIGHT) * round) / (results.length - 1 || 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - Math.max(low, Math.min(high, value)))) / (high - low || 1);
  const path = (line) => line.map((value, round) => `${round ? "L" : "M"}${x(round).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const band = `${path(highs)}${lows.map((value, round) => [value, round]).toReversed().map(([value, round]) => `L${x(round).toFixed(1)} ${y(value).toFixed(1)}`).join("")}Z`;
  const beyond = [
    most > high && [`▲ band to ${amount(Math.round(highs.at(-1) / 100) * 100)}`, TOP + 14],
    least < low && [`▼ band to ${amount(Math.round(lows.at(-1) / 100) * 100)}`, HEIGHT - BOTTOM - 8],
  ].filter(Boolean);
  const ends = apart([[0, results.at(-1)], [1, expected.at(-1)]], y);
  return svg(
    "svg",
    { class: "course-chart", viewBox: `0 0 ${size} ${HEIGHT}`, role: "img", "aria-label": told },
    svg("path", { class: "band", d: band }),
    marks(low, high).map((value) => [
      svg("line", { class: value === 0 ? "axis" : "grid", x1: left, x2: size - RIGHT, y1: y(value), y2: y(value) }),
      svg("text", { class: "scale", x: left - 8, y: y(value) + 4, "text-anchor": "end" }, amount(value)),
    ]),
    beyond.map(([words, place]) => svg("text", { class: "scale", x: size - RIGHT - 8, y: place, "text-anchor": "end" }, words)),
    svg("path", { class: "expected", d: path(expected) }),
    svg("path", { class: "result", d: path(results) }),
    svg("circle", { class: "end", cx: x(results.length - 1), cy: y(results.at(-1)), r: 3.5 }),
    ends.map(([line, place]) => svg("text", { class: line ? "end-expected" : "end-you", x: size - RIGHT + 8, y: place + 4 }, names[line])),
    svg("text", { class: "scale", x: left, y: HEIGHT - 6 }, from),
    svg("text", { class: "scale", x: size - RIGHT, y: HEIGHT - 6, "text-anchor": "end" }, to),
  );
}

/** Places for the names at the ends of two lines, far enough from each other to be read. */
function apart([[one, first], [other, second]], y) {
  const [at, below] = [y(first), y(second)];
  if (Math.abs(at - below) >= 14) return [[one, at], [other, below]];
  const middle = (at + below) / 2;
  return at <= below ? [[one, middle - 7], [other, middle + 7]] : [[one, middle + 7], [other, middle - 7]];
}
