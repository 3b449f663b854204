// The commands of a game: begin, play, take back, show another position, and let players move.
import { record } from './address.js';
import { ask, choose, pause } from './api.js';
import { announce, notice } from './announce.js';
import { squares } from './geometry.js';
import { t } from './i18n.js';
import { newId } from './library.js';
import { own, save, settled } from './saved.js';
import { click } from './sound.js';
import { slowAfter } from './thought.js';
import { jumpSentence, moveSentence, moverOf, playerName, resultSentence } from './sentences.js';
import { remember, remembered, state, update, watch } from './store.js';

let asked = new AbortController(); // aborts the requests for the present position

// pauses holds the minimum time between the moves of two players, and thought the minimum time before
// a player answers the user, in which discs turn over.
const pauses = { slow: 2000, normal: 900, fast: 350, instant: 0 };
const thought = () => (state.settings.animation ? 350 : 0);
const patience = 1000; // milliseconds before the page says that it waits for the server

// position is the position on the page: of the game, or of a line of play in a review.
export function position() {
	const { review, ply, positions } = state;
	return review?.step ? state.compared[review.ply][review.line].positions[review.step] : positions[ply];
}
export const atEnd = () => state.game !== null && state.ply === movesOf(state.line).length;

// movesOf lists the moves of a variation of the game, or of its own line, null.
export const movesOf = (line) => (line ? [...state.game.moves.slice(0, line.from), ...line.moves] : state.game.moves);

// shownGame is the game with the moves of the line on the page.
const shownGame = () => (state.line ? { ...state.game, moves: movesOf(state.line), forfeit: null } : state.game);

export const bothPlayers = () => Boolean(state.game?.black && state.game?.white);

// wire is the game on the page up to a ply, in the form of requests, and wireAll all of it.
export const wireAll = () => wire(Infinity);
export function wire(ply = state.ply, game = shownGame()) {
	const upTo = { moves: game.moves.slice(0, ply).join('') };
	if (game.board) upTo.board = game.board;
	if (game.start) upTo.start = game.start;
	if (game.forfeit && ply >= game.moves.length) upTo.forfeit = game.forfeit;
	return upTo;
}

// mayMove says whether the user has a move to choose in the position on the page.
export function mayMove() {
	const p = position();
	if (state.review) return !state.review.shown;
	if (state.exercise) return !state.exercise.found && atEnd();
	return Boolean(p) && !p.over && (settled() || !state.game[p.side]) && !state.editor && !state.placing && !exhibited() && !(atEnd() && shownGame().forfeit);
}

// waits says whether the page waits for the server to answer the user's move. If it does, or if it is
// not the user's turn, a notice at the clicked square says so.
export function waits(square = '') {
	const { placing, thinking } = state;
	if (placing) notice(t('said.wait', placing), square === placing.square ? '' : square);
	else if (square && thinking) notice(t('status.thinking', { name: playerName(state.game[thinking]) }), square);
	else if (square && position() && !atEnd()) notice(t('status.waits'), square);
	return Boolean(placing);
}

// due is the side whose player must move now, or '' if there is none.
function due() {
	const p = position();
	if (!p || settled() || !atEnd() || state.editor || state.trouble) return '';
	if (bothPlayers() && state.paused) return '';
	return state.game[p.side] ? p.side : '';
}

// halt aborts the pending requests and returns the signal for the next ones.
function halt() {
	asked.abort();
	asked = new AbortController();
	if (state.thinking || state.placing) update({ thinking: '', placing: null });
	return asked.signal;
}

// fresh is a game with defaults for everything that was not given.
const fresh = (game) => ({ id: newId(), origin: '', board: '', start: '', moves: [], forfeit: null, seed: Math.floor(Math.random() * 2 ** 50), black: null, white: null, lines: [], ...game });

// begin starts or restores a game. ply is the position to show; the default is the last one. The game is
// a new entry of the browser's history if there was another one on the page, unless it comes from there
// or is that of an exercise.
export async function begin(game, ply, push = Boolean(state.game?.moves.length), exercise = null) {
	const next = fresh(game);
	await attempt(async (signal) => {
		const shown = await ask('game', { game: wire(next.moves.length, next) }, signal);
		update({ paused: false, editor: null, thought: null, exercise });
		adopt(next, shown, ply, push);
		if ((ply ?? next.moves.length) === 0) announce(t('said.new'));
	}, () => begin(game, ply, push, exercise));
}

// exhibit shows a game that cannot continue, with a trouble of kind 'link'. The stored game stays.
export function exhibit(game, shown, trouble) {
	halt();
	update({
		game: { ...fresh(game), board: shown.board, moves: squares(shown.moves) }, line: null, aside: null, positions: shown.positions, opening: shown.opening,
		ply: shown.positions.length - 1, points: [], analysis: null, review: null, hint: null, notice: null, pointed: '', editor: null, trouble,
	});
	announce(trouble.message);
}

const exhibited = () => state.trouble?.kind === 'link';

// attempt calls a function that fails if the server refuses or does not answer.
export async function attempt(work, again) {
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

// adopt makes a game from the server the present game, and a new entry of the history if push is set.
function adopt(game, shown, ply, push = false) {
	const moves = squares(shown.moves);
	const { board } = shown;
	const over = shown.forfeit || shown.positions.at(-1).over;
	const alike = state.game?.start === game.start && state.game.board === board;
	const before = alike ? movesOf(state.line) : [];
	let common = 0;
	while (common < moves.length && before[common] === moves[common]) common++;
	const same = common === moves.length && common === before.length;
	update({
		game: { ...game, board, moves, forfeit: shown.forfeit, lines: over ? game.lines ?? [] : [] }, line: null, aside: null,
		positions: shown.positions, opening: shown.opening, ply: Math.min(ply ?? moves.length, moves.length),
		points: alike ? state.points.slice(0, common + 1) : [],
		analysis: same && state.game === game ? state.analysis : null,
		review: null, hint: null, trouble: null, thinking: '', placing: null, notice: null, pointed: '',
	});
	keep();
	record({ push });
	go();
}

export const keep = () => exhibited() || state.exercise || remember('game', { ...state.game, ply: state.ply, line: state.line }, true);

// kept is the last game of this tab.
export const kept = () => remembered('game', true);

// play makes the user's move in the position on the page, and forgets the moves after it. It shows the
// new disc at once; the flipped discs come with the server's answer.
export async function play(square) {
	if (!mayMove() || state.review || !position().legal.includes(square)) return;
	const { ply } = state;
	const game = own(state.game);
	await attempt(async (signal) => {
		const placing = { square, side: position().side, late: false };
		update({ placing, trouble: null, notice: null });
		click();
		pause(patience, signal).then(() => isLate(placing), () => {});
		const moves = [...game.moves.slice(0, ply), square];
		const shown = await ask('game', { game: wire(moves.length, { ...game, moves, forfeit: null }) }, signal);
		moved({ ...game, forfeit: null }, shown, true);
	}, () => play(square));
}

// isLate marks a move as late if the server has not answered it yet.
function isLate(placing) {
	if (state.placing !== placing) return;
	update({ placing: { ...placing, late: true } });
	announce(t('status.waiting'));
}

// moved adopts a game with a new move, and announces the move.
function moved(game, shown, push = false) {
	const ply = shown.positions.length - 1;
	adopt(game, shown, undefined, push);
	save();
	announce(moveSentence(moverOf(shown.positions, ply), shown.positions[ply]));
}

// go requests the move of the player whose turn it is.
function go() {
	const side = due();
	if (side) think(side);
}

function think(side) {
	const game = state.game.origin ? state.game : own(state.game);
	return attempt(async (signal) => {
		const since = performance.now();
		const id = newId();
		const found = (data) => { if (!signal.aborted) update({ thought: { ...state.thought, ...data } }); };
		update({ thinking: side, thought: { id, since, depth: 0, nodes: 0, value: null, line: [], slow: false } });
		pause(slowAfter, signal).then(() => { if (state.thought.id === id) found({ slow: true }); }, () => {});
		const answer = await choose({ game: wire(game.moves.length, game), player: game[side], seed: game.seed, id }, signal, found);
		found({ depth: answer.depth, nodes: answer.nodes, took: answer.seconds, exact: Boolean(answer.value?.exact), ply: game.moves.length + 1 });
		const least = bothPlayers() ? pauses[state.settings.speed] : thought();
		await pause(Math.max(0, least - (performance.now() - since)), signal);
		const at = game.moves.length;
		if (answer.forfeit) {
			adopt({ ...game, forfeit: answer.forfeit }, answer.game);
			save();
			announce(`${answer.forfeit.reason} ${resultSentence(position())}`);
			return;
		}
		moved(game, answer.game);
		click();
		if (answer.value) point(at, side === 'black' ? answer.value.discs : -answer.value.discs);
	}, () => think(side));
}

// point records the value of a position for Black, unless an analysis of the whole game has one.
export function point(ply, discs) {
	if (state.analysis?.state === 'done' && ply <= (state.line?.from ?? Infinity)) return;
	const points = [...state.points];
	points[ply] = discs;
	update({ points });
}

// look shows another position of the line on the page, or with line null of the game's own, or the mistake after it.
// Players wait there until the user continues.
export function look(ply, review = null, line = review ? null : state.line) {
	const own = line ? {} : { line: null, aside: null, ...state.aside };
	const to = Math.min(Math.max(ply, 0), (own.positions ?? state.positions).length - 1);
	if ((to === state.ply && line === state.line && !review && !state.review) || state.editor || waits()) return;
	halt();
	const begins = review && !state.review;
	update({ ...own, ply: to, review, hint: null, trouble: exhibited() ? state.trouble : null, notice: null, pointed: '' });
	keep();
	record({ push: begins, soon: true });
	if (!review) announce(jumpSentence(to, position(), moverOf(state.positions, to)));
	go();
}

// yours lists the plies at which the user had a move to choose.
const yours = () => state.positions.flatMap((p, ply) => (!p.over && (settled() || !state.game[p.side]) ? [ply] : []));

// undo takes back a move that the server has not answered yet. Otherwise it goes back to the user's
// previous move, else to the start, or by one ply in a game between two players. redo goes forward
// to the user's next move, else to the end.
export function undo() {
	if (state.placing) {
		announce(t('said.withdrawn', state.placing));
		halt();
	} else if (state.ply > 0) look(yours().findLast((ply) => ply < state.ply) ?? (bothPlayers() ? state.ply - 1 : 0));
}

export function redo() {
	look(yours().find((ply) => ply > state.ply) ?? state.positions.length - 1);
}

// goOn forgets the moves after the position on the page, so that its player moves there.
export function goOn() {
	const { ply, positions } = state;
	const game = { ...own(state.game), lines: [] };
	const shown = { board: game.board, moves: movesOf(state.line).slice(0, ply).join(''), positions: positions.slice(0, ply + 1), opening: state.opening, forfeit: null };
	halt();
	adopt({ ...game, forfeit: null }, shown, ply, true);
}

export function togglePause() {
	halt();
	update({ paused: !state.paused });
	go();
}

// retry repeats the request that failed.
export function retry() {
	const again = state.trouble?.retry;
	update({ trouble: null });
	again?.();
}

// rematch starts a new game with the sides swapped.
export const rematch = () => begin({ board: state.game.board, start: state.game.start, black: state.game.white, white: state.game.black });

// resume lets players move again after the editor was closed.
export function resume() {
	if (state.placing) return;
	halt();
	go();
}

// watchSpeed lets a player that waits for its pause move at once when the speed changes.
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
