// The panels beside the board, one at a time.
import { $$, attribute } from './dom.js';
import { closeEditor, openEditor } from './editor.js';
import { state, update, watch } from './store.js';

function choose(tab) {
	if (tab === state.tab) return;
	update({ tab });
	if (tab === 'editor') openEditor();
	else closeEditor();
}

function render() {
	for (const tab of $$('[role=tab]')) {
		const on = tab.dataset.tab === state.tab;
		attribute(tab, 'aria-selected', String(on));
		tab.tabIndex = on ? 0 : -1;
	}
	for (const panel of $$('[role=tabpanel]')) panel.hidden = panel.id !== `panel-${state.tab}`;
}

export function startTabs() {
	const tabs = $$('[role=tab]');
	for (const [i, tab] of tabs.entries()) {
		tab.addEventListener('click', () => choose(tab.dataset.tab));
		tab.addEventListener('keydown', (event) => {
			const to = { ArrowRight: i + 1, ArrowLeft: i - 1, Home: 0, End: tabs.length - 1 }[event.key];
			if (to === undefined) return;
			event.preventDefault();
			const next = tabs[(to + tabs.length) % tabs.length];
			next.focus();
			choose(next.dataset.tab);
		});
	}
	watch('tab', render);
	// A game that is begun elsewhere ends the setting up of a position.
	watch('editor', () => { if (!state.editor && state.tab === 'editor') update({ tab: 'moves' }); });
}
