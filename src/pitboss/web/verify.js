// Verifies the shuffle of a Pitboss round in a browser, or in Node.js: Web Crypto alone, no code shared with the server.
// docs/verifying-a-shuffle.md gives the algorithm, docs/shuffle-vectors.json test vectors.

const ALGORITHM = "pitboss-shuffle-1";
const FORMAT = "pitboss-proof-1";
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const ascii = new TextEncoder();

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function bytesOf(seed) {
  if (typeof seed !== "string" || !/^([0-9a-f]{64})+$/.test(seed)) {
    throw new Error("the seed is not hexadecimal of 32 bytes, or of several times 32");
  }
  return Uint8Array.from(seed.match(/../g), (pair) => parseInt(pair, 16));
}

/** The SHA-256 of a seed, both in hexadecimal. */
export async function commitment(seed) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(seed))));
}

/** The start of every block's message: algorithm, shuffle id, and client seeds in the order of seats. */
export function messageStart(id, clientSeeds) {
  for (const text of [id, ...Object.values(clientSeeds)]) {
    if (typeof text !== "string" || !NAME.test(text)) throw new Error(`${text} is no id or client seed`);
  }
  const seats = Object.keys(clientSeeds).map(Number).sort((one, other) => one - other);
  return [ALGORITHM, id, ...seats.map((seat) => `${seat}=${clientSeeds[seat]}`), ""].join("|");
}

/** The blocks of a shuffle without end, block c under key c mod k. */
export async function* blocks(seed, id, clientSeeds) {
  const start = messageStart(id, clientSeeds);
  const bytes = bytesOf(seed);
  const keys = [];
  for (let place = 0; place < bytes.length; place += 32) {
    const key = bytes.slice(place, place + 32);
    keys.push(await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]));
  }
  for (let counter = 0; ; counter += 1) {
    const message = ascii.encode(start + counter);
    yield new Uint8Array(await crypto.subtle.sign("HMAC", keys[counter % keys.length], message));
  }
}

async function* wordsOf(stream) {
  for await (const block of stream) {
    for (let place = 0; place < block.length; place += 2) yield block[place] * 256 + block[place + 1];
  }
}

/** A number below `below`, every one equally likely: words that fill no whole cycle are passed over. */
export async function draw(words, below) {
  const whole = 65536 - (65536 % below);
  for (;;) {
    const { value, done } = await words.next();
    if (done) throw new Error("the words ended");
    if (value < whole) return value % below;
  }
}

/** The cards in dealing order: Fisher–Yates from the last place down. */
export async function shuffle(cards, seed, id, clientSeeds) {
  const order = [...cards];
  const words = wordsOf(blocks(seed, id, clientSeeds));
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = await draw(words, place + 1);
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

const same = (one, other) => one.length === other.length && one.every((each, place) => each === other[place]);

/** What was checked of a round's proof: `{round, holds, checks: [{check, holds, found}]}`. */
export async function verify(proof) {
  if (proof?.format !== FORMAT || proof.shuffle?.algorithm !== ALGORITHM) {
    throw new Error(`this verifies ${FORMAT} with ${ALGORITHM}`);
  }
  const { seed, id, client_seeds: clientSeeds, deck, commitment: committed } = proof.shuffle;
  const { first_card: first, cards } = proof;
  if (!Number.isInteger(first) || first < 0) throw new Error("first_card is no place of a card");
  const digest = await commitment(seed);
  const order = await shuffle(deck, seed, id, clientSeeds);
  const derived = order.slice(first, first + cards.length);
  const recorded = proof.document.events.filter((event) => event.type === "dealt").flatMap((event) => event.cards);
  const checks = [
    { check: "commitment", holds: digest === committed, found: `the SHA-256 of the seed is ${digest}` },
    { check: "cards", holds: same(derived, cards), found: `the shuffle deals ${derived.join(" ")}` },
    { check: "record", holds: same(recorded, cards), found: `the record of the round has ${recorded.join(" ")}` },
  ];
  return { round: proof.round, holds: checks.every((each) => each.holds), checks };
}
