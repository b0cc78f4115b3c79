// What every page uses: words, requests, elements, events, messages.

const root = document.documentElement;
export const role = root.dataset.role;
export const lang = root.lang;
const folder = `/static/${root.dataset.version}`;

const table = fetch(`${folder}/words-${lang}.json`).then((answer) => answer.json());
let known = {};
export const ready = table.then((found) => { known = found; });

/** Return the words of this language, with their places filled in. */
export function say(name, values = {}) {
  return (known[name] || name).replace(/\{(\w+)\}/g, (all, place) => (place in values ? values[place] : all));
}

/** Make an element: attributes, listeners (onclick), then its children. */
export function make(tag, attributes = {}, ...children) {
  const svg = /^(svg|image|polygon|polyline|text|circle|g|title|path)$/.test(tag);
  const element = svg
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, ...children);
  return element;
}

/** Append children, but for those that are nothing; gives the element. */
export function add(element, ...children) {
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}

export class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Send a request; Refused with the server's sentence if it is not answered with 2xx. */
export async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw new Refused(0, "no_connection", say("no_connection"));
  }
  if (answer.status === 403) throw new Refused(403, "forbidden", say("forbidden"));
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    const error = found.error || {};
    throw new Refused(answer.status, error.code || "", error.message || say("went_wrong"));
  }
  return found;
}

let fading = 0;
/** Show a sentence for a while, with something to do about it. */
export function toast(text, action = "", act = null) {
  const place = document.getElementById("toast");
  const button = act && make("button", { type: "button", onclick: () => { place.replaceChildren(); act(); } }, action);
  place.replaceChildren(make("p", {}, text, button));
  clearTimeout(fading);
  fading = setTimeout(() => place.replaceChildren(), act ? 9000 : 6000);
}

/** Run something that may be refused; say so. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    toast(error instanceof Refused ? error.message : say("went_wrong"));
    if (!(error instanceof Refused)) console.error(error);
    return undefined;
  }
}

/** Call `heard(name, data)` for everything that the server tells, and after a lost connection. */
export function listen(heard) {
  const source = new EventSource("/api/events");
  const names = ["hello", "photo", "removed", "standings", "settings", "warning", "reload"];
  for (const name of names) {
    source.addEventListener(name, (event) => heard(name, JSON.parse(event.data || "{}")));
  }
  source.onopen = () => root.classList.remove("offline");
  source.onerror = () => root.classList.add("offline");
}

/** Return a function that runs `work` once, a moment after the last call. */
export function soon(work, wait = 150) {
  let timer = 0;
  return () => { clearTimeout(timer); timer = setTimeout(work, wait); };
}

/** Put text on the clipboard, which plain http allows only through a selection. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    const area = make("textarea", { class: "unseen", readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  toast(say("copied"));
}

/** Return whether someone is in the middle of writing into a field of this section. */
export function editing(section) {
  const field = document.activeElement;
  return Boolean(field && field.matches("input") && field.closest(section) && field.value !== field.defaultValue);
}

const cards = new Map();
/** Return the element that was made for a key, made again only if its content changed and nobody works in it. */
export function kept(key, shown, build) {
  const text = JSON.stringify(shown);
  const known = cards.get(key);
  if (known && (known.text === text || known.card.querySelector(".busy"))) return known.card;
  const card = build();
  cards.set(key, { text, card });
  return card;
}

const MARKS = ["data-photo", "data-kingdom", "data-cell", "data-act"];
/** Draw a section again where it changed; what had the focus has it again, else what is nearest. */
export function redraw(section, ...wanted) {
  const children = wanted.flat().filter(Boolean);
  const marks = [];
  for (let one = document.activeElement; one && one !== section && section.contains(one); one = one.parentElement) {
    const name = MARKS.find((mark) => one.hasAttribute(mark));
    if (name) marks.unshift(`[${name}="${one.getAttribute(name)}"]`);
  }
  children.forEach((child, place) => {
    if (section.children[place] !== child) section.insertBefore(child, section.children[place] || null);
  });
  while (section.children.length > children.length) section.lastChild.remove();
  if (section.contains(document.activeElement)) return;
  for (; marks.length; marks.pop()) {
    const there = section.querySelector(marks.join(" "));
    const again = there && (there.matches(FOCUSABLE) ? there : there.querySelector(FOCUSABLE));
    if (again) { again.focus({ preventScroll: true }); return; }
  }
}
const FOCUSABLE = "button, a, input, select, summary, [tabindex]";

/** Fill the lists that fields suggest from. */
export function suggest(photos) {
  const kinds = { rounds: (one) => [one.round], tables: (one) => [one.table], names: namesOf };
  for (const [id, values] of Object.entries(kinds)) {
    const list = document.getElementById(id);
    const found = new Set(photos.flatMap(values).filter(Boolean));
    if (list) list.replaceChildren(...[...found].sort(natural).map((value) => make("option", { value })));
  }
}

/** Return the names of the players on a photo. */
export function namesOf(one) {
  const kingdoms = one.photo.kingdoms || [];
  const named = kingdoms.filter((kingdom) => kingdom.named).map((kingdom) => kingdom.player);
  const typed = (one.photo.entered || []).map((each) => each.player);
  return named.length ? named : typed.length ? typed : one.player ? one.player.split(", ") : [];
}

export const natural = new Intl.Collator(lang, { numeric: true }).compare;

if (role === "judge") {
  ready.then(() => {
    const pages = [["/review", "review"], ["/standings", "standings"], ["/settings", "settings"]];
    document.getElementById("nav").replaceChildren(...pages.map(([href, word]) =>
      make("a", { href, "aria-current": location.pathname === href ? "page" : null }, say(word))));
  });
}
