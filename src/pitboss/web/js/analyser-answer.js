// What the analyser answers: the value of every choice, odds, and the settlement. Every number comes from the server.

import { costWords } from "./actions.js";
import { areCards, bar, optionKey, optionWords } from "./coach.js";
import { byId, capital, h, press, show } from "./dom.js";
import { amount, cents, evenWords, netsOf, paysWords, percent, signed } from "./money.js";
import { paidAlike, payTables } from "./panels.js";

const GLYPHS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** An option for a narrow column: `Play`, `K♠ 4♥`. */
function shortWords(option) {
  if (!areCards(option)) return optionWords(option);
  return option.split(" ").map((text) => (text === "JK" ? "Joker" : `${text[0] === "T" ? "10" : text[0]}${GLYPHS[text[1]]}`)).join(" ");
}

/** A probability for people: a percentage, and `1 in N` where that is small. */
function chance(value) {
  if (value === 0) return "0 %";
  if (value === 1) return "100 %";
  if (value >= 0.0005) return percent(value);
  return `1 in ${Math.round(1 / value).toLocaleString("en-US")}`;
}

const labelOf = (felt, name) => felt.wagers.find((each) => each.name === name)?.label ?? name;

function options(view, does) {
  const { felt, question, position, advice } = view;
  const choice = felt.choices.find((each) => each.name === position.need.choice);
  // The order of the rules, also once the values are known: no button moves under a finger.
  return h("ul", { class: "options", "aria-label": `Options of ${choice.label}` }, position.need.legal.map((option) => {
    const cost = costWords(choice, option, question.bets);
    const value = advice?.values.find((each) => each.key === optionKey(option));
    const isBest = value && value.key === advice.best;
    return h("li", { class: isBest ? "best" : null },
      h("button", { class: "option", type: "button", dataset: { option }, onclick: () => does.choose(choice.name, option) },
        h("span", { class: "told" }, choice.cards ? capital(`${choice.label} ${optionWords(option)}`) : optionWords(option), cost && h("span", { class: "cost" }, cost)),
        value ? bar(advice, option) : h("span", { class: "ev waiting" })),
      h("p", { class: "exact" }, value ? [h("span", {}, `${value.ev < 0 ? "−" : "+"}${Math.abs(value.ev).toFixed(6)} per ${advice.per}`), h("span", { class: "fraction" }, value.exact.replace("-", "−"))] : "…"));
  }));
}

/** The shares of winning, pushing and losing: of all bets together, else of the bet that matters first. */
function shares(odds, felt) {
  const add = (parts) => parts.reduce((sums, [sign, value]) => ({ ...sums, [sign]: (sums[sign] ?? 0) + value }), {});
  if (odds.nets) return { title: "All bets together", ...named(add(odds.nets.map((each) => [Math.sign(Number.parseFloat(each.net)), each.probability.value]))) };
  const main = felt.main?.wagers?.[0] ?? felt.wagers[0].name;
  const line = odds.lines.find((each) => each.wager === main && each.line === 0) ?? odds.lines[0];
  if (!line) return null;
  return { title: capital(line.title), ...named(add(line.outcomes.map((each) => [each.net, each.probability.value]))) };
}

const named = (sums) => ({ win: sums[1] ?? 0, push: sums[0] ?? 0, lose: sums[-1] ?? 0 });

function shareBars(told, felt) {
  const rows = told.odds.map((odds) => ({ odds, share: shares(odds, felt) })).filter((each) => each.share);
  if (!rows.length) return null;
  return h("figure", { class: "shares" },
    h("figcaption", {}, rows[0].share.title),
    rows.map(({ odds, share }) => {
      const parts = [["win", "wins"], ["push", "pushes"], ["lose", "loses"]].filter(([kind]) => share[kind] > 0);
      const words = parts.map(([kind, verb]) => `${verb} ${chance(share[kind])}`).join(", ");
      return h("div", { class: "share" },
        odds.option !== null && h("span", { class: "name" }, shortWords(odds.option)),
        h("span", { class: "stacked", role: "img", "aria-label": `${odds.option === null ? "" : `${optionWords(odds.option)}: `}${words}` },
          parts.map(([kind]) => h("i", { class: kind, vars: { "--share": share[kind] } }))),
        h("span", { class: "numbers", "aria-hidden": "true" }, words));
    }));
}

/** The table of every outcome of every bet, a column for each option. */
function oddsTable(told, view) {
  const { felt, question } = view;
  const placed = (name) => question.bets[name] || felt.wagers.find((each) => each.name === name)?.stake.kind === "chosen";
  const keys = new Map();
  for (const { lines } of told.odds) for (const line of lines) if (placed(line.wager)) keys.set(`${line.wager}/${line.line}`, line);
  const lineOf = (odds, line) => odds.lines.find((each) => each.wager === line.wager && each.line === line.line);
  const groups = [...keys.values()].map((line) => {
    const order = Object.keys(felt.wagers.find((each) => each.name === line.wager).lines[line.line].pays);
    const rows = new Map();
    for (const odds of told.odds) for (const each of lineOf(odds, line)?.outcomes ?? []) rows.set(each.outcome, each);
    return { line, rows: [...rows.values()].toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome)) };
  });
  const place = ({ line }) => felt.wagers.findIndex((each) => each.name === line.wager) * 100 + line.line;
  groups.sort((one, other) => place(one) - place(other));
  const several = told.odds.length > 1;
  return h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Odds of every bet" },
    h("table", { class: "odds" },
      h("caption", { class: "said" }, "Probability of every outcome"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Outcome"), h("th", { scope: "col" }, "Pays"),
        told.odds.map((odds) => h("th", { scope: "col", class: "number" }, odds.option === null ? "Probability" : shortWords(odds.option))))),
      groups.map(({ line, rows }) => h("tbody", {},
        h("tr", { class: "group" }, h("th", { scope: "rowgroup", colspan: 2 + told.odds.length }, capital(line.title))),
        rows.map((row) => h("tr", { dataset: { wager: line.wager, outcome: row.outcome } },
          h("th", { scope: "row" }, capital(row.words)),
          h("td", {}, paysWords(row.pays)),
          told.odds.map((odds) => {
            const found = lineOf(odds, line)?.outcomes.find((each) => each.outcome === row.outcome)?.probability;
            return h("td", { class: "number", title: found ? `Exactly ${found.exact}` : null }, found ? chance(found.value) : several && !lineOf(odds, line) ? "–" : "0 %");
          })))))));
}

function netsTable(told) {
  const shown = told.odds.filter((odds) => odds.nets && odds.nets.length > 1);
  if (!shown.length) return null;
  return h("details", { class: "nets" },
    h("summary", {}, "Net results of all bets together"),
    shown.map((odds) => {
      const most = Math.max(...odds.nets.map((each) => each.probability.value));
      return h("table", { class: "odds" },
        odds.option === null ? h("caption", { class: "said" }, "Net results") : h("caption", {}, optionWords(odds.option)),
        h("tbody", {}, odds.nets.map((each) => h("tr", {},
          h("th", { scope: "row", class: "number" }, each.net.includes("/") ? each.net.replace("-", "−") : signed(cents(each.net))), // A fraction of a cent is told exactly.
          h("td", { class: "long" }, h("span", { class: "stick", "aria-hidden": "true" }, h("i", { vars: { "--share": `${(100 * each.probability.value) / most}%` } }))),
          h("td", { class: "number", title: `Exactly ${each.probability.exact}` }, chance(each.probability.value))))));
    }));
}

/** Odds in the order of the options. */
function inOrder(told, need) {
  const order = need?.legal?.map(optionKey) ?? [];
  return { ...told, odds: told.odds.toSorted((one, other) => order.indexOf(optionKey(one.option)) - order.indexOf(optionKey(other.option))) };
}

function odds(view) {
  const { oddsProblem } = view;
  const told = view.odds && inOrder(view.odds, view.position?.need);
  if (oddsProblem) return h("p", { class: "muted note" }, `No odds here: ${oddsProblem}`);
  if (!told) return view.isAsking ? h("p", { class: "muted note" }, "Counting the deals to come…") : null;
  const note = view.part && view.position?.need?.type === "cards" && h("p", { class: "muted note" }, `Over every way to complete ${view.part}, with the best play after it.`);
  return [h("h3", {}, "Odds from here"), note, shareBars(told, view.felt), oddsTable(told, view), netsTable(told)];
}

/** How likely the end of a settled line was before the deal. */
function likely(before, line) {
  const lines = before?.odds?.[0]?.lines.find((each) => each.wager === line.wager && each.line === line.line);
  const found = lines?.outcomes.find((each) => each.outcome === line.outcome)?.probability;
  return found ? h("span", { title: `Exactly ${found.exact}` }, chance(found.value)) : "";
}

function settlement(view) {
  const { settlement: told, felt, before } = view;
  const net = cents(told.net);
  return [
    h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": "Settlement of every bet" },
      h("table", { class: "settled" },
        h("thead", {}, h("tr", {}, ["Bet", "Pays"].map((each) => h("th", { scope: "col" }, each)), ["Stake", "Returned", "Net", "Odds"].map((each) => h("th", { scope: "col", class: each === "Stake" ? "number stake" : "number" }, each)))),
        h("tbody", {}, told.lines.map((line) => {
          const value = cents(line.net);
          const row = h("tr", { class: value > 0 ? "won" : value < 0 ? "lost" : "pushed", dataset: { wager: line.wager } },
            h("th", { scope: "row" }, capital(labelOf(felt, line.wager))),
            h("td", {}, paysWords(line.pays)),
            h("td", { class: "number stake" }, line.line ? "" : line.stake), h("td", { class: "number" }, line.returned), h("td", { class: "number net" }, signed(value)), h("td", { class: "number" }, likely(before, line)));
          return [row, h("tr", { class: "ended" }, h("td", { colspan: 6 }, capital(line.words)))];
        })),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "All bets"), h("td", {}), h("td", { class: "stake" }), h("td", {}), h("td", { class: "number net" }, signed(net)), h("td", {}))))),
    before?.odds && h("p", { class: "muted note" }, "Odds: how likely that end was before the deal, with the best play."),
    h("h3", {}, "Why"),
    h("ul", { class: "why" }, told.explanation.map((sentence) => h("li", {}, sentence))),
  ];
}

function made(view, does) {
  const choices = view.position?.choices ?? [];
  if (!choices.length) return null;
  return h("ul", { class: "made", "aria-label": "Choices made" }, choices.map(({ choice, option }) => {
    const label = view.felt.choices.find((each) => each.name === choice)?.label ?? choice;
    const words = areCards(option) ? `${capital(label)} ${shortWords(option)}` : optionWords(option);
    return h("li", {}, h("button", { class: "button", type: "button", dataset: { undo: choice }, "aria-label": `Take back ${words}`, onclick: () => does.unchoose(choice) }, h("span", {}, words), h("span", { "aria-hidden": "true" }, "✕")));
  }));
}

const several = (question) => Object.values(question.bets).filter(Boolean).length > 1;

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** What is to be entered: `Enter your three cards`, `Enter two more of your cards`, `Enter three cards: dealer`. */
function enterWords(count, pile) {
  const number = COUNTS[count] ?? count;
  if (/^your cards?$/.test(pile.label)) return count < pile.cards ? `Enter ${number} more of your cards` : count === 1 ? "Enter your card" : `Enter your ${number} cards`;
  return `Enter ${number} ${count === 1 ? "card" : "cards"}: ${pile.label}`;
}

/** The title of the answer. */
function titleOf(view) {
  const { felt, position, advice, settlement: settled, problem } = view;
  if (problem) return "This cannot be";
  if (!position) return "…";
  if (settled) {
    const net = cents(settled.net);
    return net > 0 ? `Wins ${amount(net)}` : net < 0 ? `Loses ${amount(-net)}` : evenWords(netsOf(settled.lines));
  }
  const { need } = position;
  if (need?.type === "choice") {
    const best = advice?.values[0];
    const choice = felt.choices.find((each) => each.name === need.choice);
    if (!best) return choice.cards ? `${capital(choice.label)}: which?` : `${need.legal.map(optionWords).join(" or ")}?`;
    return `Best: ${choice.cards ? `${choice.label} ${optionWords(best.option)}` : optionWords(best.option).toLowerCase()}`;
  }
  if (need?.type === "cards") {
    const pile = felt.piles.find((each) => each.name === need.pile);
    return enterWords(need.count, pile);
  }
  return "…";
}

const nothing = (does) => [
  h("p", {}, `${press} cards in the deck or type them, such as `, h("kbd", {}, "Qs 6h 4d"), ". The answer follows as soon as there is one."),
  h("p", { class: "muted" }, "Or look at an example:"),
  h("div", { class: "examples" }, does.examples("button main", "button")),
];

/** Draws the answer; returns what a screen reader is told of it. */
export function drawAnswer(view, does) {
  const { question, position, problem, advice } = view;
  const title = titleOf(view);
  byId("answer-title").textContent = title;
  const isEmpty = !Object.values(question.deal).flat().length;
  const need = position?.need;
  const focused = document.activeElement?.closest?.("#answer") ? { ...document.activeElement.dataset } : {};
  const isOpen = byId("answer").querySelector(".nets")?.open;
  byId("answer").setAttribute("aria-busy", String(Boolean(view.isAsking)));
  const isNew = show(byId("answer"), [question, view.felt.name, position, problem, advice, view.adviceProblem, view.odds, view.part, view.oddsProblem, view.settlement, view.before, view.isAsking], () => {
    if (problem) return [h("p", { class: "notice" }, problem), h("p", { class: "muted" }, "Change the cards or the bets; nothing else is lost.")];
    if (!position) return [];
    const parts = [made(view, does)];
    if (need?.type === "choice") {
      if (advice?.hand) parts.push(h("p", { class: "hand" }, capital(advice.hand)));
      parts.push(options(view, does));
      if (advice && several(question)) parts.push(h("p", { class: "muted note" }, "A value is the average result of all bets together."));
      if (advice) parts.push((advice.reason || advice.waits) && h("p", { class: "reason" }, advice.reason || "The reason in words follows: the strategy of this game is worked out once, which takes up to a minute."));
      else parts.push(h("p", { class: "muted note" }, view.adviceProblem ? `No advice here: ${view.adviceProblem}` : "Working out the exact values…"));
    }
    if (isEmpty && need) return [...parts, ...nothing(does)];
    if (position.decided.length) parts.push(h("p", { class: "note" }, `Decided already: ${position.decided.join("; ")}.`));
    if (view.settlement) parts.push(...settlement(view));
    else parts.push(odds(view));
    return parts;
  });
  if (isNew) {
    // What is drawn anew, because more is known, keeps its focus and what was opened.
    for (const [name, value] of Object.entries(focused)) byId("answer").querySelector(`[data-${name}="${CSS.escape(value)}"]`)?.focus();
    byId("answer").querySelector(".nets")?.toggleAttribute("open", Boolean(isOpen));
  }
  if (problem) return problem;
  if (advice && need?.type === "choice") return `${title}. ${advice.reason}`;
  return isEmpty ? "" : `${title}.`;
}

/** Draws the pay tables of the bets that lie, with the lines that a settled round hit. */
export function drawPays(view) {
  const { felt, question, settlement: told } = view;
  const hit = (told?.lines ?? []).map((line) => `${line.wager}/${line.line}/${line.outcome}`);
  const shown = felt.wagers.filter((wager) => question.bets[wager.name] || wager.stake.kind === "chosen" || wager.required);
  byId("pays").hidden = !shown.length;
  show(byId("tables"), [felt.name, felt.options.map((each) => each.value), question.paytables, shown.map((each) => each.name), hit], () =>
    paidAlike(shown).map((wagers) => h("div", { class: "grid" }, payTables(felt, wagers, (name, place, outcome) => hit.includes(`${name}/${place}/${outcome}`)))));
}
