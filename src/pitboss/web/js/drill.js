// The drill: close decisions, and those misplayed before, one after the other; graded by the coach of the terminal.

import { costWords, drawOptions, drawPicked, keysOf } from "./actions.js";
import { gameOf, post } from "./api.js";
import { askAgain, askWords, bar, givenOf, gradeOf, lostBy, lostWords, optionKey, optionWords, reasonWords } from "./coach.js";
import { byId, capital, h, show } from "./dom.js";
import { drawPlace, drawPrinted, drawShoe, drawSpots, picking, sorted } from "./felt.js";
import { drillName, keepScores, scoresOf } from "./misplayed.js";
import { amount, cents, percent } from "./money.js";
import { panel, paysPanel, rulesPanel, settingsPanel } from "./panels.js";
import { listenForDrags, optionOf, toggled } from "./picks.js";
import { setting } from "./settings.js";
import { pileKey } from "./state.js";
import { cardWords } from "./cards.js";

const SEAT = 1;

const view = {
  game: null, options: {}, question: null, state: null, scores: null, picks: [], given: null, answer: null, graded: null,
  isBusy: false, hasPeeked: false, grades: [], lost: 0, problem: "",
};

// Scores, which this browser keeps and the server reads and changes.

const name = () => drillName(view.game, view.options);

function keep(scores) {
  view.scores = scores;
  keepScores(name(), scores);
}

const asked = () => ({ game: view.game.name, options: view.options });

// A question as the state of a table, so that the felt draws it.

function stateOf(question) {
  const lying = new Set(question.piles.map((pile) => pile.pile));
  const game = { ...view.game, piles: view.game.piles.filter((pile) => lying.has(pile.name)) }; // No card follows the answer.
  const inCents = (stakes) => Object.fromEntries(Object.entries(stakes).map(([wager, text]) => [wager, cents(text)]));
  return {
    game, seat: SEAT, watched: null, account: null, seats: {}, freeSeats: [], isPrivate: true, status: "open", phase: "choose",
    round: question.decision, bets: { [SEAT]: inCents(question.bets) }, first: { [SEAT]: inCents(question.first) }, choices: question.made.map((each) => ({ seat: SEAT, ...each })), lines: [], net: null, meters: [], waiting: [SEAT],
    piles: new Map(question.piles.map((pile) => [pileKey(pile.pile, pile.seat), pile])),
    asked: { [SEAT]: { choice: question.choice, legal: question.legal } },
    opening: { options: view.options, step: "1.00", limit: "10000.00" }, dealt: 0,
  };
}

const choice = () => view.game.choices.find((each) => each.name === view.question.choice);

function ownCards() {
  const lies = view.state.piles.get(pileKey(choice().cards.pile, SEAT));
  return lies?.cards ? sorted(lies.cards, view.game.reads) : [];
}

const picked = () => (choice().cards ? optionOf(view.picks, ownCards(), view.question.legal) : null);

// What a person can do.

const does = {
  async next() {
    if (view.isBusy) return;
    Object.assign(view, { isBusy: true, problem: "" });
    draw();
    try {
      const question = await post("/drill", { ...asked(), scores: view.scores });
      Object.assign(view, { question, state: stateOf(question), given: null, answer: null, graded: null, picks: [], hasPeeked: false });
      keep(view.question.scores);
      sayQuestion();
    } catch (problem) {
      view.problem = problem.message;
    }
    view.isBusy = false;
    draw();
  },
  choose: (option) => answer(option),
  confirm() {
    if (picked()) answer(picked());
  },
  toggle(place) {
    if (view.answer !== null || !choice().cards) return;
    view.picks = toggled(view.picks, place, choice().cards.count);
    draw();
    document.querySelector(`#own [data-place="${place}"]`)?.focus();
  },
  async coach() {
    if (view.isBusy || !view.question || view.answer !== null || view.given) return;
    view.isBusy = true;
    draw();
    try {
      take(await worth());
      view.hasPeeked = true;
    } catch (problem) {
      view.problem = problem.message;
    }
    view.isBusy = false;
    draw();
  },
  rules: () => rulesPanel(view.game),
  pays: () => paysPanel(view.game, `Each question has ${Object.entries(view.state?.first[SEAT] ?? {}).map(([wager, stake]) => `${amount(stake)} on ${labelOf(wager)}`).join(", ")}.`, () => false, []),
  settings: settingsPanel,
  score: scorePanel,
  leave: () => location.assign("/"),
};

/** What every option is worth, asked of the server. */
const worth = () => post("/drill/values", { ...asked(), decision: view.question.decision });

/** Keeps the values of the options; a reason that is still put in words is asked for again. */
function take(told, times = 0) {
  const { question } = view;
  view.given = givenOf(view.game, told, view.state.first[SEAT], view.state.bets[SEAT]);
  const isStill = () => view.question === question;
  const ask = (next) => worth().then((again) => { if (isStill()) { take(again, next); draw(); } }, () => {});
  if (told.waits) askAgain(times, isStill, ask);
}

const labelOf = (wager) => view.game.wagers.find((each) => each.name === wager)?.label ?? wager;

async function answer(option) {
  if (view.isBusy || !view.question || view.answer !== null) return;
  Object.assign(view, { isBusy: true, answer: option, problem: "" });
  draw();
  try {
    const told = await post("/drill/grade", { ...asked(), decision: view.question.decision, option, counts: !view.hasPeeked, scores: view.scores });
    view.graded = told;
    take(told);
    keep(told.scores);
    if (!view.hasPeeked) {
      view.grades.push(told.grade);
      view.lost += lostBy(view.given, option) / view.given.unit;
    }
    byId("live").textContent = `${verdict()} ${reasonWords(view.given)}`;
  } catch (problem) {
    Object.assign(view, { answer: null, problem: problem.message });
  }
  view.isBusy = false;
  draw();
  document.querySelector('[data-does="next"]')?.focus();
}

// Words.

function verdict() {
  const { graded, given, hasPeeked } = view;
  const words = (option) => (choice().cards ? `to ${choice().label} the ${optionWords(option)}` : optionWords(option));
  const counts = hasPeeked ? " You saw the values first, so it does not count." : "";
  if (graded.grade === "best") return `${capital(words(view.answer))} is best.${counts}`;
  return `${capital(graded.grade)}: ${words(view.answer)} gives up ${lostWords(given, view.answer)} on average; ${words(given.values[0].option)} is best.${counts}`;
}

function sayQuestion() {
  const { state, question } = view;
  const cards = [...state.piles.values()].filter((pile) => pile.cards).map((pile) => `${capital(view.game.piles.find((each) => each.name === pile.pile).label)}: ${pile.cards.map(cardWords).join(", ")}${pile.words ? `. ${capital(pile.words)}` : ""}.`);
  const ask = choice().cards ? `${capital(askWords(choice(), question.legal))}.` : `${capital(choice().label)}: ${askWords(choice(), question.legal)}`;
  byId("live").textContent = `${question.repeated ? "Misplayed before. " : ""}${cards.join(" ")} ${ask}`;
}

function scoreWords() {
  const right = view.grades.filter((each) => each === "best").length;
  if (!view.grades.length) return "No answer counted yet";
  return `${right} of ${view.grades.length} best · ${percent(view.lost / view.grades.length)} of the main bet lost a question`;
}

function scorePanel() {
  const { scores } = view;
  const waiting = Object.keys(scores.misplayed).length;
  panel("Score", h("p", {}, `${scoreWords()}.`),
    h("p", {}, `${scores.asked} answered so far in this browser. ${waiting ? `${waiting} misplayed ${waiting === 1 ? "decision comes" : "decisions come"} back until it is known: each right answer makes the wait longer.` : "No misplayed decision is waiting."}`));
}

// Drawing.

function drawFelt() {
  const { state, game } = view;
  drawPlace("dealer", state, "dealer", 0, "Dealer", {});
  drawPlace("community", state, "community", 0, "Community cards", {});
  const { cards, label } = choice();
  const pick = (pile) => (cards?.pile === pile.name ? picking({ places: view.picks, count: cards.count, theme: game.theme }, view.given, does.toggle, label) : null);
  byId("own").classList.toggle("picks", Boolean(cards) && view.answer === null);
  byId("own").classList.toggle("named", Boolean(cards));
  byId("own").classList.toggle("answered", view.answer !== null);
  drawPlace("own", state, "seat", SEAT, "", { pick });
  drawPrinted(state);
  drawShoe(state);
  drawSpots(state, { stakes: state.bets[SEAT], canBet: false, isOver: false, wanted: [] });
}

const hasHints = () => setting("hints") === "shown";

/** Draws the answer that was given among the others, each with its value, and the way on. */
function drawAnswered() {
  const { given, question, state } = view;
  const key = optionKey(view.answer);
  show(byId("actions"), ["answered", question.decision, key, given?.best], () => [
    !choice().cards && h("div", { class: "options" }, question.legal.map((option) =>
      h("div", { class: `option told-${gradeOf(given, option)}${optionKey(option) === key ? " chosen" : ""}` },
        h("span", { class: "told" }, optionWords(option), h("span", { class: "cost" }, costWords(choice(), option, state.first[SEAT]))),
        hasHints() && choice().means?.[option] && h("span", { class: "means" }, choice().means[option]), // Its height stays as it was.
        bar(given, option)))),
    h("button", { class: "button main", type: "button", dataset: { does: "next" }, onclick: does.next }, h("kbd", {}, "Space"), "Next question"),
  ]);
}

function drawWhy(words, canAsk) {
  show(byId("why"), [words, canAsk], () => [
    canAsk && h("button", { type: "button", dataset: { does: "coach" }, onclick: does.coach }, h("kbd", {}, "?"), "Show what each choice is worth"),
    words,
  ]);
}

function drawStatus(status, why, isTurn, canAsk = false) {
  byId("status").textContent = status;
  byId("status").classList.toggle("turn", isTurn);
  drawWhy(why, canAsk);
}

function draw() {
  const { question, state, given, isBusy } = view;
  byId("session").textContent = scoreWords();
  show(byId("strip"), view.grades, () => view.grades.slice(-14).toReversed().map((grade) => h("li", { class: grade === "best" ? "won" : null }, grade)));
  if (!state) {
    show(byId("actions"), ["first", view.problem, isBusy], () => (view.problem ? [h("button", { class: "button main", type: "button", onclick: does.next }, "Try again"), h("a", { class: "button", href: "/" }, "Back to the lobby")] : []));
    drawStatus(view.problem || "Looking for a close decision…", view.problem ? "" : "The first question of a game takes longest.", false);
    document.body.dataset.phase = isBusy ? "busy" : "problem";
    return;
  }
  drawFelt();
  if (view.answer !== null && view.graded) {
    drawAnswered();
    drawStatus(verdict(), reasonWords(given), false);
  } else {
    if (choice().cards) drawPicked({ choice: choice(), option: picked(), given, isBusy, count: choice().cards.count }, does);
    else drawOptions({ choice: choice(), legal: question.legal, first: state.first[SEAT], given, isBusy, purse: Infinity, hasHints: hasHints() }, does);
    const ask = askWords(choice(), question.legal);
    const again = question.repeated ? "Misplayed before: " : "What is best: ";
    const why = view.problem || (given ? `${reasonWords(given)} The answer does not count now.` : "The answer does not count then.");
    drawStatus(`${again}${ask}`, why, true, !view.problem && !given && !isBusy);
  }
  byId("odds").textContent = question.due > 0 ? `${question.due} misplayed ${question.due === 1 ? "decision is" : "decisions are"} due again` : "Closest decisions";
  document.body.dataset.phase = isBusy ? "busy" : view.answer === null ? "asked" : "graded";
}

// Keys.

function handled(key, target) {
  const isTool = target?.closest(".bar");
  if (isTool && (key === " " || key === "enter")) return false;
  if (view.answer !== null && (key === " " || key === "enter")) return does.next(), true;
  if (view.answer === null && view.question && answeredBy(key, target)) return true;
  const panels = { r: does.rules, t: does.pays, s: does.settings, l: does.score, "?": does.coach, q: does.leave };
  if (!view.game || !panels[key]) return false;
  panels[key]();
  return true;
}

function answeredBy(key, target) {
  if (!choice().cards) {
    const at = keysOf(view.question.legal, choice()).indexOf(key);
    if (at >= 0) answer(view.question.legal[at]);
    return at >= 0;
  }
  const place = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : -1;
  if (place >= 0 && place < ownCards().length) return does.toggle(place), true;
  const isConfirming = key === "enter" || (key === " " && !target?.closest("#own"));
  if (isConfirming && picked()) return does.confirm(), true;
  if (key !== "arrowright" && key !== "arrowleft") return false;
  const group = [...byId("own").querySelectorAll("button.card")];
  group[(group.indexOf(target) + (key === "arrowright" ? 1 : -1) + group.length) % group.length]?.focus();
  return true;
}

async function begin() {
  const query = new URLSearchParams(location.search);
  if (!query.get("game")) throw new Error("No game is named in the address. The lobby has them all.");
  view.options = Object.fromEntries(query.getAll("set").map((text) => text.split(/=(.*)/s).slice(0, 2)));
  view.game = await gameOf(query.get("game"), view.options, 0);
  byId("title").textContent = `Drill: ${view.game.title}`;
  document.title = `Drill: ${view.game.title} · Pitboss`;
  view.scores = scoresOf(name()) ?? { asked: 0, misplayed: {} };
  for (const button of document.querySelectorAll(".bar [data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open || event.target.matches?.("input, select, textarea")) return;
    if (handled(event.key.toLowerCase(), event.target)) event.preventDefault();
  });
  listenForDrags(does.toggle);
  document.addEventListener("setting", draw);
  document.body.dataset.ready = "yes";
  await does.next();
}

begin().catch((problem) => {
  byId("notice").textContent = `${problem.message} `;
  byId("notice").append(h("a", { href: "/" }, "Go to the lobby"));
  byId("notice").hidden = false;
});
