// Panels that lie over a page: opened by a key or a button, closed by Escape.

import { byId, capital, h } from "./dom.js";
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

/** The house edges by which a game is known, with the bet that each is a share of: that of its main bets together, else of its first
 * bet; and beside it that of a rider, which another game is named after. */
export function knownEdges(game) {
  const first = game.wagers.find((each) => each.required && each.house_edge) ?? game.wagers.find((each) => each.house_edge);
  const main = game.main?.house_edge ? game.main : first;
  const label = (name) => game.wagers.find((each) => each.name === name)?.label;
  const riders = game.name.split("+").slice(1).map((name) => game.wagers.find((each) => each.name === name && each.house_edge));
  const told = (edge, of, name = "") => ({ name, of, words: percent(edge.value), edge });
  return [
    ...(main ? [told(main.house_edge, game.wagers.length > 1 ? label(main.per) ?? "" : "")] : []),
    ...riders.filter((each) => each && each !== main).map((each) => told(each.house_edge, "", capital(each.label))),
  ];
}

/** The house edge of a wager in words. */
function edgeWords(wager, label) {
  if (!wager.house_edge) return "not known yet";
  const per = wager.per === wager.name ? "" : ` of the ${label(wager.per)}`;
  return `${percent(wager.house_edge.value)}${per}`;
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
  const label = (name) => game.wagers.find((each) => each.name === name)?.label ?? name;
  return panel(
    `Pay tables of ${game.title}`,
    h("p", {}, limits),
    game.main?.house_edge &&
      h("p", {}, `Main bets together: house edge ${percent(game.main.house_edge.value)} of the ${label(game.main.per)}, exactly ${game.main.house_edge.exact}.`),
    paidAlike(game.wagers).map((wagers) => [
      payTables(game, wagers, lit, { meters }),
      wagers.map((wager) => h("p", { class: "muted" },
        `House edge${wagers.length > 1 ? ` of ${capital(wager.label)}` : ""}: ${edgeWords(wager, label)}${wager.house_edge ? `, exactly ${wager.house_edge.exact}` : ""}.`,
        wager.commission.value ? ` The house takes ${percent(wager.commission.value)} of a win.` : "")),
    ]),
  );
}

/** The panel of the settings. */
export const settingsPanel = () => panel("Settings", settingsForm());
