// The page of one round: its replay, its money, the proof of its shuffle, and what can be taken along.

import { get } from "./api.js";
import { askAgain } from "./coach.js";
import { byId, capital, h } from "./dom.js";
import { besides } from "./listed.js";
import { amount, cents, evenWords, netsOf, paysWords, signed } from "./money.js";
import { prove } from "./proving.js";
import { Replay } from "./replay.js";
import { moment } from "./time.js";

const API = "/api/v1";

const said = (words) => { byId("live").textContent = words; };

/** The result of a round: what the bets brought that `round.net` is of. */
function resultWords(round, account) {
  if (round.net === null) return "in play";
  if (round.result === "voided") return `void: ${round.void_reason}`;
  const net = cents(round.net);
  if (net) return `${net > 0 ? "won" : "lost"}, ${signed(net)}`;
  const own = round.seats.filter((each) => each.account === account).map((each) => each.seat);
  const settled = round.events.filter((event) => event.type === "settled" && (!own.length || own.includes(event.seat)));
  return evenWords(netsOf(settled), own.length ? "You" : "The table");
}

function drawHead(round, felt, account) {
  const name = `${felt.title}, round ${round.number}`;
  document.title = `${name} · Pitboss`;
  byId("round-title").textContent = name;
  const facts = [moment(round.ended_ms ?? round.opened_ms), `table ${round.table}`, `${amount(cents(round.staked))} staked`];
  const table = round.status === "open" && h("a", { href: `table.html?id=${encodeURIComponent(round.table)}` }, "Go to the table");
  byId("facts").replaceChildren(`${facts.join(" · ")} · `, h("b", {}, resultWords(round, account)), ...(table ? [" · ", table] : []));
}

/** Links to the list and to the rounds beside this one in it. */
function drawWays(id) {
  const { newer, older, query } = besides(id);
  if (query) byId("all").href = `history.html?${query}`;
  for (const [name, to] of [["newer", newer], ["older-round", older]]) {
    byId(name).hidden = !to;
    if (to) byId(name).href = `history.html?round=${encodeURIComponent(to)}`;
  }
}

/** Every bet of a seat: its stake, its pay line, and what came back. */
function drawMoney(replay) {
  const { felt, round, seat } = replay;
  const wagerOf = (name) => felt.wagers.find((each) => each.name === name);
  const isTold = (line) => line.line === 0 || cents(line.stake) || cents(line.net); // A further line that paid nothing says nothing.
  const lines = round.events.filter((event) => event.type === "settled" && event.seat === seat && isTold(event));
  byId("settlement").hidden = !lines.length;
  const rows = lines.map((line) => {
    const wager = wagerOf(line.wager);
    const row = wager?.lines[line.line]?.words[line.outcome] ?? line.outcome.toLowerCase();
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, capital(wager?.label ?? line.wager), line.words && h("span", { class: "because" }, line.words)),
      h("td", {}, amount(cents(line.stake))),
      h("td", { class: "wide" }, row),
      h("td", { class: "wide" }, paysWords(line.pays)),
      h("td", {}, signed(cents(line.net))),
    );
  });
  byId("lines").replaceChildren(...rows);
  byId("explanation").replaceChildren(...(round.explanation ?? []).map((sentence) => h("li", {}, sentence)));
  byId("explained").hidden = !round.explanation?.length;
}

function drawTaking(round, isHouse) {
  const link = (words, end, name) => h("li", {}, h("a", { href: `${API}/rounds/${round.id}${end}`, download: name }, words));
  const whole = round.document
    ? [link("Transcript, for pitboss settle", ".txt", `${round.id}.txt`), link("JSON, with everything that replays it", ".json", `${round.id}.json`)]
    : [h("li", { class: "muted" }, "Transcript and JSON come when the shoe has ended: they tell cards that nobody has seen.")];
  byId("files").replaceChildren(
    link("Money of every seat as CSV", ".csv", `${round.id}.csv`),
    ...(round.status === "open" ? [] : whole),
    ...(round.revealed ? [link("Proof of the shuffle", "/proof", `${round.id}-proof.json`)] : []),
    ...(isHouse && round.document ? [h("li", {}, h("a", { href: `${API}/rounds/${round.id}.html` }, "Dispute report, a page to print"))] : []),
  );
}

// The proof.

function drawProof(round) {
  byId("verify").disabled = !round.revealed;
  if (!round.revealed) {
    const until = round.status === "open" ? "The seed is revealed when the round is over." : "The seed is revealed when the shoe has ended: when its last round is over, or when the table closes.";
    byId("proved").textContent = `${until} The commitment: ${round.commitment ?? "not made yet."}`;
  } else {
    byId("proved").textContent = "This browser derives the deck again from the revealed seed and sends nothing.";
  }
}

function tellProof(words, state) {
  byId("proved").textContent = words;
  byId("proof").dataset.state = state;
}

/** Brings the proof of a round and checks it here. */
async function verifyHere(round) {
  if (!round.revealed) return;
  byId("verify").disabled = true;
  byId("checks").replaceChildren();
  tellProof("Deriving the deck…", "working");
  try {
    const { holds, checks } = await prove(round, await get(`/rounds/${round.id}/proof`));
    byId("checks").replaceChildren(...checks.map((each) =>
      h("li", { dataset: { holds: each.holds } }, h("span", { class: "sign", "aria-hidden": "true" }, each.holds ? "✓" : "✗"),
        h("span", {}, h("b", {}, `${each.holds ? "Holds" : "Wrong"}: ${each.name}.`), h("span", { class: "found" }, capital(each.found))))));
    tellProof(holds ? "Verified: the cards follow from the committed seed." : "Refused: this proof does not hold. Keep it, and ask the house for a dispute report.", holds ? "holds" : "wrong");
  } catch (problem) {
    tellProof(`Refused: this is no proof of the round. ${capital(problem.message)}${/[.!?]$/.test(problem.message) ? "" : "."}`, "wrong");
  } finally {
    byId("verify").disabled = false;
    const isDone = byId("proof").dataset.state === "holds"; // What is done asks for nothing any more.
    byId("verify").classList.toggle("main", !isDone);
    byId("verify").lastChild.textContent = isDone ? "Verify again" : "Verify this round";
  }
}

// What a person does.

async function copyLink(replay) {
  const address = new URL(`history.html?round=${encodeURIComponent(replay.round.id)}&step=${replay.place + 1}`, location.href);
  try {
    await navigator.clipboard.writeText(address.href);
    byId("copied").textContent = "Copied.";
  } catch {
    byId("copied").textContent = address.href; // A browser that lets no page copy shows the address.
  }
}

function listen(replay) {
  const { round } = replay;
  const does = { v: () => verifyHere(round), a: () => replay.canOpen && replay.open(!replay.isOpen), c: () => copyLink(replay), p: () => byId("newer").click(), n: () => byId("older-round").click() };
  const moves = { arrowleft: "previous", arrowright: "next", home: "first", end: "last" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("panel")?.open || event.target.matches?.("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    if (moves[key]) replay.move(moves[key]);
    else if (does[key]) does[key]();
    else return;
    event.preventDefault();
  });
  for (const button of document.querySelectorAll("#controls [data-go]")) button.addEventListener("click", () => replay.move(button.dataset.go));
  byId("open").addEventListener("click", does.a);
  byId("verify").addEventListener("click", does.v);
  byId("copy").addEventListener("click", does.c);
  for (const [kind, leaves] of [["pointerover", "pointerout"], ["focusin", "focusout"]]) {
    byId("spots").addEventListener(kind, (event) => { const spot = event.target.closest(".spot"); if (spot) replay.tellWhy(spot.dataset.wager); });
    byId("spots").addEventListener(leaves, () => replay.tellWhy(null));
  }
}

function offerSeats(replay) {
  const { seats } = replay.round;
  byId("seat-field").hidden = seats.length < 2;
  byId("seat").replaceChildren(...seats.map(({ seat, account }) =>
    h("option", { value: seat, selected: seat === replay.seat }, `Seat ${seat}${account === replay.account ? " (you)" : account.startsWith("bot") ? " (house)" : ""}`)));
  byId("seat").addEventListener("change", () => replay.onSeat(Number(byId("seat").value)));
}

async function grade(replay) {
  if (replay.round.status === "open") return;
  try {
    const learn = async (times) => {
      replay.grades = await get(`/rounds/${replay.round.id}/grades`);
      replay.draw();
      // The strategy in words, which the reasons are taken from, may take a minute the first time.
      if (replay.grades.waits) askAgain(times, () => true, (next) => learn(next).catch(() => {}));
    };
    await learn(0);
  } catch (problem) {
    if (problem.isPassing && !replay.grades && askAgain(0, () => true, () => grade(replay))) return;
    replay.grades ??= { decisions: [], lost: null, fault: problem.message.replace(/\.$/, "") };
    replay.draw();
  }
  said(replay.decisionWords(replay.place));
}

/** Shows one round. */
export async function showRound(id, me, query) {
  const name = encodeURIComponent(id);
  const [round, felt] = await Promise.all([get(`/rounds/${name}`), get(`/rounds/${name}/felt`)]);
  const isHouse = me.role === "auditor" || me.role === "supervisor";
  const seat = (round.seats.find((each) => each.account === me.account) ?? round.seats[0])?.seat ?? 1;
  const onSeat = (to) => {
    replay.sit(to);
    byId("seat").value = to;
    drawMoney(replay);
    said(`Seen from seat ${to}.`);
  };
  const replay = new Replay({ round, felt, account: me.account, seat, step: Number(query.get("step")) || null, onSeat });
  byId("round").hidden = false;
  drawHead(round, felt, me.account);
  drawWays(id);
  byId("open").hidden = !replay.canOpen;
  replay.draw();
  drawMoney(replay);
  drawProof(round);
  drawTaking(round, isHouse);
  offerSeats(replay);
  listen(replay);
  document.body.dataset.ready = "yes";
  const verifies = query.has("verify") && verifyHere(round);
  if (verifies) {
    byId("proof-title").focus();
    byId("proof").scrollIntoView();
  }
  await Promise.all([grade(replay), verifies]);
}
