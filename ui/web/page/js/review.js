// The walk through the mistakes of a game: the position before each one, tries, and the better move.
import { ask } from './api.js';
import { announce, notice } from './announce.js';
import { t } from './i18n.js';
import { look, wire } from './play.js';
import { judge } from './roster.js';
import { valueText } from './sentences.js';
import { lostSentence, reasonSentences, verdict } from './reviewtexts.js';
import { state, update, watch } from './store.js';

const both = ['black', 'white'];

// learners are the sides whose mistakes are walked through: the chosen one, else the user's, else both.
export function learners() {
	if (state.whose) return [state.whose];
	const users = both.filter((side) => !state.game?.[side]);
	return users.length ? users : both;
}

// sideOf is the side of a move of an analysis.
export const sideOf = ({ side }) => (side === 'X' ? 'black' : 'white');

// mistakesOf lists the marked moves of some sides, each with the ply before it.
export function mistakesOf(sides) {
	return (state.analysis?.moves ?? []).flatMap((move, ply) => (move.mark && sides.includes(sideOf(move)) ? [{ ...move, ply }] : []));
}

export const mistakes = () => mistakesOf(learners());

// comparison is the server's comparison of the present mistake with the best move, or undefined.
export const comparison = () => state.compared[state.review?.ply];

// present is the mistake that is under review.
export const present = () => state.review && { ...state.analysis.moves[state.review.ply], ply: state.review.ply };

// review shows the position before a mistake: the given one, else the first.
export function review(ply = mistakes()[0]?.ply) {
	if (ply === undefined) return;
	look(ply, { ply, tried: {}, last: '', waiting: '', shown: false, line: 'best', step: 0, reason: -1 });
	const all = mistakes();
	const at = all.findIndex((one) => one.ply === ply);
	announce(`${t('review.count', { n: at + 1, of: all.length })} ${lostSentence(present())} ${t('review.find', present())}`);
	compare(ply).then(() => { if (all[at + 1]) compare(all[at + 1].ply); });
}

// beside returns the mistake some steps after the present one, or undefined.
export function beside(steps) {
	const all = mistakes();
	return all[all.findIndex((one) => one.ply === state.review.ply) + steps];
}

let working = new AbortController();

// compare requests the comparison of the move at a ply, once.
async function compare(ply) {
	if (state.compared[ply]) return;
	const { signal } = working;
	const keep = (answer) => { if (!signal.aborted) update({ compared: { ...state.compared, [ply]: answer } }); };
	keep({ waiting: true });
	try {
		keep(await ask('compare', { game: wire(ply), move: state.analysis.moves[ply].move, player: { name: judge() } }, signal));
		if (state.review?.ply === ply && state.review.waiting) answer(state.review.waiting);
	} catch (error) {
		if (signal.aborted) return;
		keep({ error: error.offline ? t('status.offline') : error.message });
	}
}

// again repeats a comparison that failed.
export function again() {
	const { [state.review.ply]: failed, ...others } = state.compared;
	update({ compared: others });
	compare(state.review.ply);
}

const change = (patch) => update({ review: { ...state.review, ...patch } });

// tryMove answers a try with its value. If the values are not there yet, it waits for them.
export function tryMove(square) {
	const { move } = present();
	if (square === move) notice(t('review.played', { move }), square);
	else if (comparison()?.moves) answer(square);
	else change({ waiting: square });
}

function answer(square) {
	const compared = comparison();
	const { value } = compared.moves.find((one) => one.move === square);
	const judged = verdict(compared, value);
	change({ tried: { ...state.review.tried, [square]: value }, last: square, waiting: '' });
	announce(t(`review.${judged}`, { move: square, value: valueText(value), played: compared.played.move }));
	if (judged === 'best') reveal(square);
}

// reveal shows the better move, its expected line and the reason.
export function reveal(found = '') {
	const compared = comparison();
	if (!compared?.moves) return;
	change({ shown: true, line: 'best', step: 0, reason: -1 });
	if (!found) announce(`${t('review.shown', { move: compared.best.move, value: valueText(compared.best.value) })} ${reasonSentences(compared).join(' ')}`);
}

// showLine shows the expected line after the best move, or after the move that was played. While a reason is shown, it
// goes to the reason's ply of that line.
export function showLine(line) {
	const { ply } = reasonShown() ?? { ply: 0 };
	change({ line, step: Math.min(ply, comparison()[line].positions.length - 1) });
}

// reasonShown is the reason whose squares have rings on the board, or undefined.
export const reasonShown = () => comparison()?.reasons?.[state.review.reason];

// showReason shows where a reason can be seen, or the beginning of the line again.
export function showReason(i) {
	const { line, ply } = comparison().reasons[i];
	const shown = state.review.reason === i;
	change({ reason: shown ? -1 : i, line, step: shown ? 0 : ply });
}

// step goes along the line on the board.
export function step(by) {
	const { line, step: now } = state.review;
	const to = Math.min(Math.max(now + by, 0), comparison()[line].positions.length - 1);
	if (to !== now) change({ step: to });
}

// leave ends the walk at the end of the game.
export const leave = () => look(Infinity);

export function startReview() {
	let analysis = null;
	watch('analysis', () => {
		if (state.analysis === analysis) return;
		({ analysis } = state);
		working.abort();
		working = new AbortController();
		update({ compared: {}, review: null });
	});
	watch('game', () => { if (state.whose && !state.game?.moves.length) update({ whose: '' }); });
}
