// The settings dialog, and the settings that apply to the whole page.
import { $, $$, attribute } from './dom.js';
import { language, load, translate } from './i18n.js';
import { set, state, update, watch } from './store.js';

const switches = ['dots', 'animation', 'coordinates', 'sound', 'keys'];

function render() {
	const { settings } = state;
	const root = document.documentElement;
	if (settings.theme === 'auto') delete root.dataset.theme;
	else root.dataset.theme = settings.theme;
	root.dataset.board = settings.board;
	translate();
	for (const name of switches) attribute($(`#set-${name}`), 'aria-checked', String(settings[name]));
	for (const radio of $$('input[name=theme]')) radio.checked = radio.value === settings.theme;
	for (const radio of $$('input[name=board-colour]')) radio.checked = radio.value === settings.board;
	$('#set-language').value = language();
	$('#language').textContent = language() === 'ja' ? 'English' : '日本語';
	$('#language').lang = language() === 'ja' ? 'en' : 'ja';
}

export function startSettings() {
	for (const name of switches) $(`#set-${name}`).addEventListener('click', () => set({ [name]: !state.settings[name] }));
	$('#settings').addEventListener('change', ({ target }) => {
		if (target.name === 'theme') set({ theme: target.value });
		if (target.name === 'board-colour') set({ board: target.value });
		if (target.id === 'set-language') set({ language: target.value });
	});
	$('#set-turn').addEventListener('click', () => set({ turned: (state.settings.turned + 1) % 4 }));
	$('#language').addEventListener('click', () => set({ language: language() === 'ja' ? 'en' : 'ja' }));
	$('#open-settings').addEventListener('click', () => $('#settings').showModal());
	watch('settings', render);
	watch('settings', () => load(() => update({ settings: state.settings })));
}
