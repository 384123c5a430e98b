// Keys: everything at a table can be done by them. Space deals, letters choose, digits pick chips or cards.

import { keysOf, trayOf } from "./actions.js";
import { byId } from "./dom.js";
import { settingsPanel } from "./panels.js";
import { ownSeats } from "./state.js";
import { draw } from "./table-draw.js";
import { canBet, choiceOf, does, hasBet, ownCards, pickedOption, turn, view } from "./table-view.js";

/** Hears keys for a table; `hurry` is told of every one, so that nobody waits for cards that travel. */
export function listen(hurry) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open) return;
    if (event.target.matches?.("input, select, textarea")) return;
    hurry();
    if (handled(event.key.toLowerCase(), event)) event.preventDefault();
  });
}

function handled(key, event) {
  const target = event.target.closest?.("button, a");
  const spot = target?.dataset.wager;
  const isTool = target && !spot && !target.closest("#own") && !target.closest("#actions");
  if (target && key === " ") return false; // It presses what has the focus, and deals where nothing has.
  if (isTool && key === "enter") return false;
  if (key === " " && event.repeat) return true; // A key that is held bets once.
  if (spot && ["enter", "+", "="].includes(key)) return does.add(spot), true;
  if (spot && ["-", "backspace", "delete"].includes(key)) return does.remove(spot), true;
  if (key === "arrowright" || key === "arrowleft") return move(target, key === "arrowright" ? 1 : -1);
  const asked = turn();
  if (asked && answered(key, asked)) return true;
  const panels = { r: does.rules, t: does.pays, m: does.menu, s: settingsPanel, h: does.history, l: does.session, n: nextSeat, "?": does.coach, q: does.leave };
  if (canBet() && betKey(key)) return true;
  if (key === "backspace" && hasBet() && view.state.phase === "bet") return does.takeBack(), true;
  if (key === "b") return byId("spots").firstChild?.focus(), true;
  if (panels[key]) return panels[key](), true;
  if (target && key === "escape") return target.blur(), true;
  return false;
}

function answered(key, asked) {
  const choice = choiceOf(asked.choice);
  if (view.pending) {
    if (key === "c") return does.change(), true;
    if (key === "k") return does.keep(), true;
    if (key === "escape") return (view.pending = null), draw(), true;
    return false;
  }
  if (choice.cards) {
    const cards = ownCards(choice.cards.pile);
    const place = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : -1;
    if (place >= 0 && place < cards.length) return does.toggle(place), true;
    if (key === "enter" && pickedOption()) return does.confirm(), true;
    if (key === " " && pickedOption()) return does.confirm(), true;
    return false;
  }
  const at = keysOf(asked.legal, choice).indexOf(key);
  if (at >= 0) return does.choose(asked.legal[at]), true;
  return false;
}

function betKey(key) {
  const { staging } = view;
  const tray = trayOf(staging.step, staging.limit);
  if (/^[1-9]$/.test(key) && tray[key - 1]) return does.chip(tray[key - 1]), true;
  const acts = { " ": does.deal, c: does.clear, e: does.rebet, d: does.double };
  return acts[key] ? (acts[key](), true) : false;
}

function nextSeat() {
  const own = ownSeats(view.state);
  if (own.length > 1) does.show(own[(own.indexOf(view.state.seat) + 1) % own.length]);
}

function move(target, by) {
  const group = [...(target?.closest("#spots, #own, #actions, .tray") ?? byId("spots")).querySelectorAll("button:not(:disabled)")];
  const at = group.indexOf(target);
  group[(at + by + group.length) % group.length]?.focus();
  return true;
}
