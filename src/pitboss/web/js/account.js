// Accounts: a guest keeps the wallet by a name and a password; sign in, sign out.

import { call, NO_COOKIES, post, signIn, whoAmI } from "./api.js";
import { h } from "./dom.js";
import { balance, cents } from "./money.js";
import { panel } from "./panels.js";

function field(name, label, attributes) {
  const id = `account-${name}`;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, name, required: true, ...attributes }));
}

/** A form of name and password that says under itself what went wrong. */
function form(title, words, button, work, isNew) {
  const problem = h("p", { class: "notice", role: "alert", hidden: true });
  const send = h("button", { class: "button main" }, button);
  const made = h(
    "form",
    { class: "setup", "aria-label": title },
    h("h3", {}, title),
    h("p", { class: "muted" }, words),
    field("name", "Name", { autocomplete: "username", minlength: 2, maxlength: 40, pattern: "[A-Za-z0-9][A-Za-z0-9._\\-]*", title: "2 to 40 letters, digits, dots, dashes or underscores", spellcheck: "false", autocapitalize: "none" }),
    field("password", isNew ? "Password, 8 characters or more" : "Password", { type: "password", autocomplete: isNew ? "new-password" : "current-password", minlength: isNew ? 8 : 1, maxlength: 200 }),
    problem,
    send,
  );
  // Two forms of one panel have fields of the same names: their ids must differ.
  for (const part of made.querySelectorAll("[id], [for]")) for (const key of ["id", "for"]) if (part.hasAttribute(key)) part.setAttribute(key, `${part.getAttribute(key)}-${isNew ? "new" : "known"}`);
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    send.disabled = true;
    problem.hidden = true;
    try {
      await work({ name: made.elements.name.value.trim(), password: made.elements.password.value });
    } catch (refused) {
      problem.textContent = refused.message;
      problem.hidden = false;
      send.disabled = false;
    }
  });
  return made;
}

async function come(given) {
  await signIn(given);
  if (!(await whoAmI())) throw new Error(NO_COOKIES);
  location.reload();
}

async function signOut() {
  await call("DELETE", "/sessions/current");
  location.assign("/");
}

function leaving(me) {
  const isGuest = me.role === "guest";
  const words = isGuest ? "Sign out and give this wallet up" : "Sign out";
  const button = h("button", { class: "button", type: "button" }, words);
  let isSure = !isGuest;
  button.addEventListener("click", () => {
    if (isSure) return signOut();
    isSure = true;
    button.textContent = "Nobody can get back to this wallet. Press again to give it up";
  });
  return button;
}

/** Opens the panel of the account; `changed` hears who it is after a guest has kept the wallet. */
export function accountPanel(me, changed = () => {}) {
  const known = () => form("Sign in", "To an account that you have here.", "Sign in", come, false);
  if (!me) {
    const make = async (given) => { await post("/accounts", given); await come(given); };
    return panel("Account", known(), form("New account", "It starts with $1,000 of play money, and you can sign in to it from any browser.", "Make an account", make, true));
  }
  const facts = h("p", {}, `You are ${me.name}, ${me.role}, with ${balance(cents(me.balance))} of play money.`);
  if (me.role !== "guest") return panel("Account", facts, leaving(me));
  const keep = async (given) => {
    const told = await post("/me/claim", given);
    opened.close();
    changed({ ...me, ...told });
    panel("Account", h("p", { role: "status" }, `The wallet is yours: sign in as ${told.name} from any browser. Balance, seats and history stay as they are.`));
  };
  const opened = panel(
    "Keep your wallet",
    h("p", {}, `You play as a guest with ${balance(cents(me.balance))} of play money. The wallet lives in this browser alone until it has a name and a password.`),
    form("Name and password", "Balance, seats and history stay as they are.", "Keep this wallet", keep, true),
    h("details", {}, h("summary", {}, "Sign in to another account"), known()),
    leaving(me),
  );
  return opened;
}
