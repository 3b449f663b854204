// The list of runs.
import { list, pause } from './api.js';
import { boardName } from './boards.js';
import { $, attribute, h, text } from './dom.js';
import { standard } from './geometry.js';
import { duration, language, percent, t, whole } from './i18n.js';
import { runAddress } from './route.js';
import { state, update, watch } from './store.js';

let asking = new AbortController();
let listed = ''; // the data of the current list

async function load() {
	asking.abort();
	asking = new AbortController();
	const { signal } = asking;
	try {
		update({ runs: { list: await list('runs', signal) } });
		if (!state.runs.list.some((run) => run.live)) return;
		await pause(3000, signal); // refresh every 3 s
		load();
	} catch (error) {
		if (!signal.aborted) update({ runs: { list: state.runs?.list, error: error.offline ? t('status.offline') : error.message } });
	}
}

// states lists the states of a run.
export function stateBadge(run) {
	const kind = run.live ? 'live' : run.finished ? 'finished' : 'stopped';
	return h('span', { class: `badge ${kind}` }, t(`run.${kind}`));
}

function ladder(champion) {
	if (!champion?.ladder?.length) return h('p', { class: 'quiet' }, t('runs.noChampion'));
	return h('ul', { class: 'scores' }, champion.ladder.map((rung) => h('li', {},
		h('span', { class: 'score-name', lang: 'en' }, rung.opponent), meter(rung.score), h('b', {}, percent(rung.score)))));
}

// meter draws a share of games, with a mark at one half.
export function meter(share) {
	const fill = h('i', {});
	fill.style.setProperty('--share', share);
	return h('span', { class: 'meter', 'aria-hidden': 'true' }, fill);
}

function card(run) {
	if (run.error) return h('li', { class: 'run-card failed' }, h('h2', {}, run.name), h('p', {}, t('run.unreadable')), h('p', { lang: 'en' }, run.error));
	const facts = [...(run.board === standard ? [] : [boardName(run.board, run.board)]), t('runs.generations', { n: whole(run.generation) }), t('runs.games', { n: whole(run.games) }), duration(run.seconds), t('runs.promotions', { n: run.promotions })];
	return h('li', { class: 'run-card' },
		h('div', { class: 'run-head' }, h('h2', {}, h('a', { href: runAddress(run.name) }, run.name)), stateBadge(run)),
		h('p', { class: 'facts' }, facts.join(' · ')), ladder(run.champion));
}

function render() {
	const { runs } = state;
	if (state.route.view !== 'runs') return;
	const box = $('#runs-list');
	attribute($('#runs-page'), 'data-state', !runs ? 'loading' : runs.error ? 'failed' : runs.list.length ? 'done' : 'empty');
	text($('#runs-error'), runs?.error ?? '');
	const key = JSON.stringify([runs?.list, language()]);
	if (key === listed) return;
	listed = key;
	const focused = box.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
	box.replaceChildren(...(runs?.list ?? []).map(card));
	if (focused) $(`a[href="${CSS.escape(focused)}"]`, box)?.focus();
}

export function startRuns() {
	$('#runs-retry').addEventListener('click', load);
	watch('route', () => {
		asking.abort();
		if (state.route.view === 'runs') load();
	});
	watch('runs settings route', render);
}
