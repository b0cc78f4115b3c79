// The settings: what is played, how it is ranked, and the addresses for guests and judges.

import { attempt, make, ready, request, say, toast } from "./common.js";

const LANGUAGES = {
  bg: "Български", de: "Deutsch", el: "Ελληνικά", en: "English", es: "Español", fr: "Français",
  he: "עברית", it: "Italiano", nl: "Nederlands", pl: "Polski", ro: "Română", ru: "Русский",
};
const FIELDS = ["title", "size", "rank_by", "ties", "lang"];
const form = document.getElementById("settings");
let before = {};

function show(settings) {
  const played = settings.variants || [];
  document.getElementById("variants").append(...settings.every_variant.map((name) => make("label", { class: "check" },
    make("input", { type: "checkbox", name: "variant", value: name, checked: played.includes(name) }), say(name.replace("-", "_")))));
  form.elements.lang.append(make("option", { value: "" }, say("phones_language")),
    ...settings.languages.map((code) => make("option", { value: code }, LANGUAGES[code] || code)));
  const ties = [].concat(settings.ties || []);
  if (ties.length > 1) form.elements.ties.prepend(make("option", { value: ties.join(",") }, ties.map(tieCalled).join(", ")));
  for (const name of FIELDS) {
    const value = name === "ties" ? ties.join(",") : settings[name];
    if (value !== undefined && value !== null) form.elements[name].value = value;
  }
  before = said();
  for (const who of ["guests", "judge"]) document.getElementById(`${who}-url`).textContent = settings.urls[who];
}

function tieCalled(name) {
  const option = form.elements.ties.querySelector(`option[value="${name}"]`);
  return option ? option.textContent : name;
}

/** Return what the form says; lists as they are sent. */
function said() {
  const found = { variants: [...form.querySelectorAll("[name=variant]:checked")].map((box) => box.value) };
  for (const name of FIELDS) found[name] = form.elements[name].value;
  found.ties = found.ties.split(",");
  found.size = found.size ? Number(found.size) : null;
  return found;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const changed = Object.entries(said()).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]));
  attempt(async () => { await request("PATCH", "/api/settings", Object.fromEntries(changed)); toast(say("saved")); setTimeout(() => location.reload(), 600); });
});

ready.then(() => attempt(async () => show(await request("GET", "/api/settings"))));
