// The table page: brings the table, draws it, hears its events and the player.

import { chipOf, trayOf } from "./actions.js";
import { gameOf, pause } from "./api.js";
import { Staging } from "./bets.js";
import { byId, h } from "./dom.js";
import { whyOf } from "./felt.js";
import { listen } from "./keys.js";
import { load } from "./load.js";
import { cents } from "./money.js";
import { listenForDrags } from "./picks.js";
import { Session } from "./session.js";
import { draw, drawActions, drawWhy } from "./table-draw.js";
import "./table-does.js";
import { hurry, reconnect, settle } from "./table-play.js";
import { does, notice, view } from "./table-view.js";

const EDGES_MS = 2000;

const spotOf = (event) => event.target.closest(".spot")?.dataset.wager;

function listenToSpots() {
  const spots = byId("spots");
  spots.addEventListener("click", (event) => { if (spotOf(event)) does.add(spotOf(event)); });
  spots.addEventListener("contextmenu", (event) => {
    if (!spotOf(event)) return;
    event.preventDefault();
    does.remove(spotOf(event));
  });
  for (const [kind, leaves] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    spots.addEventListener(kind, (event) => {
      if (!spotOf(event)) return;
      view.why = whyOf(view.state, spotOf(event));
      drawWhy(view.why);
    });
    spots.addEventListener(leaves, () => { view.why = null; draw(); });
  }
}

/** Brings the house edges that a server which has just started is still working out, for some games for minutes. */
async function fillEdges() {
  const { game, opening } = view.state;
  while (game.edges_pending) {
    await pause(EDGES_MS);
    Object.assign(game, await gameOf(game.name, opening.options, 5));
    draw();
  }
}

async function begin() {
  const id = new URLSearchParams(location.search).get("id");
  if (!id) throw new Error("No table is named in the address. The lobby has them all.");
  const { state, me } = await load(id);
  Object.assign(view, { state, me, staging: new Staging(state.game, state.opening), balance: me ? cents(me.balance) : 0, session: me ? new Session(me.account) : null });
  view.chip = chipOf(trayOf(view.staging.step, view.staging.limit));
  listen(hurry);
  listenToSpots();
  // A click leaves the focus where it was: the space bar deals after a bet by mouse, and presses what the keys have reached.
  for (const id of ["spots", "actions"]) byId(id).addEventListener("mousedown", (event) => event.preventDefault());
  listenForDrags(does.toggle);
  for (const button of document.querySelectorAll(".bar [data-does]")) button.addEventListener("click", () => does[button.dataset.does]());
  document.addEventListener("setting", () => { settle(); draw(); });
  setInterval(() => view.state.deadline && drawActions(), 500);
  draw();
  settle();
  draw();
  reconnect();
  fillEdges().catch(() => {});
  document.body.dataset.ready = "yes";
}

begin().catch((problem) => {
  notice(`${problem.message} `);
  byId("notice").append(h("a", { href: "/" }, "Go to the lobby"));
});
