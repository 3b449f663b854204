// The comparison of ticked runs: their curves in one chart, and how the squares' values of two differ.
import { list } from './api.js';
import { along, axes, axisOptions, chartOf, endOf } from './axis.js';
import { chart } from './chart.js';
import { $, attribute, h, option, text } from './dom.js';
import { heatBoard, inDiscs, phaseName } from './heat.js';
import { duration, language, percent, t, whole } from './i18n.js';
import { morphChildren } from './morph.js';
import { runPath } from './route.js';
import { state, update, watch } from './store.js';

const change = (patch) => update({ lab: { ...state.lab, ...patch } });

// most is how many runs are compared at most: as many as there are colours.
export const most = 8;

// toggle ticks a run, or removes the tick.
export function toggle(name, on) {
	const ticked = state.lab.ticked.filter((one) => one !== name);
	if (on) ticked.push(name);
	change({ ticked });
	load();
}

// behind lists the ticked runs whose documents are not there yet, or older than the list of runs.
const behind = () => state.lab.ticked.filter((name) => {
	const listed = state.runs?.list?.find((run) => run.name === name);
	return listed && !(state.lab.documents[name]?.progress.count >= listed.progress.count);
});

// load requests the documents of ticked runs, and the values of squares of two.
async function load() {
	try {
		for (const name of behind()) {
			const document = await list(runPath(name));
			change({ documents: { ...state.lab.documents, [name]: document } });
		}
		await loadWorths();
	} catch (error) {
		if (error.status === undefined) throw error;
		const said = error.offline ? t('status.offline') : error.message;
		if (state.runs?.error !== said) update({ runs: { ...state.runs, error: said } }); // which loads once more
	}
}

// equal is the last place on an axis that all of some runs have reached.
const equal = (all, axis) => Math.min(...all.map((document) => endOf(document, axis)));

// generationAt is the last generation of a run up to a place on an axis, 0 if there is none.
function generationAt(document, axis, at) {
	let { generation } = document.status;
	while (generation > 0 && axis.of(document, generation) > at) generation--;
	return generation;
}

// upTo is the last of some rows, each with its generation, up to a generation.
const upTo = (rows, generation, of = (row) => row[0]) => (rows ?? []).filter((row) => of(row) <= generation).at(-1);

// rivals are the players of two ticked runs whose squares are compared: the champions where both runs have come equally
// far.
function rivals() {
	const { ticked, documents } = state.lab;
	const two = ticked.map((name) => documents[name]);
	if (two.length !== 2 || two.some((document) => !document) || two[0].board.start !== two[1].board.start) return [];
	const axis = axes[state.lab.axis];
	const at = equal(two, axis);
	const champions = two.map((document) => upTo(document.champions, generationAt(document, axis, at), (one) => one.generation));
	return champions.every(Boolean) ? champions.map(({ player }) => player) : [];
}

async function loadWorths() {
	const players = rivals();
	if (`${players}` === `${state.lab.rivals ?? []}`) return;
	change({ rivals: players, worths: null });
	if (!players.length) return;
	const worths = await Promise.all(players.map((player) => list(`worths?player=${encodeURIComponent(player)}`)));
	if (`${rivals()}` === `${players}`) change({ worths });
}

const tickedDocuments = () => state.lab.ticked.map((name) => state.lab.documents[name]).filter(Boolean);

// opponents lists the players that a ticked run was measured against, those of all runs first.
function opponents(all) {
	const names = all.map((document) => chartOf(document, 'reference').map((curve) => curve.name));
	const everywhere = (name) => names.every((of) => of.includes(name));
	return [...new Set(names.flat())].sort((a, b) => everywhere(b) - everywhere(a));
}

// curves are those of the ticked runs against an opponent, along an axis.
function curves(all, opponent, axis) {
	return all.map((document) => {
		const curve = chartOf(document, 'reference').find(({ name }) => name === opponent) ?? {};
		return { ...along(document, curve, axis), name: document.name };
	});
}

// difference is the difference of two players' values of squares in a phase, in discs: points of different players have
// different sizes.
function difference(a, b) {
	const [x, y] = [inDiscs(a), inDiscs(b)];
	return { squares: x.map((v, i) => v - y[i]), points_per_disc: 1, discs: a.discs.map((n, i) => Math.min(n, b.discs[i])) };
}

function heatMaps(worths, names) {
	const [a, b] = worths;
	if (`${a.turns}` !== `${b.turns}`) return [h('p', { class: 'quiet' }, t('lab.otherPhases'))];
	return a.phases.map((phase, i) => {
		const name = phaseName(a.turns, i);
		return h('figure', { class: 'heat-figure' }, heatBoard(difference(phase, b.phases[i]), name, a.start), h('figcaption', {}, name));
	});
}

// equalTable has the score of each run where all have come equally far.
function equalTable(all, opponent, axis) {
	const at = equal(all, axis);
	const row = (document) => {
		const generation = generationAt(document, axis, at);
		const { line, band } = chartOf(document, 'reference').find(({ name }) => name === opponent) ?? {};
		const [, value] = upTo(line, generation) ?? [];
		const [, low, high] = upTo(band, generation) ?? [];
		return h('tr', {}, h('th', { scope: 'row' }, document.name), h('td', {}, whole(generation)),
			h('td', {}, value === undefined ? '–' : `${percent(value)}${low === undefined ? '' : ` ± ${(50 * (high - low)).toFixed(1)}`}`));
	};
	text($('#lab-equal-title'), t(`lab.at.${state.lab.axis}`, { n: state.lab.axis === 'seconds' ? duration(at) : whole(at) }));
	const head = ['runs.name', 'champion.generation', 'runs.score'].map((key) => h('th', { scope: 'col' }, t(key)));
	return h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, all.map(row)));
}

let drawing = null; // the chart, in one language
let shownWorths = null;

function render() {
	const all = tickedDocuments();
	attribute($('#lab'), 'hidden', all.length > 1 ? null : '');
	attribute($('#lab-go-box'), 'hidden', all.length > 1 ? null : '');
	text($('#lab-go'), t('lab.go', { n: all.length }));
	const { ticked } = state.lab;
	text($('#lab-full'), ticked.length >= most ? t('lab.full', { n: most }) : '');
	text($('#lab-hint'), state.runs?.list?.filter(({ kind }) => kind === 'run').length > 1 && all.length < 2 ? t('lab.hint') : '');
	if (all.length < 2) return;
	if (drawing?.language !== language()) {
		drawing = { language: language(), ...chart(t('lab.chart'), t('lab.chart.note')) };
		$('#lab-chart').replaceChildren(drawing.element);
	}
	const names = opponents(all);
	const opponent = names.includes(state.lab.opponent) ? state.lab.opponent : names[0] ?? '';
	const axis = axes[state.lab.axis];
	$('#lab-opponent').replaceChildren(...names.map((name) => option(name, name, name === opponent)));
	$('#lab-axis').replaceChildren(...axisOptions(state.lab.axis));
	drawing.draw(curves(all, opponent, axis), Math.max(...all.map((document) => endOf(document, axis))), axis);
	morphChildren($('#lab-equal'), [equalTable(all, opponent, axis)]);
	const { worths } = state.lab;
	attribute($('#lab-heat-box'), 'hidden', worths ? null : '');
	const key = worths && [worths, language()];
	if (key && (key[0] !== shownWorths?.[0] || key[1] !== shownWorths[1])) {
		shownWorths = key;
		text($('#lab-heat-title'), t('lab.difference', { a: all[0].name, b: all[1].name }));
		$('#lab-heat').replaceChildren(...heatMaps(worths));
	}
}

export function startLab() {
	$('#lab-opponent').addEventListener('change', (event) => change({ opponent: event.target.value }));
	$('#lab-go').addEventListener('click', () => $('#lab').scrollIntoView());
	$('#lab-axis').addEventListener('change', (event) => { change({ axis: event.target.value }); load(); });
	watch('runs', () => { if (behind().length) load(); });
	watch('lab runs settings route', () => { if (state.route.view === 'runs') render(); });
}
