// Panels that lie over a page: opened by a key or a button, closed by Escape.

import { byId, capital, h } from "./dom.js";
import { edgeExactly } from "./edges.js";
import { markdown } from "./markdown.js";
import { balance, cents, percent, rate } from "./money.js";
import { settingsForm } from "./settings.js";

/** Opens a panel; its opener gets the focus back when it closes. */
export function panel(title, ...body) {
  byId("panel")?.remove();
  const close = h("button", { class: "button quiet", type: "button", onclick: () => made.close() }, h("kbd", {}, "Esc"), "Close");
  const made = h(
    "dialog",
    { id: "panel", "aria-labelledby": "panel-title" },
    h("header", {}, h("h2", { id: "panel-title" }, title), close),
    h("div", { class: "body", tabindex: "0", role: "region", "aria-label": title }, ...body),
  );
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

/** Wagers in groups that are paid alike: their tables have the same rows, whatever each is called. */
export function paidAlike(wagers) {
  const groups = new Map();
  for (const wager of wagers) {
    const grids = wager.lines.map((line) => `${line.grid}/${line.column}`);
    const key = JSON.stringify([wager.commission?.value, wager.lines.map((line, place) => [grids.indexOf(grids[place]), line.pays, line.words])]);
    groups.set(key, [...(groups.get(key) ?? []), wager]);
  }
  return [...groups.values()];
}

/** How a line ends that pays so: `won`, `pushed`, or `lost`, which is also what pays nothing. */
const kindOf = (pays) => (pays === "push" ? "pushed" : /^(lose|\$0(\.00)?|-.*)$/.test(pays) ? "lost" : "won");

/** Whether a row is printed on the felt, where room is short: not one that pays nothing. */
const isPrinted = (pays) => pays.startsWith("-") || kindOf(pays) !== "lost";

/** The pay tables of wagers that are paid alike: one for each line of them, `lit` says which outcomes were hit. */
export function payTables(game, wagers, lit = () => false, { isShort = false, meters = [] } = {}) {
  const [wager] = wagers;
  const labels = wagers.map((each) => capital(each.label)).join(", ");
  const shown = new Map(); // Lines of a wager that pay by the same column share one table.
  wager.lines.forEach((line, place) => {
    const key = `${line.grid}/${line.column}`;
    shown.set(key, { line, places: [...(shown.get(key)?.places ?? []), place] });
  });
  const worth = (pays) => {
    const meter = /^meter (\d+)$/.exec(pays);
    const found = meter && meters.find((each) => each.number === Number(meter[1]));
    const words = found ? balance(cents(found.amount)) : pays.replace(/^-/, "−").replace(/\d{4,}/g, (digits) => Number(digits).toLocaleString("en-US"));
    return wager.commission?.value && kindOf(pays) === "won" ? `${words} less ${rate(wager.commission.value)}` : words;
  };
  return [...shown.values()].map(({ line, places }) => {
    const rows = Object.entries(line.pays).filter(([, pays]) => !isShort || isPrinted(pays));
    const title = shown.size > 1 ? game.grids[line.grid]?.title : labels;
    return h(
      "table",
      { class: "pays" },
      h("caption", {}, capital(title ?? labels)),
      h("tbody", {}, rows.map(([outcome, pays]) =>
        h(
          "tr",
          { class: wagers.some(({ name }) => places.some((place) => lit(name, place, outcome))) ? `lit ${kindOf(pays)}` : null, dataset: { outcome, wagers: wagers.map(({ name }) => name).join(" "), lines: places.join(" ") } },
          h("th", { scope: "row" }, line.words[outcome] ?? outcome.toLowerCase()),
          h("td", {}, worth(pays)),
        ))),
    );
  });
}

/** The panel of the rules. */
export function rulesPanel(game) {
  return panel(
    `Rules of ${game.title}`,
    markdown(game.rules),
    h("h3", {}, "How a round is dealt"),
    h("ol", {}, game.procedure.map((step) => h("li", {}, step))),
    game.rulings && [h("h3", {}, "Rulings"), markdown(game.rulings)],
  );
}

/** The panel of every pay table with its house edge. */
export function paysPanel(game, limits, lit, meters) {
  return panel(
    `Pay tables of ${game.title}`,
    h("p", {}, limits),
    game.main?.house_edge &&
      h("p", {}, `Main bets together: house edge ${edgeExactly(game.main, game)}.`),
    paidAlike(game.wagers).map((wagers) => [
      payTables(game, wagers, lit, { meters }),
      wagers.map((wager) => h("p", { class: "muted" },
        `House edge${wagers.length > 1 ? ` of ${capital(wager.label)}` : ""}: ${edgeExactly(wager, game)}.`,
        wager.commission.value ? ` The house takes ${percent(wager.commission.value)} of a win.` : "")),
    ]),
  );
}

/** The panel of the settings. */
export const settingsPanel = () => panel("Settings", settingsForm());
