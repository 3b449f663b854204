// The list of moves, and the buttons for stepping through it.
import { $, attribute, h } from './dom.js';
import { isLarge } from './geometry.js';
import { t } from './i18n.js';
import { look, mayMove, redo, undo } from './play.js';
import { comparison, step } from './review.js';
import { state, watch } from './store.js';
import { showLine } from './variations.js';

// rows lays out a game in two columns. Each row has the plies of Black's and White's move: 'pass' if
// that side passed, null before the first move and after the last.
export function rows(positions) {
	const laid = [];
	const put = (side, what) => {
		if (side === 'black' || !laid.length) laid.push({ black: null, white: null });
		laid.at(-1)[side] = what;
	};
	positions.forEach((p, ply) => {
		if (ply > 0) put(positions[ply - 1].side, ply);
		if (p.passed && !p.over) put(p.side === 'black' ? 'white' : 'black', 'pass');
	});
	return laid;
}

let listed = ''; // the game, its marks and its variations in the current list

const markOf = (ply) => state.analysis?.moves?.[ply - 1]?.mark ?? '';

function moveButton(ply) {
	const p = ownPositions()[ply];
	const mark = markOf(ply);
	const label = t('moves.move', { n: ply, square: p.last, mark: mark ? t(`mark.${mark}`) : '' });
	return h('button', { type: 'button', class: `move${mark ? ' marked' : ''}`, 'aria-label': label, data: { ply } },
		p.last, mark ? h('span', { class: 'judged' }, mark) : null);
}

const ownPositions = () => (state.aside ?? state).positions;

// variation is the row of a line that was tried beside the game, after the row of the move that it replaces.
const variation = (line, at) => h('li', { class: 'variation', 'aria-label': t('line.name', { n: line.from + 1 }) },
	line.moves.map((move, i) => h('button', { type: 'button', class: 'move', data: { ply: line.from + i + 1, line: at } }, move)));

function row({ black, white }) {
	const lines = state.game.lines.flatMap((line, at) => ([black, white].includes(line.from + 1) ? [variation(line, at)] : []));
	return [h('li', {}, cell(black), cell(white)), ...lines];
}

function cell(what) {
	if (what === null) return h('span', { class: 'no-move' });
	if (what === 'pass') return h('span', { class: 'no-move' }, t('pass.badge'));
	return moveButton(what);
}

function render() {
	const key = `${state.game?.moves.join('')} ${document.documentElement.lang} ${state.analysis?.moves?.map((m) => m.mark || '-').join('') ?? ''} ${JSON.stringify(state.game?.lines)}`;
	const list = $('#moves');
	if (key !== listed) {
		listed = key;
		const focused = list.contains(document.activeElement) ? document.activeElement.dataset.ply : null;
		list.replaceChildren(...rows(ownPositions()).flatMap(row));
		if (focused) $(`[data-ply="${focused}"]`, list)?.focus();
	}
	for (const button of list.querySelectorAll('button')) {
		attribute(button, 'aria-current', isShown(button.dataset) ? 'step' : null);
	}
	scrollToCurrent();
}

// isShown says whether a button of the list leads to the position on the page.
function isShown({ ply, line }) {
	const here = Number(ply) === state.ply;
	return here && (line ? state.game.lines[line] === state.line : state.ply <= (state.line?.from ?? Infinity));
}

// scrollToCurrent scrolls the list, but not the page, to the row of the position on the page.
function scrollToCurrent() {
	const list = $('#moves');
	const row = $('[aria-current]', list)?.parentElement;
	const top = row?.offsetTop ?? 0;
	const least = row ? top + row.offsetHeight - list.clientHeight : 0;
	list.scrollTop = Math.max(least, Math.min(top, list.scrollTop));
}

function renderButtons() {
	const last = state.positions.length - 1;
	const disable = (id, off) => attribute($(id), 'aria-disabled', off ? 'true' : null);
	const waits = Boolean(state.placing);
	disable('#undo', state.ply <= 0 && !waits);
	const [back, forth] = alongLine() ? [state.review.step > 0, state.review.step < comparison()[state.review.line].positions.length - 1] : [state.ply > 0, state.ply < last];
	disable('#first', state.ply <= 0 || waits);
	disable('#previous', !back || waits);
	disable('#next', !forth || waits);
	for (const id of ['#redo', '#last']) disable(id, state.ply >= last || waits);
	disable('#hint', !mayMove() || state.review || isLarge(state.game.board));
}

// alongLine says whether the buttons lead along a line of play in a review.
const alongLine = () => Boolean(state.review?.shown);
const go = (by) => (alongLine() ? step(by) : look(state.ply + by));

const keys = { ArrowLeft: () => go(-1), ArrowRight: () => go(1), Home: () => look(0), End: () => look(Infinity) };

export function startMoves() {
	const on = (id, f) => $(id).addEventListener('click', f);
	on('#undo', undo);
	on('#redo', redo);
	on('#first', keys.Home);
	on('#previous', keys.ArrowLeft);
	on('#next', keys.ArrowRight);
	on('#last', keys.End);
	on('#moves', (event) => {
		const button = event.target.closest('button');
		if (button) showLine(state.game.lines[button.dataset.line] ?? null, Number(button.dataset.ply));
	});
	document.addEventListener('keydown', (event) => {
		const busy = event.target.closest('input, select, textarea, dialog, [role=tab], [role=slider], #board, #views');
		if (busy || state.route.view !== 'game' || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
		event.preventDefault();
		keys[event.key]();
	});
	watch('game positions ply line analysis settings', render);
	new ResizeObserver(scrollToCurrent).observe($('#moves')); // also when its panel is shown
	watch('game positions ply placing editor review', renderButtons);
}
