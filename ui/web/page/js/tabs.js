// The panels beside the board, one at a time.
import { $, $$, attribute } from './dom.js';
import { closeEditor, openEditor } from './editor.js';
import { isLarge } from './geometry.js';
import { state, update, watch } from './store.js';

// choose shows a panel.
export function choose(tab) {
	if (tab === state.tab) return;
	update({ tab });
	if (tab === 'editor') openEditor();
	else closeEditor();
}

// hidden says whether a panel has nothing to show. Boards larger than 8×8 have neither explanations nor
// the editor nor mistakes, and a new game has neither moves nor mistakes.
function hidden(tab) {
	if (['moves', 'review'].includes(tab) && !state.game?.moves.length) return true;
	return isLarge(state.game?.board) && ['review', 'explain', 'editor'].includes(tab);
}

function render() {
	if (hidden(state.tab)) choose('moves');
	attribute($('#app'), 'data-large', isLarge(state.game?.board) ? 'yes' : null);
	const tabs = $$('[role=tab]');
	for (const tab of tabs) {
		tab.hidden = hidden(tab.dataset.tab);
		attribute(tab, 'aria-selected', String(tab.dataset.tab === state.tab));
		tab.tabIndex = -1;
	}
	(tabs.find((tab) => !tab.hidden && tab.dataset.tab === state.tab) ?? tabs.find((tab) => !tab.hidden)).tabIndex = 0;
	for (const panel of $$('[role=tabpanel]')) panel.hidden = panel.id !== `panel-${state.tab}` || hidden(state.tab);
}

export function startTabs() {
	const tabs = $$('[role=tab]');
	for (const tab of tabs) {
		tab.addEventListener('click', () => choose(tab.dataset.tab));
		tab.addEventListener('keydown', (event) => {
			const shown = tabs.filter((one) => !one.hidden);
			const i = shown.indexOf(tab);
			const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: shown.length - 1 }[event.key];
			if (to === undefined) return;
			event.preventDefault();
			const next = shown[(to + shown.length) % shown.length];
			next.focus();
			choose(next.dataset.tab);
		});
	}
	watch('tab game', render);
	// A new game closes the editor.
	watch('editor', () => { if (!state.editor && state.tab === 'editor') update({ tab: 'moves' }); });
}
