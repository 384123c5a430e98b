// Actual against theoretical win: every table with its main bets, and one table by wager and by player, in the 99 % band.

import { get } from "../api.js";
import { byId, capital, h } from "../dom.js";
import { balance, cents, percent, signed } from "../money.js";
import { course } from "../session-chart.js";
import { band, bandKey } from "./charts.js";
import { account, gameWords, grid, money, pill, plain, redraw, result, sums, sumsKey } from "./parts.js";

const STALE_MS = 15_000;
const WIDEST = 900; // Pixels of a chart.
const kept = new Map(); // By table: what was told of it, when, and after which of its events.
const queue = new Map(); // Tables whose figures are to be asked for, one after the other.
let isAsking = false;

/**
 * What is known of a table's win; undefined before the first answer. It is asked for in the background when something has
 * happened at the table, and the page is drawn again when it has come: exact figures may take a while the first time.
 */
export function performanceOf(pit, table, isUrgent = false) {
  const known = kept.get(table.id);
  const isOld = !known || (known.seq !== table.seq && (isUrgent || Date.now() - known.at > STALE_MS));
  if (table.rounds && isOld) {
    queue.set(table.id, table);
    askAll(pit);
  }
  return known?.told;
}

async function askAll(pit) {
  if (isAsking) return;
  isAsking = true;
  for (const [id, table] of queue) {
    queue.delete(id);
    try {
      kept.set(id, { seq: table.seq, at: Date.now(), told: await get(`/tables/${encodeURIComponent(id)}/performance`) });
    } catch (refusal) {
      if (refusal.status === 503) continue; // Its game is still being solved: the next beat asks again, and other tables need not wait.
      if (!refusal.status || refusal.status === 429) break; // Later: the next beat asks again.
      kept.set(id, { seq: table.seq, at: Date.now(), told: { refusal: refusal.message, rows: [], alarm: false } });
    }
    await pit.beat();
  }
  queue.clear();
  isAsking = false;
}

const courses = new Map(); // By table: the course of its win, and after which of its events.

/** The course of a table's win; undefined before the first answer, asked for again when something has happened. */
export function courseOf(pit, table) {
  const known = courses.get(table.id);
  if (!known || (known.seq !== table.seq && !known.isAsking)) {
    courses.set(table.id, { seq: table.seq, told: known?.told, isAsking: true });
    get(`/tables/${encodeURIComponent(table.id)}/performance/course`).then(
      (told) => courses.set(table.id, { seq: table.seq, told }),
      () => courses.delete(table.id), // Asked for again at the next beat.
    ).then(() => pit.beat());
  }
  return known?.told;
}

/** The course of a win as a chart; nothing before a round was settled. */
export function courseChart({ entry, whole, points }) {
  if (points.length < 2) return null;
  const [results, expected] = ["win", "theoretical"].map((name) => points.map((point) => cents(point[name])));
  const bands = points.map((point) => point.band.map(cents));
  const [first, last] = [points[0], points.at(-1)];
  const since = whole ? "since the table opened" : `since round ${first.round}`;
  const told = `Win on ${wager(entry)} ${since}: ${signed(results.at(-1))} after round ${last.round}, theoretical ${signed(expected.at(-1))}, band ${signed(bands.at(-1)[0])} to ${signed(bands.at(-1)[1])}`;
  return h("figure", { class: "course" },
    h("figcaption", {}, h("b", {}, `${capital(entry === "main" ? "main bets" : wager(entry))} only`)),
    course({ results, expected, bands, names: ["win", "theory"], from: whole ? "opened" : `round ${first.round}`, to: `round ${last.round}`, told, width: Math.min(WIDEST, byId("view").clientWidth), isClose: true }),
    h("p", { class: "muted" }, `${told}.`));
}

const announced = new Set(); // Tables whose alarm was told already.

/** How many tables have left their band, and how many are not known yet; an alarm that is new is said. */
export function alarms(pit) {
  const told = pit.tables.filter((table) => table.rounds).map((table) => ({ table, told: performanceOf(pit, table) }));
  const found = told.filter((each) => each.told?.alarm).map((each) => each.table.id);
  const fresh = found.filter((id) => !announced.has(id));
  if (fresh.length) pit.say(`Alarm: the win of ${fresh.join(", ")} has left its band.`);
  fresh.forEach((id) => announced.add(id));
  return { found: found.length, waiting: told.filter((each) => !each.told).length };
}

const whole = (text) => signed(100 * Math.round(cents(text) / 100)).slice(0, -3);

const banded = (row) => {
  if (row.band) return h("div", { class: "banded" }, h("span", {}, whole(row.band[0])), band(row), h("span", {}, whole(row.band[1])));
  return h("span", { class: "muted" }, row.refusal ?? "is being worked out");
};

const wager = (name) => (name === "main" ? "main bets together" : plain(name));

const columns = (first) => [
  ...first,
  { head: "Within the 99 % band", isLong: true, of: (row) => [banded(row), row.alarm && pill("alarm", "alarm")] },
  { head: "Actual win", number: true, isKey: true, of: (row) => result(row.win), sort: (row) => cents(row.win), sum: (rows) => signed(sums.win(rows)) },
  { head: "Theoretical", number: true, of: (row) => result(row.theoretical), sort: (row) => (row.theoretical === null ? null : cents(row.theoretical)), sum: (rows) => signed(rows.reduce((sum, row) => sum + cents(row.theoretical), 0)) },
  { head: "z", number: true, of: (row) => (row.z === null ? "–" : row.z.toFixed(2).replace("-", "−")), sort: (row) => row.z },
  { head: "Hold", number: true, of: (row) => (row.hold === null ? "–" : percent(row.hold)), sort: (row) => row.hold, sum: sums.hold },
  { head: "Handle (all stakes)", number: true, isMinor: true, of: (row) => money(row.drop), sort: (row) => cents(row.drop), sum: (rows) => balance(sums.drop(rows)) },
  { head: "Hands", number: true, isMinor: true, of: (row) => row.rounds ?? "–", sort: (row) => row.rounds, sum: (rows) => rows.reduce((sum, row) => sum + row.rounds, 0) },
];

/** The figures of one table: by wager, then by player. */
export function performanceRows(pit, told) {
  if (told.refusal) return h("p", { class: "empty" }, `The theoretical win cannot be had: ${told.refusal}`);
  const names = Object.fromEntries(pit.tables.flatMap((each) => each.seated.map((seat) => [seat.account, seat.name])));
  const lit = (rows) => rows.map((row) => ({ ...row, isLit: row.alarm }));
  return [
    grid({ caption: "By wager", columns: columns([{ head: "Wager", of: (row) => wager(row.entry), sort: (row) => row.entry }]), rows: lit(told.rows.filter((row) => row.account === null)), empty: "No bet has been settled yet." }),
    grid({
      caption: "By player",
      columns: columns([
        { head: "Player", of: (row) => account(row.account, names[row.account] ?? row.account), sort: (row) => names[row.account] ?? row.account },
        { head: "Wager", of: (row) => wager(row.entry), sort: (row) => row.entry },
      ]),
      rows: lit(told.rows.filter((row) => row.account !== null)),
      empty: "No player has a settled bet.",
    }),
    bandKey(),
    sumsKey(),
  ];
}

/** The row by which a table is judged: its main bets together, else its first wager. */
const mainRow = (told) => told.rows.find((row) => row.account === null && row.entry === "main") ?? told.rows.find((row) => row.account === null);

/** Draws the section. */
export const performance = {
  title: "Win",
  async draw(root, pit) {
    const played = pit.tables.filter((table) => table.rounds).map((table) => ({ table, told: performanceOf(pit, table) }));
    redraw(root, ["win", played.map(({ table, told }) => [table.id, told])], () => show(pit, played));
  },
};

/** What is known of a table before its exact figures are: its actual win on all bets. */
const unknown = ({ drop, win, hold }) => ({ entry: "all bets", rounds: null, drop, win, hold, theoretical: null, band: null, z: null });

function show(pit, played) {
  const rows = played.map(({ table, told }) => ({ ...((told && mainRow(told)) ?? unknown(table)), id: table.id, table, refusal: told?.refusal, isLit: told?.alarm }));
  return [
    grid({
      caption: "Actual against theoretical win, by table",
      columns: columns([
        { head: "Table", isWide: true, of: (row) => [h("a", { href: `#tables/${row.id}`, dataset: { key: row.id } }, gameWords(pit, row.table.game)[0]), gameWords(pit, "", row.table.opening.options)[1], h("span", { class: "muted" }, ` · ${row.id}`)], sort: (row) => pit.titles[row.table.game], sum: () => "All of them" },
        { head: "Wager", of: (row) => wager(row.entry) },
      ]),
      rows,
      total: rows.length > 1 && rows.every((row) => row.theoretical !== null) && rows,
      empty: "No house table has a settled round yet. The win appears here with the first one.",
    }),
    rows.length > 0 && [bandKey(), sumsKey()],
  ];
}
