// Accounts: who there is, what they hold; play money in and out, new accounts, and who may play no longer.

import { get, post } from "../api.js";
import { h } from "../dom.js";
import { cents } from "../money.js";
import { ask, field, reason } from "./ask.js";
import { button, filters, grid, inZone, money, pill, redraw, rowAct, to, when } from "./parts.js";

const MOST = 100;

function pay(pit, person, isIn) {
  ask(pit, {
    title: isIn ? `Deposit for ${person.name}` : `Withdraw from ${person.name}`,
    lead: h("p", {}, `${person.name} holds ${money(person.balance)} of play money. ${isIn ? "The cashier pays in." : "The cashier takes out; a wallet cannot go below 0.00."}`),
    fields: [field({ name: "amount", label: "Amount in dollars", kind: "money", isNeeded: true }), reason()],
    confirm: isIn ? "Deposit" : "Withdraw",
    act: (given) => post(`/accounts/${person.account}/${isIn ? "deposits" : "withdrawals"}`, { amount: given.amount, note: given.note }),
    done: (answer) => `${person.name} now holds ${money(answer.balance)}.`,
  });
}

function setDisabled(pit, person, isDisabled) {
  ask(pit, {
    title: `${isDisabled ? "Disable" : "Enable"} ${person.name}`,
    lead: h("p", {}, isDisabled
      ? "The account is signed out everywhere and may do nothing. Its rounds in play are played to their end by the published default, then its seats are free. Its money stays."
      : "The account may sign in and play again."),
    fields: [reason()],
    confirm: `${isDisabled ? "Disable" : "Enable"} ${person.name}`,
    act: (given) => post(`/accounts/${person.account}/${isDisabled ? "disable" : "enable"}`, { note: given.note }),
    done: () => `${person.name} is ${isDisabled ? "disabled" : "enabled"}.`,
  });
}

function make(pit) {
  ask(pit, {
    title: "New account",
    lead: h("p", {}, "A player starts with play money; a supervisor runs the pit; an auditor reads everything and changes nothing."),
    fields: [
      field({ name: "name", label: "Name", isNeeded: true, most: 40, hint: "2 to 40 letters, digits, dots, dashes or underscores." }),
      field({ name: "password", label: "Password", kind: "password", isNeeded: true, hint: "8 characters or more." }),
      field({ name: "role", label: "Role", kind: "choice", values: pit.words.roles.filter((role) => role !== "guest").map((role) => [role, role]), value: "player" }),
    ],
    confirm: "Make the account",
    act: (given) => post("/accounts", given),
    done: (answer) => `${answer.name} is ${/^[aeiou]/.test(answer.role) ? "an" : "a"} ${answer.role} now.`,
  });
}

const acts = (pit, person) => {
  const act = (words, does, isEnd = false) => rowAct(words, does, { key: `${words} ${person.account}`, label: `${words}: ${person.name}`, isEnd });
  return h("span", { class: "row-acts" },
    to("rounds", "Rounds", { account: person.account }),
    to("ledger", "Money", { account: `wallet/${person.account}` }),
    pit.maySupervise && [
      act("Deposit", () => pay(pit, person, true)),
      act("Withdraw", () => pay(pit, person, false)),
      person.account !== pit.me.account && act(person.disabled ? "Enable" : "Disable", () => setDisabled(pit, person, !person.disabled), !person.disabled),
    ]);
};

/** Draws the section. */
export const people = {
  title: "Accounts",
  async draw(root, pit, rest, params) {
    const given = { like: params.get("like") ?? "", role: params.get("role") ?? "" };
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
    const told = await get(`/accounts?limit=${MOST}&${query}`);
    redraw(root, ["accounts", told, given], () => [
      h("div", { class: "bar-of" },
        filters([
          { name: "like", label: "Name or id", value: given.like, hint: "part of it" },
          { name: "role", label: "Role", value: given.role, values: [["", "any"], ...pit.words.roles.map((role) => [role, role])] },
        ], (now) => (location.hash = `#accounts?${new URLSearchParams(Object.entries(now).filter(([, value]) => value))}`)),
        pit.maySupervise && button("New account", () => make(pit), { isMain: true, key: "new" })),
      grid({
        caption: "Accounts, the newest first",
        columns: [
          { head: "Name", of: (row) => row.name, sort: (row) => row.name.toLowerCase() },
          { head: "Account", isMinor: true, of: (row) => row.account },
          { head: "Role", of: (row) => row.role, sort: (row) => row.role },
          { head: "Balance", number: true, isKey: true, of: (row) => money(row.balance), sort: (row) => cents(row.balance) },
          { head: inZone("Made"), of: (row) => when(row.made_ms), sort: (row) => row.made_ms },
          { head: "State", of: (row) => (row.disabled ? pill("disabled", "off") : pill("enabled")) },
          { head: "", said: "Actions", of: (row) => acts(pit, row) },
        ],
        rows: told.accounts,
        empty: given.like || given.role ? "No account is like that. Clear the filter to see all." : "There is no account yet.",
      }),
      told.total > told.accounts.length && h("p", { class: "muted" }, `The newest ${told.accounts.length} of ${told.total}. Give a part of the name to find others.`),
    ]);
  },
};
