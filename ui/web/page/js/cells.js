// The contents of each square: data for drawing the board and for the labels of its squares.
import { nameOf, shape, start } from './geometry.js';
import { atEnd, mayMove, position } from './play.js';
import { state } from './store.js';
import { heatOf } from './explain.js';
import { comparison, present, reasonShown } from './review.js';
import { valuesOn } from './values.js';

const discOf = { X: 'black', O: 'white', '-': '' };

// boardShown is the board on the page: the standard board before there is a game.
export const boardShown = () => state.editor?.board ?? position()?.board ?? start;

// cells lists the squares in board order: a1 b1 … A hole has no other contents.
export function cells() {
	const p = position();
	const board = boardShown();
	const { columns } = shape(board);
	const blank = (square, disc) => ({ square, disc, legal: false, last: false, flipped: false, value: null, best: false, hint: false, refused: false, lost: 0, heat: null, faded: '', mark: '', ghost: '', number: 0, ringed: false });
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
	if (state.review) addReview(at);
	if (state.exercise && atEnd()) addExercise(at);
	if (shownValues()) addValues(state.values.moves, at);
}

// addReview shows the move that was played faded, and the tries with their values. Once the better move
// is shown, the moves of a line have the numbers that they would have in the game.
function addReview(at) {
	const { review } = state;
	addRings(at);
	if (review.step) return;
	const compared = comparison();
	const { move, mark } = present();
	const ghosts = review.shown ? compared[review.line] : { line: [], positions: [] };
	if (review.line === 'best') Object.assign(at(move), { faded: state.positions[review.ply].side, mark });
	for (const [square, value] of Object.entries(review.tried)) Object.assign(at(square), { value, lost: worse(compared.best.value, value) });
	ghosts.line.filter((one) => one !== 'pass').forEach((square, i) => {
		Object.assign(at(square), { ghost: ghosts.positions[i].side, number: review.ply + i + 1, faded: '', value: null, legal: false });
	});
}

// addExercise shows the tries with their values, and all moves once the solution is there.
function addExercise(at) {
	const { moves, tried, found } = state.exercise;
	if (found) addValues(moves, at);
	else for (const [square, value] of Object.entries(tried)) Object.assign(at(square), { value, lost: worse(moves[0].value, value) });
}

// addRings marks the squares of the reason that is shown, in both lines at its ply.
function addRings(at) {
	const reason = reasonShown();
	const { line, step } = state.review;
	if (!reason || step !== Math.min(reason.ply, comparison()[line].positions.length - 1)) return;
	for (const square of reason.line === line ? reason.squares : reason.other) at(square).ringed = true;
}

// shownValues says whether the known values are those of the position on the page.
const shownValues = () => valuesOn() && state.values && !(state.thinking && atEnd());

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
