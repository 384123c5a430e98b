// The table page: brings the table, hears its events, and carries out what the player asks.

import { drawBetting, drawOptions, drawPicked, drawSingle, drawWarning, trayOf } from "./actions.js";
import { call, get, player, post, watch, whoAmI } from "./api.js";
import { Staging } from "./bets.js";
import { card } from "./cards.js";
import { advice, lostBy, optionKey, optionWords, reasonWords } from "./coach.js";
import { keepCommitment } from "./commitments.js";
import { byId, capital, h } from "./dom.js";
import { drawMeters, drawOthers, drawPlace, drawPrinted, drawShoe, drawSpots, durationOf, litOf, picking, sorted, whyOf } from "./felt.js";
import { listen } from "./keys.js";
import { load } from "./load.js";
import { amount, balance, cents, dollars, percent } from "./money.js";
import { panel, paysPanel, rulesPanel, settingsPanel } from "./panels.js";
import { expectation, Session } from "./session.js";
import { setting } from "./settings.js";
import { click } from "./sound.js";
import { change, pileKey } from "./state.js";
import { said } from "./words.js";

const FIRST_BET = 500;

const view = {
  state: null, staging: null, session: null, chip: 5, balance: 0, busy: false, given: null, isShown: false, coachProblem: "",
  picks: [], pending: null, why: null, isMoving: false,
};
const queue = [];
let isPlaying = false;
let skips = false;
let wake = null;
let watcher = null;

function notice(text) {
  byId("notice").hidden = !text;
  byId("notice").textContent = text ?? "";
}

/** Carries a request out once; a problem is told in the server's own words. */
async function ask(work) {
  if (view.busy) return;
  view.busy = true;
  notice(null);
  draw();
  try {
    const told = await work();
    if (told?.balance) view.balance = cents(told.balance);
  } catch (problem) {
    notice(problem.message);
  } finally {
    view.busy = false;
    draw();
  }
}

const isMine = () => view.state.seat !== null;
const hasBet = () => isMine() && view.state.phase !== "over" && Boolean(view.state.bets[view.state.seat]);
const canBet = () => isMine() && view.state.status === "open" && view.state.phase !== "choose" && !hasBet() && !isPlaying;
const turn = () => (isMine() && !isPlaying ? view.state.asked[view.state.seat] : null);
const choiceOf = (name) => view.state.game.choices.find((each) => each.name === name);
const lastBets = () => (isMine() ? view.state.seats[view.state.seat]?.last_bets : null);

const does = {
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
    if (!canBet() || view.busy) return;
    if (view.staging.isEmpty) lastBets() ? view.staging.repeat(lastBets()) : view.staging.start(FIRST_BET);
    if (view.staging.missing.length) return draw();
    const bets = Object.fromEntries(Object.entries(view.staging.stakes).map(([name, stake]) => [name, dollars(stake)]));
    return ask(() => post(`/tables/${view.state.id}/bets`, { seat: view.state.seat, bets }));
  },
  takeBack: () => ask(() => call("DELETE", `/tables/${view.state.id}/bets/${view.state.seat}`)),
  choose(option) {
    const asked = turn();
    if (!asked || view.busy) return;
    if (setting("coach") === "warn" && view.given && !view.pending && lostBy(view.given, option) >= 0.5) {
      view.pending = option;
      return draw();
    }
    return send(asked, option);
  },
  confirm() {
    const option = pickedOption();
    if (option) does.choose(option);
  },
  keep: () => send(turn(), view.pending),
  change() {
    const best = view.given.values.find((each) => each.key === view.given.best);
    const legal = turn().legal.find((each) => optionKey(each) === best.key);
    send(turn(), legal);
  },
  sit: () =>
    ask(async () => {
      const me = await player();
      view.state.account = me.account;
      const told = await post(`/tables/${view.state.id}/seats`, {});
      view.state.seat = told.seat;
      view.session = new Session(me.account);
      reconnect();
      return told;
    }),
  coach() {
    if (!turn()) return;
    view.isShown = !view.isShown;
    if (view.isShown && !view.given && !view.coachProblem) consult();
    draw();
  },
  rules: () => rulesPanel(view.state.game),
  pays: () => paysPanel(view.state.game, limitsWords(), litOf(view.state), view.state.meters),
  menu,
  history: () => location.assign("history.html"),
  leave: () =>
    ask(async () => {
      if (isMine()) await call("DELETE", `/tables/${view.state.id}/seats/${view.state.seat}`);
      location.assign("/");
    }),
};

function beginBetting() {
  if (view.state.phase !== "over") return;
  // The results of the last round make way for new bets.
  view.state.phase = "bet";
  Object.assign(view.state, { lines: [], net: null, bets: {}, piles: new Map(), choices: [] });
}

function send(asked, option) {
  if (view.given && view.given.round === view.state.round && view.given.choice === asked.choice) {
    const words = `${capital(view.given.hand)}: ${optionWords(option)} instead of ${optionWords(view.given.values[0].option)}`;
    view.session?.decided(view.state.round, asked.choice, lostBy(view.given, option), words);
  }
  view.pending = null;
  const body = { seat: view.state.seat, choice: asked.choice, option };
  return ask(() => post(`/tables/${view.state.id}/choices`, body));
}

function ownCards(pile) {
  const lies = view.state.piles.get(pileKey(pile, view.state.seat));
  return lies?.cards ? sorted(lies.cards, view.state.game.reads) : [];
}

function pickedOption() {
  const asked = turn();
  const choice = asked && choiceOf(asked.choice);
  if (!choice?.cards) return null;
  const cards = ownCards(choice.cards.pile);
  const key = view.picks.map((place) => cards[place]).toSorted().join(" ");
  return view.picks.length ? asked.legal.find((option) => optionKey(option) === key) ?? null : null;
}

function toggle(place) {
  const choice = choiceOf(turn().choice);
  if (view.picks.includes(place)) view.picks = view.picks.filter((each) => each !== place);
  else view.picks = [...view.picks, place].slice(-choice.cards.count);
  view.pending = null;
  draw();
  document.querySelector(`#own [data-place="${place}"]`)?.focus();
}

function limitsWords() {
  const { step, limit } = view.state.opening;
  return `Bets from ${amount(cents(step))} to ${amount(cents(limit))}, in steps of ${amount(cents(step))}.`;
}

function menu() {
  const item = (key, words, act) =>
    h("li", {}, h("button", { class: "button", type: "button", onclick: () => { byId("panel").close(); act(); } }, key && h("kbd", {}, key), words));
  const round = view.state.revealed ?? null;
  panel(
    "Menu",
    h("ul", { class: "menu" },
      item("R", "Rules", does.rules), item("T", "Pay tables and house edges", does.pays), item("?", "Ask the coach", does.coach),
      item("H", "History of your rounds", does.history), item("", "This session", () => view.session?.panel()), item("S", "Settings", settingsPanel), item("Q", isMine() ? "Leave the table" : "Back to the lobby", does.leave)),
    h("h3", {}, "Shuffle"),
    h("p", {}, `The cards of this round were committed to before the bets: ${view.state.commitment ?? "none"}.`),
    round && h("p", {}, h("a", { href: `history.html?round=${encodeURIComponent(lastRound())}&verify` }, "Verify the last round"), " in this browser."),
    h("h3", {}, "Keys"),
    h("p", {}, "Space deals or repeats. 1 to 5 pick a chip, B goes to the bets, arrows move, Enter or + adds a chip, − takes one off. C clears, E rebets, D doubles. The letter on a button chooses it; digits pick cards."),
  );
}

const lastRound = () => view.session?.rounds.at(-1)?.round ?? view.state.round;

// Drawing.

function drawHeader() {
  const { state } = view;
  const edge = state.game.main?.house_edge ?? state.game.wagers.find((each) => each.required)?.house_edge;
  byId("title").textContent = state.game.title;
  document.title = `${state.game.title} · Pitboss`;
  const { step, limit } = state.opening;
  byId("odds").textContent = `${edge ? `House edge ${percent(edge.value)} · ` : ""}${amount(cents(step))} to ${amount(cents(limit))}`;
  byId("balance").textContent = isMine() ? balance(view.balance) : "";
  byId("money").hidden = !isMine();
}

function drawFelt() {
  const { state } = view;
  const asked = turn();
  const choice = asked && choiceOf(asked.choice);
  const shown = coachShown();
  const aside = state.choices.filter((each) => each.seat === state.seat).map((each) => choiceOf(each.choice)?.cards && each).filter(Boolean);
  const ways = { isMoving: view.isMoving };
  drawPlace("dealer", state, "dealer", 0, "Dealer", ways);
  drawPlace("community", state, "community", 0, "Community cards", ways);
  const picks = { places: view.picks, count: choice?.cards?.count ?? 0, theme: state.game.theme };
  const pick = (pile) => {
    if (choice?.cards?.pile === pile.name) return picking(picks, shown, toggle, choice.label);
    const made = aside.find((each) => choiceOf(each.choice).cards.pile === pile.name);
    return made ? putAside(made, pile) : null;
  };
  byId("own").classList.toggle("picks", Boolean(choice?.cards));
  byId("own").classList.toggle("named", state.game.choices.some((each) => each.cards));
  drawPlace("own", state, "seat", state.seat ?? -1, "", { ...ways, pick });
  drawOthers(state, does.sit);
  drawPrinted(state);
  drawShoe(state);
  drawMeters(state);
  const betting = canBet();
  const isOver = state.phase === "over";
  const stakes = betting && !isOver ? view.staging.stakes : state.bets[state.seat] ?? (isOver ? {} : view.staging.stakes);
  const wanted = betting && !isOver ? state.game.wagers.filter((wager) => wager.required && wager.stake.kind === "free" && !view.staging.stakes[wager.name] && !(wager.unless && view.staging.stakes[wager.unless])) : [];
  drawSpots(state, { stakes, canBet: betting, isOver, wanted: wanted.map((wager) => wager.name) });
}

/** Cards that a choice has named lie dimmed, with the name of the choice under them. */
function putAside(made, pile) {
  const named = Array.isArray(made.option) ? made.option.slice() : [made.option];
  return {
    key: ["aside", made.option],
    draw(text) {
      const at = named.indexOf(text);
      if (at >= 0) named.splice(at, 1);
      const drawn = h("span", { class: at >= 0 ? "held aside" : "held" });
      drawn.append(card(text, view.state.game.theme), h("span", {}, at >= 0 ? choiceOf(made.choice).label : ""));
      return drawn;
    },
  };
}

function coachShown() {
  const mode = setting("coach");
  const isOpen = view.isShown || mode === "always" || view.pending;
  return isOpen && view.given && view.given.round === view.state.round && view.given.choice === turn()?.choice ? view.given : null;
}

function drawActions() {
  const { state, staging } = view;
  const asked = turn();
  let status = "";
  let why = "";
  let isTurn = false;
  if (asked) {
    isTurn = true;
    const choice = choiceOf(asked.choice);
    const given = coachShown();
    status = choice.cards ? `Your turn: ${choice.cards.count === 1 ? "pick a card" : `pick ${choice.cards.count} cards`}` : `Your turn: ${asked.legal.map(optionWords).join(" or ")}?`;
    if (given) why = reasonWords(given);
    else if (view.isShown) why = view.coachProblem || "The coach is thinking…";
    else if (setting("coach") !== "off") why = "Press ? to ask the coach.";
    if (view.pending) {
      status = drawWarning({ option: view.pending, given: view.given }, does);
    } else if (choice.cards) {
      drawPicked({ choice, option: pickedOption(), given, isBusy: view.busy, count: choice.cards.count }, does);
    } else {
      drawOptions({ choice, legal: asked.legal, first: state.first[state.seat] ?? {}, given, isBusy: view.busy }, does);
    }
  } else if (canBet()) {
    [status, why] = drawBets(staging, state);
    isTurn = state.phase !== "over";
  } else if (!isMine()) {
    status = state.status === "open" ? "You are watching" : "This table is closed";
    why = state.isPrivate ? "This table is somebody's own." : "";
    const canSit = state.status === "open" && state.freeSeats.length && !state.isPrivate;
    drawSingle("", canSit ? "Take a seat" : "", canSit ? "sit" : null, does);
  } else if (hasBet() && state.phase === "bet") {
    const others = Object.keys(state.seats).filter((seat) => !state.bets[seat] && !state.seats[seat].sits_out);
    status = others.length ? `Waiting for ${others.map((seat) => `seat ${seat}`).join(", ")} to bet${timeLeft()}` : "Your bet lies";
    drawSingle("Backspace", "Take the bet back", "takeBack", does);
  } else {
    const waits = state.waiting.filter((seat) => seat !== state.seat);
    status = state.status !== "open" && state.phase === "over" ? "This table is closed" : waits.length && !isPlaying ? `Waiting for seat ${waits.join(", ")}${timeLeft()}` : "";
    drawSingle("", "", null, does);
  }
  if (asked) status += timeLeft();
  byId("status").textContent = status;
  byId("status").classList.toggle("turn", isTurn);
  byId("why").textContent = view.why ?? why;
}

function drawBets(staging, state) {
  const isOver = state.phase === "over";
  const last = lastBets();
  const empty = staging.isEmpty;
  const sumLast = last ? Object.values(last).reduce((sum, stake) => sum + stake, 0) : 0;
  let deal = { can: true, words: `Deal · ${amount(staging.sum)}` };
  if (empty && last) deal = { can: sumLast <= view.balance, words: `Repeat ${amount(sumLast)} and deal` };
  else if (empty) {
    const first = new Staging(state.game, state.opening);
    first.start(FIRST_BET);
    deal = { can: first.sum <= view.balance, words: `Bet ${amount(first.sum)} and deal` };
  } else if (staging.missing.length) deal = { can: false, words: `Bet ${staging.missing[0]} to deal` };
  drawBetting({ tray: trayOf(staging.step, staging.limit), chip: view.chip, isEmpty: empty, hasLast: Boolean(last), deal: { ...deal, can: deal.can && !view.busy } }, does);
  if (isOver && state.voided) return [`The round is void: ${state.voided}`, "Every bet is given back."];
  if (isOver && state.net && state.seat in state.net) {
    const net = state.net[state.seat];
    const words = net > 0 ? `You win ${amount(net)}` : net < 0 ? `You lose ${amount(-net)}` : "Even: nothing won or lost";
    return [words, mainWhy(state)];
  }
  return [`Place your bets${timeLeft()}`, empty ? "Click a spot to add a chip, or deal with the smallest bets at once." : "Click a spot to add a chip."];
}

/** The sentence of the bet that decided most. */
function mainWhy(state) {
  const lines = state.lines.filter((line) => line.seat === state.seat && line.words);
  const found = lines.toSorted((one, other) => Math.abs(other.net) - Math.abs(one.net))[0];
  return found ? `${capital(found.words)}.` : "";
}

function timeLeft() {
  const { deadline } = view.state;
  if (!deadline) return "";
  return ` · ${Math.max(0, Math.ceil((deadline - Date.now()) / 1000))} s`;
}

function drawSession() {
  if (!view.session) return;
  byId("session").textContent = view.session.line();
  byId("strip").replaceChildren(...view.session.strip());
}

function draw() {
  if (!view.state) return;
  drawHeader();
  drawFelt();
  drawActions();
  document.body.dataset.phase = isPlaying || view.busy || queue.length ? "busy" : turn() ? "asked" : view.state.phase;
}

// Events.

const pause = (ms) => new Promise((done) => { wake = done; setTimeout(done, ms); });

async function play() {
  if (isPlaying) return;
  isPlaying = true;
  const told = [];
  view.isMoving = true;
  while (queue.length) {
    const event = queue.shift();
    const words = said(view.state, event);
    change(view.state, event);
    after(event);
    if (words) told.push(words);
    const ms = skips || document.hidden ? 0 : durationOf(event, view.state);
    if (ms) {
      if (event.type === "dealt") click();
      draw();
      await pause(ms);
    }
  }
  isPlaying = false;
  skips = false;
  if (told.length) byId("live").textContent = told.join(" ");
  settle();
  draw();
  view.isMoving = false;
}

function after(event) {
  if (event.type === "began") {
    keepCommitment(event.round, view.state.commitment);
    view.staging.stakes = {};
    view.why = null;
  }
  if (event.type === "asked" || event.type === "began") Object.assign(view, { given: null, isShown: false, picks: [], pending: null, coachProblem: "" });
  const net = event.type === "over" && isMine() ? event.net[view.state.seat] : undefined;
  if (net !== undefined) view.session?.played(event.round, cents(net), expectation(view.state.game, view.state.first[view.state.seat] ?? {}));
  if (event.type === "changed") get(`/tables/${view.state.id}`).then((look) => { view.state.opening = look.opening; draw(); }, () => {});
}

/** What follows once all events are on the felt: the balance, the coach, the session. */
function settle() {
  const { state } = view;
  drawSession();
  if (state.phase === "over" && isMine()) {
    whoAmI().then((me) => { if (me && !view.busy) { view.balance = cents(me.balance); drawHeader(); } }, () => {});
  }
  if (turn() && !view.given && !view.coachProblem && isConsulted()) consult();
}

/** Whether the coach is asked before anybody asks: it is set so, or the game is one whose best play the house has worked out. */
function isConsulted() {
  const mode = setting("coach");
  if (mode === "off") return false;
  return mode !== "request" || view.state.game.wagers.every((wager) => wager.house_edge);
}

function consult() {
  const { state } = view;
  const { round } = state;
  const { choice } = turn();
  const isStill = () => state.round === round && turn()?.choice === choice;
  advice(state, state.seat).then(
    (given) => { if (isStill()) { view.given = given; draw(); } },
    (problem) => { if (isStill()) { view.coachProblem = problem.message; draw(); } },
  );
}

function hear(event) {
  queue.push(event);
  if (queue.length === 1 || !isPlaying) play();
}

function reconnect() {
  watcher?.stop();
  watcher = watch(view.state.id, view.state.seq, hear, (how) => { byId("connection").textContent = how === "away" ? "Reconnecting…" : ""; });
}

/** Lets cards that still travel arrive at once: nobody waits for an animation. */
function hurry() {
  if (!isPlaying) return;
  skips = true;
  wake?.();
}

// The beginning.

async function begin() {
  const id = new URLSearchParams(location.search).get("id");
  if (!id) throw new Error("No table is named in the address. The lobby has them all.");
  const { state, me } = await load(id);
  Object.assign(view, { state, staging: new Staging(state.game, state.opening), balance: me ? cents(me.balance) : 0, session: me ? new Session(me.account) : null });
  view.chip = trayOf(view.staging.step, view.staging.limit).includes(5) ? 5 : trayOf(view.staging.step, view.staging.limit)[0] ?? 1;
  listen({ view, does, turn, canBet, hasBet, choiceOf, ownCards, pickedOption, toggle, draw, hurry });
  byId("spots").addEventListener("click", (event) => { const spot = event.target.closest(".spot"); if (spot) does.add(spot.dataset.wager); });
  byId("spots").addEventListener("contextmenu", (event) => { const spot = event.target.closest(".spot"); if (spot) { event.preventDefault(); does.remove(spot.dataset.wager); } });
  for (const [kind, leaves] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    byId("spots").addEventListener(kind, (event) => { const spot = event.target.closest(".spot"); if (spot) { view.why = whyOf(view.state, spot.dataset.wager); byId("why").textContent = view.why; } });
    byId("spots").addEventListener(leaves, () => { view.why = null; draw(); });
  }
  for (const button of document.querySelectorAll(".bar [data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  byId("odds").addEventListener("click", does.pays);
  byId("session").addEventListener("click", () => view.session?.panel());
  document.addEventListener("setting", () => { settle(); draw(); });
  setInterval(() => view.state.deadline && drawActions(), 500);
  draw();
  settle();
  reconnect();
  document.body.dataset.ready = "yes";
}

begin().catch((problem) => {
  notice(`${problem.message} `);
  byId("notice").append(h("a", { href: "/" }, "Go to the lobby"));
});
