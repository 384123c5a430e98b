// The head of every page besides the table: where one is, who is signed in, and the settings.

import { accountPanel } from "./account.js";
import { NO_COOKIES, whoAmI } from "./api.js";
import { byId, h } from "./dom.js";
import { balance, cents } from "./money.js";
import { settingsPanel } from "./panels.js";
import "./settings.js";

/** Tells a problem, or nothing, above the page's content. */
export function tell(problem) {
  byId("notice").hidden = !problem;
  byId("notice").textContent = problem ?? "";
}

/** Draws who is signed in as a button that opens the account: a guest keeps the wallet there, others sign in or out. */
function drawAccount(me, hear) {
  hear(me);
  const words = me ? [h("b", {}, me.name), h("span", { class: "sum" }, balance(cents(me.balance)))] : [h("b", {}, "Sign in"), h("span", {}, "or play as a guest")];
  const label = me ? `Account: ${me.name}, ${balance(cents(me.balance))} of play money` : "Sign in, or play as a guest";
  byId("who").replaceChildren(h("button", { class: "account", type: "button", "aria-label": label, onclick: () => accountPanel(me, (now) => drawAccount(now, hear)) }, words));
}

/** Begins a page: marks it among the pages, and tells `hear` who is signed in, null for nobody, now and when that changes. */
export async function begin(hear = () => {}) {
  const here = location.pathname.split("/").at(-1) || "index.html";
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");
  }
  byId("settings").addEventListener("click", settingsPanel);
  if (!navigator.cookieEnabled) tell(NO_COOKIES);
  const me = await whoAmI();
  drawAccount(me, hear);
  return me;
}
