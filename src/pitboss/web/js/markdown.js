// Rules and rulings as elements: headings, numbered and marked lists, bold text, paragraphs.

import { h } from "./dom.js";

function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*]+\*)/).map((part) => {
    if (part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    if (part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.startsWith("*") && part.length > 2) return h("em", {}, part.slice(1, -1));
    return part;
  });
}

function table(rows) {
  const cells = rows.map((row) => row.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  const [head, , ...body] = cells;
  return h(
    "table",
    { class: "pays" },
    h("thead", {}, h("tr", {}, head.map((cell) => h("th", { scope: "col" }, inline(cell))))),
    h("tbody", {}, body.map((row) => h("tr", {}, row.map((cell) => h("td", {}, inline(cell)))))),
  );
}

/** The elements of a text in Markdown; the heading of the whole, which comes first, is left out. */
export function markdown(text) {
  const made = [];
  let list = null;
  let paragraph = [];
  let rows = [];
  const flush = () => {
    if (paragraph.length) made.push(h("p", {}, inline(paragraph.join(" "))));
    if (rows.length > 2) made.push(table(rows));
    paragraph = [];
    rows = [];
  };
  for (const line of text.split("\n")) {
    const heading = /^(#+) (.*)/.exec(line);
    const numbered = /^(\d+)\. (.*)/.exec(line);
    const marked = /^[-*] (.*)/.exec(line);
    if (line.startsWith("|")) {
      rows.push(line);
    } else if (heading) {
      flush();
      list = null;
      if (heading[1].length > 1 || made.length) made.push(h("h3", {}, inline(heading[2])));
    } else if (numbered || marked) {
      flush();
      const tag = numbered ? "ol" : "ul";
      if (list?.localName !== tag) made.push((list = h(tag, numbered ? { start: numbered[1] } : { class: "marked" })));
      list.append(h("li", {}, inline((numbered?.[2] ?? marked[1]))));
    } else if (!line.trim()) {
      flush();
    } else if (list && /^\s/.test(line)) {
      list.lastChild.append(" ", ...inline(line.trim()));
    } else {
      list = null;
      paragraph.push(line.trim());
    }
  }
  flush();
  return made;
}
