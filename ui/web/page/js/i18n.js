// Texts in the reader's language.
import en from './texts/en.js';
import ja from './texts/ja.js';
import { state } from './store.js';
import { $$, attribute, text } from './dom.js';

const languages = { en, ja };

// language is the one that was chosen, else the first of the browser's that there is.
export function language() {
	if (languages[state.settings.language]) return state.settings.language;
	for (const tag of navigator.languages ?? []) {
		const known = tag.slice(0, 2).toLowerCase();
		if (languages[known]) return known;
	}
	return 'en';
}

// t is a text, its {places} filled in. Where a language tells one from many by n, the text
// is a pair.
export function t(key, values = {}) {
	return say(languages[language()], key, values);
}

export function say(texts, key, values = {}) {
	let words = texts[key];
	if (Array.isArray(words)) words = words[values.n === 1 ? 0 : 1];
	return words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

// known is a text that there may or may not be, for names that come from the server.
export const known = (key, otherwise) => languages[language()][key] ?? otherwise;

// translate writes the texts of the markup: data-t for content, data-t-label for names.
export function translate(root = document) {
	for (const element of $$('[data-t]', root)) text(element, t(element.dataset.t));
	for (const element of $$('[data-t-label]', root)) {
		attribute(element, 'aria-label', t(element.dataset.tLabel));
		if (element.matches('button, a')) attribute(element, 'title', t(element.dataset.tLabel));
	}
	document.documentElement.lang = language();
}

// Numbers as people write them: with a sign, a real minus, and never −0.
export function signed(number, digits = 1) {
	const rounded = Math.abs(number).toFixed(digits);
	if (Number(rounded) === 0) return digits ? '0.0'.slice(0, digits + 2) : '0';
	return (number < 0 ? '−' : '+') + rounded;
}

export const whole = (number) => Math.round(number).toLocaleString(language());
export const count = (number) => number.toLocaleString(language(), { notation: 'compact', compactDisplay: 'long', maximumSignificantDigits: 4 });
export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;

// duration writes seconds as people say them.
export function duration(seconds) {
	const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60];
	if (h) return t('time.hours', { h, m });
	if (m) return t('time.minutes', { m, s });
	return t('time.seconds', { s });
}
