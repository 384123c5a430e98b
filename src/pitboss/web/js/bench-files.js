// What is taken along from the workbench: files, a link, and a table to play at.

import { Problem, player, post } from "./api.js";
import { byId, h } from "./dom.js";
import { cents, dollars } from "./money.js";
import { panel } from "./panels.js";
import { tell } from "./site.js";

const FORMATS = ["html", "pdf", "xlsx", "csv", "json"];
const LEAST_STEP = 100; // Cents.

const said = (words) => { byId("file-said").textContent = words; };

function save(content, name) {
  const link = h("a", { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function sheet(question, format) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/v1/reports", { method: "POST", body: JSON.stringify({ ...question, format }), headers, credentials: "same-origin" });
  if (!answer.ok) throw new Problem(answer.status, await answer.json().catch(() => null));
  return answer.blob();
}

async function download(button, question, format) {
  const buttons = byId("files").querySelectorAll("button");
  const name = `${question.game}.${format}`;
  for (const each of buttons) each.disabled = true;
  said(`Making ${name}…`);
  try {
    save(await sheet(question, format), name);
    said(`${name} is in your downloads.`);
  } catch (problem) {
    said(`No file: ${problem.message}`);
  }
  for (const each of buttons) each.disabled = false;
  button.focus();
}

/** Downloads the PAR sheet as a page, from the bar; the card of files below has every other format. */
export async function downloadSheet(button, question) {
  const words = button.textContent;
  button.disabled = true;
  button.textContent = "Making it…";
  tell(null);
  try {
    save(await sheet(question, "html"), `${question.game}.html`);
  } catch (problem) {
    tell(`No PAR sheet: ${problem.message}`);
  }
  button.textContent = words;
  button.disabled = false;
}

function downloadTables(game, { options, paytables }) {
  const command = `pitboss analyze ${game}${Object.entries(options).map(([name, value]) => ` --set ${name}=${value}`).join("")}`;
  if (!paytables) return said(`No pay is changed, so there is no table of your own: ${command}`);
  save(new Blob([`# ${command} --paytables FILE\n\n${paytables}`], { type: "application/toml" }), `${game}.toml`);
  said(`${game}.toml is in your downloads: ${command} --paytables ${game}.toml`);
}

/** The buttons of files; `now` tells what is on the bench when one is pressed. */
export function filesOf(now) {
  const file = (format) => h("button", { class: "button", type: "button", dataset: { format }, onclick: (event) => download(event.currentTarget, now().question, format) }, format.toUpperCase());
  const tables = () => downloadTables(now().question.game, now().build);
  return [
    h("h3", {}, "PAR sheet of what is on the bench"),
    h("p", { class: "muted" }, "Everything about this game as it stands here, with a simulation for comparison; it takes some seconds."),
    h("div", { class: "acts" }, FORMATS.map(file), h("button", { class: "button", type: "button", dataset: { format: "toml" }, onclick: tables }, "Pay tables (TOML)")),
    h("p", { id: "file-said", class: "muted", role: "status" }),
  ];
}

/** Copies the page's address, or shows it where the browser does not let a page copy; whether it was copied. */
export async function shareLink(button) {
  try {
    await navigator.clipboard.writeText(location.href);
  } catch {
    const input = h("input", { readonly: true, value: location.href, "aria-label": "Link", class: "wide" });
    panel("A link to this bench", h("p", {}, "Copy this address; it opens the same bench again."), input);
    input.select();
    return false;
  }
  button.dataset.words ??= button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = button.dataset.words; }, 2000);
  return true;
}

/** Sits down at a private table of the game as it is on the bench. */
export async function playTable(button, { game, build, smallest_step: smallest }) {
  button.disabled = true;
  tell(null);
  try {
    await player();
    const step = dollars(Math.max(LEAST_STEP, cents(smallest)));
    const opened = await post("/tables", { game, ...build, step, private: true, bet_seconds: null, decide_seconds: null });
    await post(`/tables/${opened.id}/seats`, {});
    location.assign(`table.html?id=${encodeURIComponent(opened.id)}`);
  } catch (problem) {
    tell(problem.message);
    button.disabled = false;
  }
}
