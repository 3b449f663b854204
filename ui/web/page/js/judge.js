// The analysis of a game: which moves were mistakes.
import { ask } from './api.js';
import { boardName } from './boards.js';
import { $, attribute, text } from './dom.js';
import { isLarge, standard } from './geometry.js';
import { t } from './i18n.js';
import { wire } from './play.js';
import { review } from './review.js';
import { lostSentence } from './reviewtexts.js';
import { judge } from './roster.js';
import { settled } from './saved.js';
import { openingName } from './sentences.js';
import { state, update, watch } from './store.js';

let working = new AbortController();
let judged = ''; // the game of the present or last analysis

const whole = () => wire(Infinity, state.game); // without its variations
const keyOf = () => JSON.stringify([whole(), judge()]);

// analyse analyses the present game.
export async function analyse() {
	if (!state.game?.moves.length || isLarge(state.game.board)) return;
	working.abort();
	working = new AbortController();
	const { signal } = working;
	judged = keyOf();
	update({ analysis: { state: 'running' } });
	try {
		const said = await ask('analysis', { game: whole(), player: { name: judge() } }, signal);
		update({ analysis: { state: 'done', moves: said.game.moves, sums: said.game.sums, summary: said.summary, depth: said.depth, endgame: said.endgame, player: said.player } });
		update(state.aside ? { aside: { ...state.aside, points: said.values } } : { points: said.values });
	} catch (error) {
		if (signal.aborted) return;
		judged = '';
		update({ analysis: { state: 'failed', message: error.offline ? t('status.offline') : error.message } });
	}
}

// follow stops an analysis that is no longer needed, and analyses a game that is over.
function follow() {
	if (!state.game) return;
	if (judged && (judged !== keyOf() || !state.analysis)) {
		working.abort();
		judged = '';
		if (state.analysis) update({ analysis: null });
	}
	if (!state.analysis && !judged && settled() && state.game.moves.length && !state.editor) analyse();
}

function render() {
	const { analysis } = state;
	const box = $('#analysis');
	attribute(box, 'data-state', analysis?.state ?? 'none');
	const able = Boolean(state.game?.moves.length) && analysis?.state !== 'running';
	attribute($('#analyse'), 'aria-disabled', able ? null : 'true');
	attribute($('#analyse'), 'hidden', analysis?.state === 'done' ? '' : null);
	text($('#analyse'), t(analysis?.state === 'running' ? 'analysis.running' : 'analysis.start'));
	text($('#analysis-says'), analysis?.state === 'failed' ? analysis.message : t('analysis.about'));
}

// judgement says what the move before the position on the page lost.
export function judgement() {
	if (state.ply > (state.line?.from ?? Infinity)) return '';
	const move = state.analysis?.moves?.[state.ply - 1];
	return move?.mark && !state.review ? lostSentence(move) : '';
}

// onBoard names the board of the game, unless it is the standard board.
const onBoard = () => (state.game && state.game.board !== standard ? t('board.named', { name: boardName(state.game.board) }) : '');

// remark says what was wrong with the last move on the page. Above the list is the opening, or the board if it is not
// the standard one.
function remark() {
	const mistake = judgement();
	text($('#judgement'), mistake);
	text($('#opening'), state.opening ? t('opening.name', { name: openingName(state.opening) }) : onBoard());
	attribute($('#find-better'), 'hidden', mistake ? null : '');
}

export function startJudge() {
	$('#analyse').addEventListener('click', () => { if (!$('#analyse').hasAttribute('aria-disabled')) analyse(); });
	$('#find-better').addEventListener('click', () => review(state.ply - 1));
	watch('game positions ply settings editor roster', follow);
	watch('analysis game settings', render);
	watch('analysis ply line opening settings game boards review', remark);
}
