// Events of a table, played one after the other on the felt, and what follows from them: the balance, the coach, the session.

import { get, watch, whoAmI } from "./api.js";
import { advice } from "./coach.js";
import { keepCommitment } from "./commitments.js";
import { byId } from "./dom.js";
import { durationOf } from "./felt.js";
import { cents } from "./money.js";
import { setting } from "./settings.js";
import { click } from "./sound.js";
import { attend, change, ownSeats } from "./state.js";
import { draw, drawHeader, drawSession } from "./table-draw.js";
import { forgetChoice, isMine, turn, view } from "./table-view.js";
import { said } from "./words.js";

const CONNECTIONS = { live: "", away: "Reconnecting…", "signed-out": "You are signed out. Reload the page to go on." };
const queue = [];
let skips = false;
let wake = null;
let watcher = null;
let consulted = "";

const pause = (ms) => new Promise((done) => { wake = done; setTimeout(done, ms); });

async function play() {
  if (view.isPlaying) return;
  view.isPlaying = true;
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
      draw(true);
      await pause(ms);
    }
  }
  view.isPlaying = false;
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
    view.isLooking = false;
    if (isMine()) view.state.seat = ownSeats(view.state)[0] ?? view.state.seat;
  }
  if (event.type === "asked" || event.type === "began") forgetChoice();
  if (event.type === "over" && view.session) {
    for (const seat of ownSeats(view.state)) {
      if (event.net[seat] !== undefined) view.session.played(view.state, seat, event.round, cents(event.net[seat]));
    }
  }
  if (event.type === "changed") get(`/tables/${view.state.id}`).then((look) => { view.state.opening = look.opening; draw(); }, () => {});
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
    if (isSolved()) view.session?.learn().then(drawSession);
  }
  if (turn() && !view.given && !view.coachProblem && isConsulted()) consult();
}

/** Whether the house has worked the game out already: what is asked of the coach unbidden should not keep the server busy. */
const isSolved = () => view.state.game.wagers.every((wager) => wager.house_edge);

/** Whether the coach is asked before anybody asks. */
function isConsulted() {
  const mode = setting("coach");
  return mode !== "off" && (mode !== "request" || isSolved());
}

/** Asks the coach about the choice that is asked, once. */
export function consult() {
  const { state } = view;
  const { round, seat } = state;
  const { choice } = turn();
  const key = `${round} ${seat} ${choice}`;
  if (consulted === key && !view.coachProblem) return;
  consulted = key;
  const isStill = () => state.round === round && state.seat === seat && turn()?.choice === choice;
  view.thinking = advice(state, seat).then(
    (given) => { if (isStill()) { view.given = given; draw(); } },
    (problem) => { if (isStill()) { view.coachProblem = problem.message; draw(); } },
  );
}

function hear(event) {
  queue.push(event);
  if (queue.length === 1 || !view.isPlaying) play();
}

/** Watches the table from the last event that is known. */
export function reconnect() {
  watcher?.stop();
  watcher = watch(view.state.id, view.state.seq, hear, (how) => { byId("connection").textContent = CONNECTIONS[how]; });
}

/** Lets cards that still travel arrive at once: nobody waits for an animation. */
export function hurry() {
  if (!view.isPlaying) return;
  skips = true;
  wake?.();
}
