// The values of the legal moves in the position on the page, at increasing depths.
import { stream } from './api.js';
import { announce } from './announce.js';
import { $, attribute, text } from './dom.js';
import { solve } from './exercises.js';
import { isLarge } from './geometry.js';
import { t } from './i18n.js';
import { atEnd, mayMove, point, position, wire } from './play.js';
import { judge, judges, playerOptions } from './roster.js';
import { settled } from './saved.js';
import { valueText } from './sentences.js';
import { set, state, update, watch } from './store.js';

const seconds = 8;
const finished = new Map(); // finished searches, by key; the oldest are dropped
const most = 200;

let wanted = ''; // the key of the present search
let search = new AbortController();

// setting is the one that applies: before the end of a game the values are off unless the user wants them.
const setting = () => (settled() ? 'valuesAfter' : 'values');
export const valuesOn = () => state.settings[setting()];

export const keyOf = () => JSON.stringify([wire(), judge()]);

// worthAsking says whether there is a position to value. There is none while a player thinks.
function worthAsking() {
	const p = position();
	return valuesOn() && state.route.view === 'game' && p && !isLarge(state.game.board) && !p.over && !state.editor && !state.trouble && !state.review && !state.exercise
		&& (!atEnd() || mayMove() || state.paused);
}

function follow() {
	const key = worthAsking() ? keyOf() : '';
	if (key === wanted) return;
	search.abort();
	wanted = key;
	if (!key) {
		update({ values: null });
		return;
	}
	if (finished.has(key)) {
		update({ values: finished.get(key) });
		mark();
		return;
	}
	update({ values: { key, depth: 0, nodes: 0, moves: [], line: [], done: false } });
	search = new AbortController();
	deepen(key, search.signal);
}

async function deepen(key, signal) {
	const change = (patch) => { if (!signal.aborted) update({ values: { ...state.values, ...patch } }); };
	try {
		await stream('values', { game: wire(), player: { name: judge() }, seconds }, signal, (event, data) => {
			if (event === 'values') change(data);
			if (event === 'line') change({ line: data.line });
			if (event === 'done') change({ done: true });
		});
	} catch (error) {
		if (signal.aborted) return;
		change({ done: true, error: error.offline ? t('status.offline') : error.message });
		return;
	}
	if (signal.aborted || !state.values.moves.length) return;
	finished.set(key, state.values);
	if (finished.size > most) finished.delete(finished.keys().next().value);
	mark();
}

// mark puts the value of the position on the page into the graph.
function mark() {
	const [best] = state.values.moves;
	if (best) point(state.ply, position().side === 'black' ? best.value.discs : -best.value.discs);
}

function render() {
	const { values } = state;
	attribute($('#values-toggle'), 'aria-checked', String(valuesOn()));
	const best = values?.moves[0];
	text($('#values-depth'), values?.depth ? t(best.value.exact ? 'values.exact' : 'values.depth', { n: values.depth }) : '');
	text($('#values-best'), best ? `${best.move} ${valueText(best.value)}` : '');
	text($('#values-line'), lineOf(values));
	attribute($('#values'), 'hidden', !valuesOn() && !state.game?.moves.length ? '' : null);
	attribute($('#values'), 'data-state', !values ? 'off' : values.done ? 'done' : 'searching');
}

function lineOf(values) {
	if (!valuesOn()) return t('values.off');
	if (values?.error) return values.error;
	if (!values) return position()?.over ? '' : t('values.later');
	if (values.line.length) return values.line.map((m) => (m === 'pass' ? t('pass.badge') : m)).join(' ');
	return values.done ? '' : t('values.searching');
}

// hint requests the judge's move and marks it.
let hinting = new AbortController();

async function hint() {
	if (!mayMove() || state.review || isLarge(state.game.board)) return;
	if (state.exercise) {
		solve();
		return;
	}
	hinting.abort();
	hinting = new AbortController();
	const { signal } = hinting;
	const key = keyOf();
	let best = finished.get(key)?.moves[0];
	attribute($('#hint'), 'aria-busy', 'true');
	try {
		if (!best) {
			await stream('values', { game: wire(), player: { name: judge() }, seconds: 1 }, signal, (event, data) => {
				if (event === 'values') best = data.moves[0];
			});
		}
	} catch (error) {
		if (!signal.aborted) announce(error.offline ? t('status.offline') : error.message);
	}
	attribute($('#hint'), 'aria-busy', null);
	if (!best || signal.aborted || key !== keyOf()) return;
	update({ hint: { square: best.move, value: best.value } });
	announce(t('said.hint', { square: best.move, value: valueText(best.value) }));
}

export function startValues() {
	const toggle = () => set({ [setting()]: !valuesOn() });
	$('#values-toggle').addEventListener('click', toggle);
	$('#hint').addEventListener('click', hint);
	watch('positions ply settings thinking placing paused route editor trouble game roster review exercise', follow);
	watch('values settings ply positions', render);
	watch('ply positions', () => hinting.abort());
	$('#judge').addEventListener('change', (event) => set({ judge: event.target.value }));
	watch('roster settings game', renderJudges);
}

let judged = ''; // the data of the current choice of judges

function renderJudges() {
	const key = JSON.stringify([judge(), state.game?.board, state.roster, document.documentElement.lang]);
	if (key === judged) return;
	judged = key;
	$('#judge').replaceChildren(...playerOptions(judge(), (one) => judges(one, state.game?.board)));
}
