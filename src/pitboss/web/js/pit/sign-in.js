// Who may come into the pit, and how: an account with a name and a password, or the one-time link that the server printed.

import { post } from "../api.js";
import { h } from "../dom.js";
import { field, held } from "./ask.js";

const token = (text) => /token=([\w-]+)/.exec(text)?.[1] ?? text;

/** Has the next page ask who is signed in, which it does where somebody was before. */
function remember() {
  try {
    localStorage.setItem("pitboss-signed", "yes");
  } catch { /* A browser that keeps nothing is asked on every page. */ }
}

function form(title, hint, fields, words, body) {
  const problem = h("p", { class: "notice", role: "alert", hidden: true });
  const send = h("button", { class: "button main" }, words);
  const made = h("form", { class: "act card-form" }, h("h2", {}, title), h("p", { class: "muted" }, hint), fields, problem, h("div", { class: "acts" }, send));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    send.disabled = true;
    try {
      await post("/sessions", body(held(made)));
      remember();
      location.reload();
    } catch (refusal) {
      problem.textContent = refusal.message;
      problem.hidden = false;
      send.disabled = false;
    }
  });
  return made;
}

/** The door of the pit, for somebody who is nobody here, or who may not come in. */
export function door(me) {
  const name = field({ name: "name", label: "Name", isNeeded: true, most: 40 });
  const password = field({ name: "password", label: "Password", kind: "password", isNeeded: true });
  name.querySelector("input").autocomplete = "username";
  password.querySelector("input").autocomplete = "current-password";
  password.querySelector("input").removeAttribute("minlength");
  const link = field({ name: "link", label: "One-time link", isNeeded: true, most: 300, hint: "http://…/supervisor?token=…" });
  return [
    h("p", { class: "lead" },
      me ? `You are signed in as ${me.name}, a ${me.role}. The pit is for supervisors, and for auditors, who may look at everything and change nothing.`
        : "The pit is for supervisors, and for auditors, who may look at everything and change nothing."),
    h("div", { class: "door" },
      form("Sign in", "With the name and password that a supervisor gave you.", [name, password], "Sign in", (given) => ({ name: given.name, password: given.password })),
      form("Become a supervisor", "The server prints a link when it starts. Open it, or paste it here; it works once.", [link], "Use the link", (given) => ({ link: token(given.link) })),
      h("section", { class: "card-form" },
        h("h2", {}, "No link at hand?"),
        h("ol", { class: "steps" },
          h("li", {}, "Stop the server with Ctrl-C: rounds in play are kept."),
          h("li", {}, "Start it again with ", h("code", {}, "./run"), " or ", h("code", {}, "pitboss serve"), "."),
          h("li", {}, "Open the link that it prints under “This link makes its opener a supervisor, once”."),
          h("li", {}, "In the pit, make yourself an account with a password under Accounts: a session by link lasts 12 hours.")))),
  ];
}
