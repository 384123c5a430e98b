// The left side of the workbench: options, and pay tables whose every cell can be changed.

import { capital, h, show } from "./dom.js";
import { tableKey } from "./bench-state.js";
import { valueWords } from "./options.js";

const STEPS = ["lose", "push"];

/** The cell one step up or down a ladder of pays: lose, push, 1, 2, …; null where a cell is no plain number. */
function stepped(cell, by) {
  const place = STEPS.indexOf(cell);
  const plain = /^(\$?)(\d+)$/.exec(cell);
  if (place < 0 && !plain) return null;
  const value = (plain ? Number(plain[2]) + 1 : place) + by; // 0 is lose, 1 is push.
  if (plain?.[1]) return `$${Math.max(0, value - 1)}`;
  return value < STEPS.length ? STEPS[Math.max(0, value)] : String(value - 1);
}

function optionField(option, setup, set) {
  const id = `option-${option.name}`;
  const words = capital(option.words);
  let input;
  if (option.listed.length && !option.free) {
    input = h("select", { id }, option.listed.map((value) => h("option", { value }, valueWords(value))));
  } else {
    const list = option.listed.length ? h("datalist", { id: `${id}-values` }, option.listed.map((value) => h("option", { value }))) : null;
    input = [h("input", { id, autocomplete: "off", list: list && `${id}-values`, "aria-describedby": `${id}-note` }), list];
  }
  const field = [input].flat()[0];
  field.addEventListener("change", () => set(option.name, field.value.trim(), String(option.default)));
  return h("div", { class: "field", dataset: { option: option.name } }, h("label", { for: id }, words), input, option.free && h("small", { id: `${id}-note` }, capital(option.values)));
}

/** Draws the options; `set` is told of a changed one. */
export function drawOptions(place, told, setup, set) {
  show(place, ["options", told.game, told.options.map((each) => [each.name, each.listed, each.default])], () => [
    h("h2", {}, "Options"),
    told.options.length ? h("div", { class: "options" }, told.options.map((option) => optionField(option, setup, set))) : h("p", { class: "muted" }, "This game has no options."),
    h("p", { class: "muted deck", id: "deck" }),
  ]);
  for (const option of told.options) {
    const field = place.querySelector(`[data-option="${CSS.escape(option.name)}"]`);
    const input = field.querySelector("select, input");
    const value = setup.options[option.name] ?? String(option.value);
    if (document.activeElement !== input || input.tagName === "SELECT") input.value = value;
    field.classList.toggle("changed", value !== String(option.default));
  }
  place.querySelector("#deck").textContent = `${capital(told.deck.name)}, ${told.deck.cards} cards.`;
}

function row(table, told, act) {
  const label = `${table.title}, ${told.words}`;
  const cell = h("input", { class: "cell", autocomplete: "off", spellcheck: "false", "aria-label": `${label}: pays`, dataset: { outcome: told.outcome } });
  const back = h("button", { class: "was", type: "button" });
  cell.addEventListener("input", () => act.type(table, told.outcome, cell.value.trim()));
  cell.addEventListener("blur", () => act.draw());
  cell.addEventListener("keydown", (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by) {
      const next = stepped(cell.value.trim(), by * (event.shiftKey ? 10 : 1));
      if (next === null) return;
      event.preventDefault();
      cell.value = next;
      act.type(table, told.outcome, next);
    } else if (event.key === "Enter") {
      event.preventDefault();
      const cells = [...cell.closest("table").querySelectorAll("tr:not([hidden]) .cell")];
      (cells[cells.indexOf(cell) + (event.shiftKey ? -1 : 1)] ?? cell).select();
    } else if (event.key === "Escape") {
      event.preventDefault();
      cell.value = told.printed;
      act.restore(table, told.outcome);
      cell.select();
    }
  });
  cell.addEventListener("focus", () => cell.select());
  back.addEventListener("click", () => {
    cell.value = told.printed;
    act.restore(table, told.outcome);
    cell.focus();
  });
  return h("tr", { dataset: { outcome: told.outcome } }, h("th", { scope: "row" }, capital(told.words)), h("td", { class: "other" }), h("td", {}, cell), h("td", {}, back));
}

function tableOf(table, act) {
  const rows = table.rows.map((told) => row(table, told, act));
  const more = h("button", { class: "link", type: "button", "aria-expanded": "false" });
  more.addEventListener("click", () => {
    const isOpen = more.getAttribute("aria-expanded") === "true";
    more.setAttribute("aria-expanded", String(!isOpen));
    act.draw();
  });
  return h(
    "section",
    { class: "paying", dataset: { table: tableKey(table) }, "aria-label": `Pay table ${table.title}` },
    h("div", { class: "head" },
      h("h3", {}, table.title, h("span", { class: "muted" }, ` column ${table.column}`)),
      h("button", { class: "link", type: "button", dataset: { does: "back" }, hidden: true, onclick: () => act.restore(table) }, "Back to printed"),
      h("button", { class: "link", type: "button", dataset: { does: "find" }, onclick: () => act.find(table) }, "Find pays…")),
    h("table", { class: "cells" },
      h("thead", { class: "said" }, h("tr", {}, ["Outcome", "On the other side", "Pays", "Printed"].map((words) => h("th", { scope: "col" }, words)))),
      h("tbody", {}, rows)),
    h("p", { class: "problem", role: "alert", hidden: true }),
    more,
    table.note && h("p", { class: "muted note" }, table.note),
  );
}

function drawRow(line, told, { typed, problem, other, otherName, isShut }) {
  const cell = line.querySelector(".cell");
  const isChanged = typed !== undefined && (problem || told.pays !== told.printed);
  if (document.activeElement !== cell) cell.value = problem ? typed : told.pays;
  cell.setAttribute("aria-invalid", String(Boolean(problem)));
  line.classList.toggle("changed", Boolean(isChanged));
  line.hidden = isShut && !told.listed && !isChanged && document.activeElement !== cell;
  const back = line.querySelector(".was");
  back.hidden = !isChanged;
  back.textContent = `↺ ${told.printed}`;
  back.setAttribute("aria-label", `Back to the printed ${told.printed}`);
  const beside = line.querySelector(".other");
  beside.textContent = other === undefined || other === told.pays ? "" : `${otherName}: ${other}`;
  return isChanged;
}

/** Draws the pay tables; `act` carries out what is done to them, `other` are the tables of the other side. */
export function drawTables(place, told, setup, act, other, otherName) {
  show(place, ["tables", told.game, told.tables.map((each) => [tableKey(each), each.title, each.rows.map((line) => [line.outcome, line.words])])], () => [
    h("h2", {}, "Pay tables"),
    h("p", { class: "muted hint" }, "Type a pay: 8, 3:2, push or lose. ", h("kbd", {}, "↑"), " ", h("kbd", {}, "↓"), " step it, ", h("kbd", {}, "Esc"), " restores it."),
    told.tables.map((table) => tableOf(table, act)),
  ]);
  for (const table of told.tables) {
    const key = tableKey(table);
    const part = place.querySelector(`[data-table="${CSS.escape(key)}"]`);
    const typed = setup.changes[key] ?? {};
    const problems = told.refused.filter((each) => `${each.grid}/${each.column}` === key);
    const beside = other?.tables.find((each) => each.grid === table.grid);
    const more = part.querySelector("[aria-expanded]");
    const isShut = more.getAttribute("aria-expanded") === "false";
    let changed = 0;
    for (const line of table.rows) {
      const problem = problems.find((each) => each.outcome === line.outcome || (!each.outcome && typed[line.outcome] !== undefined));
      const drawn = { typed: typed[line.outcome], problem, other: beside?.rows.find((each) => each.outcome === line.outcome)?.pays, otherName, isShut };
      if (drawRow(part.querySelector(`tr[data-outcome="${CSS.escape(line.outcome)}"]`), line, drawn)) changed += 1;
    }
    const unlisted = table.rows.filter((line) => !line.listed);
    const pays = [...new Set(unlisted.map((line) => line.printed))];
    more.hidden = !unlisted.length;
    more.textContent = isShut ? `${unlisted.length} more outcomes, which ${pays.length === 1 ? `${pays[0]}` : "pay otherwise"}` : "Fewer outcomes";
    part.querySelector('[data-does="back"]').hidden = !changed;
    const said = part.querySelector(".problem");
    said.hidden = !problems.length;
    said.textContent = problems[0] ? capital(problems[0].detail) : "";
  }
}
