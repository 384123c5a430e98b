// What a table page begins with: the table as it stands, its game, and the events of the round in play.

import { gameOf, get, whoAmI } from "./api.js";
import { resume, stateOf } from "./state.js";

const RECENT = 400; // More events than a round of a full table has.
const PAGE = 1000;

/** The state of a table, and who looks at it. */
export async function load(id) {
  const [look, me] = await Promise.all([get(`/tables/${encodeURIComponent(id)}`), whoAmI()]);
  const after = Math.max(0, look.seq - RECENT);
  const told = look.opening.paytables ? get(`/tables/${id}/game`) : gameOf(look.game, look.opening.options, 0); // Its own pay tables.
  const [game, { events }] = await Promise.all([told, get(`/tables/${id}/events?after=${after}&limit=${PAGE}`)]);
  const state = stateOf(look, game, me?.account ?? null);
  resume(state, events.filter((event) => event.seq <= look.seq));
  state.dealt = look.dealt;
  return { state, me };
}
