// The right side of the workbench: every figure of a bet, beside the printed table or the other side.

import { capital, h, show } from "./dom.js";
import { paysWords } from "./money.js";
import { decimal, difference, money, oneIn, rounds, share, units } from "./bench-numbers.js";

/** The difference of two numbers as they are shown, so that the row adds up. */
const between = (one, other, digits) => difference(Number(one.toFixed(digits)) - Number(other.toFixed(digits)), digits);

/** The difference of two shares in percentage points. */
export const inPoints = (digits) => (one, other) => `${between(one * 100, other * 100, digits)} pts`;
const inMoney = (one, other) => { const text = between(one, other, 2); return text === "0" ? "0" : text.replace(/([+−]?)/, "$1$"); };
const plain = (digits) => (one, other) => between(one, other, digits);

/** Every figure: its name, its value, how it is written, how a difference is, its exact form, and what it means. */
const FIGURES = [
  { id: "edge", name: "House edge", of: (bet) => bet.edge.value, write: (value) => share(value, 4), differ: inPoints(4), exact: (bet) => bet.edge.exact, why: (bet) => `The share of the first stake on ${bet.bet} that the house keeps on average, with the best play.` },
  { id: "risk", name: "Element of risk", of: (bet) => bet.element_of_risk.value, write: (value) => share(value, 4), differ: inPoints(4), exact: (bet) => bet.element_of_risk.exact, why: () => "The share of all money staked, raises too, that the house keeps on average." },
  { id: "rtp", name: "Return on all staked", of: (bet) => bet.return_on_all_staked.value, write: (value) => share(value, 4), differ: inPoints(4), exact: (bet) => bet.return_on_all_staked.exact, why: () => "RTP: what comes back of all money staked." },
  { id: "hit", name: "Hit frequency", of: (bet) => bet.hit_frequency.value, write: (value) => share(value, 4), differ: inPoints(4), exact: (bet) => bet.hit_frequency.exact, why: (bet) => `The share of rounds in which the bet wins: ${oneIn(bet.hit_frequency.value)}.` },
  { id: "deviation", name: "Standard deviation", of: (bet) => bet.deviation, write: (value) => decimal(value, 4), differ: plain(4), exact: (bet) => `√(${bet.variance.exact})`, why: () => "Of the result of one round, in units of the first stake." },
  { id: "volatility", name: "Volatility index", of: (bet) => bet.volatility_index.value, write: (value) => decimal(value, 4), differ: plain(4), exact: () => "1.645 standard deviations", why: () => "At the confidence level of 90 %: so many units above or below the mean, times the root of the rounds, hold nine of ten sessions." },
  { id: "largest", name: "Largest payout", of: (bet) => bet.largest.dollars, write: (value) => money(value), differ: inMoney, exact: (bet) => bet.largest.net.exact, why: (bet) => `${units(bet.largest.net.value)} for one, at the stake of ${money(bet.stake)}; it comes ${oneIn(bet.largest.probability.value)} rounds.` },
  { id: "theo", name: "Theoretical win an hour", of: (bet) => bet.theo_per_hour.value, write: (value) => money(value), differ: inMoney, exact: (bet) => bet.theo_per_hour.exact, why: (bet) => `What the house wins on average from one player who bets ${money(bet.stake)} on ${bet.bet} in every round.` },
  { id: "hourly", name: "Deviation an hour", of: (bet) => bet.deviation_per_hour, write: (value) => money(value), differ: inMoney, exact: () => "the deviation of a round times the root of the rounds", why: () => "One standard deviation of what the house wins in an hour." },
];

/** The bet of this name; null where a side does not have it. */
export const betOf = (told, name) => told?.entries?.find((bet) => bet.name === name) ?? null;

/** The bets as chips to pick from, each with its house edge. */
export function drawBets(place, told, chosen, pick) {
  const bets = told.entries;
  show(place, ["bets", bets.map((bet) => [bet.name, bet.title])], () =>
    h("fieldset", { class: "chips" }, h("legend", { class: "said" }, "Bet"), bets.map((bet) =>
      h("label", { class: bet.separate ? null : "partly" },
        h("input", { type: "radio", name: "bet", value: bet.name, onchange: () => pick(bet.name) }),
        h("span", {}, bet.title), h("b", { dataset: { edge: bet.name } })))));
  for (const bet of bets) {
    place.querySelector(`input[value="${CSS.escape(bet.name)}"]`).checked = bet.name === chosen;
    place.querySelector(`[data-edge="${CSS.escape(bet.name)}"]`).textContent = share(bet.edge.value, 2);
  }
}

/** Whether two sides stand in the order in which they are read: A before B, what is on the bench before what is printed. */
export const areInOrder = ([first]) => first !== "B";

/** The table of figures of two bets, the edited one first, either may be missing; the difference of two sides is B less A. */
export function drawFigures(place, [first, second], names, isOpen, toggle) {
  const inOrder = (pair) => (areInOrder(names) ? pair : pair.toReversed());
  show(place, ["figures", names], () => {
    const head = ["Figure", ...inOrder(names), names.includes("B") ? "B − A" : "Difference"];
    return h("div", { class: "box", tabindex: "0", role: "region", "aria-label": "Figures" }, h("table", { class: "figures" },
      h("thead", {}, h("tr", {}, head.map((words, at) => h("th", { scope: "col", class: at === 3 ? "last" : null }, words)))),
      h("tbody", {}, FIGURES.map((figure) => [
        h("tr", { dataset: { figure: figure.id } },
          h("th", { scope: "row" }, h("button", { class: "why", type: "button", "aria-expanded": "false", onclick: () => toggle(figure.id) }, figure.name)),
          inOrder([h("td", { class: "now" }), h("td", { class: "then" })]), h("td", { class: "apart" })),
        h("tr", { class: "because", dataset: { because: figure.id }, hidden: true }, h("td", { colspan: "4" })),
      ]))));
  });
  for (const figure of FIGURES) {
    const row = place.querySelector(`[data-figure="${figure.id}"]`);
    const [now, then] = [first, second].map((bet) => (bet ? figure.of(bet) : null));
    row.querySelector(".then").textContent = then === null ? "–" : figure.write(then);
    const apart = now === null || then === null ? "" : names[0] === "A" ? figure.differ(then, now) : figure.differ(now, then);
    const said = /[1-9]/.test(apart) ? apart : "";
    row.querySelector(".now").replaceChildren(h("span", {}, now === null ? "–" : figure.write(now)), h("small", {}, said));
    row.querySelector(".apart").textContent = said;
    const open = isOpen.has(figure.id);
    row.querySelector(".why").setAttribute("aria-expanded", String(open));
    const because = place.querySelector(`[data-because="${figure.id}"]`);
    because.hidden = !open;
    const bet = first ?? second;
    if (open && bet) because.firstChild.replaceChildren(figure.why(bet), " ", h("span", { class: "exact" }, `Exactly ${figure.exact(bet)}`));
  }
}

/** The return table: every outcome with its pay, its share of the return as a bar, and how often it comes. */
export function drawReturns(place, first, second, names) {
  const bet = first ?? second;
  const lines = new Set(bet.outcomes.map((each) => each.line)).size;
  const most = Math.max(...[first, second].flatMap((each) => each?.outcomes ?? []).map((each) => Math.abs(each.part.value)), 1e-9);
  const beside = (row) => second?.outcomes.find((each) => each.outcome === row.outcome && each.line === row.line);
  const bar = (value, kind) => h("i", { class: `${kind} ${value < 0 ? "minus" : "plus"}`, vars: { "--share": `${(Math.abs(value) / most) * 50}%` } });
  const rows = bet.outcomes.map((row) => {
    const other = beside(row);
    return h("tr", { class: other && other.pays !== row.pays ? "changed" : null },
      h("th", { scope: "row" }, capital(row.words), lines > 1 && h("span", { class: "muted" }, ` line ${row.line + 1}`)),
      h("td", {}, paysWords(row.pays)),
      h("td", { class: "part" }, share(row.part.value, 3)),
      h("td", { class: "bars", "aria-hidden": "true" }, h("div", { class: "track" }, bar(row.part.value, "a"), other && bar(other.part.value, "b"))),
      h("td", { title: `Exactly ${row.probability.exact}` }, share(row.probability.value, row.probability.value < 1e-4 ? 7 : 4)),
      h("td", {}, rounds(row.probability.value)));
  });
  const sum = bet.outcomes.reduce((all, row) => all + row.part.value, 0);
  place.replaceChildren(
    h("h3", {}, "Where the return comes from"),
    h("p", { class: "muted" }, `Parts of the expected result per unit staked; they add up to ${share(sum, 4)}. `, second && h("span", { class: "legend" }, h("i", { class: "key a" }), names[0], h("i", { class: "key b" }), names[1])),
    h("div", { class: "box", tabindex: "0", role: "region", "aria-label": "Return table" }, h("table", { class: "returns" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Outcome"), h("th", { scope: "col" }, "Pays"), h("th", { scope: "col" }, "Part of return"), h("td", {}), h("th", { scope: "col" }, "Probability"), h("th", { scope: "col" }, "1 in"))),
      h("tbody", {}, rows))),
  );
}
