// The workbench: a game's options and pay tables on the left, every figure and chart on the right, from the server's exact
// mathematics. The page keeps what was changed, asks the server, and draws what it answers.

import { get, post } from "./api.js";
import { changesOf, emptySetup, Past, query, question, read, tableKey } from "./bench-state.js";
import { distribution, ended, fan } from "./bench-charts.js";
import { drawOptions, drawTables } from "./bench-editor.js";
import { areInOrder, betOf, drawBets, drawFigures, drawReturns, inPoints } from "./bench-figures.js";
import { downloadSheet, filesOf, playTable, shareLink } from "./bench-files.js";
import { findPanel } from "./bench-find.js";
import { share } from "./bench-numbers.js";
import { byId, h } from "./dom.js";
import { quickOf } from "./edges.js";
import { begin as beginPage, tell } from "./site.js";

const TYPING_MS = 120;
const RESTING_MS = 350;
const SLOW_MS = 400;
const AGAIN_MS = 2000;
const ROUNDS = ["100", "1000", "10000"];

let state = read(location.search);
const past = new Past();
const told = { a: null, b: null, printed: null };
const sessions = { first: null, second: null, key: "" };
const open = new Set();
const answered = { a: "", b: "" }; // The questions whose answers are drawn.
const asked = { a: 0, b: 0, printed: 0, sessions: 0 };
let waits = null;
let rests = null;
const LATER_MS = 8000; // A game that is being solved is asked about again.
let trouble = ""; // The side that the notice is about.

let mayChangePays = false; // A supervisor may open a table that pays otherwise than printed.

const setup = () => state[state.side];
const other = () => (state.side === "a" ? "b" : "a");
const names = () => (state.b ? [state.side.toUpperCase(), other().toUpperCase()] : ["Now", "As printed"]);
const shown = () => [told[state.side], state.b ? told[other()] : told.printed];

// What changes the bench ------------------------------------------------------------------------------------------

let isBrought = !state.bet; // Whether the pay table of the bet that the address names was brought into sight.
let typed = ""; // The cell that was typed into last: its keystrokes are taken back together.

/** Changes the bench by `work`, and asks for its figures; `cell` names a cell that is being typed into. */
function changed(work, cell = "") {
  if (!cell || cell !== typed) past.keep(state);
  typed = cell;
  work();
  remember();
  drawBar();
  clearTimeout(waits);
  waits = setTimeout(() => price(state.side), cell ? TYPING_MS : 0);
}

function remember() {
  history.replaceState(null, "", query(state));
}

/** What may be done to a pay table. */
const act = {
  type(table, outcome, cell) {
    changed(() => {
      look(table);
      const line = table.rows.find((each) => each.outcome === outcome);
      const pays = (setup().changes[tableKey(table)] ??= {});
      if (!cell || cell === line.printed) delete pays[outcome];
      else pays[outcome] = cell;
      tidy(tableKey(table));
    }, `${tableKey(table)}/${outcome}`);
  },
  restore(table, outcome) {
    changed(() => {
      if (outcome) delete setup().changes[tableKey(table)]?.[outcome];
      else delete setup().changes[tableKey(table)];
      tidy(tableKey(table));
    });
  },
  find(from) {
    const table = told[state.side].tables.find((each) => tableKey(each) === tableKey(from));
    const wager = table.wagers.find((name) => betOf(told[state.side], name)) ?? table.wagers[0];
    const main = told[state.side].entries?.find((bet) => bet.wagers.length > 1 && bet.wagers.includes(wager));
    const bet = main ?? betOf(told[state.side], wager);
    findPanel(table, wager, bet?.edge.value ?? null, question(state, setup()), (pays) => {
      changed(() => {
        const own = {};
        for (const line of table.rows) if (pays[line.outcome] !== undefined && pays[line.outcome] !== line.printed) own[line.outcome] = pays[line.outcome];
        setup().changes[tableKey(table)] = own;
        tidy(tableKey(table));
        if (bet) state.bet = bet.name;
      });
    });
  },
  draw: () => drawEditor(),
};

/** Shows the bet that a pay table pays, unless it is shown already. */
function look(table) {
  const bets = (told[state.side].entries ?? []).filter((bet) => bet.wagers.some((name) => table.wagers.includes(name)));
  if (bets.length && !bets.some((bet) => bet.name === state.bet)) state.bet = (bets.find((bet) => bet.separate) ?? bets[0]).name;
}

function tidy(key) {
  if (setup().changes[key] && !Object.keys(setup().changes[key]).length) delete setup().changes[key];
}

function setOption(name, value, standard) {
  changed(() => {
    if (!value || value === standard) delete setup().options[name];
    else setup().options[name] = value;
  });
}

// Asking the server ---------------------------------------------------------------------------------------------------

/** Asks for the figures of one side, and draws them unless a later question was asked meanwhile. */
async function price(side) {
  const number = (asked[side] += 1);
  const before = betOf(told[side], state.bet)?.edge.value;
  const slow = setTimeout(wait, SLOW_MS);
  try {
    const sent = question(state, side === "printed" ? emptySetup() : state[side]);
    const key = JSON.stringify(sent);
    const answer = await post("/pricing", sent);
    if (number !== asked[side]) return;
    if (answer.entries) {
      told[side] = answer;
      answered[side] = key;
      if (trouble === side) {
        trouble = "";
        tell(null);
      }
    } else {
      trouble = side;
      tell(`${answer.refused[0].detail}. The figures are those from before; undo, or change the option.`);
    }
    if (side !== "printed" && !betOf(answer, state.bet) && answer.entries) state.bet = answer.entries[0].name;
    draw();
    const now = betOf(told[side], state.bet)?.edge.value;
    if (side === state.side && before !== undefined && now !== undefined && before !== now) {
      say(`House edge of ${betOf(told[side], state.bet).title} ${share(now)}, before ${share(before)}.`);
    }
  } catch (problem) {
    if (number !== asked[side]) return;
    if (problem.isPassing) setTimeout(() => number === asked[side] && price(side), problem.code === "request/too-many" ? AGAIN_MS : LATER_MS);
    trouble = side;
    tell(problem.message);
  } finally {
    clearTimeout(slow);
    if (number === asked[side]) byId("results").classList.remove("waiting");
  }
}

/** Says that figures take a while; before the first ones, also what is being done. */
function wait() {
  byId("results").classList.add("waiting");
  if (!byId("figures")) byId("results").replaceChildren(h("p", { role: "status" }, "Working out the exact figures. The first time that a game is solved on this machine takes up to a minute; after that it is kept."));
}

/** Asks for the sessions of the bet shown, once nothing was changed for a moment. */
function askSessions() {
  clearTimeout(rests);
  rests = setTimeout(async () => {
    const number = (asked.sessions += 1);
    const sides = [setup(), state.b ? state[other()] : null];
    // A side whose figures are not here yet, or cannot be, is asked about when they come.
    if (sides.some((side) => side && JSON.stringify(question(state, side)) !== answered[side === state.a ? "a" : "b"])) return;
    const key = JSON.stringify([state.bet, state.rounds, ...sides.map((side) => side && question(state, side))]);
    if (key === sessions.key) return;
    try {
      const of = (side) => side && betOf(told[side === setup() ? state.side : other()], state.bet) && post("/pricing/sessions", { ...question(state, side), entry: state.bet, rounds: Number(state.rounds) });
      const [first, second] = await Promise.all(sides.map(of));
      if (number !== asked.sessions) return;
      Object.assign(sessions, { first, second, key });
      drawSessions();
    } catch (problem) {
      if (number === asked.sessions) tell(problem.message);
    }
  }, RESTING_MS);
}

const say = (words) => { byId("said").textContent = words; };

// Drawing -----------------------------------------------------------------------------------------------------------

function draw() {
  drawBar();
  drawEditor();
  drawResults();
  remember();
}

function drawBar() {
  byId("undo").disabled = past.isEmpty;
  byId("printed").disabled = !changesOf(setup());
  if (document.activeElement !== byId("stake")) byId("stake").value = state.stake;
  if (document.activeElement !== byId("pace")) byId("pace").value = state.pace;
  byId("game").value = state.game;
  drawPlay();
  const count = (side) => { const many = changesOf(state[side]); return many ? `${many} changed` : "printed"; };
  const side = (name) => {
    const input = h("input", { type: "radio", name: "side", value: name, onchange: () => turn(name) });
    input.checked = state.side === name;
    return h("label", { class: `side ${name}` }, input, h("b", {}, name.toUpperCase()), h("span", {}, count(name)));
  };
  const held = document.activeElement?.closest?.("#sides") ? document.activeElement.value || document.activeElement.dataset.does : null;
  byId("sides").replaceChildren(...(state.b
    ? [h("fieldset", {}, h("legend", { class: "said" }, "Which table is edited"), side("a"), side("b")), h("button", { class: "button", type: "button", dataset: { does: "drop" }, onclick: drop }, `Keep ${state.side.toUpperCase()} only`)]
    : [h("button", { class: "button", type: "button", dataset: { does: "compare" }, onclick: compare }, "Compare with another")]));
  if (held) (byId("sides").querySelector(`[value="${held}"], [data-does="${held}"]`) ?? byId("sides").querySelector(":checked, button"))?.focus();
}

/** Offers a table to play at, where the server would open it for who is here. */
function drawPlay() {
  const isOffered = mayChangePays || !Object.keys(setup().changes).length;
  byId("play").disabled = !isOffered; // Its place stays: nothing moves while figures change.
  byId("play").title = isOffered ? "" : byId("play-by").textContent;
  byId("play-by").classList.toggle("idle", isOffered);
}

function compare() {
  changed(() => {
    state.b = structuredClone(state.a);
    told.b = told.a;
    answered.b = answered.a;
    state.side = "b";
  });
  draw();
  say("Two tables: B is a copy of A, and what you change now changes B.");
}

function drop() {
  changed(() => {
    told.a = told[state.side];
    answered.a = answered[state.side];
    state.a = setup();
    state.b = null;
    state.side = "a";
  });
  draw();
  say("One table again.");
}

function turn(name) {
  state.side = name;
  draw();
  say(`You edit table ${name.toUpperCase()}.`);
}

function drawEditor() {
  const now = told[state.side];
  if (!now) return;
  const place = byId("editor");
  if (!place.querySelector("#options")) place.replaceChildren(h("div", { id: "options" }), h("div", { id: "tables" }));
  drawOptions(byId("options"), now, setup(), setOption);
  drawTables(byId("tables"), now, setup(), act, state.b ? told[other()] : null, other().toUpperCase());
  place.setAttribute("aria-busy", "false");
}

function frame() {
  byId("results").replaceChildren(
    h("div", { id: "bets" }),
    h("div", { id: "figures", class: "card" }),
    h("div", { id: "warnings" }),
    h("div", { id: "returns", class: "card" }),
    h("div", { class: "card" },
      h("fieldset", { id: "rounds", class: "chips small" }, h("legend", {}, "Rounds of a session"), ROUNDS.map((value) => {
        const input = h("input", { type: "radio", name: "rounds", value, onchange: () => pickRounds(value) });
        return h("label", {}, input, Number(value).toLocaleString("en"));
      })),
      h("div", { id: "fan" }), h("div", { id: "ended" })),
    h("div", { id: "spread", class: "card" }),
    h("div", { id: "files", class: "card" }, filesOf(() => ({ question: question(state, setup()), build: told[state.side].build }))),
  );
}

function drawResults() {
  const [first, second] = shown();
  if (!first) return;
  if (!byId("figures")) frame();
  drawBets(byId("bets"), first, state.bet, (name) => {
    state.bet = name;
    drawResults();
    bring(name);
    remember();
  });
  const bets = [betOf(first, state.bet), betOf(second, state.bet)];
  drawFigures(byId("figures"), bets, names(), open, (id) => {
    if (!open.delete(id)) open.add(id);
    drawResults();
  });
  const isSame = !state.b && !changesOf(setup());
  const beside = isSame ? null : bets[1];
  if (bets[0] ?? bets[1]) {
    drawReturns(byId("returns"), bets[0] ?? bets[1], beside, names());
    byId("spread").replaceChildren(...distribution(bets[0] ?? bets[1], beside, names()));
  }
  drawBrief(bets);
  byId("warnings").replaceChildren(...first.warnings.map((words) => h("p", { class: "notice" }, words)));
  for (const input of byId("rounds").querySelectorAll("input")) input.checked = input.value === state.rounds;
  byId("results").setAttribute("aria-busy", "false");
  if (!isBrought && told[state.side]) bring(state.bet);
  isBrought ||= Boolean(told[state.side]);
  askSessions();
}

/** Brings the pay table of a bet to the top of the editor where that scrolls by itself, so that cells and figures are seen together. */
function bring(name) {
  const bet = betOf(told[state.side], name);
  const table = bet && told[state.side].tables.find((each) => each.wagers.some((wager) => bet.wagers.includes(wager)));
  const part = table && byId("tables").querySelector(`[data-table="${CSS.escape(tableKey(table))}"]`);
  const editor = byId("editor");
  if (part && editor.scrollHeight > editor.clientHeight) editor.scrollTop += part.getBoundingClientRect().top - editor.getBoundingClientRect().top - 4;
}

/** The edge of the bet shown, at the foot of a small screen, where the figures are far from the cells, and how the two sides differ. */
function drawBrief(bets) {
  const bet = bets[0] ?? bets[1];
  if (!bet) return;
  const isTwo = state.b && bets[0] && bets[1];
  const [first, second] = areInOrder(names()) ? bets : bets.toReversed();
  const apart = bets[0] && bets[1] && bets[0].edge.value !== bets[1].edge.value ? inPoints(4)(...(isTwo ? [second, first] : bets).map((each) => each.edge.value)) : "";
  byId("brief").replaceChildren(
    h("span", {}, `${bet.title}: house edge`),
    ...(isTwo ? [h("b", {}, `A ${share(first.edge.value, 4)}`), h("b", {}, `B ${share(second.edge.value, 4)}`)] : [h("b", {}, share(bet.edge.value, 4))]),
    h("span", { class: "muted" }, apart && (isTwo ? `B − A ${apart}` : `${apart} against ${names()[1].toLowerCase()}`)));
}

function drawSessions() {
  const { first, second } = sessions;
  if (!first) return;
  if (first.reason) {
    byId("fan").replaceChildren(h("h3", {}, "Course of a session"), h("p", { class: "muted" }, `Not computed: ${first.reason}. Try fewer rounds.`));
    byId("ended").replaceChildren();
    return;
  }
  byId("fan").replaceChildren(...fan(first, second, names(), Number(state.pace)).flat().filter(Boolean));
  byId("ended").replaceChildren(...ended(first, second, names()).flat().filter(Boolean));
}

function pickRounds(value) {
  state.rounds = value;
  remember();
  askSessions();
}

// The page ----------------------------------------------------------------------------------------------------------

function priceAll() {
  price("printed");
  price("a");
  if (state.b) price("b");
}

function setGame(name) {
  past.keep(state);
  state = { ...read(""), game: name, stake: state.stake, pace: state.pace, rounds: state.rounds };
  restart();
}

function restart() {
  Object.assign(told, { a: null, b: null, printed: null });
  Object.assign(sessions, { first: null, second: null, key: "" });
  remember();
  drawBar();
  priceAll();
}

/** A figure that is typed into the bar; a wrong one is told, and nothing is asked. */
function setAssumed(name, pattern, words) {
  const value = byId(name).value.trim().replace(/^\$/, "");
  const isRight = pattern.test(value) && Number(value) > 0;
  byId(name).setAttribute("aria-invalid", String(!isRight));
  if (!isRight) return tell(words);
  tell(null);
  past.keep(state);
  state[name] = value;
  sessions.key = "";
  remember();
  priceAll();
}

/** Tells the style sheet how high the bar is, which the editor stays below: with two tables it may take two lines. */
function measureBar() {
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", `${byId("bar").offsetHeight}px`)).observe(byId("bar"));
}

function listen() {
  measureBar();
  byId("bar").addEventListener("submit", (event) => event.preventDefault());
  byId("game").addEventListener("change", () => setGame(byId("game").value));
  byId("stake").addEventListener("change", () => setAssumed("stake", /^\d{1,6}(\.\d{1,2})?$/, "Give the stake in dollars, such as 10 or 2.50."));
  byId("pace").addEventListener("change", () => setAssumed("pace", /^([1-9]\d{0,3}|10000)$/, "Give the rounds an hour as a whole number from 1 to 10000."));
  byId("printed").addEventListener("click", () => {
    changed(() => { state[state.side] = emptySetup(); });
    say("Everything is as printed again.");
  });
  byId("undo").addEventListener("click", undo);
  byId("sheet").addEventListener("click", () => told[state.side] && downloadSheet(byId("sheet"), question(state, setup())));
  byId("share").addEventListener("click", async () => (await shareLink(byId("share"))) && say("The link is copied."));
  byId("play").addEventListener("click", () => told[state.side] && playTable(byId("play"), told[state.side]));
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.matches?.("input, select, textarea") && event.target.type !== "radio";
    if (event.key === "z" && (event.ctrlKey || event.metaKey) && !isTyping && !past.isEmpty) {
      event.preventDefault();
      undo();
    }
  });
}

function undo() {
  const before = past.back();
  if (!before) return;
  const isOther = before.game !== state.game;
  state = before;
  typed = "";
  if (isOther) return restart();
  if (!state.b) told.b = null;
  sessions.key = "";
  draw();
  priceAll();
  say("The last change is taken back.");
}

async function listGames() {
  const { games } = await get("/games?wait=0"); // Nobody waits for all house edges here.
  byId("game").replaceChildren(...games.map((game) => h("option", { value: game.name }, game.title)));
  const asked = state.game;
  if (games.some((game) => game.name === asked)) {
    byId("game").value = asked;
    return;
  }
  const first = quickOf(games);
  state = { ...read(""), game: first.name };
  restart();
  trouble = "";
  if (asked) tell(`There is no game ${asked} here. This is ${first.title}; pick another above.`);
}

async function begin() {
  listen();
  drawBar();
  const page = beginPage((me) => {
    mayChangePays = me?.role === "supervisor";
    drawPlay();
  });
  if (state.game) {
    byId("game").replaceChildren(h("option", { value: state.game }, state.game));
    priceAll();
  }
  await listGames();
  await page;
  document.body.dataset.ready = "yes";
}

begin().catch((problem) => tell(problem.message));
