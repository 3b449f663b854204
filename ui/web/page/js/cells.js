// The contents of each square: data for drawing the board and for the labels of its squares.
import { nameOf, shape, start } from './geometry.js';
import { atEnd, mayMove, position } from './play.js';
import { state } from './store.js';
import { heatOf } from './explain.js';

const discOf = { X: 'black', O: 'white', '-': '' };

// boardShown is the board on the page: the standard board before there is a game.
export const boardShown = () => state.editor?.board ?? position()?.board ?? start;

// cells lists the squares in board order: a1 b1 … A hole has no other contents.
export function cells() {
	const p = position();
	const board = boardShown();
	const { columns } = shape(board);
	const blank = (square, disc) => ({ square, disc, legal: false, last: false, flipped: false, value: null, best: false, hint: false, refused: false, lost: 0, heat: null });
	const all = [...board].map((c, i) => (c === '#' ? { hole: true } : blank(nameOf(i, columns), discOf[c])));
	if (state.editor || !p) return all;
	const bySquare = new Map(all.map((cell) => [cell.square, cell]));
	const at = (square) => bySquare.get(square) ?? {};
	if (state.notice) at(state.notice.square).refused = true;
	if (state.placing) Object.assign(at(state.placing.square), { disc: state.placing.side, last: true });
	else addMarks(p, at);
	heatOf()?.forEach((heat, i) => { all[i].heat = heat; });
	return all;
}

// addMarks marks the last move, the flipped discs and the legal moves.
function addMarks(p, at) {
	at(p.last).last = true;
	for (const square of p.flipped) at(square).flipped = true;
	if (mayMove()) for (const square of p.legal) at(square).legal = true;
	if (state.hint) at(state.hint.square).hint = true;
	if (shownValues()) addValues(state.values.moves, at);
}

// shownValues says whether the known values are those of the position on the page.
const shownValues = () => state.settings.values && state.values && !(state.thinking && atEnd());

function addValues(moves, at) {
	const best = moves[0]?.value;
	for (const { move, value } of moves) {
		const cell = at(move);
		cell.value = value;
		cell.lost = worse(best, value);
		cell.best = move === moves[0].move;
	}
}

// worse grades, from 0 to 4, how much worse a value is than the best.
export function worse(best, value) {
	if (value.won !== best.won) return 4;
	const lost = best.discs - value.discs;
	return [0.5, 2, 5, 10].filter((limit) => lost >= limit).length;
}
