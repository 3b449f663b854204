// The tree of a game that is over: lines of moves tried beside its own.
import { record } from './address.js';
import { announce } from './announce.js';
import { ask } from './api.js';
import { t } from './i18n.js';
import { amend } from './library.js';
import { attempt, keep, look, movesOf, position, wire } from './play.js';
import { moveSentence, moverOf } from './sentences.js';
import { click } from './sound.js';
import { state, update } from './store.js';

const most = 40; // lines of a game; the oldest are dropped

// lineOf is the line with some moves: those from the first that differs from the game's.
function lineOf(moves) {
	let from = 0;
	while (moves[from] === state.game.moves[from]) from++;
	return { from, moves: moves.slice(from) };
}

const beginsWith = (moves, first) => first.every((move, i) => move === moves[i]);

// explore tries a move in the position on the page: a step along a known line, a longer line, or a new one.
export function explore(square) {
	const { line, ply, game: { lines } } = state;
	const before = movesOf(line);
	const moves = [...before.slice(0, ply), square];
	const known = [line, null, ...lines].find((one) => beginsWith(movesOf(one), moves));
	if (known !== undefined) return showLine(known, moves.length);
	const longer = lineOf(moves);
	const all = line && ply === before.length ? lines.map((one) => (one === line ? longer : one)) : [...lines, longer].slice(-most);
	return open(longer, moves.length, all, { square, side: position().side, late: false });
}

// showLine shows a position of a line, or of the game's own line, null.
export function showLine(line, ply) {
	if (!line) return look(ply, null, null);
	const { lines } = state.game;
	const known = lines.find((one) => one.from === line.from && one.moves.join() === line.moves.join());
	if (known && known === state.line) return look(ply);
	return open(known ?? line, ply, known ? lines : [...lines, line].slice(-most));
}

// open shows a line that is not on the page yet.
async function open(line, ply, lines, placing = null) {
	await attempt(async (signal) => {
		if (placing) {
			update({ placing, trouble: null, notice: null });
			click();
		}
		const moves = movesOf(line);
		let shown;
		try {
			shown = await ask('game', { game: wire(moves.length, { ...state.game, moves, forfeit: null }) }, signal);
		} catch (error) {
			if (error.status !== 422) throw error;
			forget(line); // of an address that was damaged
			announce(t('line.broken'));
			return;
		}
		const aside = state.aside ?? { positions: state.positions, points: state.points, opening: state.opening };
		update({
			game: { ...state.game, lines }, line, aside, positions: shown.positions, opening: shown.opening, ply: Math.min(ply, moves.length),
			points: aside.points.slice(0, line.from + 1), review: null, hint: null, trouble: null, placing: null, notice: null, pointed: '',
		});
		stored(Boolean(placing));
		announce(moveSentence(moverOf(shown.positions, state.ply), position()));
	}, () => open(line, ply, lines, placing));
}

// stored keeps the lines where the game is: in the tab, in the address and in My games.
function stored(push) {
	keep();
	record({ push });
	amend(state.game.id, { lines: state.game.lines }).catch(() => {}); // no storage: the address has them
}

// back shows the position of the game that the line on the page left.
export const back = () => look(Math.min(state.line.from, state.ply), null, null);

// forget removes a line, or the one on the page.
export function forget(line = state.line) {
	if (line === state.line) back();
	update({ game: { ...state.game, lines: state.game.lines.filter((one) => one !== line) } });
	stored(false);
}
