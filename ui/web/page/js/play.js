// Commands on the game: begin, play, take back, look elsewhere, and have players move.
import { ask, pause } from './api.js';
import { announce, notice } from './announce.js';
import { squares } from './geometry.js';
import { t } from './i18n.js';
import { click } from './sound.js';
import { jumpSentence, moveSentence, moverOf, playerName, resultSentence } from './sentences.js';
import { remember, remembered, state, update, watch } from './store.js';

let asked = new AbortController(); // for what the present position asked for

// pauses are how long a move stands at least before the next one of a player, and
// thought how long it takes at least to answer a person, who sees discs turn over meanwhile.
const pauses = { slow: 2000, normal: 900, fast: 350, instant: 0 };
const thought = () => (state.settings.animation ? 350 : 0);
const patience = 1000; // milliseconds after which the page says that it waits for the server

export const position = () => state.positions[state.ply];
export const atEnd = () => state.game !== null && state.ply === state.game.moves.length;
export const bothPlayers = () => Boolean(state.game?.black && state.game?.white);

// wire is the game up to a ply as the server wants it.
export function wire(ply = state.ply, game = state.game) {
	const upTo = { moves: game.moves.slice(0, ply).join('') };
	if (game.board) upTo.board = game.board;
	if (game.start) upTo.start = game.start;
	if (game.forfeit && ply === game.moves.length) upTo.forfeit = game.forfeit;
	return upTo;
}

// mayMove says whether you have a move to choose in the position looked at.
export function mayMove() {
	const p = position();
	return Boolean(p) && !p.over && !state.game[p.side] && !state.editor && !state.placing && !exhibited() && !(atEnd() && state.game.forfeit);
}

// waits says whether everything waits for the server to answer your move. If so, or if it
// is not your turn, a notice says that of the square that was clicked.
export function waits(square = '') {
	const { placing, thinking } = state;
	if (placing) notice(t('said.wait', placing), square === placing.square ? '' : square);
	else if (square && thinking) notice(t('status.thinking', { name: playerName(state.game[thinking]) }), square);
	else if (square && position() && !atEnd()) notice(t('status.waits'), square);
	return Boolean(placing);
}

// due is the side whose player has to move now, '' if none.
function due() {
	const p = position();
	if (!p || p.over || state.game.forfeit || !atEnd() || state.editor || state.trouble) return '';
	if (bothPlayers() && state.paused) return '';
	return state.game[p.side] ? p.side : '';
}

// halt ends what is being asked and returns the signal for what is asked next.
function halt() {
	asked.abort();
	asked = new AbortController();
	if (state.thinking || state.placing) update({ thinking: '', placing: null });
	return asked.signal;
}

// fresh is a game with all that was not given as usual.
const fresh = (game) => ({ board: '', start: '', moves: [], forfeit: null, seed: Math.floor(Math.random() * 2 ** 50), black: null, white: null, ...game });

// begin starts or restores a game; ply is where to look, its end if it is left out.
export async function begin(game, ply) {
	const next = fresh(game);
	await attempt(async (signal) => {
		const shown = await ask('game', { game: wire(next.moves.length, next) }, signal);
		update({ paused: false, editor: null });
		adopt(next, shown, ply);
		if ((ply ?? next.moves.length) === 0) announce(t('said.new'));
	}, () => begin(game, ply));
}

// exhibit shows a game that cannot be played on, for a trouble of kind 'link'. The game kept stays.
export function exhibit(game, shown, trouble) {
	halt();
	update({
		game: { ...fresh(game), board: shown.board, moves: squares(shown.moves) }, positions: shown.positions, opening: shown.opening,
		ply: shown.positions.length - 1, points: [], analysis: null, hint: null, notice: null, pointed: '', editor: null, trouble,
	});
	announce(trouble.message);
}

const exhibited = () => state.trouble?.kind === 'link';

// attempt does something that the server may refuse or not be there for.
async function attempt(work, again) {
	const signal = halt();
	try {
		await work(signal);
	} catch (error) {
		if (signal.aborted) return;
		if (error.status === undefined) throw error;
		const square = state.placing?.square;
		const trouble = { kind: error.offline ? 'offline' : 'error', message: error.message, square, retry: again };
		update({ trouble, thinking: '', placing: null });
		announce(!error.offline ? error.message : square ? t('status.offline.move', { square }) : t('status.offline'));
	}
}

// adopt makes a game that the server has shown the present one.
function adopt(game, shown, ply) {
	const moves = squares(shown.moves);
	const { board } = shown;
	const alike = state.game?.start === game.start && state.game.board === board;
	const before = alike ? state.game.moves : [];
	let common = 0;
	while (common < moves.length && before[common] === moves[common]) common++;
	const same = common === moves.length && common === before.length;
	update({
		game: { ...game, board, moves, forfeit: shown.forfeit },
		positions: shown.positions, opening: shown.opening, ply: Math.min(ply ?? moves.length, moves.length),
		points: alike ? state.points.slice(0, common + 1) : [],
		analysis: same && state.game === game ? state.analysis : null,
		hint: null, trouble: null, thinking: '', placing: null, notice: null, pointed: '',
	});
	keep();
	go();
}

const keep = () => exhibited() || remember('game', { ...state.game, ply: state.ply });

// kept is the game that was on the board last time.
export const kept = () => remembered('game');

// play makes your move in the position looked at. What was taken back is forgotten then.
// Its disc is there at once; what it turns over the server knows.
export async function play(square) {
	if (!mayMove() || !position().legal.includes(square)) return;
	const { game, ply } = state;
	await attempt(async (signal) => {
		const placing = { square, side: position().side, late: false };
		update({ placing, trouble: null, notice: null });
		click();
		pause(patience, signal).then(() => isLate(placing), () => {});
		const moves = [...game.moves.slice(0, ply), square];
		const shown = await ask('game', { game: wire(moves.length, { ...game, moves, forfeit: null }) }, signal);
		moved({ ...game, forfeit: null }, shown);
	}, () => play(square));
}

// isLate says that the server takes its time, if it still does.
function isLate(placing) {
	if (state.placing !== placing) return;
	update({ placing: { ...placing, late: true } });
	announce(t('status.waiting'));
}

// moved adopts a game that has grown by a move, and says so.
function moved(game, shown) {
	const ply = shown.positions.length - 1;
	adopt(game, shown);
	announce(moveSentence(moverOf(shown.positions, ply), shown.positions[ply]));
}

// go has the player move whose turn it is.
function go() {
	const side = due();
	if (side) think(side);
}

function think(side) {
	const { game } = state;
	return attempt(async (signal) => {
		update({ thinking: side });
		const since = performance.now();
		const answer = await ask('move', { game: wire(game.moves.length, game), player: game[side], seed: game.seed }, signal);
		const least = bothPlayers() ? pauses[state.settings.speed] : thought();
		await pause(Math.max(0, least - (performance.now() - since)), signal);
		const at = game.moves.length;
		if (answer.forfeit) {
			adopt({ ...game, forfeit: answer.forfeit }, answer.game);
			announce(`${answer.forfeit.reason} ${resultSentence(position())}`);
			return;
		}
		moved(game, answer.game);
		click();
		if (answer.value) point(at, side === 'black' ? answer.value.discs : -answer.value.discs);
	}, () => think(side));
}

// point notes what a position is worth to Black, unless a whole game's judge has said that.
export function point(ply, discs) {
	if (state.analysis?.state === 'done') return;
	const points = [...state.points];
	points[ply] = discs;
	update({ points });
}

// look goes to another position of the game. Players wait there until one goes on.
export function look(ply) {
	const to = Math.min(Math.max(ply, 0), state.positions.length - 1);
	if (to === state.ply || state.editor || waits()) return;
	halt();
	update({ ply: to, hint: null, trouble: exhibited() ? state.trouble : null, notice: null, pointed: '' });
	keep();
	announce(jumpSentence(to, position(), moverOf(state.positions, to)));
	go();
}

// yours are the plies at which you had a move to choose.
const yours = () => state.positions.flatMap((p, ply) => (!p.over && !state.game[p.side] ? [ply] : []));

// undo goes back to your last move, or by one where you have none; redo forth again. A move
// that the server has not answered yet is taken back first.
export function undo() {
	if (state.placing) {
		announce(t('said.withdrawn', state.placing));
		halt();
	} else if (state.ply > 0) look(yours().findLast((ply) => ply < state.ply) ?? (bothPlayers() ? state.ply - 1 : 0));
}

export function redo() {
	look(yours().find((ply) => ply > state.ply) ?? state.positions.length - 1);
}

// goOn forgets the moves after the position looked at, so that its player moves there.
export function goOn() {
	const { game, ply, positions } = state;
	const shown = { board: game.board, moves: game.moves.slice(0, ply).join(''), positions: positions.slice(0, ply + 1), opening: state.opening, forfeit: null };
	halt();
	adopt({ ...game, forfeit: null }, shown, ply);
}

export function togglePause() {
	halt();
	update({ paused: !state.paused });
	go();
}

// retry does again what the server would not or could not do.
export function retry() {
	const again = state.trouble?.retry;
	update({ trouble: null });
	again?.();
}

// rematch starts anew with the sides changed.
export const rematch = () => begin({ board: state.game.board, start: state.game.start, black: state.game.white, white: state.game.black });

// resume has players move again after an editor was closed.
export function resume() {
	if (state.placing) return;
	halt();
	go();
}

// watchSpeed has a player that waits for its pause to end move at once at another speed.
export function watchSpeed() {
	let speed = state.settings.speed;
	watch('settings', () => {
		if (speed === state.settings.speed) return;
		speed = state.settings.speed;
		if (state.thinking && bothPlayers()) {
			halt();
			go();
		}
	});
}
