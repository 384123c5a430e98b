// Small tools for building elements; no HTML text is ever parsed, and no inline style or script is written.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

export const byId = (id) => document.getElementById(id);

const NAMES = ["does", "chip", "option", "show", "place"];

/** Gives the focus to the control that was made anew; where there is none any more, to what held it, if that can have it. */
function keepFocus(element, held) {
  const name = NAMES.find((each) => each in held.dataset);
  const again = name && element.querySelector(`[data-${name}="${CSS.escape(held.dataset[name])}"]:not(:disabled)`);
  (again || element).focus({ preventScroll: true });
}

/** Replaces the children of an element only when what it shows has changed; a control in it keeps the focus. */
export function show(element, key, make) {
  const told = JSON.stringify(key);
  if (element.dataset.shows === told) return false;
  element.dataset.shows = told;
  const held = document.activeElement;
  const isHeld = held && held !== element && element.contains(held);
  element.replaceChildren(...[make()].flat(Infinity).filter(Boolean));
  if (isHeld) keepFocus(element, held);
  return true;
}

/** What a person does to a thing on the screen: `Tap` where a finger does it. */
export const press = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";

/** A text with its first letter large. */
export const capital = (text) => (text ? text[0].toUpperCase() + text.slice(1) : "");
