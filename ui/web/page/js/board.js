// The board: a grid of buttons. A button is created once and changed only where it differs.
import { notice } from './announce.js';
import { boardShown, cells } from './cells.js';
import { $, attribute, h, text } from './dom.js';
import { paint } from './editor.js';
import { boardName } from './boards.js';
import { tryMove as tryExercise } from './exercises.js';
import { holesOf, layout, shape, step } from './geometry.js';
import { t } from './i18n.js';
import { mayMove, play, position, waits } from './play.js';
import { tryMove } from './review.js';
import { settled } from './saved.js';
import { squareName, valueText } from './sentences.js';
import { state, update, watch } from './store.js';
import { explore } from './variations.js';

let drawn = ''; // the shape and rotation of the current buttons
let buttons = []; // in board order, null for holes
let order = []; // board indices in screen order
let files = 0; // of the board, with outer holes
let stop = 0; // screen index of the tab stop
let typed = ''; // the typed part of a square's name
let size; // columns and rows on the screen
const discs = new WeakMap(); // what each button shows: {disc, change}

export function startBoard() {
	watch('boards positions ply settings editor values hint thinking placing notice heat worths explanation trouble game tab route review exercise compared analysis', render);
	const grid = $('#board');
	grid.addEventListener('keydown', key);
	document.addEventListener('keydown', typeElsewhere);
	grid.addEventListener('animationend', ({ target }) => { if (target.matches('.disc')) settle(target.parentElement); });
	grid.addEventListener('click', (event) => act(event.target.closest('button'), event.detail > 1));
	for (const [kind, at] of [['pointerover', true], ['focusin', true], ['pointerleave', false], ['focusout', false]]) {
		grid.addEventListener(kind, (event) => pointAt(at ? event.target.closest('button') : null));
	}
}

function pointAt(button) {
	const square = button?.dataset.square ?? '';
	const pointed = position()?.legal.includes(square) ? square : '';
	if (pointed !== state.pointed) update({ pointed });
}

// act plays or paints the clicked square, or says why it cannot be played. It ignores the second
// click of a double click.
function act(button, again) {
	if (!button) return;
	move(order.indexOf(buttons.indexOf(button)), false);
	const { square } = button.dataset;
	if (state.editor) paint(square);
	else if (state.review && mayMove() && position().legal.includes(square)) tryMove(square);
	else if (state.review?.shown || state.exercise?.found) return;
	else if (mayMove() && position().legal.includes(square)) (state.exercise ? tryExercise : settled() ? explore : play)(square);
	else if (!again && !mayMove()) waits(square);
	else if (!again) notice(t('said.illegal', { square }), square);
}

function key(event) {
	if (event.ctrlKey || event.altKey || event.metaKey) return;
	const at = order.indexOf(buttons.indexOf(document.activeElement));
	if (at < 0) return;
	const to = step(event.key, at, size, isSquare);
	if (to !== at) move(to, true);
	else if (!type(event.key)) return;
	event.preventDefault();
	event.stopPropagation();
}

const isSquare = (onScreen) => buttons[order[onScreen]] !== null;

// type handles keys that name a square to focus: its file, then the digits of its rank. It reports
// whether it handled the key.
function type(pressed) {
	if (/^(Arrow|Home|End|Page)/.test(pressed)) return true; // handled, also if an edge stops it
	if (/^[a-z]$/i.test(pressed) && pressed.toLowerCase().charCodeAt(0) - 97 < files) {
		typed = pressed.toLowerCase();
		return true;
	}
	if (!/^[0-9]$/.test(pressed) || !typed) return false;
	typed += pressed;
	const index = buttons.findIndex((b) => b?.dataset.square === typed);
	if (index >= 0) move(order.indexOf(index), true);
	else typed = '';
	return true;
}

// typeElsewhere lets a square be typed from anywhere on the page. The letters of shortcuts are those of columns on the
// board alone.
function typeElsewhere(event) {
	const elsewhere = state.route.view === 'game' && state.settings.keys && !event.target.closest('input, select, textarea, dialog, #board');
	if (!elsewhere || event.ctrlKey || event.altKey || event.metaKey || !/^[^uirvn]$/i.test(event.key)) return;
	if (type(event.key)) event.preventDefault();
}

// move moves the tab stop, and on request the focus, to a square of the screen.
function move(to, focus) {
	buttons[order[stop]].tabIndex = -1;
	stop = to;
	buttons[order[stop]].tabIndex = 0;
	if (focus) buttons[order[stop]].focus();
}

let entered = null; // the position that the tab stop is set for

// moveToLegal moves the tab stop to the first legal square of a new position.
function moveToLegal() {
	const now = position();
	if (now === entered || !mayMove()) return;
	entered = now;
	const first = order.findIndex((i) => now.legal.includes(buttons[i]?.dataset.square));
	if (first >= 0) move(first, false);
}

function build(board) {
	size = layout(board, state.settings.turned);
	files = shape(board).columns;
	const { names } = size;
	({ order } = size);
	const all = cells();
	buttons = all.map(({ square, hole }) => (hole ? null : h('button', { type: 'button', class: 'square', tabindex: '-1', data: { square } },
		h('span', { class: 'disc' }), h('span', { class: 'mark' }), h('span', { class: 'heat' }))));
	const at = (r, c) => buttons[order[r * size.columns + c]];
	const rows = names.rows.map((rank, r) => {
		const any = names.columns.some((_, c) => at(r, c));
		return h('div', { role: any && 'row', class: 'row', 'aria-rowindex': any && r + 1 },
			h('span', { class: 'rank', 'aria-hidden': 'true' }, any && rank),
			names.columns.map((_, c) => (at(r, c) ? h('div', { role: 'gridcell', class: 'cell', 'aria-colindex': c + 1 }, at(r, c)) : h('div', { class: 'hole' }))));
	});
	const above = h('div', { class: 'files', 'aria-hidden': 'true' }, names.columns.map((f, c) => h('span', {}, names.rows.some((_, r) => at(r, c)) && f)));
	const grid = $('#board');
	const frame = $('#frame');
	frame.style.setProperty('--columns', size.columns);
	frame.style.setProperty('--rows', size.rows);
	attribute(grid, 'aria-colcount', size.columns);
	attribute(grid, 'aria-rowcount', size.rows);
	grid.replaceChildren(...rows);
	$('#files').replaceChildren(above);
	frame.classList.toggle('holed', order.some((i) => !buttons[i]));
	frame.classList.toggle('starred', size.columns === 8 && size.rows === 8);
	if (stop >= order.length || !isSquare(stop)) stop = order.findIndex((i) => buttons[i]);
	buttons[order[stop]].tabIndex = 0;
	drawn = builtFor(board);
	performance.mark('board');
}

// builtFor is a key of everything that the buttons of a board depend on.
const builtFor = (board) => `${holesOf(board)} ${state.settings.turned}`;

function render() {
	const board = boardShown();
	if (drawn !== builtFor(board)) build(board);
	attribute($('#board'), 'aria-label', t('board.named', { name: boardName(state.game?.board ?? '') }));
	const frame = $('#frame').classList;
	const { settings } = state;
	frame.toggle('dots', settings.dots);
	frame.toggle('still', !settings.animation);
	frame.toggle('unlabelled', !settings.coordinates);
	frame.toggle('editing', Boolean(state.editor));
	frame.toggle('heated', cells().some((cell) => cell.heat));
	attribute($('#frame'), 'data-turn', state.editor?.side ?? position()?.side);
	cells().forEach((cell, i) => { if (buttons[i]) renderSquare(buttons[i], cell); });
	if (!$('#board').contains(document.activeElement)) moveToLegal();
	renderNotice();
}

// renderNotice shows a notice on the half of the board without the square that it is about.
function renderNotice() {
	const box = $('#notice');
	attribute(box, 'hidden', state.notice ? null : '');
	if (!state.notice) return;
	text(box, state.notice.sentence);
	const index = buttons.findIndex((button) => button?.dataset.square === state.notice.square);
	box.classList.toggle('above', order.indexOf(index) >= order.length / 2);
}

function renderSquare(button, cell) {
	const shown = ['square', cell.disc || 'empty'];
	const change = changeOf(button, cell.disc);
	if (change) shown.push(change);
	if (change === 'turning') button.style.setProperty('--away', away(cell.square));
	for (const mark of ['legal', 'last', 'best', 'hint', 'refused', 'ringed']) if (cell[mark]) shown.push(mark);
	if (cell.value) shown.push('valued', `worse-${cell.lost}`);
	if (cell.heat) shown.push(cell.heat.tone);
	if (cell.faded) shown.push('faded', `face-${cell.faded}`);
	if (cell.ghost) shown.push('ghost', `face-${cell.ghost}`);
	attribute(button, 'class', shown.join(' '));
	attribute(button, 'aria-label', squareName(cell));
	text(button.children[1], textOf(cell));
	text(button.children[2], cell.heat?.label ?? '');
	button.style.setProperty('--heat', cell.heat?.strength ?? 0);
}

// textOf is what is written on a square: a value, the mark of a move that was played, or a number.
function textOf(cell) {
	if (cell.heat) return '';
	return cell.value ? valueText(cell.value) : cell.faded ? cell.mark : String(cell.number || '');
}

// away counts the squares between a square and the last move, so that discs turn over one after the other.
function away(square) {
	const last = position()?.last;
	if (!last) return 0;
	const ranks = Number(square.slice(1)) - Number(last.slice(1));
	const columns = square.charCodeAt(0) - last.charCodeAt(0);
	return Math.max(Math.abs(ranks), Math.abs(columns)) - 1;
}

// changeOf says whether a disc turns over or was placed. The change lasts until its animation ends
// or the disc changes again: a square is often drawn several times before that.
function changeOf(button, disc) {
	const before = discs.get(button);
	if (before?.disc === disc) return before.change;
	const change = before && disc && state.settings.animation ? (before.disc ? 'turning' : 'placed') : '';
	discs.set(button, { disc, change });
	return change;
}

// settle ends the change of a disc after its animation, so that showing the board again does not
// repeat it.
function settle(button) {
	discs.get(button).change = '';
	button.classList.remove('turning', 'placed');
}
