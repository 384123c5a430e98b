// Calls to the server. A call that changes something carries a key of its own and is made again, under the same key, when no
// answer came: it is carried out once.

const API = "/api/v1";
/** What a person is told whose browser keeps no cookie. */
export const NO_COOKIES =
  "Your browser blocks cookies for this address, so a seat, a wallet and a history cannot be kept. Allow cookies to play and to sign in. Rules, the drill, the analyser, the workbench, verifying a shuffle and watching tables work without.";
const TRIES = 4;

/** A problem that the server told, with its code and a sentence. */
export class Problem extends Error {
  constructor(status, told) {
    super(told?.detail ?? `The server answered with status ${status}.`);
    this.status = status;
    this.code = told?.code ?? "";
  }

  /** Whether the same call may be answered later: the server was away, or busy. */
  get isPassing() {
    return !(this.status >= 400 && this.status < 500) || this.status === 429;
  }
}

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Carries a call out. */
export async function call(method, path, body) {
  const headers = { "Idempotency-Key": newKey() };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  for (let tries = 1; ; tries += 1) {
    let answer;
    try {
      answer = await fetch(API + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin" });
    } catch {
      if (tries === TRIES) throw new Problem(0, { detail: "The server does not answer. It may have stopped; try again in a moment." });
      await pause(250 * tries);
      continue;
    }
    if (answer.status === 503 && tries < TRIES) {
      await pause(250 * tries);
      continue;
    }
    const told = answer.status === 204 ? null : await answer.json().catch(() => null);
    if (!answer.ok) throw new Problem(answer.status, told);
    return told;
  }
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);

/** Who is signed in; null for nobody. */
export const whoAmI = async () => (await get("/sessions/current")).me;

/** Begins a session by name and password, or by a supervisor's link. */
export const signIn = (how) => post("/sessions", how);

/** The account that plays: the one signed in, or a new guest. Refused where the browser keeps no cookie. */
export async function player() {
  const known = await whoAmI();
  if (known) return known;
  if (!navigator.cookieEnabled) throw new Problem(401, { detail: NO_COOKIES });
  await post("/guests");
  const made = await whoAmI();
  if (!made) throw new Problem(401, { detail: NO_COOKIES });
  return made;
}

/** The query that sets a game's options. */
const optionQuery = (options) => {
  const sets = Object.entries(options ?? {}).map(([name, value]) => `set=${encodeURIComponent(`${name}=${value}`)}`);
  return sets.length ? `?${sets.join("&")}` : "";
};

/** A game as its options set it; house edges that are not at hand are waited for, so many seconds. */
export function gameOf(name, options, wait = 5) {
  const query = optionQuery(options);
  return get(`/games/${encodeURIComponent(name)}${query}${query ? "&" : "?"}wait=${wait}`);
}

const SIGNED_OUT = 4401;

/** Watches a table from an event's number on, and comes back after every break, but not when the session has ended;
 * `hear` gets each event in order, `tell` how the connection stands: live, away or signed-out. */
export function watch(table, after, hear, tell) {
  let last = after;
  let closed = false;
  let socket = null;
  let wait = 250;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${API}/tables/${encodeURIComponent(table)}/live?after=${last}`);
    socket.addEventListener("open", () => {
      wait = 250;
      tell("live");
    });
    socket.addEventListener("message", (message) => {
      const event = JSON.parse(message.data);
      if (event.seq <= last) return;
      if (event.seq !== last + 1) return socket.close(); // An event is missing: come back from the last that is known.
      last = event.seq;
      hear(event);
    });
    socket.addEventListener("close", ({ code }) => {
      if (closed) return;
      if (code === SIGNED_OUT) return tell("signed-out");
      tell("away");
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 4000);
    });
  };
  open();
  return { stop: () => { closed = true; socket.close(); }, get last() { return last; } };
}
