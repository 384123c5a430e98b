// Events of a table, played one after the other on the felt, and what follows from them: the balance, the coach, the session.

import { chipOf, trayOf } from "./actions.js";
import { get, watch, whoAmI } from "./api.js";
import { advice, askAgain, Pending } from "./coach.js";
import { keepCommitment } from "./commitments.js";
import { byId, h } from "./dom.js";
import { durationOf } from "./felt.js";
import { cents } from "./money.js";
import { setting } from "./settings.js";
import { click } from "./sound.js";
import { attend, change, ownSeats } from "./state.js";
import { draw, drawHeader, drawSession } from "./table-draw.js";
import { forgetChoice, isMine, limitsWords, notice, turn, view } from "./table-view.js";
import { said } from "./words.js";

const CONNECTIONS = { live: "", away: "Reconnecting…", "signed-out": "You are signed out. Reload the page to go on." };
const queue = [];
let skips = false;
let wake = null;
let watcher = null;
let waiting = [];

const MOST_TOLD = 60;
const SELDOM = 4; // A game that is still being solved is asked about as seldom as after so many times, without an end.

const pause = (ms) => new Promise((done) => { wake = done; setTimeout(done, ms); });

/** Tells a screen reader: a line more each time, so that nothing is lost where much happens at once. */
function tell(words) {
  const live = byId("live");
  live.append(h("p", {}, words));
  while (live.children.length > MOST_TOLD) live.firstChild.remove();
}

/** Waits until the events of the table up to a number are on the felt; while the connection is away, until it is back. */
export const heard = (seq) => (view.state.seq >= seq ? Promise.resolve() : new Promise((done) => waiting.push({ seq, done })));

function tellWaiting() {
  for (const { done } of waiting.filter(({ seq }) => view.state.seq >= seq)) done();
  waiting = waiting.filter(({ seq }) => view.state.seq < seq);
}

async function play() {
  if (view.isPlaying) return;
  view.isPlaying = true;
  view.isMoving = true;
  while (queue.length) {
    const event = queue.shift();
    const words = said(view.state, event);
    change(view.state, event);
    after(event);
    tellWaiting();
    if (words) tell(words);
    const ms = skips || document.hidden ? 0 : durationOf(event, view.state);
    if (ms) {
      if (event.type === "dealt") click();
      draw(true);
      await pause(ms);
    }
  }
  view.isPlaying = false;
  skips = false;
  settle();
  draw();
  view.isMoving = false;
}

function after(event) {
  if (event.type === "began") {
    keepCommitment(event.round, view.state.commitment);
    view.staging.stakes = {};
    view.why = null;
    view.isLooking = false;
    if (isMine()) view.state.seat = ownSeats(view.state)[0] ?? view.state.seat;
  }
  if (event.type === "began" || (event.type === "asked" && event.seat === view.state.seat)) forgetChoice();
  if (event.type === "over" && view.session) {
    view.session.isFollowed = isSolved();
    for (const seat of ownSeats(view.state)) {
      if (event.net[seat] !== undefined) view.session.played(view.state, seat, event.round, cents(event.net[seat]));
    }
  }
  if (event.type === "changed") get(`/tables/${view.state.id}`).then(follow, () => {});
}

/** What a supervisor has changed holds for bets that are laid out too. */
function follow(look) {
  view.state.opening = look.opening;
  const { staging } = view;
  if (!staging.follow(look.opening)) notice(`This table takes other bets now. ${limitsWords()}`);
  view.chip = chipOf(trayOf(staging.step, staging.limit), view.chip);
  draw();
}

/** What follows once all events are on the felt: the seat to attend to, the balance, the coach, the session. */
export function settle() {
  const { state } = view;
  const before = state.seat;
  if (!view.isLooking) attend(state);
  if (!view.isLooking && state.phase === "over" && before !== null) state.seat = ownSeats(state)[0] ?? before;
  if (before !== state.seat) {
    forgetChoice();
    view.staging.stakes = {}; // The bets of another seat are laid out anew.
  }
  drawSession();
  if (state.phase === "over" && isMine()) {
    whoAmI().then((me) => { if (me && !view.busy) { view.balance = cents(me.balance); drawHeader(); } }, () => {});
    // The decision that ended the round is graded when its answer is there.
    if (isSolved()) Promise.resolve(view.working).catch(() => {}).then(() => view.session?.learn()).then(drawSession);
  }
  if (turn() && !view.given && !view.coachProblem && isConsulted()) consult();
  if (isMine() && state.phase !== "bet") nameHand();
}

/** Has a hand named that counts shared cards: what it is called changes as they are turned, and no event tells it. */
function nameHand() {
  const { state } = view;
  const { seq, round, seat } = state;
  const own = [...state.piles.values()].filter((pile) => pile.seat === seat && pile.cards && (!pile.words || pile.isNamedLater));
  if (!own.length) return;
  get(`/tables/${state.id}`).then((look) => {
    if (state.seq !== seq || look.seq !== seq || state.round !== round) return;
    for (const pile of own) {
      const words = look.piles.find((each) => each.pile === pile.pile && each.seat === seat)?.words;
      if (words) Object.assign(pile, { words, isNamedLater: true });
    }
    draw();
  }, () => {});
}

/** Whether the house has worked the game out already: what is asked of the coach unbidden should not keep the server busy. */
const isSolved = () => view.state.game.wagers.every((wager) => wager.house_edge);

/** Whether the coach is asked before anybody asks. */
function isConsulted() {
  const mode = setting("coach");
  return mode !== "off" && (mode !== "request" || isSolved());
}

/** Asks the coach about the choice that is asked, once; a reason that is still put in words is asked for again, and so is a
 * server that is busy. */
export function consult() {
  const { state } = view;
  const { round, seat } = state;
  const { choice } = turn();
  const key = `${round} ${seat} ${choice}`;
  if (view.consulted === key && !view.coachProblem) return;
  view.consulted = key;
  const isStill = () => state.round === round && state.seat === seat && state.asked[seat]?.choice === choice;
  const learn = (times) => advice(state, seat, view.balance).then(
    (given) => {
      if (!isStill()) return;
      view.given = given;
      draw();
      if (given.waits) askAgain(times, isStill, learn);
    },
    (problem) => {
      if (!isStill()) return;
      const isPending = problem instanceof Pending;
      const isAsked = problem.isPassing && askAgain(isPending ? Math.max(times, SELDOM) - 1 : times, isStill, learn);
      if (view.given || (isAsked && !isPending)) return; // At worst the reason is missing.
      view.coachProblem = `${problem.message}${isPending ? "." : ""}`;
      draw();
    },
  );
  view.thinking = learn(0);
}

function hear(event) {
  queue.push(event);
  if (queue.length === 1 || !view.isPlaying) play();
}

/** Watches the table from the last event that was heard: some of them may still wait to be played. */
export function reconnect() {
  watcher?.stop();
  watcher = watch(view.state.id, watcher?.last ?? view.state.seq, hear, (how) => { byId("connection").textContent = CONNECTIONS[how]; });
}

/** Lets cards that still travel arrive at once: nobody waits for an animation. */
export function hurry() {
  if (!view.isPlaying) return;
  skips = true;
  wake?.();
}
