// The history page: rounds as a ledger that can be filtered, or one round where the address names it.

import { get } from "./api.js";
import { byId, h } from "./dom.js";
import { handWords, inShort, legend, plain } from "./grades.js";
import { keepList } from "./listed.js";
import { amount, cents, signed } from "./money.js";
import { showRound } from "./round-page.js";
import { begin as beginPage, tell } from "./site.js";
import { clock, day, moment, zone } from "./time.js";

const PAGE = 50;
const FILTERS = ["game", "table", "account", "result", "lost"];
const RESULT_WORDS = { voided: "void", open: "in play" };

const view = { me: null, titles: {}, rows: new Map(), next: null, asked: 0 };

const isHouse = () => view.me.role === "auditor" || view.me.role === "supervisor";
const filters = () => Object.fromEntries(FILTERS.map((name) => [name, byId(`by-${name}`)?.value.trim() ?? ""]).filter(([, value]) => value));
const queryOf = (given) => new URLSearchParams(Object.entries(given).filter(([, value]) => value !== null && value !== undefined)).toString();

// Rows.

function resultCell(round) {
  if (RESULT_WORDS[round.result]) return h("span", { class: "result" }, RESULT_WORDS[round.result]);
  return h("span", { class: `result ${round.result}` }, signed(cents(round.net)));
}

function whoCell(round) {
  const people = round.seats.filter((each) => !each.account.startsWith("bot"));
  return people.map((each) => each.account).join(", ") || "house";
}

const titleOf = (round) => view.titles[round.game] ?? round.game;

function row(round) {
  const ms = round.ended_ms ?? round.opened_ms;
  const lost = h("td", { role: "cell", class: "given-up", dataset: { lost: round.id } }, "…");
  const drawn = h(
    "tr",
    { role: "row", dataset: { round: round.id, result: round.result } },
    h("td", { role: "cell", class: "when" }, h("time", { datetime: new Date(ms).toISOString(), title: moment(ms) }, clock(ms))),
    h("th", { role: "rowheader", scope: "row", class: "what" }, h("a", { href: `history.html?round=${encodeURIComponent(round.id)}`, title: `Table ${round.table}` }, titleOf(round)), h("span", { class: "muted" }, ` round ${round.number}`)),
    h("td", { role: "cell", class: "where" }, isHouse() ? whoCell(round) : handWords(round.decisions)),
    h("td", { role: "cell", class: "sum staked" }, amount(cents(round.staked))),
    lost,
    h("td", { role: "cell", class: "sum net" }, resultCell(round)),
  );
  fillLost(lost, round);
  return drawn;
}

function fillLost(cell, round) {
  if (round.result !== "open" && !round.decisions) return;
  const { words, cell: shown } = round.decisions ? inShort(round.decisions) : { words: "", cell: "" };
  cell.replaceChildren(...[shown].flat().filter(Boolean));
  cell.title = words;
  if (!isHouse()) cell.parentElement?.querySelector(".where").replaceChildren(handWords(round.decisions));
  if (words) cell.append(h("span", { class: "said" }, `, ${words}`));
}

/** The part of the ledger of one day, made when its first round is added. */
function dayBody(round) {
  const ms = round.ended_ms ?? round.opened_ms;
  const ended = day(ms);
  const last = byId("rounds").tBodies[byId("rounds").tBodies.length - 1];
  if (last?.dataset.day === ended) return last;
  const made = h("tbody", { role: "rowgroup", dataset: { day: ended } },
    h("tr", { role: "row", class: "day" }, h("th", { role: "rowheader", scope: "rowgroup", colspan: 6 }, ended, h("span", { class: "zone" }, ` · times in ${zone(ms)}`))));
  byId("rounds").append(made);
  return made;
}

function add(rounds) {
  for (const round of rounds) {
    if (view.rows.has(round.id)) continue;
    view.rows.set(round.id, round);
    dayBody(round).append(row(round));
  }
}

// What is told above and below the rows.

function drawSums() {
  const rounds = [...view.rows.values()];
  const sum = (pick) => rounds.reduce((total, each) => total + pick(each), 0);
  const isGraded = rounds.every((each) => each.decisions || each.result === "open");
  const lost = sum((each) => Math.round((each.decisions?.lost?.value ?? 0) * 100)); // Of the figures in the rows: the sum adds up.
  const facts = [
    `${rounds.length} ${rounds.length === 1 ? "round" : "rounds"}${view.next ? " so far" : ""}`,
    `${amount(sum((each) => cents(each.staked)))} staked`,
    `${isHouse() ? "players' result" : "result"} ${signed(sum((each) => (each.net === null ? 0 : cents(each.net))))}`,
    isGraded ? `EV lost ${plain(lost)}` : "the coach is grading…",
  ];
  byId("sums").textContent = rounds.length ? facts.join(" · ") : "";
}

function drawEnds() {
  const isEmpty = !view.rows.size && !view.next;
  const given = filters();
  byId("rounds").hidden = !view.rows.size;
  byId("empty").hidden = !isEmpty;
  byId("older").hidden = !view.next;
  byId("older").textContent = given.lost ? "Look further back" : "Older rounds";
  const isFiltered = Object.keys(given).length > 0;
  byId("clear").disabled = !isFiltered;
  byId("empty-title").textContent = isFiltered ? "No round fits these filters" : "No round yet";
  byId("empty-words").textContent = isFiltered ? "Take a filter away to see more." : "Every round that you play is kept here: its cards, its money, the coach's view of your decisions, and the proof of its shuffle.";
  byId("empty-do").replaceChildren(isFiltered ? h("button", { class: "button main", type: "button", onclick: clearFilters }, "Clear the filters") : h("a", { class: "button main", href: "/" }, "Pick a game and play"));
  const query = queryOf(given);
  byId("as-csv").href = `/api/v1/rounds.csv?${query}`;
  byId("as-json").href = `/api/v1/rounds.jsonl?${query}`;
  byId("taking").hidden = byId("legend").hidden = !view.rows.size;
  keepList([...view.rows.keys()], queryOf(given));
  drawSums();
}

function offerTables() {
  const chosen = byId("by-table").value;
  const known = new Set([...byId("by-table").options].map((option) => option.value));
  for (const round of view.rows.values()) {
    if (known.has(round.table)) continue;
    known.add(round.table);
    byId("by-table").append(h("option", { value: round.table }, `${titleOf(round)} · ${round.table}`));
  }
  byId("by-table").value = chosen;
}

// Asking.

/** Brings a page of rounds; those with an EV filter are looked for until a page is full or the end is reached. */
async function bring() {
  const asked = ++view.asked;
  const given = filters();
  byId("older").disabled = true;
  byId("list").setAttribute("aria-busy", "true");
  const wanted = view.rows.size + (given.lost ? 1 : PAGE);
  const start = view.next;
  try {
    do {
      const told = await get(`/rounds?${queryOf({ ...given, before: view.next, limit: PAGE })}`);
      if (asked !== view.asked) return;
      view.next = told.next;
      add(told.rounds);
      drawEnds();
      if (view.next && view.rows.size < wanted) byId("sums").textContent = "The coach looks at your rounds…";
    } while (view.next && view.rows.size < wanted);
    byId("live").textContent = view.rows.size ? byId("sums").textContent : byId("empty-title").textContent;
  } catch (problem) {
    if (asked === view.asked) tell(problem.message);
    return;
  } finally {
    if (asked === view.asked) {
      byId("older").disabled = false;
      byId("list").setAttribute("aria-busy", "false");
    }
  }
  offerTables();
  await gradeShown(asked, given, start);
}

/** Fills in what decisions gave up, as the coach gets to it. */
async function gradeShown(asked, given, start) {
  let before = start;
  while ([...view.rows.values()].some((each) => !each.decisions && each.result !== "open")) {
    let told;
    try {
      told = await get(`/rounds?${queryOf({ ...given, before, limit: PAGE, graded: true })}`);
    } catch (problem) {
      if (asked !== view.asked) return;
      for (const each of view.rows.values()) if (!each.decisions && each.result !== "open") fill({ ...each, decisions: { fault: problem.message } });
      return;
    }
    if (asked !== view.asked) return;
    told.rounds.forEach(fill);
    if (!told.next || told.next === before) break;
    before = told.next;
  }
  drawSums();
  if (view.rows.size) byId("live").textContent = byId("sums").textContent;
}

function fill(round) {
  if (!view.rows.has(round.id)) return;
  view.rows.set(round.id, round);
  fillLost(document.querySelector(`[data-lost="${CSS.escape(round.id)}"]`), round);
}

function restart() {
  view.rows.clear();
  view.next = null;
  for (const body of [...byId("rounds").tBodies]) body.remove();
  tell(null);
  const query = queryOf(filters());
  history.replaceState(null, "", query ? `history.html?${query}` : "history.html");
  return bring();
}

function clearFilters() {
  for (const name of FILTERS) byId(`by-${name}`).value = "";
  restart();
  byId("by-game").focus();
}

/** Arrow keys go from round to round. */
function listen() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open || event.target.matches?.("input, select, textarea")) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const links = [...document.querySelectorAll("#rounds .what a")];
    if (!by || !links.length) return;
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at + by, 0), links.length - 1)].focus();
    event.preventDefault();
  });
  byId("filters").addEventListener("change", restart);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("clear").addEventListener("click", clearFilters);
  byId("older").addEventListener("click", () => bring());
}

async function showList(query) {
  byId("list").hidden = false;
  const { games } = await get("/games?wait=0"); // Titles alone: nobody waits for house edges here.
  view.titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  byId("by-game").append(...games.map((game) => h("option", { value: game.name }, game.title)));
  byId("account-field").hidden = !isHouse();
  byId("where").textContent = isHouse() ? "Players" : "Hand and decision";
  byId("legend").replaceChildren("EV lost: ", ...legend());
  byId("list-lead").textContent = isHouse() ? "Every round of the house. A result is what its players won or lost together." : "Every round that you have played, to step through, to learn from, and to verify.";
  if (query.get("table")) byId("by-table").append(h("option", { value: query.get("table") }, query.get("table")));
  for (const name of FILTERS) if (query.get(name)) byId(`by-${name}`).value = query.get(name);
  listen();
  await bring();
  document.body.dataset.ready = "yes";
}

function showNobody(isOfRound) {
  byId("list").hidden = false;
  byId("filters").hidden = true;
  byId("empty").hidden = false;
  byId("empty-title").textContent = "Nobody is signed in here";
  byId("empty-words").textContent = isOfRound
    ? "A round is shown to those who sat in it, and to auditors and supervisors: sign in with the account that played."
    : "Rounds are kept by account. Play as a guest and they will be here, or sign in with the account that played.";
  byId("empty-do").replaceChildren(h("a", { class: "button main", href: "/" }, "Pick a game and play"));
  document.body.dataset.ready = "yes";
}

async function begin() {
  const query = new URLSearchParams(location.search);
  view.me = await beginPage();
  if (!view.me) return showNobody(query.has("round"));
  return query.get("round") ? showRound(query.get("round"), view.me, query) : showList(query);
}

begin().catch((problem) => {
  tell(`${problem.message} `);
  byId("notice").append(h("a", { href: "history.html" }, "All rounds"));
  document.body.dataset.ready = "failed";
});
