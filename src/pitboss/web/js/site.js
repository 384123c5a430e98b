// The head of every page besides the table: where one is, who is signed in, and the settings.

import { whoAmI } from "./api.js";
import { byId } from "./dom.js";
import { balance, cents } from "./money.js";
import { settingsPanel } from "./panels.js";
import "./settings.js";

/** Tells a problem, or nothing, above the page's content. */
export function tell(problem) {
  byId("notice").hidden = !problem;
  byId("notice").textContent = problem ?? "";
}

/** Begins a page: marks it among the pages and returns who is signed in, null for nobody. */
export async function begin() {
  const here = location.pathname.split("/").at(-1) || "index.html";
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");
  }
  byId("settings").addEventListener("click", settingsPanel);
  const me = await whoAmI();
  byId("who").textContent = me ? `${me.name} · ${balance(cents(me.balance))} play money` : "Guests start with $1,000 of play money";
  return me;
}
