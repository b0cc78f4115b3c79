// The settings: what is played, how it is ranked, and the addresses for guests and judges.

import { attempt, make, ready, request, say, toast } from "./common.js";

const LANGUAGES = {
  bg: "Български", de: "Deutsch", el: "Ελληνικά", en: "English", es: "Español", fr: "Français",
  he: "עברית", it: "Italiano", nl: "Nederlands", pl: "Polski", ro: "Română", ru: "Русский",
};
const form = document.getElementById("settings");

function show(settings) {
  const played = settings.variants || [];
  document.getElementById("variants").append(...settings.every_variant.map((name) => make("label", { class: "check" },
    make("input", { type: "checkbox", name: "variant", value: name, checked: played.includes(name) }), say(name.replace("-", "_")))));
  form.elements.lang.append(make("option", { value: "" }, say("phones_language")),
    ...settings.languages.map((code) => make("option", { value: code }, LANGUAGES[code] || code)));
  for (const name of ["title", "size", "rank_by", "ties", "lang"]) {
    const value = settings[name];
    form.elements[name].value = Array.isArray(value) ? value[0] : value === undefined || value === null ? form.elements[name].value : value;
  }
  for (const who of ["guests", "judge"]) document.getElementById(`${who}-url`).textContent = settings.urls[who];
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const said = { variants: [...form.querySelectorAll("[name=variant]:checked")].map((box) => box.value) };
  for (const name of ["title", "rank_by", "ties", "lang"]) said[name] = form.elements[name].value;
  said.size = form.elements.size.value ? Number(form.elements.size.value) : null;
  attempt(async () => { await request("PATCH", "/api/settings", said); toast(say("saved")); setTimeout(() => location.reload(), 600); });
});

ready.then(() => attempt(async () => show(await request("GET", "/api/settings"))));
