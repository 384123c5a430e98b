// Draws the table page: the felt from the state of the table, below it what the player can do now.

import { drawBetting, drawOptions, drawPicked, drawSingle, drawWarning, trayOf } from "./actions.js";
import { Staging } from "./bets.js";
import { askWords, exactLoss, reasonWords } from "./coach.js";
import { byId, capital, h, press, show } from "./dom.js";
import { knownEdges, theBet } from "./edges.js";
import { asideWords, decidedWords, drawMeters, drawOthers, drawPlace, drawPrinted, drawShoe, drawSpots, picking, putAside } from "./felt.js";
import { amount, balance, cents, evenWords, signed } from "./money.js";
import { setting } from "./settings.js";
import { betNets, ownSeats, shownSeat } from "./state.js";
import { canBet, choiceOf, coachShown, does, hasBet, isMine, lastBets, pickedOption, seatsToBet, turn, view } from "./table-view.js";

export const FIRST_BET = 500;
const LONG = 150; // Characters of a sentence that a phone shows in smaller type.

export function drawHeader() {
  const { state } = view;
  const edges = knownEdges(state.game);
  byId("title").textContent = state.game.title;
  document.title = `${state.game.title} · Pitboss`;
  const { step, limit } = state.opening;
  const [least, most] = [step, limit].map((each) => amount(cents(each)));
  show(byId("odds"), [edges, state.game.edges_pending, least, most], () => [
    (edges.length > 0 || state.game.edges_pending) && [h("span", { class: "long" }, "House e"), h("span", { class: "short" }, "E"), "dge "],
    edges.map(({ name, of, words }) => [name && `${name} `, words, of && h("span", { class: "long" }, ` of ${theBet(of)}`), " · "]),
    !edges.length && state.game.edges_pending && "being computed · ",
    h("span", { class: "sum" }, least, h("span", { class: "long" }, " to "), h("span", { class: "short" }, "–"), most),
  ]);
  byId("balance").textContent = isMine() ? balance(view.balance) : "";
  byId("money").hidden = !isMine();
}

function drawFelt() {
  const { state } = view;
  const asked = turn();
  const choice = asked && choiceOf(asked.choice);
  const shown = coachShown(setting("coach"));
  const seat = shownSeat(state);
  const aside = state.choices.filter((each) => each.seat === seat).map((each) => choiceOf(each.choice)?.cards && each).filter(Boolean);
  const ways = { isMoving: view.isMoving };
  drawPlace("dealer", state, "dealer", 0, "Dealer", ways);
  drawPlace("community", state, "community", 0, "Community cards", ways);
  const picks = { places: view.picks, count: choice?.cards?.count ?? 0, theme: state.game.theme };
  const pick = (pile) => {
    if (choice?.cards?.pile === pile.name) return picking(picks, shown, does.toggle, choice.label);
    const made = aside.find((each) => choiceOf(each.choice).cards.pile === pile.name);
    return made ? putAside(made, asideWords(choiceOf(made.choice)), state.game.theme) : null;
  };
  byId("own").classList.toggle("picks", Boolean(choice?.cards));
  byId("own").classList.toggle("named", state.game.choices.some((each) => each.cards));
  byId("own").setAttribute("aria-label", isMine() ? "Your cards" : seat === null ? "Cards" : `Cards of seat ${seat}`);
  drawPlace("own", state, "seat", seat ?? -1, ownSeats(state).length > 1 || (!isMine() && seat !== null) ? `Seat ${seat}` : "", { ...ways, pick });
  drawOthers(state, does);
  drawPrinted(state);
  drawShoe(state);
  drawMeters(state);
  const betting = canBet();
  const isOver = state.phase === "over";
  const staged = isMine() ? view.staging.stakes : {};
  const stakes = betting && !isOver ? staged : state.bets[seat] ?? (isOver ? {} : staged);
  const isWanted = (wager) => wager.required && wager.stake.kind === "free" && !staged[wager.name] && !(wager.unless && staged[wager.unless]);
  const wanted = betting && !isOver ? state.game.wagers.filter(isWanted) : [];
  drawSpots(state, { stakes, canBet: betting, isOver, wanted: wanted.map((wager) => wager.name), isMoving: view.isMoving });
}

/** Draws the choice that is asked; its status and the line below. */
function drawAsked(asked) {
  const { state } = view;
  const choice = choiceOf(asked.choice);
  const mode = setting("coach");
  const given = coachShown(mode);
  const whose = ownSeats(state).length > 1 ? `Seat ${state.seat}` : "Your turn";
  const ask = askWords(choice, asked.legal);
  let why = "";
  if (given) why = reasonWords(given);
  else if (view.isShown) why = view.coachProblem || "The coach is thinking…";
  else if (setting("hints") === "shown") why = choice.about ?? "";
  if (choice.cards && !given && !view.isShown) why = `${why} ${press} ${choice.cards.count === 1 ? "a card, or drag it" : "cards, or drag them"} up, to pick ${choice.cards.count === 1 ? "it" : "them"}.`.trim();
  if (view.pending) return [drawWarning({ option: view.pending, given: view.given }, does), `Exactly ${exactLoss(view.given, view.pending)}. ${why}`];
  if (choice.cards) drawPicked({ choice, option: pickedOption(), given, isBusy: view.busy, count: choice.cards.count }, does);
  else drawOptions({ choice, legal: asked.legal, first: state.first[state.seat] ?? {}, given, isBusy: view.busy, purse: view.balance, hasHints: setting("hints") === "shown" }, does);
  return [`${whose}: ${ask}`, why, mode !== "off" && !given && !view.isShown];
}

/** The line below the status: a sentence, and where the coach can be asked, a button for that. */
export function drawWhy(words, canAsk = false) {
  byId("why").classList.toggle("long", words.length > LONG);
  show(byId("why"), [words, canAsk], () => [
    words,
    canAsk && h("button", { type: "button", dataset: { does: "coach" }, onclick: does.coach }, h("kbd", {}, "?"), "Ask the coach"),
  ]);
}

/** Draws what a spectator can do. */
function drawWatching() {
  const { state } = view;
  const canSit = state.status === "open" && state.freeSeats.length && !state.isPrivate;
  drawSingle("", canSit ? "Take a seat" : "", canSit ? "sit" : null, does);
  if (state.status !== "open") return ["This table is closed", "Go back to the lobby for another one."];
  const waits = state.waiting.length && !view.isPlaying ? ` · waiting for seat ${state.waiting.join(", ")}${timeLeft()}` : "";
  const follows = Object.keys(state.seats).length > 1 ? `${press} a seat to follow it.` : "";
  return [`You are watching${waits}`, `${state.isPrivate ? "This table is somebody's own. " : ""}${follows}`];
}

export function drawActions() {
  const { state, staging } = view;
  const asked = turn();
  let [status, why, canAsk] = ["", "", false];
  if (asked) {
    [status, why, canAsk] = drawAsked(asked);
    status += timeLeft();
  } else if (canBet()) {
    [status, why] = drawBets(staging, state);
  } else if (!isMine()) {
    [status, why] = drawWatching();
  } else if (hasBet() && state.phase === "bet") {
    const others = Object.keys(state.seats).filter((seat) => !state.bets[seat] && !state.seats[seat].sits_out);
    status = others.length ? `Waiting for ${others.map((seat) => `seat ${seat}`).join(", ")} to bet${timeLeft()}` : "Your bet lies";
    drawSingle("Backspace", "Take the bet back", "takeBack", does);
  } else {
    const waits = state.waiting.filter((seat) => seat !== state.seat);
    status = state.status !== "open" && state.phase === "over" ? "This table is closed" : waits.length && !view.isPlaying ? `Waiting for seat ${waits.join(", ")}${timeLeft()}` : "";
    drawSingle("", "", null, does);
  }
  byId("status").textContent = status;
  byId("status").classList.toggle("turn", Boolean(asked) || (canBet() && state.phase !== "over"));
  drawWhy(view.why ?? why, canAsk && view.why === null);
}

function drawBets(staging, state) {
  const isOver = state.phase === "over";
  const last = lastBets();
  const empty = staging.isEmpty;
  const sumLast = last ? Object.values(last).reduce((sum, stake) => sum + stake, 0) : 0;
  const isLast = !seatsToBet().length;
  const deals = isLast ? "deal" : `bet seat ${state.seat}`;
  let deal = { can: true, words: `${isLast ? "Deal" : `Bet seat ${state.seat}`} · ${amount(staging.sum)}` };
  if (empty && last) deal = { can: sumLast <= view.balance, words: isLast ? `Repeat ${amount(sumLast)} and deal` : `Repeat ${amount(sumLast)} on seat ${state.seat}` };
  else if (empty) {
    const first = new Staging(state.game, state.opening);
    first.start(FIRST_BET);
    deal = { can: first.sum <= view.balance, words: isLast ? `Bet ${amount(first.sum)} and deal` : `Bet ${amount(first.sum)} on seat ${state.seat}` };
  } else if (staging.missing.length) deal = { can: false, words: `Bet ${staging.missing[0]} to ${deals}` };
  drawBetting({ tray: trayOf(staging.step, staging.limit), chip: view.chip, isEmpty: empty, hasLast: Boolean(last), deal: { ...deal, can: deal.can && !view.busy } }, does);
  if (isOver && state.voided) return [`The round is void: ${state.voided}`, "Every bet is given back."];
  if (isOver && state.net && state.seat in state.net) return ended(state);
  const whose = ownSeats(state).length > 1 ? `Seat ${state.seat}: place` : "Place";
  const about = last ? "" : `${capital(state.game.summary)}. `; // Who plays the game for the first time learns what it is about.
  return [`${whose} your bets${timeLeft()}`, empty ? `${about}${press} a spot to add a chip, or deal with the smallest bets at once.` : `${press} a spot to add a chip.`];
}

/** What a round brought, of all seats that are the player's own, and the sentence behind it. */
function ended(state) {
  const own = ownSeats(state).filter((seat) => seat in state.net);
  const net = own.reduce((sum, seat) => sum + state.net[seat], 0);
  const words = net > 0 ? `You win ${amount(net)}` : net < 0 ? `You lose ${amount(-net)}` : evenWords(betNets(state, own));
  const apart = own.length > 1 ? ` (${own.map((seat) => `seat ${seat} ${signed(state.net[seat])}`).join(", ")})` : "";
  return [words + apart, decidedWords(state, state.seat)];
}

function timeLeft() {
  const { deadline } = view.state;
  if (!deadline) return "";
  return ` · ${Math.max(0, Math.ceil((deadline - Date.now()) / 1000))} s`;
}

/** Draws the last rounds, and the line of the session. */
export function drawSession() {
  byId("session").hidden = !view.session;
  if (!view.session) return;
  byId("session").textContent = view.session.line();
  show(byId("strip"), view.session.rounds.slice(-14), () => view.session.strip());
}

/** Draws everything; `data-phase` says what the page waits for. */
export function draw(isWaiting = false) {
  if (!view.state) return;
  drawHeader();
  drawFelt();
  drawActions();
  document.body.dataset.phase = view.isPlaying || view.busy || isWaiting ? "busy" : turn() ? "asked" : view.state.phase;
}
