// The audit trail: whether the chain of hashes is whole, when it was signed last, and the newest records by kind.

import { get } from "../api.js";
import { capital, h } from "../dom.js";
import { balance, cents } from "../money.js";
import { zone } from "../time.js";
import { account, ago, button, facts, filters, grid, inZone, pill, plain, redraw, to, when } from "./parts.js";

const PAGE = 50;
const SIGNATURES = 20;
const LONGEST = 160;
const HIDDEN = ["entries", "events", "rows", "answered", "key", "salt", "withheld"]; // Digests and the like: in the whole record.
let checked = null; // The last check of the whole chain that was asked for here.
let isChecking = false;
let older = []; // Pages that were asked for after the first, under the same filter.
let filter = "";

const short = (hash) => h("code", { title: hash }, `${hash.slice(0, 10)}…`);

const MONEY = /^-?\d+\.\d\d$/; // How records write dollars.
const ID = /^[a-z]_/;

/** A value of a record in few words; empty where there is nothing to say. */
function words(value, titles) {
  if (value === null || value === undefined || value === false) return "";
  if (Array.isArray(value)) return value.map((each) => words(each, titles)).filter(Boolean).join(", ");
  if (typeof value === "object") return pairs(value, titles).join(", ");
  const text = String(value);
  return MONEY.test(text) ? balance(cents(text)) : ID.test(text) ? text : titles[text] ?? plain(text);
}

/** The fields of a record in words; one that is true is named alone. */
const pairs = (told, titles) =>
  Object.entries(told).map(([name, value]) => [plain(name), value === true ? value : words(value, titles)]).filter(([, value]) => value).map(([name, value]) => (value === true ? name : `${name} ${value}`));

/** What a record says in a line: its note first, digests left out. */
function summary(body, titles) {
  const { note, ...told } = body.request ?? body.opening ?? body;
  for (const name of HIDDEN) delete told[name];
  const text = [note && `“${note}”`, ...pairs(told, titles)].filter(Boolean).join(" · ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const whole = (record, titles) => h("details", {}, h("summary", { dataset: { key: `whole ${record.seq}` } }, summary(record.body, titles) || "nothing more"),
  h("pre", { tabindex: "0" }, JSON.stringify(record.body, null, 2)), h("p", { class: "muted" }, `Hash ${record.hash}`),
  record.body.withheld && h("p", { class: "muted" }, "The round is in play: what would tell of its cards is withheld until it is over."));

const about = (id, names) => {
  if (/^a_/.test(id)) return account(id, names[id] ?? id);
  if (/^t_/.test(id)) return to("tables", id, {}, id);
  if (/^r_/.test(id)) return h("a", { href: `history.html?round=${encodeURIComponent(id)}` }, id);
  return id;
};

function chain(pit, told, anchors) {
  const last = anchors.at(-1);
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    pit.say("The audit log is being checked.");
    try {
      checked = { ...(await get("/audit/chain")), at: Date.now() };
      pit.say(checked.holds ? `The audit log is whole: ${checked.records} records and ${checked.anchors} signatures hold.` : `The audit log is broken: ${checked.fault.words}.`);
    } catch (refusal) {
      pit.tell(refusal.message);
    }
    isChecking = false;
    await pit.refresh();
  };
  return h("section", { class: "chain" },
    facts([
      ["Records", String(told.head)],
      ["Signed last", last ? [`record ${last.audit_seq}, `, when(last.at_ms), ` ${zone()} (${ago(last.at_ms)})`] : "not yet: the server signs every minute"],
      ["Not signed yet", unsigned(told.head - (last?.audit_seq ?? 0))],
      ["Signatures", String(anchors.length)],
      last && ["Key of the house", short(last.public_key)],
      ["Chain", checked
        ? checked.holds ? [pill("whole", "on"), ` ${checked.records} records, ${checked.anchors} signatures, hash `, short(checked.hash), ", checked ", when(checked.at)] : [pill("broken", "alarm"), ` ${checked.fault.words}`]
        : "not checked here yet"],
    ]),
    h("div", { class: "acts" },
      button("Check the whole chain now", check, { key: "check" }),
      h("a", { class: "button", href: "/api/v1/audit/anchors", dataset: { key: "anchors" } }, "Signatures as JSON")),
    anchors.length > 0 && h("details", { class: "more" }, h("summary", { dataset: { key: "signatures" } }, anchors.length > 1 ? `The last ${Math.min(SIGNATURES, anchors.length)} signatures` : "The signature"), signatures(anchors)));
}

/** How many records follow the last signature. */
const unsigned = (count) => (count > 0 ? `${count} ${count === 1 ? "record" : "records"}: signed within a minute` : "none");

const signatures = (anchors) =>
  grid({
    caption: "Signatures, the newest first",
    isQuiet: true,
    columns: [
      { head: "Record", number: true, of: (row) => row.audit_seq },
      { head: inZone("Signed"), isKey: true, of: (row) => when(row.at_ms) },
      { head: "Hash", of: (row) => short(row.hash) },
      { head: "Signature", of: (row) => short(row.signature) },
      { head: "Key", of: (row) => short(row.public_key) },
    ],
    rows: anchors.slice(-SIGNATURES).toReversed(),
    empty: "Nothing is signed yet.",
  });

const trail = (pit, records, names) =>
  grid({
    caption: "Records, the newest first",
    columns: [
      { head: "No.", number: true, of: (row) => row.seq },
      { head: inZone("When"), isKey: true, of: (row) => when(row.at_ms) },
      { head: "What", of: (row) => h("span", { title: capital(pit.words.kinds[row.kind] ?? row.kind) }, pit.words.significant.includes(row.kind) ? h("strong", {}, plain(row.kind)) : plain(row.kind)) },
      { head: "By", of: (row) => about(row.actor, names) },
      { head: "About", of: (row) => about(row.subject, names) },
      { head: "Content", isLong: true, of: (row) => whole(row, pit.titles) },
    ],
    rows: records,
    empty: "No record is like that. Choose another kind, or clear the text.",
  });

/** Draws the section. */
export const audit = {
  title: "Audit",
  async draw(root, pit, rest, params) {
    const given = { kind: params.get("kind") ?? "significant", about: params.get("about") ?? "" };
    const kinds = { significant: pit.words.significant, all: [] }[given.kind] ?? [given.kind];
    const query = new URLSearchParams([...kinds.map((kind) => ["kind", kind]), ["limit", PAGE], ...(given.about ? [["about", given.about]] : [])]);
    if (filter !== String(query)) [filter, older] = [String(query), []];
    const [told, { anchors }] = await Promise.all([get(`/audit/recent?${query}`), get("/audit/anchors")]);
    const pages = [told, ...older];
    const records = pages.flatMap((page) => page.records);
    const names = Object.assign({}, ...pages.map((page) => page.names));
    const next = pages.at(-1).next;
    const more = async () => {
      older.push(await get(`/audit/recent?${query}&before=${next}`));
      await pit.refresh();
    };
    redraw(root, ["audit", records.map((record) => record.seq), given, anchors.length, checked, next, told.head], () => [
      chain(pit, told, anchors),
      h("div", { class: "bar-of" },
        filters([
          { name: "kind", label: "Kind", value: given.kind, values: [["significant", "significant events"], ["all", "everything"], ...Object.keys(pit.words.kinds).map((kind) => [kind, plain(kind)])] },
          { name: "about", label: "Has the text", value: given.about, hint: "a name or note" },
        ], (now) => (location.hash = `#audit?${new URLSearchParams(Object.entries(now).filter(([, value]) => value))}`))),
      trail(pit, records, names),
      next && button("Older records", more, { key: "more" }),
    ]);
  },
};
