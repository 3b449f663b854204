// What a player's search has found so far: depth, time, positions and the expected play.
import { ask } from './api.js';
import { $, attribute, text } from './dom.js';
import { blanksOf } from './geometry.js';
import { count, t } from './i18n.js';
import { find } from './roster.js';
import { valueText } from './sentences.js';
import { state, watch } from './store.js';

const slow = 1000; // milliseconds before the user may hurry a player

// mayHurry says whether the thinking player takes long and can be told to move.
export function mayHurry() {
	const player = state.game?.[state.thinking];
	return Boolean(player && state.thought?.slow && find(player.name)?.kind !== 'program');
}

// hurry has the thinking player make the best move that it has found.
export function hurry() {
	ask('stop', { id: state.thought.id }).catch(() => {}); // if the server is gone, the move says so
}

export const slowAfter = slow;

// seconds are how long a search has taken so far, or took.
const seconds = ({ since, took }) => (took ?? (performance.now() - since) / 1000);

function numbers(thought) {
	if (!thought.nodes) return '';
	const about = { depth: thought.depth, seconds: seconds(thought).toFixed(1), nodes: count(thought.nodes, 2), n: blanksOf(state.positions.at(-1).board) };
	return t(thought.depth ? (thought.exact ? 'thought.exact' : 'thought.depth') : 'thought.solving', about);
}

function line({ line: moves, value }) {
	if (!moves.length) return '';
	return t('thought.line', { value: value ? valueText(value) : '–', line: moves.map((move) => (move === 'pass' ? t('pass.badge') : move)).join(' ') });
}

function render() {
	const { thought, thinking } = state;
	const shown = thought && !state.editor && !state.review && (thinking ? thought.since : thought.ply === state.ply);
	attribute($('#thought'), 'hidden', shown && thought.nodes ? null : '');
	if (!shown) return;
	text($('#thought-numbers'), numbers(thought));
	text($('#thought-line'), thinking ? line(thought) : '');
}

export function startThought() {
	watch('thought thinking ply editor review settings', render);
	setInterval(() => { if (state.thinking && state.thought?.nodes) render(); }, 100); // the time goes on
}
