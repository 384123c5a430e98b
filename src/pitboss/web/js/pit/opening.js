// The form that opens a table: any game, its options and pay tables, limits, seats, bots, times, link and shuffle.

import { call, gameOf, post } from "../api.js";
import { byId, capital, h } from "../dom.js";
import { field, held, ask, reason } from "./ask.js";
import { valuesOf, valueWords } from "../options.js";
import { panel } from "../panels.js";
import { plain } from "./parts.js";

function optionField(option, given) {
  const values = valuesOf(option);
  const value = given ?? String(option.default);
  const label = capital(option.words);
  return values
    ? field({ name: `option:${option.name}`, label, kind: "choice", values: values.map((each) => [each, valueWords(each)]), value })
    : field({ name: `option:${option.name}`, label, value, isNeeded: true, hint: capital(option.values) });
}

function botField(game, seat, given) {
  const strategies = ["optimal", ...game.strategies.map((each) => each.name)];
  const values = [["", "for players"], ...[...new Set(strategies)].map((name) => [name, `bot: ${plain(name)}`])];
  return field({ name: `bot:${seat}`, label: `Seat ${seat}`, kind: "choice", values, value: given ?? "" });
}

/** The fields that depend on the game. */
function gameFields(game, before) {
  const own = before.game === game.name ? before : {};
  return [
    h("fieldset", {}, h("legend", {}, "Options"), h("div", { class: "fields" },
      game.options.map((option) => optionField(option, own.options?.[option.name])),
      game.shuffles.length > 1 && field({ name: "shuffle", label: "Shuffle", kind: "choice", values: game.shuffles.map((each) => [each, plain(each)]), value: own.shuffle ?? game.shuffles[0] }))),
    h("fieldset", {}, h("legend", {}, "Seats"), h("div", { class: "fields narrow" },
      field({ name: "seats", label: "Seats", kind: "choice", values: Array.from({ length: game.seats }, (_, at) => [at + 1, at + 1]), value: own.seats ?? game.seats }),
      Array.from({ length: game.seats }, (_, at) => botField(game, at + 1, own.bots?.[at + 1])))),
  ];
}

function houseFields(before, links) {
  const listed = h("datalist", { id: "links" }, links.map((link) => h("option", { value: link })));
  const link = field({ name: "link", label: "Progressive link", value: before.link ?? "", most: 40, hint: "Tables of one link share their meters; empty for meters of its own." });
  link.querySelector("input").setAttribute("list", "links");
  const tables = field({ name: "paytables", label: "Pay tables of your own", kind: "long", most: 100000, value: before.paytables ?? "", hint: "TOML, in the form of the shipped grids; its columns become values of the wager’s option." });
  const file = h("input", { type: "file", accept: ".toml,text/plain", "aria-label": "Read the pay tables from a file" });
  file.addEventListener("change", async () => {
    if (file.files[0]) tables.querySelector("textarea").value = await file.files[0].text();
  });
  tables.append(file);
  const seconds = (name, label, value) => field({ name, label, kind: "whole", value: value ?? "", hint: "Seconds; empty for no limit." });
  return [
    h("fieldset", {}, h("legend", {}, "Limits and times"), h("div", { class: "fields narrow" },
      field({ name: "step", label: "Step", kind: "money", isNeeded: true, value: before.step ?? "1.00" }),
      field({ name: "limit", label: "Limit of a bet", kind: "money", isNeeded: true, value: before.limit ?? "500.00" }),
      seconds("bet_seconds", "To bet", "bet_seconds" in before ? before.bet_seconds : 20),
      seconds("decide_seconds", "To decide", "decide_seconds" in before ? before.decide_seconds : 30))),
    h("details", { class: "more", open: Boolean(before.paytables) }, h("summary", {}, "Pay tables, link, private"), h("div", { class: "fields" }, tables, link, listed,
      field({ name: "private", label: "Private: only its opener and supervisors may sit down", kind: "check", value: before.private }))),
  ];
}

/** The request that a form stands for. */
function opening(given, game) {
  const whole = (text) => (text ? Number(text) : null);
  const bots = Object.entries(given).filter(([name, value]) => name.startsWith("bot:") && value && Number(name.slice(4)) <= Number(given.seats));
  const options = game.options.filter((option) => given[`option:${option.name}`] !== String(option.default)).map((option) => [option.name, given[`option:${option.name}`]]);
  return {
    game: game.name,
    options: Object.fromEntries(options),
    paytables: given.paytables || null,
    seats: Number(given.seats),
    step: given.step,
    limit: given.limit,
    bet_seconds: whole(given.bet_seconds),
    decide_seconds: whole(given.decide_seconds),
    bots: Object.fromEntries(bots.map(([name, value]) => [name.slice(4), value])),
    private: given.private,
    link: given.link || null,
    shuffle: given.shuffle ?? null,
  };
}

/** Opens the form of a new table; `before` is how another one was opened. */
export async function openTable(pit, before = {}) {
  const names = Object.keys(pit.titles);
  const choice = field({ name: "game", label: "Game", kind: "choice", values: names.map((name) => [name, pit.titles[name]]), value: before.game ?? names[0] });
  const picked = choice.querySelector("select");
  const problem = h("p", { class: "notice", role: "alert", hidden: true });
  const send = h("button", { class: "button main" }, "Open the table");
  const changing = h("div", { class: "changing" });
  let game = null;
  const pick = async () => {
    send.disabled = true;
    changing.setAttribute("aria-busy", "true");
    try {
      const name = picked.value;
      const found = await gameOf(name, before.game === name && !before.paytables ? before.options : undefined, 0);
      if (picked.value !== name) return; // Another one was picked meanwhile.
      game = found;
      changing.replaceChildren(...gameFields(game, before).flat());
      send.disabled = false;
      changing.setAttribute("aria-busy", "false");
    } catch (refusal) {
      problem.textContent = refusal.message;
      problem.hidden = false;
    }
  };
  picked.addEventListener("change", pick);
  const links = [...new Set(pit.tables.map((each) => each.opening.link).filter(Boolean))];
  const form = h("form", { class: "act wide" }, choice, changing, houseFields(before, links), problem, h("div", { class: "acts" }, send));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    send.disabled = true;
    try {
      const opened = await post("/tables", opening(held(form), game));
      byId("panel").close();
      pit.say(`Table ${opened.id} of ${pit.titles[opened.game] ?? opened.game} is open.`);
      location.hash = `#tables/${opened.id}`;
      await pit.refresh();
    } catch (refusal) {
      problem.textContent = refusal.message;
      problem.hidden = false;
      send.disabled = false;
      problem.scrollIntoView({ block: "nearest" });
    }
  });
  panel(before.game ? "Open a table like this one" : "Open a table", form);
  await pick();
  picked.focus();
}

/** Asks what to change at a table. */
export function changeTable(pit, table) {
  const { opening: now } = table;
  ask(pit, {
    title: `Change ${table.id}`,
    lead: h("p", {}, "Limits and times change between rounds, while no bets lie on the table."),
    fields: [
      h("div", { class: "fields narrow" },
        field({ name: "step", label: "Step", kind: "money", value: now.step, isNeeded: true }),
        field({ name: "limit", label: "Limit of a bet", kind: "money", value: now.limit, isNeeded: true }),
        field({ name: "bet_seconds", label: "Seconds to bet", kind: "whole", value: now.bet_seconds ?? "", hint: "Empty leaves it as it is." }),
        field({ name: "decide_seconds", label: "Seconds to decide", kind: "whole", value: now.decide_seconds ?? "", hint: "Empty leaves it as it is." })),
      reason(),
    ],
    confirm: "Change the table",
    act: (given) => {
      const wanted = { step: given.step, limit: given.limit, bet_seconds: given.bet_seconds && Number(given.bet_seconds), decide_seconds: given.decide_seconds && Number(given.decide_seconds) };
      const changed = Object.entries(wanted).filter(([name, value]) => value && value !== now[name]);
      if (!changed.length) throw new Error("Nothing has changed: enter another step, limit or time.");
      return call("PATCH", `/tables/${table.id}`, { note: given.note, ...Object.fromEntries(changed) });
    },
    done: (answer) => `Table ${answer.id} now takes bets of ${answer.step} to ${answer.limit}.`,
  });
}

/** Asks whether to close a table. */
export function closeTable(pit, table) {
  const inPlay = table.phase === "choose";
  ask(pit, {
    title: `Close ${table.id}`,
    lead: h("p", {}, inPlay
      ? "The round in play is the table’s last: it is played to its end, then the seats are free and the shuffle is revealed."
      : "No round is in play, so the table closes at once: bets that lie on it go back, the seats are free, the shuffle is revealed."),
    fields: [reason()],
    confirm: `Close ${table.id}`,
    act: (given) => post(`/tables/${table.id}/close`, { note: given.note }),
    done: (answer) => `Table ${answer.id} is ${answer.status}.`,
  });
}
