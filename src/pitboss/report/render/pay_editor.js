"use strict";
// Changed pays on a report's page. Figures are exact: whole numbers of any size (BigInt) over the counted deals. Only the
// course of a session is in floating point: powers of a Fourier transform, as the report itself computes it.

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];
const NAMES = ["5th percentile", "25th", "median", "75th", "95th percentile"];
const LARGEST = 1 << 18; // Cells of a window.
const BOUND = Math.log(1e10); // What lies outside a window is rarer than once in 10^10 sessions.
const SLACK = 1e-9; // Differences of chances that rounding could make.

const size = (value) => (value < 0n ? -value : value);
function gcd(one, other) {
  while (other) [one, other] = [other, one % other];
  return size(one);
}
const lcm = (one, other) => (one / gcd(one, other)) * other;

/** The whole part of a square root (Newton's method). */
function root(value) {
  if (value < 2n) return value;
  let found = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (found + value / found) >> 1n;
    if (next >= found) return found;
    found = next;
  }
}

/** A fraction in lowest terms, its denominator positive. */
function fraction(top, below) {
  const shared = gcd(top, below) || 1n;
  return [top / shared, below / shared];
}
const exact = ([top, below]) => (below === 1n ? String(top) : `${top}/${below}`);
const group = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** A fraction with a fixed count of decimals, rounded half up: `1,234.5000`, `−0.02`. */
function decimal([top, below], digits) {
  const scaled = (2n * size(top) * 10n ** BigInt(digits) + below) / (2n * below);
  const text = String(scaled).padStart(digits + 1, "0");
  const sign = top < 0n && scaled ? "−" : "";
  return sign + group(text.slice(0, -digits || undefined)) + (digits ? `.${text.slice(-digits)}` : "");
}
const percent = ([top, below], digits = 4) => `${decimal([100n * top, below], digits)} %`;

/** The pay that a text names, as a fraction; null where it names none: `8`, `3:2`, `8 to 1`, `$30`, `push`. */
function read(text, dollars) {
  const cell = text.trim().toLowerCase().replace(/,/g, "").replace(/ ?(?:to|:) ?/, ":");
  if (cell === "push") return [0n, 1n];
  if (dollars) {
    const found = /^\$?(\d{1,9})(?:\.(\d{2}))?$/.exec(cell);
    return found ? fraction(BigInt(found[1]) * 100n + BigInt(found[2] ?? 0), 100n) : null;
  }
  const found = /^(\d{1,9})(?::(\d{1,9}))?$/.exec(cell);
  const below = BigInt(found?.[2] ?? 1);
  return found && below ? fraction(BigInt(found[1]), below) : null;
}

/** The results of a round under these pays: whole numbers of 1/scale, with their weights. */
function results(entry, pays) {
  const shared = pays.reduce((found, [, below]) => lcm(found, below), 1n);
  const whole = pays.map(([top, below]) => top * (shared / below));
  const cells = entry.cells.map(([weight, staked, fixed, ...slopes]) => ({
    weight,
    staked: staked * shared,
    net: slopes.reduce((sum, slope, row) => sum + slope * whole[row], fixed * shared),
  }));
  return { cells, scale: entry.denominator * shared };
}

/** Edge, RTP, hit frequency and variance, as exact fractions. */
function figures(entry, { cells, scale }) {
  let [first, second, hits, staked] = [0n, 0n, 0n, 0n];
  for (const each of cells) {
    first += each.weight * each.net;
    second += each.weight * each.net * each.net;
    staked += each.weight * each.staked;
    if (each.net > 0n) hits += each.weight;
  }
  const total = entry.total;
  const unit = entry.stake * (scale / entry.denominator);
  return {
    edge: fraction(-first, total * unit),
    rtp: staked ? fraction(staked + first, staked) : [1n, 1n],
    hit: fraction(hits, total),
    variance: fraction(second * total - first * first, total * total * scale * scale),
  };
}

/** The square root of a fraction, rounded to a count of decimals. */
function deviation([top, below], digits) {
  const scaled = 10n ** BigInt(2 * digits + 2);
  return decimal([root((top * scaled) / below), 10n ** BigInt(digits + 1)], digits);
}

/** The discrete Fourier transform in place (radix 2); `back` is its inverse, not yet divided by the length. */
function transform(real, imaginary, back) {
  const count = real.length;
  for (let place = 1, other = 0; place < count; place += 1) {
    let bit = count >> 1;
    for (; other & bit; bit >>= 1) other ^= bit;
    other ^= bit;
    if (place < other) {
      [real[place], real[other]] = [real[other], real[place]];
      [imaginary[place], imaginary[other]] = [imaginary[other], imaginary[place]];
    }
  }
  const turn = ((back ? 1 : -1) * 2 * Math.PI) / count;
  const cosines = Float64Array.from({ length: count / 2 }, (_, place) => Math.cos(turn * place));
  const sines = Float64Array.from({ length: count / 2 }, (_, place) => Math.sin(turn * place));
  for (let length = 2; length <= count; length <<= 1) {
    const half = length >> 1;
    const stride = count / length;
    for (let start = 0; start < count; start += length) {
      for (let step = 0; step < half; step += 1) {
        const [low, high, at] = [start + step, start + step + half, step * stride];
        const a = real[high] * cosines[at] - imaginary[high] * sines[at];
        const b = real[high] * sines[at] + imaginary[high] * cosines[at];
        [real[high], imaginary[high]] = [real[low] - a, imaginary[low] - b];
        real[low] += a;
        imaginary[low] += b;
      }
    }
  }
}

/** The results of one round on a lattice: places from 0 up with their chances, and how a place becomes an amount. */
function lattice({ cells, scale }, total) {
  const weights = new Map();
  for (const each of cells) if (each.weight) weights.set(each.net, (weights.get(each.net) ?? 0n) + each.weight);
  const nets = [...weights.keys()].sort((one, other) => (one < other ? -1 : 1));
  const step = nets.reduce((found, net) => gcd(found, net - nets[0]), 0n) || 1n;
  const chance = (net) => Number((weights.get(net) * 10n ** 30n) / total) / 1e30;
  return {
    nets,
    places: nets.map((net) => Number((net - nets[0]) / step)),
    chances: nets.map(chance),
    amount: (rounds, place) => Number(BigInt(rounds) * nets[0] + BigInt(place) * step) / Number(scale),
  };
}

function moments(places, chances) {
  const all = chances.reduce((sum, each) => sum + each, 0);
  const mean = places.reduce((sum, place, n) => sum + place * chances[n], 0) / all;
  const variance = places.reduce((sum, place, n) => sum + (place - mean) ** 2 * chances[n], 0) / all;
  return { all, mean, variance };
}

/** The window of a session's total: beyond it lies less than one in 10^10 sessions (Bernstein's inequality). */
function window_(places, chances, rounds) {
  const { mean, variance } = moments(places, chances);
  const far = (most) => (most * BOUND) / 3 + Math.sqrt(((most * BOUND) / 3) ** 2 + 2 * BOUND * rounds * variance);
  const low = Math.max(0, Math.floor(rounds * mean - far(mean)) - 1);
  const top = places[places.length - 1];
  const high = Math.min(rounds * top, Math.ceil(rounds * mean + far(top - mean)) + 1);
  return [low, high];
}

/** For each number of rounds the quantiles of the total, in places; null where they cannot be computed in a moment. */
function quantiles(one, counts) {
  const longest = Math.max(...counts);
  let kept = one.places.length;
  let [low, high] = window_(one.places, one.chances, longest);
  while (high - low >= LARGEST && kept > 1) {
    kept -= 1; // Sessions with an award that is left out end above all quantiles: this is checked below.
    [low, high] = window_(one.places.slice(0, kept), one.chances.slice(0, kept), longest);
  }
  const places = one.places.slice(0, kept);
  const chances = one.chances.slice(0, kept);
  if (high - low >= LARGEST) return null;
  let count = 1;
  while (count <= high - low) count <<= 1;
  const [real, imaginary] = [new Float64Array(count), new Float64Array(count)];
  places.forEach((place, n) => (real[place % count] += chances[n]));
  transform(real, imaginary, false);
  const found = [];
  for (const rounds of counts) {
    const [re, im] = [new Float64Array(count), new Float64Array(count)];
    for (let place = 0; place < count; place += 1) {
      const length = Math.hypot(real[place], imaginary[place]) ** rounds;
      const angle = Math.atan2(imaginary[place], real[place]) * rounds;
      re[place] = length * Math.cos(angle);
      im[place] = length * Math.sin(angle);
    }
    transform(re, im, true);
    const [from, to] = window_(places, chances, rounds);
    const levels = [];
    let sum = 0;
    for (let place = from; place <= to && levels.length < SHARES.length; place += 1) {
      sum += re[place % count] / count;
      while (levels.length < SHARES.length && sum >= SHARES[levels.length] - SLACK) levels.push(place);
    }
    const dropped = one.places[kept];
    if (levels.length < SHARES.length || (kept < one.places.length && levels.at(-1) > from + dropped)) return null;
    found.push(levels);
  }
  return found;
}

/** Numbers of rounds whose likeliest totals lie on one lattice: over others the quantiles would zigzag. */
function counts(one, rounds) {
  const [first, second] = one.places.map((_, n) => n).sort((a, b) => one.chances[b] - one.chances[a]).map((n) => one.nets[n]);
  const apart = second === undefined ? 1n : size(first - second);
  const period = Number(apart / gcd(apart, first));
  const every = period <= rounds / 8 ? period * Math.max(1, Math.round(rounds / 20 / period)) : rounds / 20;
  const found = [];
  for (let count = rounds; count > 0; count -= every) found.unshift(Math.round(count));
  return found;
}

/** The course of a session: quantiles by the number of rounds, in units; null where it cannot be drawn. */
function course(entry, round) {
  const one = lattice(round, entry.total);
  const rounds = counts(one, entry.rounds);
  const levels = quantiles(one, rounds);
  return levels && rounds.map((count, n) => ({ rounds: count, levels: levels[n].map((each) => one.amount(count, each)) }));
}

function element(name, attributes = {}, ...children) {
  const isDrawn = ["svg", "path", "line", "text", "g"].includes(name);
  const made = isDrawn ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const plain = (value) => group(Number.isInteger(value) ? String(value) : value.toFixed(2)).replace("-", "−");

/** A round number of steps for an axis. */
function ticks(low, high, most) {
  const rough = (high - low) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) found.push(at * step);
  return found;
}

/** The fan of a session as SVG, as wide as its place. */
function drawn(points, unit, wide) {
  const [left, right, top, high] = [64, 106, 12, 240];
  const last = points.at(-1);
  const all = [0, ...points.flatMap((each) => each.levels)];
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const x = (rounds) => left + ((wide - left - right) * rounds) / last.rounds;
  const y = (value) => top + (high - top) * (1 - (value - lowest) / (highest - lowest || 1));
  const start = { rounds: 0, levels: SHARES.map(() => 0) };
  const path = [start, ...points];
  const along = (place, list) => list.map((each) => `${x(each.rounds).toFixed(1)} ${y(each.levels[place]).toFixed(1)}`).join("L");
  const band = (low, up) => `M${along(low, path)}L${along(up, [...path].reverse())}Z`;
  const shown = element("svg", { width: wide, height: high + 40, role: "img", class: "fan" });
  for (const value of ticks(lowest, highest, 5)) {
    shown.append(element("line", { x1: left, x2: wide - right, y1: y(value), y2: y(value), class: value ? "grid" : "axis" }));
    shown.append(element("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, plain(+value.toPrecision(12))));
  }
  for (const rounds of [0, last.rounds / 2, last.rounds]) {
    const anchor = rounds ? "middle" : "start";
    shown.append(element("text", { x: x(rounds), y: high + 18, "text-anchor": anchor }, plain(rounds)));
  }
  shown.append(element("text", { x: (left + wide - right) / 2, y: high + 35, "text-anchor": "middle" }, "rounds"));
  shown.append(element("path", { d: band(0, 4), class: "outer" }), element("path", { d: band(1, 3), class: "inner" }));
  shown.append(element("path", { d: `M${along(2, path)}`, class: "median" }));
  const places = last.levels.map(y);
  for (let n = 3; n < 5; n += 1) places[n] = Math.min(places[n], places[n - 1] - 15);
  for (let n = 1; n >= 0; n -= 1) places[n] = Math.max(places[n], places[n + 1] + 15);
  places.forEach((at, n) => shown.append(element("text", { x: wide - right + 6, y: at + 4 }, NAMES[n])));
  const said = NAMES.map((name, n) => `${name} ${plain(last.levels[n])}`).join(", ");
  shown.setAttribute("aria-label", `After ${plain(last.rounds)} rounds, in ${unit}: ${said}.`);
  return shown;
}

/** The editor of one entry: its inputs on one side, its figures and the fan on the other. */
class Editor {
  constructor(entry) {
    this.entry = {
      ...entry,
      stake: BigInt(entry.stake),
      denominator: BigInt(entry.denominator),
      total: BigInt(entry.total),
      cells: entry.cells.map((cell) => cell.map(BigInt)),
    };
    this.printed = entry.rows.map((row) => read(row.pay, row.pay.startsWith("$")));
    this.inputs = entry.rows.map((row) =>
      element("input", { value: row.pay, "aria-label": `${row.words} pays`, inputmode: "text", autocomplete: "off", spellcheck: "false" }),
    );
    this.problem = element("p", { class: "problem", role: "status" });
    this.figures = element("tbody");
    this.fan = element("div");
    const back = element("button", { type: "button" }, "Back to these pays as reported");
    back.addEventListener("click", () => this.reset());
    for (const input of this.inputs) input.addEventListener("input", () => this.follow());
    const rows = entry.rows.map((row, n) => {
      const name = element("th", { scope: "row" }, row.words + (row.decides ? " *" : ""));
      return element("tr", {}, name, element("td", {}, this.inputs[n]));
    });
    const table = element("table", { class: "pays" }, element("caption", {}, "Pays"), element("tbody", {}, ...rows));
    const heads = ["", "now", "as reported"].map((words) => (words ? element("th", { scope: "col", class: "n" }, words) : element("td")));
    const shown = element("table", {}, element("caption", {}, "Figures"), element("thead", {}, element("tr", {}, ...heads)), this.figures);
    const caption = element(
      "figcaption", {},
      `${entry.title}: the course of ${plain(entry.rounds)} rounds, in ${entry.unit}. Inner band: the middle 50\u00a0% of sessions; outer band: the middle 90\u00a0%; line: the median`,
    );
    const right = element("div", {}, shown, element("figure", {}, caption, this.fan));
    this.body = element("div", { class: "editor" }, element("div", {}, table, this.problem, back), right);
    this.before = figures(this.entry, results(this.entry, this.printed));
  }

  reset() {
    this.inputs.forEach((input, n) => (input.value = this.entry.rows[n].pay));
    this.follow();
  }

  /** Reads the pays and shows what follows; a text that is no pay is named, and the figures stay. */
  follow() {
    const pays = this.inputs.map((input, n) => read(input.value, this.entry.rows[n].pay.startsWith("$")));
    this.inputs.forEach((input, n) => {
      input.toggleAttribute("aria-invalid", pays[n] === null);
      const [top, below] = pays[n] ?? this.printed[n];
      input.classList.toggle("changed", top !== this.printed[n][0] || below !== this.printed[n][1]);
    });
    const wrong = pays.indexOf(null);
    const example = wrong >= 0 && this.entry.rows[wrong].pay.startsWith("$") ? "30 or $30.50" : "8, 3:2 or 8 to 1";
    this.problem.textContent = wrong >= 0 ? `“${this.inputs[wrong].value}” is no pay: write ${example}.` : "";
    if (wrong >= 0) return;
    const round = results(this.entry, pays);
    this.show(figures(this.entry, round));
    const points = course(this.entry, round);
    const wide = Math.max(300, Math.min(620, this.fan.clientWidth || 620));
    this.fan.replaceChildren(points ? drawn(points, this.entry.unit, wide) : "Not drawn: the awards are too large for this page.");
    this.points = points;
  }

  show(now) {
    const rows = [
      ["House edge", (each) => percent(each.edge), (each) => exact(each.edge)],
      ["RTP on all staked", (each) => percent(each.rtp), (each) => exact(each.rtp)],
      ["Hit frequency", (each) => percent(each.hit), (each) => exact(each.hit)],
      ["Standard deviation", (each) => deviation(each.variance, 4), (each) => exact(each.variance)],
    ].map(([words, text, whole]) => {
      const cells = [now, this.before].map((each) => element("td", { class: "n", "data-exact": whole(each) }, text(each)));
      return element("tr", {}, element("th", { scope: "row" }, words), ...cells);
    });
    this.figures.replaceChildren(...rows);
  }
}

for (const place of document.querySelectorAll("[data-editor]")) {
  const entries = JSON.parse(document.getElementById(place.dataset.editor).textContent);
  const choice = element("select", { "aria-label": "bet" }, ...entries.map((each, n) => element("option", { value: n }, each.title)));
  const editors = entries.map(() => null);
  const body = element("div");
  const show = () => {
    const number = Number(choice.value);
    editors[number] ??= new Editor(entries[number]);
    body.replaceChildren(editors[number].body);
    editors[number].follow();
    place.shown = editors[number];
  };
  choice.addEventListener("change", show);
  place.replaceChildren(...(entries.length > 1 ? [element("label", { class: "bet" }, "Bet ", choice)] : []), body);
  show();
}
