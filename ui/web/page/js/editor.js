// The position editor.
import { announce } from './announce.js';
import { $, $$, attribute } from './dom.js';
import { startOf } from './boards.js';
import { holesOf, indexOf, shape } from './geometry.js';
import { t } from './i18n.js';
import { begin, position, resume } from './play.js';
import { sideName } from './sentences.js';
import { state, update, watch } from './store.js';

const letters = { black: 'X', white: 'O', empty: '-' };

// openEditor starts from the position on the page.
export function openEditor() {
	const { board, side } = position();
	update({ editor: { board, side, brush: 'black' } });
}

export function closeEditor() {
	if (!state.editor) return;
	update({ editor: null });
	resume();
}

const change = (patch) => update({ editor: { ...state.editor, ...patch }, trouble: null });

// paint sets a square to the brush's disc, or clears it if it has that disc already.
export function paint(square) {
	const { board, brush } = state.editor;
	const index = indexOf(square, shape(board).columns);
	const now = board[index] === letters[brush] ? 'empty' : brush;
	change({ board: board.slice(0, index) + letters[now] + board.slice(index + 1) });
	announce(`${square}${t('list.comma')}${now === 'empty' ? t('square.empty') : sideName(now)}`);
}

// playFrom starts a game from the edited position, with the present players.
async function playFrom() {
	const { board, side } = state.editor;
	const { black, white } = state.game;
	const own = board !== startOf(state.game.board) || side !== 'black';
	await begin({ board: state.game.board, start: own ? `${board} ${letters[side]}` : '', black, white });
	if (!state.editor) update({ tab: 'moves' });
}

function render() {
	if (!state.editor) return;
	for (const button of $$('[data-brush]')) attribute(button, 'aria-pressed', String(button.dataset.brush === state.editor.brush));
	for (const button of $$('[data-side]')) attribute(button, 'aria-pressed', String(button.dataset.side === state.editor.side));
}

export function startEditor() {
	$('#editor').addEventListener('click', (event) => {
		const { brush, side } = event.target.closest('button')?.dataset ?? {};
		if (!state.editor) return;
		if (brush) change({ brush });
		if (side) change({ side });
	});
	$('#editor-clear').addEventListener('click', () => change({ board: holesOf(state.editor.board) }));
	$('#editor-start').addEventListener('click', () => change({ board: startOf(state.game.board), side: 'black' }));
	$('#editor-play').addEventListener('click', playFrom);
	watch('editor', render);
}
