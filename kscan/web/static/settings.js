// The settings: what is played, how it is ranked, and the addresses for guests and judges.

import { attempt, make, ready, request, say, toast } from "./common.js";
import { questCalled } from "./squares.js";

const LANGUAGES = {
  bg: "Български", de: "Deutsch", el: "Ελληνικά", en: "English", es: "Español", fr: "Français",
  he: "עברית", it: "Italiano", nl: "Nederlands", pl: "Polski", ro: "Română", ru: "Русский",
};
const BOXES = { base: "Kingdomino", giants: "Kingdomino + Age of Giants", xl: "2 × Kingdomino", queendomino: "Queendomino" };
const FIELDS = ["title", "box", "size", "rank_by", "ties", "lang"];
const form = document.getElementById("settings");
let before = {};

function show(settings) {
  choices("variant", settings.every_variant, settings.variants, (name) => say(name.replace("-", "_")));
  choices("quest", settings.every_quest, settings.quests, questCalled);
  const own = settings.every_box.includes(settings.box) ? [] : [settings.box];
  form.elements.box.append(...[...settings.every_box, ...own].map((name) => make("option", { value: name }, BOXES[name] || name)));
  form.elements.lang.append(make("option", { value: "" }, say("phones_language")),
    ...settings.languages.map((code) => make("option", { value: code }, LANGUAGES[code] || code)));
  const ties = [].concat(settings.ties || []);
  if (ties.length > 1) form.elements.ties.prepend(make("option", { value: ties.join(",") }, ties.map(tieCalled).join(", ")));
  for (const name of FIELDS) {
    const value = name === "ties" ? ties.join(",") : settings[name];
    if (value !== undefined && value !== null) form.elements[name].value = value;
  }
  showQuests();
  before = said();
  for (const who of ["guests", "judge"]) document.getElementById(`${who}-url`).textContent = settings.urls[who];
}

/** Offer what may be chosen together: variants, quests. */
function choices(kind, every, chosen, called) {
  document.getElementById(`${kind}s`).append(...every.map((name) => make("label", { class: "check" },
    make("input", { type: "checkbox", name: kind, value: name, checked: (chosen || []).includes(name) }), called(name))));
}

const checked = (kind) => [...form.querySelectorAll(`[name=${kind}]:checked`)].map((box) => box.value);

/** Show the quests where their box is played. */
function showQuests() {
  document.getElementById("quests").hidden = form.elements.box.value !== "giants" && !checked("quest").length;
}

function tieCalled(name) {
  const option = form.elements.ties.querySelector(`option[value="${name}"]`);
  return option ? option.textContent : name;
}

/** Return what the form says; lists as they are sent. */
function said() {
  const found = { variants: checked("variant"), quests: checked("quest") };
  for (const name of FIELDS) found[name] = form.elements[name].value;
  found.ties = found.ties.split(",");
  found.size = found.size ? Number(found.size) : null;
  return found;
}

form.elements.box.addEventListener("change", showQuests);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const changed = Object.entries(said()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  attempt(async () => { await request("PATCH", "/api/settings", Object.fromEntries(changed)); toast(say("saved")); setTimeout(() => location.reload(), 600); });
});

ready.then(() => attempt(async () => show(await request("GET", "/api/settings"))));
