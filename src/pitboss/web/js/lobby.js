// The lobby: a tile for every game that the server tells of, and the open tables.

import { gameOf, get, pause, player, post } from "./api.js";
import { card } from "./cards.js";
import { byId, capital, h, show } from "./dom.js";
import { knownEdges, riderLabels, theBet } from "./edges.js";
import { chosenOf, liveEdge, optionFields } from "./options.js";
import { panel } from "./panels.js";
import { begin as beginPage, tell } from "./site.js";

const SCALE = 0.1; // The bar of the house edge is full at ten per cent, for every game.
const MOST_IN_FAN = 5;
const BEATS_MS = 5000;
const EDGES_MS = 1000;

/** House edges as bars on one scale, each with the bet that it is a share of; a rider has its own. Those to come have their lines
 * already, so that no tile grows when they are known. */
function edgeBars(game) {
  const known = knownEdges(game);
  if (!known.length) known.push(...["", ...riderLabels(game)].map((name) => ({ name, of: "", words: game.edges_pending ? "being computed" : "not known" })));
  return h("div", { class: "edges" }, known.map(({ name, of, words, edge }) => {
    const share = edge ? Math.max(1, Math.min(100, (edge.value / SCALE) * 100)) : 0;
    return h(
      "div",
      { class: "edge", title: edge ? `House edge, exactly ${edge.exact}; the bar is full at 10 %` : null },
      h("span", {}, name || [h("span", { class: "long" }, "House e"), h("span", { class: "short" }, "E"), "dge"]), h("span", {}, h("b", {}, words), of && ` of ${theBet(of)}`),
      h("span", { class: "scale", "aria-hidden": "true" }, h("i", { vars: { "--share": `${share}%` } })),
    );
  }));
}

/** Cards for a picture: spread evenly over the faces of the game's own deck, the same at every visit. */
function pictured(game) {
  const faces = [...new Set(game.faces)];
  const first = game.piles.find((pile) => pile.of === "seat")?.cards ?? MOST_IN_FAN;
  const count = Math.min(first, MOST_IN_FAN);
  const seed = [...game.name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
  const found = [];
  for (let place = 0; found.length < count; place += 1) {
    const at = (seed + place * Math.round(faces.length / count + 8)) % faces.length;
    if (!found.includes(faces[at])) found.push(faces[at]);
    else if (place > faces.length) break;
  }
  const extra = faces.find((face) => !/^[2-9TJQKA][cdhs]$/.test(face));
  if (extra) found[Math.floor(found.length / 2)] = extra;
  return found;
}

function fan(game) {
  const cards = pictured(game);
  const spread = Math.min(17, 64 / cards.length);
  return h("div", { class: "fan" }, cards.map((text, place) =>
    card(text, game.theme, { vars: { "--turn": `${(place - (cards.length - 1) / 2) * spread}deg`, "--at": place - (cards.length - 1) / 2 } })));
}

/** Games that stand alone and ask something come first, then bets that only wait for cards, then games with a rider. */
const placeOf = (game) => (game.name.includes("+") ? 2 : game.choices.length ? 0 : 1);

function tile(game) {
  const picture = h("div", { class: "picture", "aria-hidden": "true" }, fan(game));
  const play = h("button", { class: "button main", type: "button", dataset: { play: game.name }, onclick: (event) => playNow(event.currentTarget, { game: game.name }) }, "Play now");
  const setUp = h("button", { class: "button", type: "button", "aria-label": `Options of ${game.title}`, onclick: () => setUpTable(game) }, "Options");
  const drills = game.choices.length > 0;
  return h(
    "li",
    { class: "tile", dataset: { game: game.name } },
    picture,
    h("div", { class: "about" },
      h("h2", {}, game.title),
      h("p", { class: "summary" }, `${capital(game.summary)}.`),
      edgeBars(game),
      h("div", { class: "acts" }, play, setUp, drills && h("a", { class: "button", href: `drill.html?game=${encodeURIComponent(game.name)}`, "aria-label": `Drill ${game.title}: close decisions to practise` }, "Drill"))),
  );
}

/** Sits down at a table of one's own, or goes back to the one where one sits already. */
async function playNow(button, opening) {
  button.disabled = true;
  tell(null);
  try {
    const me = await player();
    const isPlain = Object.keys(opening).length === 1;
    let table = isPlain ? await seatHeld(me, opening.game) : null;
    if (!table) {
      const opened = await post("/tables", { ...opening, private: true, bet_seconds: null, decide_seconds: null });
      await post(`/tables/${opened.id}/seats`, {});
      table = opened.id;
    }
    location.assign(`table.html?id=${encodeURIComponent(table)}`);
  } catch (problem) {
    byId("panel")?.close();
    tell(problem.message);
    button.disabled = false;
  }
}

async function seatHeld(me, game) {
  if (!me.seats.length) return null;
  const { tables } = await get("/tables");
  const held = new Set(me.seats.map((each) => each.table));
  const found = tables.find((each) => held.has(each.id) && each.game === game && each.status === "open" && !Object.keys(each.options).length);
  return found?.id ?? null;
}

async function setUpTable(listed) {
  let game;
  try {
    game = await gameOf(listed.name);
  } catch (problem) {
    return tell(problem.message);
  }
  const bots = h("select", { id: "bots", name: "bots" }, Array.from({ length: game.seats }, (_, count) => h("option", { value: count }, count ? `${count}` : "none")));
  const play = h("button", { class: "button main" }, "Play");
  const form = h(
    "form",
    { class: "setup" },
    optionFields(game.options),
    h("div", { class: "field" }, h("label", { for: "bots" }, "Other seats, played by the house"), bots),
  );
  form.append(liveEdge(game, form), play);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const options = chosenOf(form, game.options);
    const seats = Array.from({ length: Number(bots.value) }, (_, place) => [String(game.seats - place), "optimal"]);
    playNow(play, { game: game.name, options, bots: Object.fromEntries(seats) });
  });
  panel(`A table of ${game.title}`, form);
}

function tableRow(table, titles, held) {
  const free = table.seats - table.taken;
  const isHeld = held.includes(table.id);
  const words = isHeld ? "you have a seat" : free > 0 ? `${free} of ${table.seats} seats free` : "full; you can watch";
  const settings = Object.entries(table.options).map(([name, value]) => `${name} ${value}`).join(", ");
  return h(
    "li",
    {},
    h("span", {}, h("strong", {}, titles[table.game] ?? table.game), settings && h("span", { class: "muted" }, ` · ${settings}`), table.private && h("span", { class: "muted" }, " · yours")),
    h("span", { class: "seats" }, words),
    h("a", { class: "button", href: `table.html?id=${encodeURIComponent(table.id)}`, dataset: { table: table.id } }, isHeld ? "Go on" : free > 0 ? "Join" : "Watch"),
  );
}

async function drawTables(titles, me) {
  const { tables } = await get("/tables");
  const shown = tables.filter((each) => each.status === "open");
  byId("open").hidden = !shown.length;
  const told = shown.map(({ id, taken, seats, options }) => [id, taken, seats, options]);
  show(byId("tables"), told, () => shown.map((each) => tableRow(each, titles, (me?.seats ?? []).map((seat) => seat.table))));
}

/** Fills in the edges that a server which has just started is still working out: games that are solved in seconds come first, and
 * some take minutes. */
async function fillEdges(games) {
  const waiting = games.filter((game) => game.edges_pending).map((game) => game.name);
  if (!waiting.length) return;
  await pause(EDGES_MS);
  const told = (await get("/games?wait=2")).games;
  for (const game of told.filter((each) => waiting.includes(each.name) && !each.edges_pending)) {
    document.querySelector(`.tile[data-game="${game.name}"] .edges`)?.replaceWith(edgeBars(game));
  }
  await fillEdges(told);
}

async function begin() {
  const signed = beginPage();
  const { games } = await get("/games?wait=0");
  byId("games").replaceChildren(...games.toSorted((one, other) => placeOf(one) - placeOf(other)).map(tile));
  byId("games").setAttribute("aria-busy", "false");
  const titles = Object.fromEntries(games.map((game) => [game.name, game.title]));
  fillEdges(games).catch(() => {});
  const me = await signed;
  await drawTables(titles, me);
  setInterval(() => document.hidden || drawTables(titles, me).catch(() => {}), BEATS_MS);
}

begin().catch((problem) => tell(problem.message));
