// The charts of the workbench. Shapes are SVG that stretches; words lie around them as text, so that they are never small.

import { h, svg } from "./dom.js";
import { decimal, money, rounds, share, shortMoney, units } from "./bench-numbers.js";

const WIDTH = 600;
const HEIGHT = 200;
const LEAST = 1e-12;

const legend = (names, has) => has && h("span", { class: "legend" }, h("i", { class: "key a" }), names[0], h("i", { class: "key b" }), names[1]);

/** How often each result of a round comes, on a logarithmic scale. */
export function distribution(first, second, names) {
  const sides = [first, second].filter(Boolean);
  const nets = [...new Set(sides.flatMap((bet) => bet.distribution.map((each) => each.net)))].toSorted((one, other) => other - one);
  const rarest = Math.max(LEAST, Math.min(...sides.flatMap((bet) => bet.distribution.map((each) => each.probability))));
  const decades = Math.max(1, Math.ceil(-Math.log10(rarest)));
  const long = (probability) => `${Math.max(0.6, 100 * (1 + Math.log10(Math.max(probability, rarest)) / decades))}%`;
  const chance = (bet, net) => bet?.distribution.find((each) => each.net === net)?.probability ?? 0;
  const rows = nets.map((net) => {
    const [now, then] = [chance(first, net), chance(second, net)];
    return h("tr", {}, h("th", { scope: "row" }, units(net)),
      h("td", { class: "bars log", "aria-hidden": "true" }, h("div", { class: "track" }, now > 0 && h("i", { class: "a", vars: { "--share": long(now) } }), then > 0 && h("i", { class: "b", vars: { "--share": long(then) } }))),
      h("td", {}, now > 0 ? share(now, now < 1e-4 ? 6 : 3) : "–"), h("td", {}, rounds(now)));
  });
  return [
    h("h3", {}, "How often each result comes"),
    h("p", { class: "muted" }, "Net result of a round in units of the first stake, after commission; bars on a logarithmic scale. ", legend(names, second)),
    h("div", { class: "box tall", tabindex: "0", role: "region", "aria-label": "Results of a round" }, h("table", { class: "results-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Result"), h("td", {}), h("th", { scope: "col" }, "Share of rounds"), h("th", { scope: "col" }, "1 in"))),
      h("tbody", {}, rows))),
  ];
}

/** Round numbers that divide a range into about so many parts. */
function ticks(low, high, count) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step * 1e-9; at += step) found.push(Math.abs(at) < step * 1e-9 ? 0 : at);
  return found;
}

function frame({ title, words, label, xTicks, yTicks, x, y, xWords, yWords, shapes, table, key }) {
  return [
    h("h3", {}, title),
    h("p", { class: "muted" }, words, " ", key),
    h("div", { class: "chart", role: "img", "aria-label": label },
      h("div", { class: "plot" },
        yTicks.map((tick) => h("span", { class: "y", vars: { "--at": `${(y(tick) / HEIGHT) * 100}%` } }, yWords(tick))),
        svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
          yTicks.map((tick) => svg("line", { class: tick === 0 ? "zero" : "grid", x1: 0, x2: WIDTH, y1: y(tick), y2: y(tick) })),
          shapes)),
      h("div", { class: "under" }, xTicks.map((tick) => h("span", { class: "x", vars: { "--at": `${(x(tick) / WIDTH) * 100}%` } }, xWords(tick))))),
    h("details", { class: "numbers" }, h("summary", {}, "As a table"), h("div", { class: "box", tabindex: "0", role: "region", "aria-label": `${title}, as a table` }, table)),
  ];
}

const path = (points) => `M${points.map(([across, down]) => `${across.toFixed(1)} ${down.toFixed(1)}`).join("L")}`;

const dataTable = (head, rows) => h("table", { class: "data" },
  h("thead", {}, h("tr", {}, head.map((words) => h("th", { scope: "col" }, words)))),
  h("tbody", {}, rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), cells.map((cell) => h("td", {}, cell))))));

/** The course of a session: where half and nine tenths of the sessions lie, the median, and the expected result. */
export function fan(first, second, names, pace) {
  const sides = [first, second].filter((each) => each && !each.reason);
  const all = sides.flatMap((each) => each.fan.flatMap((point) => point.levels));
  const [low, high] = [Math.min(...all, 0), Math.max(...all, 0)];
  const x = (played) => (played / first.rounds) * WIDTH;
  const y = (value) => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
  const band = (side, from, to, kind) => svg("path", { class: `band ${kind}`, d: `${path([...side.fan.map((point) => [x(point.rounds), y(point.levels[from])]), ...side.fan.toReversed().map((point) => [x(point.rounds), y(point.levels[to])])])}Z` });
  const line = (side, level, kind) => svg("path", { class: kind, d: path(side.fan.map((point) => [x(point.rounds), y(point.levels[level])])) });
  const last = first.fan.at(-1).levels;
  const hours = first.rounds / pace;
  return frame({
    title: "Course of a session",
    words: `The middle half of sessions dark, nine of ten light, the median solid, the expected result dashed. ${decimal(first.rounds, 0)} rounds are ${decimal(hours, hours < 10 ? 1 : 0)} hours at this pace.`,
    label: `After ${decimal(first.rounds, 0)} rounds, one session in twenty ends at or below ${money(last[0])}, half at or below ${money(last[2])}, one in twenty above ${money(last[4])}. The expected result is ${money(first.mean)}.`,
    xTicks: ticks(0, first.rounds, 4), yTicks: ticks(low, high, 5), x, y, xWords: (tick) => decimal(tick, 0), yWords: shortMoney,
    key: legend(names, sides.length > 1),
    shapes: [
      band(first, 0, 4, "wide"), band(first, 1, 3, "middle"), line(first, 2, "median"),
      svg("path", { class: "expected", d: path([[0, y(0)], [WIDTH, y(first.mean)]]) }),
      sides.length > 1 && [line(second, 0, "edge-b"), line(second, 4, "edge-b"), line(second, 2, "median-b")],
    ],
    table: dataTable(["Rounds", "5 % end at or below", "25 %", "Half", "75 %", "95 %"], first.fan.map((point) => [decimal(point.rounds, 0), ...point.levels.map(money)])),
  });
}

/** The result of a whole session as a histogram. */
export function ended(first, second, names) {
  const sides = [first, second].filter((each) => each && !each.reason);
  const bars = sides.flatMap((each) => each.bars);
  const [low, high] = [Math.min(...bars.map((each) => each.low)), Math.max(...bars.map((each) => each.high))];
  const dense = (bar) => bar.share / (bar.high - bar.low || 1);
  const top = Math.max(...bars.map(dense)) * 1.05;
  const x = (value) => ((value - low) / (high - low || 1)) * WIDTH;
  const y = (value) => HEIGHT - (value / top) * HEIGHT;
  const block = (bar) => svg("rect", { class: bar.low >= 0 ? "bar won" : "bar", x: x(bar.low), y: y(dense(bar)), width: Math.max(0.5, x(bar.high) - x(bar.low) - 0.6), height: HEIGHT - y(dense(bar)) });
  const outline = second && !second.reason && path(second.bars.flatMap((bar) => [[x(bar.low), y(dense(bar))], [x(bar.high), y(dense(bar))]]));
  return frame({
    title: `Result of ${decimal(first.rounds, 0)} rounds`,
    words: `${share(first.ahead, 2)} of sessions end ahead, ${share(first.even, 2)} even, ${share(first.behind, 2)} behind.`,
    label: `Sessions end around ${money(first.mean)} with a standard deviation of ${money(first.deviation)}; ${share(first.ahead, 2)} end ahead.`,
    xTicks: ticks(low, high, 6), yTicks: [], x, y, xWords: shortMoney, yWords: String,
    key: legend(names, sides.length > 1),
    shapes: [first.bars.map(block), low < 0 && high > 0 && svg("line", { class: "zero", x1: x(0), x2: x(0), y1: 0, y2: HEIGHT }), outline && svg("path", { class: "median-b", d: outline })],
    table: dataTable(["From", "To", "Share of sessions"], first.bars.map((bar) => [money(bar.low), money(bar.high), share(bar.share, 3)])),
  });
}
