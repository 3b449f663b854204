// The analysis of a game: which moves were mistakes, and what each side gave away.
import { ask } from './api.js';
import { boardName } from './boards.js';
import { $, attribute, h, text } from './dom.js';
import { isLarge, standard } from './geometry.js';
import { t, whole } from './i18n.js';
import { atEnd, look, position, wire } from './play.js';
import { judge } from './roster.js';
import { openingName, sideName } from './sentences.js';
import { state, update, watch } from './store.js';

let working = new AbortController();
let judged = ''; // the game of the present or last analysis

const keyOf = () => JSON.stringify([wire(state.game.moves.length), judge()]);

// analyse analyses the present game.
export async function analyse() {
	if (!state.game?.moves.length || isLarge(state.game.board)) return;
	working.abort();
	working = new AbortController();
	const { signal } = working;
	judged = keyOf();
	update({ analysis: { state: 'running' } });
	try {
		const said = await ask('analysis', { game: wire(state.game.moves.length), player: { name: judge() } }, signal);
		update({ analysis: { state: 'done', moves: said.game.moves, sums: said.game.sums, depth: said.depth, endgame: said.endgame, player: said.player }, points: said.values });
	} catch (error) {
		if (signal.aborted) return;
		judged = '';
		update({ analysis: { state: 'failed', message: error.offline ? t('status.offline') : error.message } });
	}
}

// follow stops an analysis that is no longer needed, and analyses a game that has just ended.
function follow() {
	if (!state.game) return;
	if (judged && (judged !== keyOf() || !state.analysis)) {
		working.abort();
		judged = '';
		if (state.analysis) update({ analysis: null });
	}
	if (!state.analysis && !judged && atEnd() && position().over && state.game.moves.length && !state.editor) analyse();
}

function render() {
	const { analysis } = state;
	const box = $('#analysis');
	attribute(box, 'data-state', analysis?.state ?? 'none');
	const able = Boolean(state.game?.moves.length) && analysis?.state !== 'running';
	attribute($('#analyse'), 'aria-disabled', able ? null : 'true');
	attribute($('#analyse'), 'hidden', analysis?.state === 'done' ? '' : null);
	text($('#analyse'), t(analysis?.state === 'running' ? 'analysis.running' : 'analysis.start'));
	const said = $('#analysis-says');
	if (analysis?.state === 'done') said.replaceChildren(table(analysis.sums));
	else said.replaceChildren(h('p', {}, analysis?.state === 'failed' ? analysis.message : t('analysis.about')));
	attribute($('#next-mistake'), 'hidden', analysis?.state === 'done' ? null : '');
	attribute($('#next-mistake'), 'aria-disabled', mistakes().length ? null : 'true');
}

function table(sums) {
	const row = (side, sum) => h('tr', {}, h('th', { scope: 'row' }, h('span', { class: `stone ${side}` }), sideName(side)),
		h('td', {}, String(sum.blunders)), h('td', {}, String(sum.mistakes)), h('td', {}, sum.all_discs_lost === null ? '–' : whole(sum.all_discs_lost)));
	const head = ['blunders', 'mistakes', 'discs'].map((name) => h('th', { scope: 'col' }, t(`analysis.${name}`)));
	return h('table', { class: 'sums' }, h('thead', {}, h('tr', {}, h('td'), head)),
		h('tbody', {}, row('black', sums.black), row('white', sums.white)));
}

// mistakes lists the plies after the marked moves.
export const mistakes = () => (state.analysis?.moves ?? []).flatMap((m, i) => (m.mark ? [i + 1] : []));

function nextMistake() {
	const all = mistakes();
	if (all.length) look(all.find((ply) => ply > state.ply) ?? all[0]);
}

// judgement says which move was better than the one before the position on the page.
export function judgement() {
	const move = state.analysis?.moves?.[state.ply - 1];
	if (!move?.mark) return '';
	return t('judged.move', { square: move.move, mark: move.mark, best: move.best, lost: lostBy(move) });
}

// lostBy says what a move lost, in points if their value in discs is unknown.
function lostBy(move) {
	if (move.unit === 'outcome') return t('judged.outcome');
	if (move.unit === 'discs') return t('judged.discs', { n: move.lost });
	return move.lost_discs === null ? t('judged.points', { n: whole(move.lost) }) : t('judged.guess', { n: move.lost_discs.toFixed(1) });
}

// onBoard names the board of the game, unless it is the standard board.
const onBoard = () => (state.game && state.game.board !== standard ? t('board.named', { name: boardName(state.game.board) }) : '');

// remark says what was wrong with the last move on the page, else names the opening or the board of
// the game.
function remark() {
	const mistake = judgement();
	text($('#judgement'), mistake || (state.opening ? t('opening.name', { name: openingName(state.opening) }) : onBoard()));
	$('#judgement').classList.toggle('mistaken', Boolean(mistake));
}

export function startJudge() {
	$('#analyse').addEventListener('click', () => { if (!$('#analyse').hasAttribute('aria-disabled')) analyse(); });
	$('#next-mistake').addEventListener('click', nextMistake);
	watch('game positions ply settings editor roster', follow);
	watch('analysis game settings', render);
	watch('analysis ply opening settings game boards', remark);
}
