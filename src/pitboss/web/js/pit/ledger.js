// The ledger: the house's accounts with their balances, which sum to nothing, and the newest entries.

import { get } from "../api.js";
import { h } from "../dom.js";
import { balance, cents, signed } from "../money.js";
import { button, facts, filters, grid, inZone, pill, plain, redraw, to, when, withValue } from "./parts.js";

const PAGE = 50;
const WALLET = "wallet/";
const KINDS = { cashier: "where play money comes from", rounding: "rounds awards up", house: "what tables win and lose", escrow: "stakes of rounds in play", commission: "commission taken", meter: "progressive meters", wallet: "players’ money" };
let older = [];
let filter = "";

const kindOf = (name) => name.split("/")[0];

function accountsView(accounts) {
  const sums = new Map();
  for (const { name, balance: text } of accounts) {
    const kind = kindOf(name);
    const before = sums.get(kind) ?? { id: kind, kind, count: 0, sum: 0 };
    sums.set(kind, { ...before, count: before.count + 1, sum: before.sum + cents(text) });
  }
  const total = [...sums.values()].reduce((sum, each) => sum + each.sum, 0);
  const own = accounts.filter((each) => !each.name.startsWith(WALLET));
  return [
    facts([["Ledger accounts", String(accounts.length)], ["Sum of all balances", balance(total), " ", total ? pill("out of balance", "alarm") : pill("in balance", "on")]]),
    grid({
      caption: "By kind",
      columns: [
        { head: "Kind", of: (row) => row.kind, sort: (row) => row.kind },
        { head: "What it is", of: (row) => KINDS[row.kind] ?? "" },
        { head: "Accounts", number: true, of: (row) => row.count, sort: (row) => row.count },
        { head: "Balance", number: true, isKey: true, of: (row) => balance(row.sum), sort: (row) => row.sum },
        { head: "", said: "Entries", of: (row) => to("ledger", "Entries", { account: row.count > 1 || row.kind === "wallet" ? `${row.kind}/` : accounts.find((each) => kindOf(each.name) === row.kind).name }) },
      ],
      rows: [...sums.values()],
      empty: "The ledger has no account yet.",
    }),
    h("details", { class: "more" }, h("summary", { dataset: { key: "own" } }, `The house’s own ${own.length} accounts`),
      grid({
        caption: "Accounts of the house",
        isQuiet: true,
        columns: [
          { head: "Account", of: (row) => to("ledger", row.name, { account: row.name }), sort: (row) => row.name },
          { head: "Balance", number: true, isKey: true, of: (row) => balance(cents(row.balance)), sort: (row) => cents(row.balance) },
        ],
        rows: own,
        empty: "None.",
      })),
  ];
}

/** The accounts that entries can be asked of: every kind, the house's own, and wallets by the name of their owner where it is known. */
const accountsOf = (accounts, names) => [
  ...[...new Set(accounts.map((each) => kindOf(each.name)))].filter((kind) => accounts.some((each) => each.name.startsWith(`${kind}/`))).map((kind) => [`${kind}/`, `all of ${kind}: ${KINDS[kind] ?? ""}`]),
  ...accounts.map(({ name }) => [name, name.startsWith(WALLET) && names[name.slice(WALLET.length)] ? `wallet of ${names[name.slice(WALLET.length)]}` : name]),
];

const legs = (entry, names) => h("ul", { class: "legs" }, entry.legs.map((leg) => h("li", {},
  to("ledger", leg.account.startsWith(WALLET) ? `wallet of ${names[leg.account.slice(WALLET.length)] ?? leg.account.slice(WALLET.length)}` : leg.account, { account: leg.account }),
  h("span", { class: "sum" }, signed(cents(leg.amount))))));

/** Draws the section. */
export const ledger = {
  title: "Ledger",
  async draw(root, pit, rest, params) {
    const name = params.get("account") ?? "";
    const query = new URLSearchParams([["limit", PAGE], ...(name ? [["account", name]] : [])]);
    if (filter !== String(query)) [filter, older] = [String(query), []];
    const [told, { accounts }] = await Promise.all([get(`/ledger/recent?${query}`), get("/ledger/accounts")]);
    const pages = [told, ...older];
    const entries = pages.flatMap((page) => page.entries);
    const names = Object.assign({}, ...pages.map((page) => page.names));
    const next = pages.at(-1).next;
    const more = async () => {
      older.push(await get(`/ledger/recent?${query}&before=${next}`));
      await pit.refresh();
    };
    const csv = new URLSearchParams([["limit", 500], ...(name ? [["account", name]] : [])]);
    redraw(root, ["ledger", entries.map((entry) => entry.seq), accounts, name, next], () => [
      accountsView(accounts),
      h("h2", {}, "Entries"),
      h("div", { class: "bar-of" },
        filters([{ name: "account", label: "Ledger account", value: name, values: withValue([["", "any"], ...accountsOf(accounts, names)], name) }], (now) => (location.hash = `#ledger${now.account ? `?${new URLSearchParams(now)}` : ""}`)),
        h("div", { class: "acts" },
          name && to("ledger", "All entries"),
          h("a", { class: "button", href: `/api/v1/ledger/recent.csv?${csv}`, download: "entries.csv", dataset: { key: "csv" } }, "Newest 500 entries as CSV"))),
      grid({
        caption: "Entries, the newest first",
        columns: [
          { head: "No.", number: true, of: (row) => row.seq },
          { head: inZone("When"), isKey: true, of: (row) => when(row.at_ms) },
          { head: "Entry", of: (row) => plain(row.kind) },
          { head: "Moves", isLong: true, of: (row) => legs(row, names) },
          { head: "Round", of: (row) => (row.round ? h("a", { href: `history.html?round=${encodeURIComponent(row.round)}` }, row.round) : "–") },
          { head: "Note", of: (row) => row.note || "–" },
        ],
        rows: entries,
        empty: name ? `No entry moves ${name}.` : "Nothing has been booked yet.",
      }),
      next && button("Older entries", more, { key: "more" }),
    ]);
  },
};
