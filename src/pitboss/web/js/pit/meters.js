// Progressive meters: what each holds, how it came there, and adjustments with their reason.

import { get, post } from "../api.js";
import { capital, h } from "../dom.js";
import { cents } from "../money.js";
import { ask, field, reason } from "./ask.js";
import { history } from "./charts.js";
import { button, grid, inZone, money, plain, redraw, result, to, when } from "./parts.js";

const others = new Map(); // Tables that are no open table of the house, by their id, which names their own meters.

/** Asks for the table that a link is named after, once: it may be closed, or somebody's own. */
async function learn(pit, link) {
  if (others.has(link) || !link.startsWith("t_") || pit.tables.some((each) => each.opening.link === link || each.id === link)) return;
  const { tables } = await get(`/pit/tables?id=${encodeURIComponent(link)}`);
  if (tables[0]) others.set(link, tables[0]);
}

/** A table that feeds the meters of a link. */
const feeder = (pit, link) => pit.tables.find((each) => each.opening.link === link || each.id === link) ?? others.get(link);

/** The words of a link's meters, from a table that shares it. */
const wordsOf = (pit, link, number) => feeder(pit, link)?.meters.find((each) => each.number === number)?.words ?? `meter ${number}`;

/** What a link is called: a name that the house gave it, or the game of the only table that has these meters. */
function titleOf(pit, link) {
  const table = feeder(pit, link);
  if (!table || table.opening.link === link) return ["Link ", link];
  return [`${pit.titles[table.game] ?? table.game}, meters of its own `, h("span", { class: "muted" }, link)];
}

/** Who feeds the meters of a link. */
function feedersWords(pit, link, tables) {
  if (tables.length) return ["Shared by ", tables.map((table, at) => [at ? ", " : "", to("tables", table.id, {}, table.id)])];
  const table = others.get(link);
  if (!table) return "No open table of the house feeds it.";
  return [`${table.status === "closed" ? "A closed table" : table.private ? "A practice table" : "A table"}: `, to("tables", table.id, {}, table.id), "."];
}

function adjust(pit, link, meter) {
  const words = wordsOf(pit, link, meter.number);
  ask(pit, {
    title: `Adjust meter ${meter.number} of ${link}`,
    lead: h("p", {}, `${capital(words)} stands at ${money(meter.amount)}. The change is booked against the cashier’s account.`),
    fields: [
      field({ name: "amount", label: "Change in dollars", kind: "money", isNeeded: true, hint: "10.00 raises the meter, -10.00 lowers it." }),
      reason(),
    ],
    confirm: "Adjust the meter",
    act: (given) => {
      if (!cents(given.amount)) throw new Error("A change of 0.00 changes nothing: give another amount.");
      return post(`/meters/${encodeURIComponent(link)}/${meter.number}/adjustments`, { amount: given.amount, note: given.note });
    },
    done: (answer) => `Meter ${answer.number} of ${answer.link} stands at ${money(answer.amount)}.`,
  });
}

function linkView(pit, told) {
  const tables = pit.tables.filter((each) => each.opening.link === told.link || each.id === told.link);
  return h("section", { class: "link" },
    h("h2", {}, titleOf(pit, told.link)),
    h("p", { class: "muted" }, feedersWords(pit, told.link, tables)),
    h("ul", { class: "meter-list" }, told.meters.map((meter) => h("li", {},
      h("div", { class: "meter-head" }, h("span", {}, `${meter.number}. ${capital(wordsOf(pit, told.link, meter.number))}`), h("strong", { class: "sum" }, money(meter.amount))),
      meter.points.length > 0 && history(meter.points, capital(wordsOf(pit, told.link, meter.number)), told.whole),
      pit.maySupervise && button("Adjust", () => adjust(pit, told.link, meter), { key: `adjust ${told.link} ${meter.number}`, label: `Adjust meter ${meter.number} of ${told.link}` })))),
    grid({
      caption: `Changes of ${told.link} besides bets, the newest first`,
      columns: [
        { head: inZone("When"), of: (row) => when(row.at_ms) },
        { head: "Meter", number: true, of: (row) => row.number, sort: (row) => row.number },
        { head: "What", of: (row) => plain(row.kind), sort: (row) => row.kind },
        { head: "Amount", number: true, isKey: true, of: (row) => result(row.amount), sort: (row) => cents(row.amount) },
        { head: "Round", of: (row) => row.round ?? "–" },
        { head: "Reason", of: (row) => (row.kind === "seed" ? "its first seed" : row.note || "–") },
      ],
      rows: told.changes,
      empty: "Nothing but bets has changed these meters.",
    }));
}

/** Draws the section. */
export const meters = {
  title: "Meters",
  async draw(root, pit) {
    const { meters: all } = await get("/meters");
    const links = [...new Set(all.map((each) => each.link))];
    const [told] = await Promise.all([Promise.all(links.map((link) => get(`/meters/${encodeURIComponent(link)}/history`))), ...links.map((link) => learn(pit, link))]);
    redraw(root, ["meters", told, pit.tables.map((each) => [each.id, each.opening.link])], () =>
      told.length ? told.map((each) => linkView(pit, each)) : h("p", { class: "empty" }, "There is no progressive meter. Open a table of a game with a progressive bet, and its meters appear here."));
  },
};
