// The table of runs.
import { list, pause } from './api.js';
import { boardName } from './boards.js';
import { $, attribute, h, s, text } from './dom.js';
import { progressText } from './directory.js';
import { standard } from './geometry.js';
import { duration, language, percent, t, whole } from './i18n.js';
import { most, toggle } from './lab.js';
import { morphChildren } from './morph.js';
import { runAddress } from './route.js';
import { state, update, watch } from './store.js';

let asking = new AbortController();
let listed = ''; // the data of the current list

async function load() {
	asking.abort();
	asking = new AbortController();
	const { signal } = asking;
	try {
		const { runs, left_off: leftOff } = await list('runs', signal);
		update({ runs: { list: runs, leftOff } });
		if (!state.runs.list.some((run) => run.live)) return;
		await pause(3000, signal); // refresh every 3 s
		load();
	} catch (error) {
		if (!signal.aborted) update({ runs: { ...state.runs, error: error.offline ? t('status.offline') : error.message } });
	}
}

// states lists the states of a run.
export function stateBadge(run) {
	const kind = run.live ? 'live' : run.progress.finished ? 'finished' : 'stopped';
	return h('span', { class: `badge ${kind}` }, t(`run.${kind}`));
}

// meter draws a share of games, with a mark at one half.
export function meter(share) {
	const fill = h('i', {});
	fill.style.setProperty('--share', share);
	return h('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}

// sparkline draws how the mean score of a run's champions rose, with a line at one half.
function sparkline(rise) {
	const [w, h0] = [90, 22];
	const last = Math.max(2, rise.at(-1)[0]);
	const at = ([g, v]) => `${(((g - 1) / (last - 1)) * w).toFixed(1)} ${((1 - v) * h0).toFixed(1)}`;
	const steps = rise.map((p, i) => (i ? `L${at([p[0], rise[i - 1][1]])}L${at(p)}` : `M${at(p)}`)).join('');
	return s('svg', { class: 'spark', viewBox: `0 0 ${w} ${h0}`, 'aria-hidden': 'true' }, s('path', { class: 'even', d: `M0 ${h0 / 2}H${w}` }), s('path', { class: 'line', d: steps }));
}

// columns are the columns of the table: a name, what is sorted by, whether the highest comes first, and what a cell shows.
const columns = [
	{ key: 'name', of: (run) => run.name, show: (run) => [h('a', { href: runAddress(run.name) }, run.name), h('small', { class: 'narrow' }, t(`kind.${run.kind}`)), run.board && run.board !== standard ? h('small', {}, boardName(run.board, run.board)) : null] },
	{ key: 'kind', of: (run) => t(`kind.${run.kind}`), show: (run) => t(`kind.${run.kind}`) },
	{ key: 'state', of: (run) => (run.live ? 0 : run.progress.finished ? 2 : 1), show: (run) => [stateBadge(run), run.live && run.share ? h('small', {}, t('runs.progress', { share: percent(run.share, 0), left: duration(run.left) })) : null] },
	{ key: 'score', of: (run) => run.rise?.at(-1)?.[1] ?? -1, high: true, show: (run) => (run.rise?.length ? h('span', { class: 'cell-score' }, sparkline(run.rise), percent(run.rise.at(-1)[1])) : '–') },
	{ key: 'promotions', of: (run) => run.promotions, high: true, show: (run) => (run.kind === 'run' ? whole(run.promotions) : '–') },
	{ key: 'done', of: (run) => run.progress.count, high: true, show: (run) => progressText({ ...run.progress, goal: 0 }) },
	{ key: 'games', of: (run) => run.games, high: true, show: (run) => (run.kind === 'run' ? whole(run.games) : '–') },
	{ key: 'seconds', of: (run) => run.progress.seconds, high: true, show: (run) => (run.progress.seconds ? duration(run.progress.seconds) : '–') },
	{ key: 'updated', of: (run) => Date.parse(run.updated), high: true, show: (run) => h('time', { datetime: run.updated }, new Date(run.updated).toLocaleDateString(language(), { day: 'numeric', month: 'short' })) },
];

// sorted lists runs as the header says: by a column, or backwards. Those that cannot be read come last.
function sorted(all, { key, back }) {
	const { of, high = false } = columns.find((column) => column.key === key);
	const way = high === back ? 1 : -1;
	const order = (a, b) => (of(a) < of(b) ? -way : of(a) > of(b) ? way : 0);
	return [...all.filter((run) => !run.error).sort(order), ...all.filter((run) => run.error)];
}

function table(all) {
	const { sort, ticked } = state.lab;
	const head = ({ key, high = false }) => h('th', { scope: 'col', 'aria-sort': sort.key === key ? (high === sort.back ? 'ascending' : 'descending') : undefined },
		h('button', { type: 'button', class: 'link', data: { sort: key }, onclick: () => update({ lab: { ...state.lab, sort: { key, back: state.lab.sort.key === key && !state.lab.sort.back } } }) }, t(`runs.${key}`)));
	const tick = (run) => h('td', {}, run.kind !== 'run' ? null : h('input', { type: 'checkbox', 'aria-label': t('lab.tick', { name: run.name }), 'aria-describedby': 'lab-full', checked: ticked.includes(run.name), disabled: ticked.length >= most && !ticked.includes(run.name), onchange: (event) => toggle(run.name, event.target.checked) }));
	const row = (run) => (run.error ? h('tr', { class: 'failed' }, h('td', {}), h('th', { scope: 'row' }, run.name), h('td', { colspan: columns.length - 1 }, t('run.unreadable'), ' ', h('span', { lang: 'en' }, run.error)))
		: h('tr', { data: { run: run.name } }, tick(run), columns.map((column, i) => h(i ? 'td' : 'th', i ? { class: `column-${column.key}` } : { scope: 'row' }, column.show(run)))));
	return h('table', {}, h('thead', {}, h('tr', {}, h('td', {}), columns.map((column, i) => { const cell = head(column); if (i) cell.className = `column-${column.key}`; return cell; }))),
		h('tbody', {}, sorted(all, sort).map(row)));
}

function render() {
	const { runs } = state;
	if (state.route.view !== 'runs') return;
	const box = $('#runs-list');
	attribute($('#runs-page'), 'data-state', !runs ? 'loading' : runs.error ? 'failed' : runs.list.length ? 'done' : 'empty');
	text($('#runs-error'), runs?.error ?? '');
	const key = JSON.stringify([runs?.list, runs?.leftOff, state.lab.sort, state.lab.ticked, language()]);
	if (key === listed) return;
	listed = key;
	morphChildren(box, [...(runs?.list?.length ? [table(runs.list)] : []), ...(runs?.leftOff ? [h('p', { class: 'quiet' }, t('runs.newest', { shown: whole(runs.list.length), all: whole(runs.list.length + runs.leftOff) }))] : [])]);
}

export function startRuns() {
	$('#runs-retry').addEventListener('click', load);
	watch('route', () => {
		asking.abort();
		if (state.route.view === 'runs') load();
	});
	watch('runs settings route lab', render);
}
