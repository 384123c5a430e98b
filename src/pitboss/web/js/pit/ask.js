// A question before every act: what will happen, its reason, and a button that names the act. Nothing happens by one click.

import { h } from "../dom.js";
import { panel } from "../panels.js";

let count = 0;

/** One field of a form; `kind` is text, money, whole, password, long, choice or check. */
export function field({ name, label, kind = "text", value = "", values = [], hint, isNeeded = false, most = 500 }) {
  const id = `field-${(count += 1)}`;
  const told = { id, name, required: isNeeded, "aria-describedby": hint ? `${id}-hint` : null };
  let input;
  if (kind === "choice") {
    input = h("select", told, values.map(([each, words]) => h("option", { value: each, selected: String(each) === String(value) }, words)));
  } else if (kind === "long") {
    input = h("textarea", { ...told, rows: most > 1000 ? 6 : 2, maxlength: most, spellcheck: "false" });
    input.value = value;
  } else if (kind === "check") {
    input = h("input", { ...told, type: "checkbox" });
    input.checked = Boolean(value);
    return h("div", { class: "field check" }, input, h("label", { for: id }, label), hint && h("p", { id: `${id}-hint`, class: "hint muted" }, hint));
  } else {
    const shapes = {
      money: { inputmode: "decimal", pattern: "-?[0-9]{1,12}(\\.[0-9]{1,2})?", title: "dollars, such as 25 or 25.50" },
      whole: { inputmode: "numeric", pattern: "[0-9]{1,6}", title: "a whole number" },
      password: { type: "password", minlength: 8, maxlength: 200, autocomplete: "new-password" },
      text: { maxlength: most },
    };
    input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", ...told, ...shapes[kind] });
    input.value = value ?? "";
  }
  const needed = isNeeded ? null : h("span", { class: "muted" }, " (optional)");
  return h("div", { class: "field" }, h("label", { for: id }, label, kind === "choice" ? null : needed), input, hint && h("p", { id: `${id}-hint`, class: "hint muted" }, hint));
}

/** The field of a reason, which the audit log keeps. */
export const reason = (label = "Reason", isNeeded = true) =>
  field({ name: "note", label, kind: "long", isNeeded, hint: "It is kept in the audit log with your name and the time." });

/** What a form holds, trimmed; a box that is not checked is false. */
export function held(form) {
  const told = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value.trim() : value]));
  for (const box of form.querySelectorAll("input[type=checkbox]")) if (box.name) told[box.name] = box.checked;
  return told;
}

/** Asks for an act in a panel; `act` gets what the form holds, `done` says what has happened. */
export function ask(pit, { title, lead, fields = [], confirm, act, done }) {
  const problem = h("p", { class: "notice", role: "alert", hidden: true });
  const send = h("button", { class: "button main" }, confirm);
  const cancel = h("button", { class: "button", type: "button", onclick: () => opened.close() }, "Cancel");
  const form = h("form", { class: "act" }, lead && h("div", { class: "lead-in" }, lead), fields, problem, h("div", { class: "acts" }, send, cancel));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const given = held(form);
    if ("note" in given && !given.note && form.elements.note.required) {
      problem.textContent = "Give a reason: it is kept in the audit log.";
      problem.hidden = false;
      form.elements.note.focus();
      return;
    }
    send.disabled = true;
    try {
      const answer = await act(given);
      opened.close();
      pit.say(done(answer, given));
      await pit.refresh();
    } catch (refusal) {
      problem.textContent = refusal.message;
      problem.hidden = false;
      send.disabled = false;
      problem.scrollIntoView({ block: "nearest" });
    }
  });
  const opened = panel(title, form);
  form.querySelector("input, select, textarea, .main")?.focus();
  return opened;
}
