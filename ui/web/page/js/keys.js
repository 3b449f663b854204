// Keyboard shortcuts, and the list of them.
import { $, h } from './dom.js';
import { language, t } from './i18n.js';
import { openNewGame } from './newgame.js';
import { state, watch } from './store.js';

// list holds the keys that do the same, and the name of the text about them.
const list = [
	[['d3', '↑', '↓', '←', '→'], 'keys.square'], [['Enter'], 'keys.play'], [['←', '→'], 'keys.step'], [['Home', 'End'], 'keys.ends'],
	[['u', 'r'], 'keys.undo'], [['i'], 'keys.hint'], [['v'], 'keys.values'], [['n'], 'keys.new'], [['Esc'], 'keys.back'], [['?'], 'keys.list'],
];

// press clicks a button if it can be clicked.
const press = (id) => () => { if ($(id)?.checkVisibility() && !$(id).hasAttribute('aria-disabled')) $(id).click(); };

const shortcuts = { u: press('#undo'), r: press('#redo'), i: press('#hint'), v: press('#values-toggle'), n: () => (state.exercise ? press('[data-action=nextExercise]')() : openNewGame()), Escape: press('[data-action=back]') };

function open() {
	$('#settings').close();
	$('#keys').showModal();
}

function render() {
	const box = $('#keys-list');
	if (box.lang === language()) return;
	box.lang = language();
	box.replaceChildren(...list.map(([keys, about]) => h('div', {}, h('dt', {}, keys.map((key) => h('kbd', {}, key))), h('dd', {}, t(about)))));
}

export function startKeys() {
	$('#open-keys').addEventListener('click', open);
	document.addEventListener('keydown', (event) => {
		const elsewhere = event.target.closest('input, select, textarea, dialog') || event.ctrlKey || event.altKey || event.metaKey;
		if (elsewhere || !state.settings.keys) return;
		const does = event.key === '?' ? open : state.route.view === 'game' && shortcuts[event.key];
		if (!does) return;
		event.preventDefault();
		does();
	});
	watch('settings', render);
}
