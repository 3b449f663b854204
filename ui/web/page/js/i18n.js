// Texts in the reader's language.
import en from './texts/en.js';
import { isStatic } from './engine.js';
import { state } from './store.js';
import { $$, attribute, text } from './dom.js';

const languages = { en, ja: null }; // null is not loaded: most readers need one language
let refusals = []; // the server's sentences in Japanese

// wanted is the chosen language, else the first language of the browser that has texts.
function wanted() {
	const tags = [state.settings.language, ...(navigator.languages ?? [])].map((tag) => tag.slice(0, 2).toLowerCase());
	return tags.find((tag) => tag in languages) ?? 'en';
}

// load loads the texts of the wanted language if they are not there, and calls loaded. Without them the page stays as it
// is.
export async function load(loaded = () => {}) {
	const tag = wanted();
	if (languages[tag]) return;
	const module = await import(`./texts/${tag}.js`).catch(() => null);
	if (!module) return;
	[languages[tag], refusals] = [module.default, module.refusals];
	loaded();
}

await load();

// language is the wanted language if its texts are there, else English.
export const language = () => (languages[wanted()] ? wanted() : 'en');

// t returns a text with its {places} filled in. A text with a singular and a plural is a pair, and
// n chooses between them. A static edition has some texts of its own.
export function t(key, values = {}) {
	const texts = languages[language()];
	return say(texts, isStatic && texts[`static.${key}`] ? `static.${key}` : key, values);
}

export function say(texts, key, values = {}) {
	let words = texts[key];
	if (Array.isArray(words)) words = words[values.n === 1 ? 0 : 1];
	return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// known returns a text that may be missing, for names that come from the server.
export const known = (key, otherwise) => languages[language()][key] ?? otherwise;

// reworded is a sentence of the server in the reader's language, if it is known there.
export function reworded(sentence) {
	const [pattern, words] = (language() === 'ja' && refusals.find(([one]) => one.test(sentence))) || [];
	return words ? sentence.match(pattern)[0].replace(pattern, words) : sentence;
}

// translate writes the texts of the markup: data-t for content, data-t-label for names.
export function translate(root = document) {
	for (const element of $$('[data-t]', root)) text(element, t(element.dataset.t));
	for (const element of $$('[data-t-label]', root)) {
		attribute(element, 'aria-label', t(element.dataset.tLabel));
		if (element.matches('button, a')) attribute(element, 'title', t(element.dataset.tLabel));
		if (element.matches('input')) attribute(element, 'placeholder', t(element.dataset.tLabel));
	}
	document.documentElement.lang = language();
}

// Numbers with a sign, a real minus, and never −0.
export function signed(number, digits = 1) {
	const rounded = Math.abs(number).toFixed(digits);
	if (Number(rounded) === 0) return digits ? '0.0'.slice(0, digits + 2) : '0';
	return (number < 0 ? '−' : '+') + rounded;
}

export const whole = (number) => Math.round(number).toLocaleString(language());
export const count = (number, digits = 4) => number.toLocaleString(language(), { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: digits });
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

// duration writes seconds in hours, minutes and seconds.
export function duration(seconds) {
	const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60];
	if (h) return t('time.hours', { h, m });
	if (m) return t('time.minutes', { m, s });
	return t('time.seconds', { s });
}
