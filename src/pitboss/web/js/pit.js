// The pit: supervisors run tables, money and meters here; auditors look at everything and change nothing.

import { get } from "./api.js";
import { byId, h } from "./dom.js";
import { amount, balance, cents } from "./money.js";
import { audit } from "./pit/audit.js";
import { ledger } from "./pit/ledger.js";
import { meters } from "./pit/meters.js";
import { isInPlay, redraw, staked } from "./pit/parts.js";
import { people } from "./pit/people.js";
import { alarms, performance } from "./pit/performance.js";
import { rounds } from "./pit/rounds.js";
import { door } from "./pit/sign-in.js";
import { tables } from "./pit/tables.js";
import { begin as beginPage, tell } from "./site.js";

const BEATS_MS = 5000;
const HOUSE = ["supervisor", "auditor"];
const SECTIONS = { tables, rounds, win: performance, meters, accounts: people, audit, ledger };
const KEYS = Object.keys(SECTIONS);

/** The section, the thing in it, and the filters that the address names: `#tables/t_1`, `#rounds?account=a_1`. */
function place() {
  const [path, query] = location.hash.slice(1).split("?");
  const [section, rest] = path.split("/");
  return { section: SECTIONS[section] ? section : "tables", rest: rest ? decodeURIComponent(rest) : "", params: new URLSearchParams(query) };
}

function drawSections(pit, here) {
  byId("sections").hidden = false;
  const nav = byId("sections");
  const before = nav.querySelector("[aria-current]");
  redraw(nav, here, () => KEYS.map((name, at) =>
    h("a", { href: `#${name}`, "aria-current": name === here ? "page" : null, dataset: { key: name } }, h("kbd", { "aria-hidden": "true" }, at + 1), SECTIONS[name].title)));
  const current = nav.querySelector("[aria-current]");
  if (current !== before) nav.scrollLeft = current.offsetLeft - nav.offsetLeft - 48; // On a phone they are one row, which is swiped.
  document.title = `${SECTIONS[here].title} · Pit · Pitboss`;
}

function drawFigures(pit) {
  const seated = pit.tables.flatMap((table) => table.seated);
  const win = pit.tables.reduce((sum, table) => sum + cents(table.win), 0);
  const { found, waiting } = alarms(pit);
  const told = [
    ["Open tables", pit.total, "of the house"],
    ["Seats taken", seated.filter((seat) => !seat.bot).length, "by players"],
    ["Rounds in play", pit.tables.filter(isInPlay).length],
    ["On the tables", amount(pit.tables.reduce((sum, table) => sum + staked(table), 0)), "stakes of rounds in play"],
    ["House win", `${win < 0 ? "−" : "+"}${balance(Math.abs(win))}`, "open house tables, since opened"],
    ["Alarms", waiting ? `${found} (checking)` : found],
  ];
  byId("figures").hidden = false;
  redraw(byId("figures"), told, () => told.map(([name, value, note]) => h("div", { class: name === "Alarms" && found ? "alarm" : name === "House win" ? "scoped" : null }, h("dt", {}, name), h("dd", {}, value, note && h("small", {}, note)))));
}

/** What the sections share. */
const pit = {
  me: null,
  words: null,
  titles: {},
  tables: [],
  total: 0,
  maySupervise: false,
  tell,
  say(words) {
    byId("done").textContent = words;
  },
  async refresh() {
    await update().catch((problem) => (problem.status === 401 ? location.reload() : tell(problem.message))); // Signed out: to the door.
  },
  /** Draws what has come meanwhile, unless a panel lies over the page. */
  async beat() {
    if (!document.hidden && !byId("panel")?.open) await pit.refresh();
  },
};

let turn = 0; // An answer that comes after the reader has gone on is not drawn.

async function update() {
  const mine = (turn += 1);
  const { tables: told, total } = await get("/pit/tables");
  if (mine !== turn) return;
  Object.assign(pit, { tables: told, total });
  drawFigures(pit);
  const { section, rest, params } = place();
  drawSections(pit, section);
  const root = byId("view");
  const name = `${section}/${rest}`;
  let drawn = root.firstElementChild;
  if (root.dataset.place !== name) {
    root.dataset.place = name;
    drawn = h("div", { class: "drawing", "aria-busy": "true" });
    root.replaceChildren(drawn);
  }
  await SECTIONS[section].draw(drawn, pit, rest, params);
  if (root.dataset.place !== name) return;
  drawn.setAttribute("aria-busy", "false");
  drawFigures(pit);
  tell(null);
  document.body.dataset.ready = name;
}

function listen() {
  addEventListener("hashchange", () => {
    const before = byId("view").dataset.place;
    pit.refresh().then(() => byId("view").dataset.place !== before && !byId("panel") && byId("view").focus({ preventScroll: true }));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open) return;
    if (event.target.matches?.("input, select, textarea")) return;
    const wanted = KEYS[Number(event.key) - 1];
    if (wanted) location.hash = `#${wanted}`;
  });
  setInterval(pit.beat, BEATS_MS);
}

async function begin() {
  const me = await beginPage();
  if (!HOUSE.includes(me?.role)) {
    if (new URLSearchParams(location.search).get("link") === "used") tell("That supervisor’s link was used already, or is not this server’s. Sign in, or start the server again for a new link.");
    byId("view").replaceChildren(...door(me));
    document.body.dataset.ready = "door";
    return;
  }
  const [words, { games }] = await Promise.all([get("/pit"), get("/games?wait=0")]);
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  Object.assign(pit, { me, words, titles, maySupervise: me.role === "supervisor" });
  pit.say(pit.maySupervise ? `Signed in as ${me.name}, supervisor.` : `Signed in as ${me.name}, auditor: you see everything and change nothing.`);
  listen();
  await update();
}

begin().catch((problem) => tell(problem.message));
