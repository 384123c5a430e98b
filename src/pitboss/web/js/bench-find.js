// The panel that finds pay tables for a house edge: whole numbers near the table on the bench, none of them missed.

import { post } from "./api.js";
import { capital, h } from "./dom.js";
import { decimal, share } from "./bench-numbers.js";
import { panel } from "./panels.js";

const percentOf = (text) => `${text.trim().replace(/\s*%$/, "")}%`;
const isNumber = (text) => /^-?\d{1,4}(\.\d{1,9})?$/.test(text.trim().replace(/\s*%$/, ""));

function field(id, label, value, note) {
  return h("div", { class: "field" }, h("label", { for: id }, label, note && h("span", { class: "muted" }, ` ${note}`)), h("input", { id, name: id, value, autocomplete: "off", inputmode: "decimal" }));
}

function formOf(table, edge) {
  const near = edge === null ? ["4", "6"] : [(edge * 100 - 0.5).toFixed(2), (edge * 100 + 0.5).toFixed(2)];
  return h(
    "form",
    { class: "find", novalidate: true },
    h("div", { class: "pair" }, field("find-low", "House edge from, %", near[0]), field("find-high", "to, %", near[1])),
    h("details", { class: "limits" }, h("summary", {}, "Limits and order: hit frequency, highest pay, rows that stay"),
      h("div", { class: "pair" }, field("find-hit-low", "Hit frequency from, %", "", "(optional)"), field("find-hit-high", "to, %", "", "(optional)")),
      h("div", { class: "pair" }, field("find-cap", "No row pays more than", "", "(optional)"),
        h("div", { class: "field" }, h("label", { for: "find-rank" }, "Show first"), h("select", { id: "find-rank" },
          h("option", { value: "spread" }, "tables spread over the range"), h("option", { value: "closeness" }, "the nearest tables"), h("option", { value: "hit" }, "those that hit most often"), h("option", { value: "volatility" }, "the least volatile")))),
      h("fieldset", { class: "keeps" }, h("legend", {}, "Rows that stay as they are"),
        table.rows.filter((row) => row.listed).map((row) => h("label", {}, h("input", { type: "checkbox", value: row.outcome }), capital(row.words), h("span", { class: "muted" }, ` ${row.pays}`)))),
      h("label", { class: "check" }, h("input", { type: "checkbox", id: "find-order" }), "A lower row may pay more than a higher one")),
    h("button", { class: "button main" }, "Find tables"),
  );
}

/** What is wrong with the form; empty where nothing is. */
function wrong(form) {
  const value = (id) => form.querySelector(`#${id}`).value;
  for (const id of ["find-low", "find-high"]) if (!isNumber(value(id))) return "Give the house edge as two percentages, such as 4 and 6.";
  for (const id of ["find-hit-low", "find-hit-high"]) if (value(id).trim() && !isNumber(value(id))) return "Give the hit frequency as percentages, such as 20 and 30, or leave it out.";
  if (Number(value("find-low").replace("%", "")) > Number(value("find-high").replace("%", ""))) return "The house edge runs backwards: give the smaller percentage first.";
  if (value("find-cap").trim() && !/^[1-9]\d{0,8}$/.test(value("find-cap").trim())) return "Give the highest pay as a whole number, or leave it out.";
  return "";
}

function asked(form) {
  const value = (id) => form.querySelector(`#${id}`).value.trim();
  const body = { low: percentOf(value("find-low")), high: percentOf(value("find-high")), rank: value("find-rank"), any_order: form.querySelector("#find-order").checked };
  body.keep = [...form.querySelectorAll(".keeps :checked")].map((box) => box.value);
  if (value("find-hit-low")) body.hit_low = percentOf(value("find-hit-low"));
  if (value("find-hit-high")) body.hit_high = percentOf(value("find-hit-high"));
  if (value("find-cap")) body.cap = Number(value("find-cap"));
  return body;
}

function proposals(table, told, apply) {
  const columns = [told.shape, ...told.tables];
  const words = new Map(table.rows.map((row) => [row.outcome, row]));
  const rows = Object.keys(told.shape.pays).filter((outcome) => words.get(outcome)?.listed || told.tables.some((each) => each.changed.includes(outcome)));
  const facts = [
    ["House edge", (each) => share(each.house_edge.value, 4)],
    ["Hit frequency", (each) => share(each.hit_frequency.value, 2)],
    ["Standard deviation", (each) => decimal(each.standard_deviation, 3)],
  ];
  return h("div", { class: "box", tabindex: "0", role: "region", "aria-label": "Tables found" }, h("table", { class: "found" },
      h("thead", {}, h("tr", {}, h("td", {}), h("th", { scope: "col" }, "On the bench"), told.tables.map((each, place) => h("th", { scope: "col" }, `Table ${place + 1}`))),
        h("tr", {}, h("td", {}), h("td", {}), told.tables.map((each, place) =>
          h("td", {}, h("button", { class: "button", type: "button", dataset: { apply: place }, "aria-label": `Put table ${place + 1} on the bench`, onclick: () => apply(each.pays) }, "Use"))))),
      h("tbody", {},
        rows.map((outcome) => h("tr", {}, h("th", { scope: "row" }, capital(words.get(outcome)?.words ?? outcome.toLowerCase())),
          columns.map((each) => h("td", { class: each.changed.includes(outcome) ? "changed" : null }, each.pays[outcome])))),
        facts.map(([name, of], at) => h("tr", { class: at ? null : "first" }, h("th", { scope: "row" }, name), columns.map((each) => h("td", {}, of(each))))))));
}

/** The ladders as a picture: every row's pays on one logarithmic scale, the bench's as a ring, other pays as the tables' numbers. */
function ladder(table, told) {
  const words = new Map(table.rows.map((row) => [row.outcome, capital(row.words)]));
  const rows = Object.entries(told.ladder ?? {});
  const top = Math.max(...rows.flatMap(([, pays]) => pays));
  if (rows.length < 2 || top <= 1) return null;
  const rung = ([outcome, pays]) => {
    const marks = new Map([[pays[0], []]]);
    pays.forEach((pay, number) => number && pay !== pays[0] && marks.set(pay, [...(marks.get(pay) ?? []), number]));
    const placed = [...marks].filter(([pay]) => pay).toSorted(([one], [other]) => one - other);
    const others = placed.filter(([, tables]) => tables.length).map(([pay]) => pay);
    return h("div", { class: "rung" }, h("span", {}, words.get(outcome) ?? outcome.toLowerCase()), h("div", { class: "rail" },
      placed.map(([pay, tables]) => h("i", { class: tables.length ? (others.indexOf(pay) % 2 ? "low" : "high") : "own", title: `pays ${decimal(pay, 0)}`, vars: { "--at": `${(100 * Math.log(pay)) / Math.log(top)}%` } }, tables.join(" ")))));
  };
  const label = `The pays of ${rows.length} rows on a logarithmic scale from 1 to ${decimal(top, 0)}; the table above has the numbers.`;
  return [h("h3", {}, "The ladders"), h("p", { class: "muted" }, `On a logarithmic scale from 1 to ${decimal(top, 0)}. A ring is the pay on the bench; a number is a table that pays otherwise.`),
    h("div", { class: "ladder", role: "img", "aria-label": label }, rows.map(rung))];
}

/** What was found, in words. */
const foundWords = (told) => `${told.tables.length === 1 ? "One table" : `${told.tables.length} tables`} with a house edge as wanted. ${
  told.solved_for_each_table ? "The best play turns on these pays: it was solved anew for each." : "The best play stays the same."}`;

/** Opens the panel for a pay table; `apply` takes the pays of a table that is picked. */
export function findPanel(table, wager, edge, question, apply) {
  const form = formOf(table, edge);
  const status = h("p", { role: "status" });
  const tables = h("div", {});
  const out = h("div", { class: "finds" }, status, tables);
  const made = panel(`Find pays for ${table.title}`, h("p", {}, "Whole-number pay tables near the one on the bench with the house edge that you want: the nearest of each part of the range, or as you choose under Limits."), form, out);
  const button = form.querySelector(".main");
  const say = (words, kind = "notice") => {
    status.className = kind;
    status.textContent = words;
    tables.replaceChildren();
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problem = wrong(form);
    if (problem) return say(problem);
    button.disabled = true;
    say("Searching…", "muted");
    try {
      const told = await post("/design", { ...question, ...asked(form), wager, grid: table.grid });
      if (told.tables.length) {
        say(foundWords(told), "muted");
        tables.append(proposals(table, told, (pays) => {
          made.close();
          apply(pays);
        }), ...(ladder(table, told) ?? []));
        out.scrollIntoView({ block: "nearest" });
      } else {
        say(`${capital(told.reason)}. Widen the edge, free rows that stay, or change the table on the bench.`);
      }
    } catch (refused) {
      say(refused.message);
    }
    button.disabled = false;
  });
  return made;
}
