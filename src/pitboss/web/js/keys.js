// Keys: everything at a table can be done by them. Space deals, letters choose, digits pick chips or cards.

import { keysOf, trayOf } from "./actions.js";
import { byId } from "./dom.js";
import { settingsPanel } from "./panels.js";

/** Hears keys for a table: `table` has the view, what can be done, and what is asked. */
export function listen(table) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open) return;
    if (event.target.matches?.("input, select, textarea")) return;
    table.hurry();
    if (handled(table, event.key.toLowerCase(), event)) event.preventDefault();
  });
}

function handled(table, key, event) {
  const { does, view } = table;
  const target = event.target.closest?.("button, a");
  const spot = target?.dataset.wager;
  const isTool = target && !spot && !target.closest("#own") && !target.closest("#actions");
  if (isTool && (key === " " || key === "enter")) return false;
  if (spot && ["enter", "+", "="].includes(key)) return does.add(spot), true;
  if (spot && ["-", "backspace", "delete"].includes(key)) return does.remove(spot), true;
  if (key === "arrowright" || key === "arrowleft") return move(target, key === "arrowright" ? 1 : -1);
  const asked = table.turn();
  if (asked && answered(table, key, asked, target)) return true;
  const panels = { r: does.rules, t: does.pays, m: does.menu, s: settingsPanel, h: does.history, "?": does.coach, q: does.leave };
  if (table.canBet() && betKey(table, key)) return true;
  if (key === "backspace" && table.hasBet() && view.state.phase === "bet") return does.takeBack(), true;
  if (key === "b") return byId("spots").firstChild?.focus(), true;
  if (panels[key]) return panels[key](), true;
  return false;
}

function answered(table, key, asked, target) {
  const { does, view } = table;
  const choice = table.choiceOf(asked.choice);
  if (view.pending) {
    if (key === "c") return does.change(), true;
    if (key === "k") return does.keep(), true;
    if (key === "escape") return (view.pending = null), table.draw(), true;
    return false;
  }
  if (choice.cards) {
    const cards = table.ownCards(choice.cards.pile);
    const place = /^[0-9]$/.test(key) ? (Number(key) + 9) % 10 : -1;
    if (place >= 0 && place < cards.length) return table.toggle(place), true;
    if (key === "enter" && table.pickedOption()) return does.confirm(), true;
    if (key === " " && !target?.closest("#own") && table.pickedOption()) return does.confirm(), true;
    return false;
  }
  const at = keysOf(asked.legal).indexOf(key);
  if (at >= 0) return does.choose(asked.legal[at]), true;
  return false;
}

function betKey(table, key) {
  const { does, view } = table;
  const { staging } = view;
  const tray = trayOf(staging.step, staging.limit);
  if (/^[1-9]$/.test(key) && tray[key - 1]) return does.chip(tray[key - 1]), true;
  const acts = { " ": does.deal, c: does.clear, e: does.rebet, d: does.double };
  return acts[key] ? (acts[key](), true) : false;
}

function move(target, by) {
  const group = [...(target?.closest("#spots, #own, #actions, .tray") ?? byId("spots")).querySelectorAll("button:not(:disabled)")];
  const at = group.indexOf(target);
  group[(at + by + group.length) % group.length]?.focus();
  return true;
}
