// What a player can do at a table: bet, deal, choose, sit down, leave, ask the coach, open panels.

import { accountPanel } from "./account.js";
import { call, player, post } from "./api.js";
import { bestOf, decisionWords, gradeOf, lostBy, optionKey } from "./coach.js";
import { byId, h } from "./dom.js";
import { litOf } from "./felt.js";
import { cents, dollars } from "./money.js";
import { drillName } from "./misplayed.js";
import { panel, paysPanel, rulesPanel, settingsPanel } from "./panels.js";
import { toggled } from "./picks.js";
import { Session } from "./session.js";
import { setting } from "./settings.js";
import { click } from "./sound.js";
import { ownSeats } from "./state.js";
import { draw, drawSession, FIRST_BET } from "./table-draw.js";
import { consult, heard, reconnect, settle } from "./table-play.js";
import { canBet, choiceOf, does, forgetChoice, isMine, lastBets, limitsWords, notice, pickedOption, turn, view } from "./table-view.js";

const PATIENCE_MS = 2000;

/** Carries a request out once; a problem is told in the server's own words. It is done when its events are on the felt, too: an
 * answer may come before them, and until they come the felt still asks what was just answered. */
async function ask(work) {
  if (view.busy) return;
  view.busy = true;
  view.busySeat = view.state.seat;
  notice(null);
  draw();
  const carryOut = async () => {
    const told = await work();
    if (told?.balance) view.balance = cents(told.balance);
    if (told?.seq) await heard(told.seq);
  };
  try {
    view.working = carryOut();
    await view.working;
  } catch (problem) {
    notice(problem.message);
  } finally {
    view.busy = false;
    draw();
  }
}

/** Whether a fast hand plays the next seat before the answer for the last one is there. */
const isAhead = () => view.busy && view.working && view.busySeat !== view.state.seat;

function beginBetting() {
  view.isLooking = false;
  view.why = null;
  if (view.state.phase !== "over") return;
  // The results of the last round make way for new bets.
  view.state.phase = "bet";
  Object.assign(view.state, { lines: [], net: null, bets: {}, piles: new Map(), choices: [] });
}

/** Makes a choice; it is graded once the server has taken it. */
function send(asked, option) {
  const { state, given, session } = view;
  const { round, seat } = state;
  const { choice } = asked;
  const isGraded = given && given.round === round && given.seat === seat && given.choice === choice;
  view.pending = null;
  return ask(async () => {
    const told = await post(`/tables/${state.id}/choices`, { seat, choice, option });
    if (isGraded) session?.decided({ round, seat, choice, lost: lostBy(given, option), grade: gradeOf(given, option), words: decisionWords(option, bestOf(given), given.hand), drill: drillName(state.game, state.opening.options ?? {}), decision: given.decision });
    drawSession();
    return told;
  });
}

/** Waits a moment for a coach who is to warn and still thinks. */
async function ofTheCoach() {
  view.busy = true;
  draw();
  await Promise.race([view.thinking, new Promise((done) => setTimeout(done, PATIENCE_MS))]);
  view.busy = false;
}

async function sit() {
  const me = await player();
  const { seat, balance } = await post(`/tables/${view.state.id}/seats`, {});
  view.me = me;
  view.state.account = me.account;
  view.state.seat = seat;
  view.session ??= new Session(me.account);
  reconnect();
  return { balance }; // Nobody waits here for cards that still travel.
}

Object.assign(does, {
  chip(value) {
    view.chip = value;
    draw();
  },
  add(name) {
    if (!canBet()) return;
    beginBetting();
    notice(view.staging.add(name, view.chip * 100, view.balance));
    click();
    draw();
  },
  remove(name) {
    if (!canBet()) return;
    beginBetting();
    view.staging.remove(name, view.chip * 100);
    draw();
  },
  clear() {
    if (!canBet()) return;
    view.staging.clear();
    draw();
  },
  rebet() {
    if (!canBet() || !lastBets()) return;
    beginBetting();
    view.staging.repeat(lastBets());
    draw();
  },
  double() {
    if (!canBet()) return;
    beginBetting();
    notice(view.staging.double(view.balance));
    draw();
  },
  deal() {
    if (isAhead()) return view.working.then(does.deal, () => {});
    if (!canBet() || view.busy) return;
    view.isLooking = false;
    if (view.staging.isEmpty) lastBets() ? view.staging.repeat(lastBets()) : view.staging.start(FIRST_BET);
    if (view.staging.missing.length) return draw();
    const bets = Object.fromEntries(Object.entries(view.staging.stakes).map(([name, stake]) => [name, dollars(stake)]));
    return ask(() => post(`/tables/${view.state.id}/bets`, { seat: view.state.seat, bets }));
  },
  takeBack: () => ask(() => call("DELETE", `/tables/${view.state.id}/bets/${view.state.seat}`)),
  async choose(option) {
    if (isAhead()) await view.working.catch(() => {});
    const asked = turn();
    if (!asked || view.busy) return;
    if (setting("coach") === "warn" && !view.given && !view.coachProblem) await ofTheCoach();
    if (turn() !== asked) return;
    if (setting("coach") === "warn" && view.given && !view.pending && gradeOf(view.given, option) !== "best") {
      view.pending = option;
      return draw();
    }
    return send(asked, option);
  },
  confirm() {
    const option = pickedOption();
    if (option) does.choose(option);
  },
  keep() {
    const asked = turn();
    if (asked && view.pending) return send(asked, view.pending);
  },
  change() {
    const asked = turn();
    if (asked && view.pending) return send(asked, asked.legal.find((each) => optionKey(each) === view.given.best));
  },
  toggle(place) {
    const asked = turn();
    const choice = asked && choiceOf(asked.choice);
    if (!choice?.cards) return; // The choice was made meanwhile.
    view.picks = toggled(view.picks, place, choice.cards.count);
    view.pending = null;
    draw();
    document.querySelector(`#own [data-place="${place}"]`)?.focus();
  },
  sit: () => ask(sit),
  /** Brings another seat to the front: one's own to play it, or any to look at while watching. */
  show(seat) {
    const { state } = view;
    if (isMine()) {
      if (!ownSeats(state).includes(seat)) return;
      state.seat = seat;
      view.isLooking = true;
      view.staging.stakes = {};
      forgetChoice();
      settle();
    } else state.watched = seat;
    draw();
  },
  coach() {
    if (!turn()) return;
    view.isShown = !view.isShown;
    if (view.isShown && !view.given && !view.coachProblem) consult();
    draw();
  },
  rules: () => rulesPanel(view.state.game),
  pays: () => paysPanel(view.state.game, limitsWords(), litOf(view.state), view.state.meters),
  session: () => view.session?.panel(canDrill() && { address: drillAddress(), name: drillName(view.state.game, view.state.opening.options ?? {}) }).then(drawSession),
  history: () => location.assign("history.html"),
  drill: () => location.assign(drillAddress()),
  account: () => accountPanel(view.me && { ...view.me, balance: dollars(view.balance) }, (me) => { view.me = me; }),
  menu,
  leaveSeat: () => ask(() => call("DELETE", `/tables/${view.state.id}/seats/${view.state.seat}`)),
  leave: () =>
    ask(async () => {
      for (const seat of ownSeats(view.state)) await call("DELETE", `/tables/${view.state.id}/seats/${seat}`);
      location.assign("/");
    }),
});

/** Whether close decisions can be looked for: in games that ask for choices, and by the printed pay tables. */
const canDrill = () => view.state.game.choices.length > 0 && !view.state.opening.paytables;

function drillAddress() {
  const sets = Object.entries(view.state.opening.options ?? {}).map(([name, value]) => `&set=${encodeURIComponent(`${name}=${value}`)}`);
  return `drill.html?game=${encodeURIComponent(view.state.game.name)}${sets.join("")}`;
}

function menu() {
  const { state } = view;
  const item = (key, words, act) =>
    h("li", {}, h("button", { class: "button", type: "button", onclick: () => { byId("panel").close(); act(); } }, key ? h("kbd", {}, key) : h("span", { class: "no-key" }), words));
  const own = ownSeats(state);
  const canSit = isMine() && state.status === "open" && state.freeSeats.length;
  const last = view.session?.rounds.at(-1)?.round;
  panel(
    "Menu",
    h("ul", { class: "menu" },
      item("R", "Rules", does.rules), item("T", "Pay tables and house edges", does.pays), item("?", "Ask the coach", does.coach),
      item("L", "This session: luck and errors", does.session),
      canDrill() && item("", "Drill close decisions of this game", does.drill),
      item("H", "History of your rounds", does.history),
      canSit && item("", "Take another seat", does.sit),
      own.length > 1 && item("", `Leave seat ${state.seat}`, does.leaveSeat),
      item("", view.me?.role === "guest" ? "Keep your wallet" : view.me ? "Account" : "Sign in", does.account),
      item("S", "Settings", settingsPanel), item("Q", isMine() ? "Leave the table" : "Back to the lobby", does.leave)),
    h("h3", {}, "Shuffle"),
    h("p", {}, `The cards of this round were committed to before the bets: ${state.commitment ?? "none"}.`),
    last && h("p", {}, h("a", { href: `history.html?round=${encodeURIComponent(last)}&verify` }, "Verify the last round"), " in this browser, or take its ", h("a", { href: `/api/v1/rounds/${last}/proof` }, "proof"), " to ", h("a", { href: "verify.html" }, "the stand-alone page"), "."),
    h("h3", {}, "Keys"),
    h("p", {}, "Space deals or repeats; on a button or a bet that has the focus it presses that, and Escape leaves it. 1 to 5 pick a chip, B goes to the bets, arrows move, Enter or + adds a chip, − takes one off. C clears, E rebets, D doubles. The letter on a button chooses it; digits pick cards. With several seats, N goes to the next one."),
  );
}
