// What a table page begins with: the table as it stands, its game, and the events of the round in play.

import { gameOf, get, whoAmI } from "./api.js";
import { resume, stateOf } from "./state.js";

const RECENT = 400; // More events than a round of a full table has.
const PAGE = 1000;

/** The cards dealt from a shoe that lasts for several rounds; no such shoe has dealt none. */
async function dealtSince(look, game) {
  if (!look.opening.shuffle || look.opening.shuffle === "every-round") return 0;
  let dealt = 0;
  for (let after = 0; after < look.seq; ) {
    const { events, last } = await get(`/tables/${look.id}/events?after=${after}&limit=${PAGE}`);
    if (!events.length) break;
    for (const event of events) {
      if (event.type === "shuffled") dealt = 0;
      if (event.type === "dealt" && event.seq <= look.seq) dealt += event.count;
    }
    after = last;
  }
  return Math.min(dealt, game.cards);
}

/** The state of a table, and who looks at it. */
export async function load(id) {
  const [look, me] = await Promise.all([get(`/tables/${encodeURIComponent(id)}`), whoAmI()]);
  const after = Math.max(0, look.seq - RECENT);
  const told = look.opening.paytables ? get(`/tables/${id}/game`) : gameOf(look.game, look.opening.options, 0); // Its own pay tables.
  const [game, { events }] = await Promise.all([told, get(`/tables/${id}/events?after=${after}&limit=${PAGE}`)]);
  const state = stateOf(look, game, me?.account ?? null);
  resume(state, events.filter((event) => event.seq <= look.seq));
  state.dealt = await dealtSince(look, game);
  return { state, me };
}
