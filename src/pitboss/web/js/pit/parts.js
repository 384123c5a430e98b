// The parts that the pit's sections are made of: dense tables that sort, facts, times, amounts, pills.

import { h } from "../dom.js";
import { balance, cents, percent, signed } from "../money.js";
import { clock, moment, shortDay, zone } from "../time.js";

/** A moment: the time of day, with the day where it is not today; the whole of it on hover. */
export function when(ms) {
  if (ms === null || ms === undefined) return "–";
  const told = new Date(ms);
  const isToday = told.toDateString() === new Date().toDateString();
  return h("time", { datetime: told.toISOString(), title: moment(ms) }, `${isToday ? "" : `${shortDay(ms)} `}${clock(ms)}`);
}

/** The head of a column of moments: with their zone. */
export const inZone = (words) => `${words}, ${zone()}`;

/** How long ago a moment was, in words. */
export function ago(ms, now = Date.now()) {
  const seconds = Math.max(0, Math.round((now - ms) / 1000));
  for (const [size, word] of [[86400, "day"], [3600, "hour"], [60, "minute"]]) {
    const count = Math.floor(seconds / size);
    if (count) return `${count} ${word}${count > 1 ? "s" : ""} ago`;
  }
  return `${seconds} s ago`;
}

/** Dollars as the server tells them, as people read them. */
export const money = (text) => (text === null || text === undefined ? "–" : balance(cents(text)));

/** A result with its sign, as the server tells it. */
export const result = (text) => (text === null || text === undefined ? "–" : signed(cents(text)));

/** A word from the server, as people read it: `exposed-card` is "exposed card". */
export const plain = (word) => word.replaceAll("-", " ").replaceAll("_", " ");

/** A state in a small frame; `is` picks its look: on, off, alarm. */
export const pill = (words, is = "") => h("span", { class: `pill ${is}` }, words);

/** A button of the pit. */
export const button = (words, act, { label, key, isMain, isDisabled, isEnd } = {}) =>
  h("button", { class: `button${isMain ? " main" : ""}${isEnd ? " ends" : ""}`, type: "button", "aria-label": label, disabled: isDisabled, dataset: key ? { key } : undefined, onclick: act }, words);

/** An act of a row; one that ends something (`isEnd`) stands apart in a frame. */
export const rowAct = (words, act, { key, label, isEnd = false }) =>
  h("button", { type: "button", class: `as-link${isEnd ? " ends" : ""}`, dataset: { key }, "aria-label": label, onclick: act }, words);

/** A link inside the pit: a section with its filters. */
export function to(section, words, filters = {}, rest = "") {
  const given = Object.entries(filters).filter(([, value]) => value);
  const query = given.length ? `?${new URLSearchParams(given)}` : "";
  const href = `#${section}${rest ? `/${encodeURIComponent(rest)}` : ""}${query}`;
  return h("a", { href, dataset: { key: `${href} ${words}` } }, words);
}

/** An account by its name, which leads to its money; a seat that the house plays is no account of anybody. */
export const account = (id, name = id) => (id.startsWith("bot:") ? "the house’s bot" : to("accounts", name, { like: id }));

/** Facts as a list of names and values. */
export const facts = (pairs) =>
  h("dl", { class: "facts-list" }, pairs.filter(Boolean).map(([name, ...value]) => h("div", {}, h("dt", {}, name), h("dd", {}, ...value))));

const sorted = new Map(); // By the caption of a table: the column and the direction that its reader has chosen.

/**
 * A dense table in a box of its own. A column with `sort` can be sorted by. On a phone a row takes two lines: its name with the
 * column that `isKey` at the right, then the others with their heads, long ones (`isLong`) on lines of their own, minor ones
 * (`isMinor`) not at all. `total` is a row of sums at the foot.
 */
export function grid({ caption, columns, rows, total, empty, isQuiet = false }) {
  if (!rows.length) return h("p", { class: "empty" }, empty);
  const body = h("tbody", { role: "rowgroup" });
  const heads = columns.map((column, at) => {
    const head = h("th", { role: "columnheader", scope: "col", class: column.number ? "number" : null });
    if (!column.sort) {
      head.append(column.head || h("span", { class: "said" }, column.said));
      return head;
    }
    head.append(h("button", { type: "button", dataset: { key: `${caption} ${column.head}` }, onclick: () => turn(at) }, column.head));
    return head;
  });
  const turn = (at) => {
    const [before, way] = sorted.get(caption) ?? [];
    sorted.set(caption, [at, before === at ? -way : columns[at].number ? -1 : 1]);
    fill();
  };
  const fill = () => {
    const [at, way] = sorted.get(caption) ?? [];
    const ordered = at === undefined ? rows : rows.toSorted((one, other) => way * compare(columns[at].sort(one), columns[at].sort(other)));
    body.replaceChildren(...ordered.map((row) => line(columns, row)));
    heads.forEach((head, place) => (place === at ? head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending") : head.removeAttribute("aria-sort")));
  };
  fill();
  return h(
    "div",
    { class: "box", tabindex: "0", role: "region", "aria-label": caption, dataset: { key: `box ${caption}` } },
    // Roles of their own: a phone draws rows as blocks, which would else be no table to a screen reader.
    h("table", { class: "grid", role: "table" }, h("caption", { class: isQuiet ? "said" : null }, caption),
      h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, heads)), body,
      total && h("tfoot", { role: "rowgroup" }, line(columns.map((column) => ({ ...column, of: column.sum ?? (() => "") })), total))),
  );
}

function compare(one, other) {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return one < other ? -1 : 1;
}

function line(columns, row) {
  return h("tr", { role: "row", dataset: row.id ? { row: row.id } : undefined, class: row.isLit ? "lit" : null }, columns.map((column, at) => {
    const told = column.of(row);
    const shown = [told].flat().filter((each) => each !== null && each !== undefined && each !== false);
    if (!at) return h("th", { role: "rowheader", scope: "row", class: column.isWide ? "wide" : null }, shown);
    const kinds = ["number", "isKey", "isLong", "isMinor"].filter((kind) => column[kind]).join(" ");
    return h("td", { role: "cell", class: kinds || null, dataset: column.head ? { head: column.head } : undefined }, shown);
  }));
}

const drawn = new WeakMap(); // By element: what it shows.

/** Whether somebody is writing into a field there: what they write would be lost. */
const isWritten = (root) => {
  const field = document.activeElement;
  return root.contains(field) && field.matches("input") && field.value !== field.defaultValue;
};

/** Draws an element anew where what it shows has changed; focus, places scrolled to and opened parts stay. */
export function redraw(root, told, make) {
  const text = JSON.stringify(told);
  const before = drawn.get(root);
  if (before === text || (before !== undefined && isWritten(root))) return;
  drawn.set(root, text);
  const held = root.contains(document.activeElement) ? document.activeElement.dataset?.key : undefined;
  const scrolled = [...root.querySelectorAll(".box")].map((box) => [box.dataset.key, box.scrollLeft, box.scrollTop]);
  const opened = [...root.querySelectorAll("details[open] > summary")].map((each) => each.dataset.key);
  root.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  const found = (key) => [...root.querySelectorAll("[data-key]")].find((each) => each.dataset.key === key);
  for (const key of opened) found(key)?.parentElement.setAttribute("open", "");
  for (const [key, left, top] of scrolled) found(key)?.scrollTo(left, top);
  if (held !== undefined) found(held)?.focus({ preventScroll: true });
}

/** A form of filters, which is a line of fields; `change` gets what they hold as soon as one has changed. */
export function filters(fields, change) {
  const form = h("form", { class: "filters", role: "search" }, fields.map(({ name, label, values, value, hint, list }) => {
    const input = values
      ? h("select", { id: `filter-${name}`, name }, values.map(([each, words]) => h("option", { value: each, selected: each === (value ?? "") }, words)))
      : h("input", { id: `filter-${name}`, name, type: "search", value: value ?? "", placeholder: hint, autocomplete: "off", spellcheck: "false", list: list && `list-${name}` });
    const offered = list && h("datalist", { id: `list-${name}` }, list.map((each) => h("option", { value: each })));
    return h("div", { class: "field" }, h("label", { for: `filter-${name}` }, label), input, offered);
  }));
  const told = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, value.trim()]));
  form.addEventListener("change", () => change(told()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    change(told());
  });
  return form;
}

/** The game of a table with its options, in words. */
export function gameWords(pit, game, options = {}) {
  const set = Object.entries(options).map(([name, value]) => `${plain(name)} ${value}`).join(", ");
  return [pit.titles[game] ?? game, set && h("span", { class: "muted" }, ` · ${set}`)];
}

/** What the sums of tables mean, in the same words wherever they stand. */
export const sumsKey = () => h("p", { class: "key muted" }, "Handle: all stakes, raises included. Win: what the house kept of them. Hold: the win as a share of the handle. Each since its table was opened.");

/** The values of a picker, with the one in force where it is not among them. */
export const withValue = (values, value) => (!value || values.some(([each]) => each === value) ? values : [...values, [value, value]]);

/** Sums at the foot of tables' rows: the handle, the win, and the win's share of the handle. */
export const sums = {
  drop: (rows) => rows.reduce((sum, row) => sum + cents(row.drop), 0),
  win: (rows) => rows.reduce((sum, row) => sum + cents(row.win), 0),
  hold: (rows) => (sums.drop(rows) ? percent(sums.win(rows) / sums.drop(rows)) : "–"),
};

/** Whether a round has bets that a void would give back. */
export const isInPlay = (table) => table.phase === "choose" || table.seated.some((seat) => Object.keys(seat.bets).length);

/** What lies on a table, in cents. */
export const staked = (table) => table.seated.reduce((sum, seat) => sum + Object.values(seat.bets).reduce((all, bet) => all + cents(bet), 0), 0);
