// The analyser: any cards in, advice, odds and settlement out. The page knows no rule: after every change the server says
// how far the cards go and what comes next, and the page asks for what can then be answered.

import { drawAnswer, drawPays } from "./analyser-answer.js";
import { countsOf, drawBets, drawDeck, drawPiles, drawSetup, moveInDeck, SEEN, startOf, withBet } from "./analyser-entry.js";
import { get, post } from "./api.js";
import { cardWords } from "./cards.js";
import { givenOf } from "./coach.js";
import { byId, h, show } from "./dom.js";
import { quickOf } from "./edges.js";
import { amount, signed } from "./money.js";
import { bodyOf, emptyQuestion, queryOf, questionOf, readCards, settingsOf } from "./question.js";
import { isStill } from "./settings.js";
import { begin as beginPage, tell } from "./site.js";

const NONE = { position: null, advice: null, adviceProblem: "", before: null, odds: null, oddsProblem: "", settlement: null, problem: "" };
const view = { games: [], felt: null, house: null, question: null, target: "", isAsking: false, ...NONE };
const AGAIN_MS = 4000;
const TRIES = 40;
const MOST_KEPT = 40;
let asked = 0;
let isSettingUp = false;

// What a person does.

const does = {
  async setGame(name) {
    view.question = emptyQuestion(name);
    await setUp();
  },
  setOption(name, value) {
    const { options } = view.question;
    if (value === null) delete options[name];
    else options[name] = value;
    return setUp();
  },
  setPaytables(text) {
    view.question.paytables = text;
    return setUp();
  },
  setBet(name, value) {
    view.question.bets = withBet(view.felt, view.house, view.question.bets, name, Math.max(0, value));
    return changed();
  },
  aim(pile) {
    view.target = pile;
    draw();
    byId("typed").focus({ preventScroll: true });
  },
  add(text) {
    if (put(text)) changed();
    else draw();
  },
  remove(pile, place) {
    (pile === SEEN ? view.question.seen : view.question.deal[pile]).splice(place, 1);
    view.target = pile;
    complain("");
    changed();
    byId("typed").focus({ preventScroll: true });
  },
  choose(name, option) {
    view.question.choose[name] = option;
    changed();
    byId("typed").focus({ preventScroll: true });
  },
  unchoose(name) {
    const order = view.felt.choices.map((each) => each.name);
    for (const later of order.slice(order.indexOf(name))) delete view.question.choose[later];
    changed();
  },
  clear() {
    const { bets, options, paytables, game } = view.question;
    view.question = { ...emptyQuestion(game), bets, options, paytables };
    view.target = "";
    complain("");
    changed();
    byId("typed").focus();
  },
  async example(kind) {
    complain("");
    document.querySelector('[data-fold="kinds"][aria-expanded="true"]')?.click(); // A menu closes by what is chosen from it.
    try {
      const told = await post("/examples", { ...settingsOf(view.question), kind });
      const deal = Object.fromEntries(Object.entries(told.deal).map(([pile, text]) => [pile, text.split(" ")]));
      view.question = { ...view.question, deal, choose: told.choose, seen: [], bets: { ...startOf(view.felt).bets, ...kept(view.question.bets) } };
      view.target = "";
      changed();
    } catch (problem) {
      complain(problem.message);
    }
  },
  async share(event) {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Link copied";
    } catch {
      button.textContent = "Copy the address above";
    }
    byId("live").textContent = button.textContent;
    setTimeout(() => { button.textContent = "Copy link"; }, 2500);
  },
  examples: (first, others) => exampleKinds().map(([kind, words], place) =>
    h("button", { class: place ? others : first, type: "button", dataset: { example: kind }, onclick: () => does.example(kind) }, words)),
};

const kept = (bets) => Object.fromEntries(Object.entries(bets).filter(([, stake]) => stake));

function exampleKinds() {
  const all = [["hand", "A hand to decide"], ["close", "A close decision"], ["round", "A finished round"]];
  return all.filter(([kind]) => kind === "round" || view.felt.choices.length > 0);
}

function complain(sentence) {
  byId("complaint").textContent = sentence;
}

const roomOf = (pile) => pile.cards - (view.question.deal[pile.name]?.length ?? 0);
const isOut = (name) => view.position?.piles.some((each) => each.pile === name && each.status === "not-dealt");

/** The pile that the next card goes to. */
function aimed() {
  if (view.target === SEEN) return SEEN;
  const { piles } = view.felt;
  const named = piles.find((each) => each.name === view.target);
  if (named && roomOf(named) > 0) return named.name;
  const need = view.position?.need;
  const next = need?.type === "cards" && piles.find((each) => each.name === need.pile && roomOf(each) > 0);
  const begun = piles.find((each) => roomOf(each) > 0 && roomOf(each) < each.cards);
  return (begun || next || piles.find((each) => roomOf(each) > 0 && !isOut(each.name)))?.name ?? "";
}

/** Puts a card on the pile that is aimed at; says why where that is not possible. */
function put(text) {
  const { felt, question } = view;
  const left = countsOf(felt, question);
  if (!felt.faces.includes(text)) {
    complain(`The deck of ${felt.title} has no ${cardWords(text)}.`);
    return false;
  }
  if (left.get(text) <= 0) {
    const where = [...felt.piles.filter((pile) => question.deal[pile.name]?.includes(text)).map((pile) => pile.label), ...(question.seen.includes(text) ? ["the cards seen elsewhere"] : [])];
    complain(`The ${cardWords(text)} is used already, in ${where.join(" and ")}.`);
    return false;
  }
  const target = aimed();
  if (!target) {
    complain("Every pile is full. Take a card away by clicking it, or add to the cards seen elsewhere.");
    return false;
  }
  if (target === SEEN) question.seen.push(text);
  else (question.deal[target] ??= []).push(text);
  complain("");
  return true;
}

function typed(event) {
  const field = event.target;
  const { cards, rest } = readCards(field.value);
  const isDone = event.type === "change" || event.key === "Enter";
  if (cards.length) {
    const placed = cards.filter((text) => put(text));
    field.value = rest;
    if (placed.length) changed();
  }
  if (rest && (isDone || rest.length > 5)) complain(`“${rest.trim()}” is no card. Write rank and suit, such as Qs, Th or 4d; a joker is JK.`);
}

function typedKey(event) {
  if (event.key === "Enter") typed(event);
  if (event.key !== "Backspace" || event.target.value) return;
  const { question, felt } = view;
  const filled = [...felt.piles].reverse().find((pile) => question.deal[pile.name]?.length);
  const pile = view.target === SEEN && question.seen.length ? SEEN : question.deal[view.target]?.length ? view.target : filled?.name;
  if (!pile) return;
  event.preventDefault();
  does.remove(pile, (pile === SEEN ? question.seen : question.deal[pile]).length - 1);
}

// Asking the server.

/** Asks for the game as it is set, then goes on; cards that its deck lacks are taken away. */
async function setUp() {
  const mine = (asked += 1);
  view.isAsking = isSettingUp = true;
  document.body.dataset.state = "asking";
  try {
    const { game, options, paytables } = view.question;
    const felt = await post(`/games/${encodeURIComponent(game)}`, { options, paytables: paytables || null });
    if (mine !== asked) return;
    const { question } = view; // With whatever was entered meanwhile.
    isSettingUp = false;
    tell(null);
    view.felt = felt;
    const { house, bets } = startOf(felt);
    view.house = house;
    const known = Object.fromEntries(Object.entries(question.bets).filter(([name]) => felt.wagers.some((each) => each.name === name && each.stake.kind !== "chosen")));
    question.bets = Object.values(known).some(Boolean) ? known : bets;
    const piles = Object.fromEntries(felt.piles.map((pile) => [pile.name, pile]));
    question.deal = Object.fromEntries(Object.entries(question.deal).filter(([name]) => piles[name]).map(([name, cards]) => [name, cards.filter((text) => felt.faces.includes(text)).slice(0, piles[name].cards)]));
    question.seen = question.seen.filter((text) => felt.faces.includes(text));
    question.choose = Object.fromEntries(Object.entries(question.choose).filter(([name]) => felt.choices.some((each) => each.name === name)));
    view.target = "";
    Object.assign(view, NONE);
    document.title = `${felt.title} · Analyser · Pitboss`;
    await changed();
  } catch (problem) {
    if (mine !== asked) return;
    view.isAsking = isSettingUp = false;
    tell(problem.message);
    if (view.felt) draw();
  }
}

const answers = new Map();

/** A call of mathematics; the last answers are kept, so that a card on an unfinished pile costs nothing. */
function ask(path, body) {
  const key = `${path} ${JSON.stringify(body)}`;
  if (!answers.has(key)) {
    if (answers.size >= MOST_KEPT) answers.delete(answers.keys().next().value);
    const answer = post(path, body);
    answers.set(key, answer);
    answer.then((told) => (told.waits || told.pending) && answers.delete(key), () => answers.delete(key));
  }
  return answers.get(key);
}

/** Writes the question into the address, and asks what it leads to; during a set-up, its end does so. */
async function changed() {
  if (isSettingUp) return;
  const mine = (asked += 1);
  const isNow = () => mine === asked;
  const { question, felt, house } = view;
  history.replaceState(null, "", `?${queryOf(question)}`);
  view.isAsking = true;
  draw();
  const body = bodyOf(question, felt, house);
  let position;
  try {
    position = await post("/position", body);
  } catch (problem) {
    if (!isNow()) return;
    if (!problem.code.startsWith("choice/") || !Object.keys(question.choose).length) return finish({ ...NONE, problem: problem.message });
    question.choose = {}; // The hand has changed, and no longer allows what was chosen.
    return changed();
  }
  if (!isNow()) return;
  const made = new Set(position.choices.map((each) => each.choice));
  for (const name of Object.keys(question.choose)) if (!made.has(name)) delete question.choose[name];
  body.choose = { ...question.choose };
  const isOver = position.need === null;
  Object.assign(view, NONE, { position });
  draw();
  const seen = question.seen.join(" ");
  const started = felt.piles.filter(({ name, cards }) => (question.deal[name]?.length ?? 0) > 0 && question.deal[name].length < cards);
  const part = started.length === 1 ? { part: { [started[0].name]: question.deal[started[0].name].join(" ") } } : {};
  const partly = Object.keys(body.deal).length > 0 || Object.keys(body.choose).length > 0 || started.length === 1;
  const asks = [];
  let learnt = () => {};
  if (isOver) {
    asks.push(ask("/settlement", settledBody(body, position)).then((settlement) => ({ settlement }), (problem) => ({ problem: problem.message })));
    // Nobody waits for the odds before the deal: they follow when they are at hand.
    ask("/odds", { ...body, deal: {}, choose: {} }).then((before) => { if (isNow()) { view.before = before; draw(); } }, () => {});
  }
  if (position.need?.type === "choice") {
    const choice = felt.choices.find((each) => each.name === position.need.choice);
    const sees = felt.choices.slice(0, felt.choices.indexOf(choice) + 1).flatMap((each) => each.sees);
    const asking = { ...bodyOf(question, felt, house, sees), seen };
    learnt = () => later(asking, isNow);
    asks.push(ask("/advice", asking).then((told) => (told.pending ? { adviceProblem: `${told.pending}.` } : { advice: givenOf(felt, told, question.bets) }), (problem) => ({ adviceProblem: problem.message })));
  }
  view.part = started.length === 1 ? started[0].label : "";
  if (!isOver && partly) asks.push(ask("/odds", { ...body, seen, ...(position.need?.type === "cards" ? part : {}) }).then((odds) => (odds.odds ? { odds } : { oddsProblem: odds.why }), (problem) => ({ oddsProblem: problem.message })));
  for (const each of asks) each.then((found) => { if (isNow()) { Object.assign(view, found); draw(); } });
  await Promise.all(asks);
  if (!isNow()) return;
  finish({});
  if (view.advice?.waits) learnt();
}

/** Asks again for a reason that the server was still putting in words. */
async function later(asking, isNow) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (!isNow()) return;
    const told = await post("/advice", asking).catch(() => null);
    if (!isNow() || !told) return;
    if (told.waits) continue;
    view.advice = givenOf(view.felt, told, view.question.bets);
    byId("live").textContent = draw();
    return;
  }
}

/** A settlement takes only what was dealt. */
function settledBody(body, position) {
  const dealt = new Set(position.piles.filter((each) => each.status === "dealt").map((each) => each.pile));
  return { ...body, deal: Object.fromEntries(Object.entries(body.deal).filter(([pile]) => dealt.has(pile))) };
}

function finish(found) {
  Object.assign(view, found, { isAsking: false });
  byId("live").textContent = draw();
  document.body.dataset.asked = String(asked);
}

// Drawing.

function draw() {
  drawTools();
  drawSetup(view, does);
  drawBets(view, does);
  drawPiles({ ...view, target: aimed() }, does);
  drawDeck(view, does);
  drawPays(view);
  const pile = view.felt.piles.find((each) => each.name === aimed());
  const isFull = aimed() !== SEEN && !pile;
  byId("aim").replaceChildren(...(isFull ? ["Every pile is full: Backspace takes the last card away"] : ["Cards for ", h("b", {}, aimed() === SEEN ? "cards seen elsewhere" : pile.label)]));
  byId("typed").readOnly = isFull;
  document.body.dataset.state = view.isAsking ? "asking" : view.problem ? "problem" : view.settlement ? "over" : view.position?.need?.type ?? "";
  const said = drawAnswer(view, does);
  const title = byId("answer-title").textContent;
  const value = view.advice?.values[0];
  show(byId("peek"), [title, value?.cents], () => [h("b", {}, title), h("span", { class: "sum" }, value ? signed(value.cents) : "↓")]);
  byId("peek").setAttribute("aria-label", `${title}: go to the answer`);
  return said;
}

function drawFrame() {
  byId("typing").replaceChildren(
    h("label", { id: "aim", for: "typed" }),
    h("input", { id: "typed", type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: "Qs 6h 4d", oninput: typed, onchange: typed, onkeydown: typedKey }),
    h("button", { class: "button", type: "button", dataset: { does: "clear" }, onclick: does.clear }, "Clear cards"));
  byId("deck").addEventListener("keydown", moveInDeck);
  const answer = document.querySelector(".answer");
  byId("peek").addEventListener("click", () => answer.scrollIntoView({ behavior: isStill() ? "auto" : "smooth" }));
  new IntersectionObserver(([seen]) => byId("peek").classList.toggle("here", seen.isIntersecting), { threshold: 0 }).observe(byId("answer-title"));
}

/** A button that opens what a phone has folded up; elsewhere it is open, and the button is not there. */
function fold(words, id) {
  const isOpen = byId(id)?.classList.contains("open") ?? false;
  return h("button", { class: "button fold", type: "button", "aria-expanded": String(isOpen), "aria-controls": id, dataset: { fold: id }, onclick: (event) => {
    event.currentTarget.setAttribute("aria-expanded", String(byId(id).classList.toggle("open")));
  } }, words);
}

/** What lies on the bets together, for the fold of a phone. */
const staked = () => amount(Object.values(view.question.bets).reduce((sum, stake) => sum + stake, 0));

const drawTools = () => show(byId("tools"), [exampleKinds(), staked()], () => [
  h("span", { class: "muted" }, "Examples"),
  fold("Examples", "kinds"),
  h("span", { id: "kinds", class: "kinds" }, does.examples("button", "button")),
  fold(`Bets ${staked()}`, "bets"),
  h("button", { class: "button link", type: "button", dataset: { does: "share" }, onclick: does.share }, "Copy link"),
]);

async function begin() {
  drawFrame();
  const wanted = questionOf(location.search);
  const listed = get("/games?wait=0").then(({ games }) => {
    view.games = games;
    if (view.felt) draw();
    return games;
  });
  const head = beginPage();
  view.question = wanted ?? emptyQuestion(firstOf(await listed));
  await setUp();
  if (!view.felt) {
    const why = byId("notice").textContent;
    view.question = emptyQuestion(firstOf(await listed));
    await setUp();
    tell(`${why} Here is another game instead.`);
  }
  await Promise.all([listed, head]);
  document.body.dataset.ready = "yes";
}

const firstOf = (games) => quickOf(games.some((each) => each.choices.length) ? games.filter((each) => each.choices.length) : games).name;

begin().catch((problem) => tell(problem.message));
addEventListener("popstate", () => location.reload());
