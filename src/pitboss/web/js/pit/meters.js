// Progressive meters: what each holds, how it came there, and adjustments with their reason.

import { get, post } from "../api.js";
import { capital, h } from "../dom.js";
import { cents } from "../money.js";
import { ask, field, reason } from "./ask.js";
import { history } from "./charts.js";
import { button, grid, money, plain, redraw, result, to, when } from "./parts.js";

/** The words of a link's meters, from a table that shares it. */
const wordsOf = (pit, link, number) => {
  const table = pit.tables.find((each) => each.opening.link === link);
  return table?.meters.find((each) => each.number === number)?.words ?? `meter ${number}`;
};

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
  const tables = pit.tables.filter((each) => each.opening.link === told.link);
  return h("section", { class: "link" },
    h("h2", {}, "Link ", told.link),
    h("p", { class: "muted" }, tables.length ? ["Shared by ", tables.map((table, at) => [at ? ", " : "", to("tables", table.id, {}, table.id)])] : "No open table of the house feeds it."),
    h("ul", { class: "meter-list" }, told.meters.map((meter) => h("li", {},
      h("div", { class: "meter-head" }, h("span", {}, `${meter.number}. ${capital(wordsOf(pit, told.link, meter.number))}`), h("strong", { class: "sum" }, money(meter.amount))),
      meter.points.length > 0 && history(meter.points, capital(wordsOf(pit, told.link, meter.number)), told.whole),
      pit.maySupervise && button("Adjust", () => adjust(pit, told.link, meter), { key: `adjust ${told.link} ${meter.number}`, label: `Adjust meter ${meter.number} of ${told.link}` })))),
    grid({
      caption: `Changes of ${told.link} besides bets, the newest first`,
      columns: [
        { head: "When", of: (row) => when(row.at_ms) },
        { head: "Meter", number: true, of: (row) => row.number, sort: (row) => row.number },
        { head: "What", of: (row) => plain(row.kind), sort: (row) => row.kind },
        { head: "Amount", number: true, of: (row) => result(row.amount), sort: (row) => cents(row.amount) },
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
    const told = await Promise.all(links.map((link) => get(`/meters/${encodeURIComponent(link)}/history`)));
    redraw(root, ["meters", told, pit.tables.map((each) => [each.id, each.opening.link])], () =>
      told.length ? told.map((each) => linkView(pit, each)) : h("p", { class: "empty" }, "There is no progressive meter. Open a table of a game with a progressive bet, and its meters appear here."));
  },
};
