// Tables: a dense list of them, and one table with its seats, its round, its win and its last rounds.

import { get } from "../api.js";
import { h } from "../dom.js";
import { amount, balance, cents, percent, signed } from "../money.js";
import { trend } from "./charts.js";
import { changeTable, closeTable, openTable } from "./opening.js";
import { account, button, facts, filters, gameWords, grid, isInPlay, money, pill, plain, redraw, result, staked, sums, sumsKey, to, when } from "./parts.js";
import { courseChart, courseOf, performanceOf, performanceRows } from "./performance.js";
import { roundsGrid, voidOpen, waiting } from "./rounds.js";

const KINDS = [["house", "Open house tables"], ["practice", "Open practice tables"], ["closed", "Closed tables"]];
const PHASES = { bet: "bets open", choose: "in play", over: "bets open" };

const range = ({ step, limit }) => `${amount(cents(step))}–${amount(cents(limit))}`;
const seconds = (value) => (value === null ? "no limit" : `${value} s`);

const times = ({ bet_seconds: bet, decide_seconds: decide }) => (bet === null && decide === null ? "no limit" : `${seconds(bet)} / ${seconds(decide)}`);

const players = ({ seated, opening }) => {
  const bots = seated.filter((seat) => seat.bot).length;
  return `${seated.length - bots} of ${opening.seats}${bots ? `, ${bots} ${bots > 1 ? "bots" : "bot"}` : ""}`;
};

const isAlarming = (pit, table) => table.status !== "closed" && performanceOf(pit, table)?.alarm;

const state = (table) => {
  if (table.status !== "open") return pill(table.status, "off");
  return pill(isInPlay(table) && table.phase !== "choose" ? "bets lie" : PHASES[table.phase], isInPlay(table) ? "on" : "");
};

const columns = (pit) => [
  { head: "Game", isWide: true, of: (row) => [h("a", { href: `#tables/${row.id}`, dataset: { key: row.id } }, gameWords(pit, row.game)[0]), gameWords(pit, "", row.opening.options)[1]], sort: (row) => pit.titles[row.game] ?? row.game, sum: () => "All of them" },
  { head: "Table", isMinor: true, of: (row) => row.id },
  { head: "State", of: (row) => [state(row), row.isLit && [" ", pill("alarm", "alarm")]] },
  { head: "Players", number: true, of: players, sort: (row) => row.seated.length },
  { head: "Bets", number: true, isMinor: true, of: (row) => range(row.opening), sort: (row) => cents(row.opening.limit) },
  { head: "To bet / decide", number: true, isMinor: true, of: (row) => times(row.opening) },
  { head: "Rounds", number: true, of: (row) => row.rounds, sort: (row) => row.rounds, sum: (rows) => rows.reduce((sum, row) => sum + row.rounds, 0) },
  { head: "Handle (all stakes)", number: true, of: (row) => money(row.drop), sort: (row) => cents(row.drop), sum: (rows) => balance(sums.drop(rows)) },
  { head: "Win", number: true, isKey: true, of: (row) => result(row.win), sort: (row) => cents(row.win), sum: (rows) => signed(sums.win(rows)) },
  { head: "Hold", number: true, of: (row) => (row.hold === null ? "–" : percent(row.hold)), sort: (row) => row.hold, sum: sums.hold },
  { head: "Last 100 rounds", isMinor: true, of: (row) => trend(row.trend) },
];

/** The list of tables of one kind. */
async function list(root, pit, params) {
  const which = params.get("which") ?? "house";
  const isOwn = which === "house";
  const told = isOwn ? { tables: pit.tables, total: pit.total } : await get(`/pit/tables?which=${which}`);
  const rows = told.tables.map((table) => ({ ...table, isLit: isOwn && isAlarming(pit, table) }));
  redraw(root, ["list", which, rows], () => [
    h("div", { class: "bar-of" },
      filters([{ name: "which", label: "Show", values: KINDS, value: which }], (given) => (location.hash = `#tables?which=${given.which}`)),
      pit.maySupervise && button("Open a table", () => openTable(pit), { isMain: true, key: "open" })),
    grid({
      caption: KINDS.find(([kind]) => kind === which)[1],
      columns: columns(pit),
      rows,
      total: rows.length > 1 && rows,
      empty: isOwn ? (pit.maySupervise ? "No table is open. Open one: players find it in the lobby at once." : "No table is open.") : `There are no ${which} tables.`,
    }),
    rows.length > 0 && sumsKey(),
    told.total > told.tables.length && h("p", { class: "muted" }, `The ${told.tables.length} busiest of ${told.total}.`),
  ]);
}

const openingFacts = (pit, table) => {
  const { opening } = table;
  const set = Object.entries(opening.options).map(([name, value]) => `${plain(name)} ${value}`).join(", ");
  return facts([
    ["Options", set || "the game’s own"],
    ["Pay tables", opening.paytables ? h("details", {}, h("summary", { dataset: { key: "own pay tables" } }, "its own"), h("pre", { tabindex: "0" }, opening.paytables)) : "as printed"],
    ["Bets", range(opening)],
    ["Time to bet / decide", times(opening)],
    ["Shuffle", plain(opening.shuffle)],
    opening.link && ["Progressive link", to("meters", opening.link)],
    ["Opened by", account(table.opened_by.account, table.opened_by.name), table.private ? ", private" : ""],
    ["Handle, win, hold", `${money(table.drop)}, ${result(table.win)}, ${table.hold === null ? "–" : percent(table.hold)}`],
  ]);
};

const seatColumns = [
  { head: "Seat", of: (row) => row.seat },
  { head: "Who", of: (row) => account(row.account, row.name) },
  { head: "Bets", of: (row) => Object.entries(row.bets).map(([wager, bet]) => `${plain(wager)} ${amount(cents(bet))}`).join(", ") || "–" },
  { head: "State", of: (row) => (row.leaving ? "leaves after the round" : row.bot ? "bot" : "seated") },
];

const roundFacts = (pit, table) => [
  facts([
    ["Round", table.round],
    ["Stakes", amount(staked(table))],
    ["Waits for", waiting(table)],
    table.deadline_ms && ["Until", when(table.deadline_ms)],
  ]),
  pit.maySupervise && button("Void the round", () => voidOpen(pit, table), { key: "void", isEnd: true }),
];

/** One table. */
async function one(root, pit, id) {
  const table = pit.tables.find((each) => each.id === id) ?? (await get(`/pit/tables?id=${encodeURIComponent(id)}`)).tables[0];
  if (!table) return redraw(root, ["none", id], () => h("p", { class: "empty" }, `There is no table ${id}. `, to("tables", "All tables")));
  const { rounds } = await get(`/pit/rounds?table=${encodeURIComponent(id)}&limit=20`);
  const found = performanceOf(pit, table, true);
  const drawn = found && !found.refusal && table.rounds ? courseOf(pit, table) : null;
  redraw(root, ["one", table, rounds, found, drawn], () => [
    h("p", { class: "back" }, to("tables", "← All tables")),
    h("div", { class: "bar-of" },
      h("h2", {}, gameWords(pit, table.game)[0], " ", h("span", { class: "muted" }, table.id), " ", state(table)),
      h("div", { class: "acts" },
        table.status !== "closed" && h("a", { class: "button", href: `table.html?id=${encodeURIComponent(id)}`, dataset: { key: "watch" } }, "Watch"),
        pit.maySupervise && table.status === "open" && [button("Change", () => changeTable(pit, table), { key: "change" }), button("Close table", () => closeTable(pit, table), { key: "close", isEnd: true })],
        pit.maySupervise && table.status === "closed" && button("Open one like it", () => openTable(pit, table.opening), { key: "again", isMain: true }))),
    openingFacts(pit, table),
    h("h3", {}, "Actual against theoretical win"),
    drawn && courseChart(drawn),
    found ? performanceRows(pit, found) : h("p", { class: "empty" }, table.rounds ? "The exact figures are being worked out." : "No round has been settled yet."),
    table.status !== "closed" && [
      h("h3", {}, "Seats"),
      grid({ caption: "Seats", isQuiet: true, columns: seatColumns, rows: table.seated, empty: `All ${table.opening.seats} seats are free.` }),
      h("h3", {}, "Round in play"),
      isInPlay(table) ? roundFacts(pit, table) : h("p", { class: "empty" }, "No bets lie on the table."),
    ],
    h("h3", {}, "Last rounds"),
    roundsGrid(pit, rounds, "Last rounds of the table", true),
    rounds.length >= 20 && h("p", {}, to("rounds", "Every round of the table", { table: id })),
  ]);
}

/** Draws the section. */
export const tables = {
  title: "Tables",
  draw: (root, pit, rest, params) => (rest ? one(root, pit, rest) : list(root, pit, params)),
};
