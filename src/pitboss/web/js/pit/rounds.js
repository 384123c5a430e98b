// Rounds: those in play, and those that are over; voids with their reason, and the reports for a dispute.

import { get, post } from "../api.js";
import { h } from "../dom.js";
import { amount, cents, signed } from "../money.js";
import { ask, field, reason } from "./ask.js";
import { account, button, filters, gameWords, grid, inZone, isInPlay, money, pill, plain, redraw, result, rowAct, staked, to, when, withValue } from "./parts.js";

const PAGE = 50;
const MEANINGS = { misdeal: "cards were dealt wrongly", "exposed-card": "a card was seen that nobody may see", "wrong-count": "the deck or a hand has a wrong number of cards", other: "say which" };

/** What a void of a round does to each seat, before it is asked for. */
const consequences = (round) =>
  grid({
    caption: "What the void does",
    isQuiet: true,
    columns: [
      { head: "Seat", of: (seat) => seat.seat },
      { head: "Who", of: (seat) => seat.name },
      round.status === "open"
        ? { head: "Gets back", number: true, of: (seat) => amount(Object.values(seat.bets).reduce((sum, bet) => sum + cents(bet), 0)) }
        : { head: "Balance changes by", number: true, of: (seat) => signed(cents(seat.staked) - cents(seat.returned ?? "0.00")) },
    ],
    rows: round.seats,
    empty: "No seat has a bet in it.",
  });

/** Asks for the reason of a void. */
export function voidRound(pit, round) {
  ask(pit, {
    title: `Void round ${round.id}`,
    lead: [
      h("p", {}, round.status === "open"
        ? "The round ends at once and every bet goes back. Its cards stay in the record."
        : "The round is over: every payment of it is reversed, meters too, as if it had not been played. Its cards stay in the record."),
      consequences(round),
      h("p", {}, "A void cannot be taken back."),
    ],
    fields: [
      field({ name: "reason", label: "Reason", kind: "choice", values: pit.words.reasons.map((each) => [each, MEANINGS[each] ? `${plain(each)}: ${MEANINGS[each]}` : plain(each)]) }),
      reason("What happened"),
    ],
    confirm: `Void ${round.id}`,
    act: (given) => post(`/rounds/${round.id}/void`, { reason: given.reason, note: given.note }),
    done: (answer) => `Round ${answer.round} is void: ${plain(answer.reason)}.`,
  });
}

const acts = (pit, round) => h("span", { class: "row-acts" },
  h("a", { href: `history.html?round=${encodeURIComponent(round.id)}`, dataset: { key: `replay ${round.id}` }, "aria-label": `Replay round ${round.id}` }, "Replay"),
  h("a", { href: `/api/v1/rounds/${encodeURIComponent(round.id)}.html`, dataset: { key: `report ${round.id}` }, "aria-label": `Dispute report of round ${round.id}`, target: "_blank", rel: "noopener" }, "Dispute"),
  pit.maySupervise && round.status === "settled" && rowAct("Void", () => voidRound(pit, round), { key: `void ${round.id}`, label: `Void round ${round.id}`, isEnd: true }));

const SHOWN = 2;

/** The first players of a round by name, and how many more there are. */
const people = (seats) => {
  const rest = seats.slice(SHOWN);
  return [
    seats.slice(0, SHOWN).map((seat, at) => [at ? ", " : "", account(seat.account, seat.name)]),
    rest.length > 0 && h("span", { class: "muted", title: rest.map((seat) => seat.name).join(", ") }, ` and ${rest.length} more`),
  ];
};

/** Rounds as a dense table; those of one table do not name it. */
export const roundsGrid = (pit, rounds, caption, isOfTable = false) =>
  grid({
    caption,
    isQuiet: isOfTable,
    columns: [
      { head: "Round", of: (row) => row.id },
      { head: inZone("Ended"), of: (row) => when(row.ended_ms), sort: (row) => row.ended_ms },
      ...(isOfTable ? [] : [
        { head: "Game", of: (row) => pit.titles[row.game] ?? row.game, sort: (row) => row.game },
        { head: "Table", isMinor: true, of: (row) => to("tables", row.table, {}, row.table) },
      ]),
      { head: "Players", of: (row) => people(row.seats) },
      { head: "Staked", number: true, of: (row) => money(row.staked), sort: (row) => cents(row.staked) },
      { head: "House win", number: true, isKey: true, of: (row) => result(row.win), sort: (row) => (row.win === null ? null : cents(row.win)) },
      { head: "Status", of: (row) => (row.status === "voided" ? pill(`void: ${plain(row.void_reason ?? "")}`, "off") : row.status === "open" ? pill("in play", "on") : pill("settled")) },
      { head: "", said: "Actions", of: (row) => (row.status === "open" ? "" : acts(pit, row)) },
    ],
    rows: rounds,
    empty: "No round is here.",
  });

const inPlay = (pit) =>
  grid({
    caption: "Rounds in play",
    columns: [
      { head: "Round", of: (row) => row.round },
      { head: "Game", of: (row) => gameWords(pit, row.game), sort: (row) => row.game },
      { head: "Table", of: (row) => to("tables", row.id, {}, row.id) },
      { head: "Players", of: (row) => people(betting(row)) },
      { head: "Stakes", number: true, isKey: true, of: (row) => amount(staked(row)), sort: staked },
      { head: "Waits for", of: waiting },
      { head: inZone("Until"), isMinor: true, of: (row) => when(row.deadline_ms) },
      { head: "", said: "Actions", of: (row) => pit.maySupervise && voidButton(pit, row) },
    ],
    rows: pit.tables.filter(isInPlay),
    empty: "No round is in play at the house’s tables.",
  });

const betting = (table) => table.seated.filter((seat) => Object.keys(seat.bets).length);

const voidButton = (pit, table) =>
  rowAct("Void", () => voidOpen(pit, table), { key: `void ${table.round}`, label: `Void round ${table.round}`, isEnd: true });

/** Asks for the reason to void the round that a table is in. */
export const voidOpen = (pit, table) => voidRound(pit, { id: table.round, game: table.game, status: "open", seats: betting(table) });

/** Seats in words, those that follow each other together: `seat 1`, `seats 1–3`, `seats 1, 3`. */
export function seatsWords(seats) {
  const isRun = seats.length > 1 && seats.every((seat, at) => seat === seats[0] + at);
  return seats.length === 1 ? `seat ${seats[0]}` : `seats ${isRun ? `${seats[0]}–${seats.at(-1)}` : seats.join(", ")}`;
}

/** Whom a table waits for, in words. */
export function waiting(table) {
  if (!table.need?.seats?.length) return "nobody";
  return `${seatsWords(table.need.seats)} to ${table.need.type === "bets" ? "bet" : plain(table.need.choice)}`;
}

const names = new Map(); // Players by account, as they have been seen here.

/** The tables that rounds can be asked of: open ones and those of the rounds that are shown, by game. */
function tablesOf(pit, found) {
  const told = new Map([...pit.tables.map((each) => [each.id, each.game]), ...found.map((each) => [each.table, each.game])]);
  return [...told].map(([id, game]) => [id, `${pit.titles[game] ?? game} · ${id}`]).toSorted(([, one], [, other]) => (one < other ? -1 : 1));
}

/** The account of a name; what is no name of an account, such as its id, stays as it was written. */
async function accountOf(name) {
  if (!name || names.has(name)) return name;
  const known = [...names].find(([, each]) => each === name);
  if (known) return known[0];
  const { accounts } = await get(`/accounts?${new URLSearchParams({ like: name, limit: 100 })}`);
  return (accounts.find((each) => each.name === name) ?? (accounts.length === 1 ? accounts[0] : null))?.account ?? name;
}

/** Draws the section. */
export const rounds = {
  title: "Rounds",
  async draw(root, pit, rest, params) {
    const asked = ["table", "account", "status"].map((name) => [name, params.get(name) ?? ""]);
    const query = new URLSearchParams(asked.filter(([, value]) => value));
    const wanted = Number(params.get("most") ?? PAGE);
    const { rounds: found, next } = await get(`/pit/rounds?limit=${Math.min(500, wanted)}&${query}`);
    const go = (given, most) => (location.hash = `#rounds?${new URLSearchParams([...Object.entries(given).filter(([, value]) => value), ...(most ? [["most", most]] : [])])}`);
    const given = Object.fromEntries(asked);
    for (const seat of [...pit.tables.flatMap((each) => each.seated), ...found.flatMap((each) => each.seats)]) if (!seat.account.startsWith("bot:")) names.set(seat.account, seat.name);
    const csv = new URLSearchParams(asked.filter(([, value]) => value).map(([name, value]) => [name === "status" ? "result" : name, value]));
    redraw(root, ["rounds", found, given, pit.tables.filter(isInPlay)], () => [
      inPlay(pit),
      h("div", { class: "bar-of" },
        filters([
          { name: "table", label: "Table", value: given.table, values: withValue([["", "any"], ...tablesOf(pit, found)], given.table) },
          { name: "account", label: "Player", value: names.get(given.account) ?? given.account, hint: "a name", list: [...names.values()] },
          { name: "status", label: "Status", value: given.status, values: [["", "any"], ["settled", "settled"], ["voided", "void"]] },
        ], async (now) => go({ ...now, account: await accountOf(now.account) })),
        h("a", { class: "button", href: `/api/v1/rounds.csv?${csv}`, download: "rounds.csv", dataset: { key: "csv" } }, "Rounds as CSV")),
      roundsGrid(pit, found.filter((each) => each.status !== "open"), "Rounds that are over, the newest first"),
      next && wanted < 500 && button("Show more", () => go(given, wanted + 100), { key: "more" }),
    ]);
  },
};
