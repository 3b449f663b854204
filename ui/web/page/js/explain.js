// The explanation of a position's value: the scorers' contributions, and the values of squares.
import { ask, list } from './api.js';
import { $, attribute, h, text } from './dom.js';
import { isLarge } from './geometry.js';
import { heats, phaseName } from './heat.js';
import { known, signed, t, whole } from './i18n.js';
import { position, wire } from './play.js';
import { judge } from './roster.js';
import { evaluationText, scorerAbout, scorerName, sideName } from './sentences.js';
import { state, update, watch } from './store.js';

let work = new AbortController();
let asked = '';
let worthsOf = '';

const open = () => state.tab === 'explain' && state.route.view === 'game' && !state.editor && !isLarge(state.game?.board);

function follow() {
	const key = open() && position() ? JSON.stringify([wire(), judge()]) : '';
	if (key === asked) return;
	work.abort();
	asked = key;
	if (!key) return;
	work = new AbortController();
	explain(key, work.signal);
}

async function explain(key, signal) {
	const name = judge();
	try {
		const explanation = await ask('explain', { game: wire(), player: { name } }, signal);
		update({ explanation: { ...explanation, key, picked: '' } });
		const asking = new URLSearchParams({ player: name, board: state.game.board });
		if (worthsOf === String(asking)) return;
		const worths = await list(`worths?${asking}`, signal);
		worthsOf = String(asking);
		update({ worths });
	} catch (error) {
		if (signal.aborted) return;
		asked = '';
		update({ explanation: { error: error.offline ? t('status.offline') : error.message } });
	}
}

// heatOf returns the values of the squares in the position's phase, or null if they are not shown.
export function heatOf() {
	const { explanation, worths, heat } = state;
	if (!heat || !open() || !worths || !explanation?.phase) return null;
	return heats(worths.phases[explanation.phase - 1]);
}

// subject is what is explained: the move under the pointer, the chosen move, or the position.
function subject() {
	const { explanation, pointed } = state;
	const moves = explanation.moves ?? [];
	return moves.find((m) => m.move === pointed) ?? moves.find((m) => m.move === explanation.picked) ?? explanation;
}

function render() {
	const { explanation, worths } = state;
	const box = $('#explanation');
	attribute(box, 'data-state', !explanation ? 'waiting' : explanation.error ? 'failed' : 'done');
	text($('#explain-error'), explanation?.error ?? '');
	attribute($('#heat-toggle'), 'aria-checked', String(state.heat));
	$('#heat-legend').hidden = !state.heat;
	if (!explanation?.scorers) return;
	const shown = subject();
	const turns = worths?.turns;
	const phase = turns ? t('explain.phase', { n: explanation.phase, name: phaseName(turns, explanation.phase - 1) }) : t('explain.phaseOnly', { n: explanation.phase });
	const [from, to] = shown.tables?.discs ?? [];
	text($('#explain-phase'), shown.tables ? t('explain.tables', { phase, from, to }) : phase);
	text($('#explain-title'), shown.move ? t('explain.after', { square: shown.move }) : t('explain.position'));
	text($('#explain-total'), shown.result !== undefined ? t('explain.over') : t('explain.total', { worth: evaluationText(shown.discs ?? 0), points: signed(shown.score, 0) }));
	renderChoices(explanation, shown);
	renderBars(explanation, shown);
}

// renderChoices shows the moves as buttons, for users without a mouse.
function renderChoices(explanation, shown) {
	const box = $('#explain-moves');
	const moves = ['', ...(explanation.moves ?? []).map((m) => m.move)];
	if (box.dataset.moves !== moves.join() + document.documentElement.lang) {
		box.dataset.moves = moves.join() + document.documentElement.lang;
		box.replaceChildren(...moves.map((move) => h('button', { type: 'button', class: 'chip', data: { move }, onclick: () => update({ explanation: { ...state.explanation, picked: move } }) }, move || t('explain.now'))));
	}
	for (const chip of box.children) attribute(chip, 'aria-pressed', String(chip.dataset.move === (shown.move ?? '')));
}

// renderBars draws a bar for each scorer. All moves of a position share one scale.
function renderBars(explanation, shown) {
	const all = [explanation, ...(explanation.moves ?? [])].flatMap((v) => v.scorers);
	const most = Math.max(1, ...all.map((scorer) => Math.abs(scorer.discs)));
	const used = [...new Set(all.map(({ scorer }) => scorer))];
	const bars = $('#bars');
	if (bars.dataset.scorers !== used.join() + document.documentElement.lang) {
		bars.dataset.scorers = used.join() + document.documentElement.lang;
		const about = (scorer) => explanation.scorers.find((one) => one.scorer === scorer)?.about;
		bars.replaceChildren(...used.map((scorer) => bar(scorer, about(scorer))));
	}
	for (const row of bars.children) renderBar(row, shown, explanation.weights, most);
}

function bar(scorer, about) {
	return h('details', { class: 'bar', data: { scorer } },
		h('summary', {},
			h('span', { class: 'bar-name' }, scorerName(scorer)),
			h('span', { class: 'bar-track', 'aria-hidden': 'true' }, h('span', { class: 'bar-fill' })),
			h('span', { class: 'bar-value' })),
		h('p', { class: 'bar-about' }, scorerAbout(scorer, about)),
		h('table', { class: 'features' }, h('thead', {}, h('tr', {}, ['feature', 'count', 'weight', 'points'].map((k) => h('th', { scope: 'col' }, t(`explain.${k}`))))), h('tbody', {})));
}

function renderBar(row, shown, weights, most) {
	const { discs, points } = shown.scorers.find((one) => one.scorer === row.dataset.scorer) ?? { discs: 0, points: 0 };
	const fill = $('.bar-fill', row);
	fill.className = `bar-fill ${discs >= 0 ? 'black' : 'white'}`;
	fill.style.setProperty('--share', Math.min(1, Math.abs(discs) / most));
	text($('.bar-value', row), points === 0 ? '0' : t('explain.bar', { side: sideName(discs >= 0 ? 'black' : 'white'), discs: Math.abs(discs).toFixed(1) }));
	$('tbody', row).replaceChildren(...features(row.dataset.scorer, shown, weights).map(([name, count, weight]) => h('tr', {}, h('th', { scope: 'row' }, name),
		h('td', {}, signed(count, 0)), h('td', {}, whole(weight)), h('td', {}, signed(count * weight, 0)))));
}

// features lists the names, counts and weights that add up to a scorer's contribution: of its
// features, or of the patterns of a group, which share a weight.
function features(scorer, shown, weights) {
	const [learnt, group] = scorer.split('.');
	if (group) return Object.entries(shown.tables?.parts[group] ?? {}).map(([name, count]) => [known(`pattern.${name}`, name), count, weights[`${learnt}.w`]]);
	return listed(scorer, shown, weights).map((name) => [name.split('.')[1], shown.features[name] ?? 0, weights[name]]);
}

// listed lists the weights of a scorer to show: all of them, or, for a network with hundreds of
// weights, the ones that count most in the position.
function listed(scorer, shown, weights) {
	const most = 24;
	const names = Object.keys(weights).filter((name) => name.startsWith(`${scorer}.`) && (weights[name] || shown.features[name]));
	const size = (name) => Math.abs((shown.features[name] ?? 0) * weights[name]);
	return names.length <= most ? names : names.filter(size).sort((a, b) => size(b) - size(a)).slice(0, most);
}

export function startExplain() {
	$('#heat-toggle').addEventListener('click', () => update({ heat: !state.heat }));
	watch('ply positions settings tab route editor roster', follow);
	watch('explanation pointed heat worths settings', render);
}
