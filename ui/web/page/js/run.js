// One run: loaded when it is opened, and again after each event of its stream.
import { list } from './api.js';
import { $ } from './dom.js';
import { t } from './i18n.js';
import { runPath } from './route.js';
import { state, update, watch } from './store.js';

let open = ''; // the name of the run on the page
let work = new AbortController();
let events = null;
let loading = false, again = false, seeking = false;
const worthsOf = new Map(); // the disc values of the run's champions that were shown

const change = (patch) => update({ run: { ...state.run, ...patch } });

function follow() {
	const name = state.route.view === 'run' ? state.route.name : '';
	if (name === open) return;
	leave();
	open = name;
	if (!name) return;
	work = new AbortController();
	update({ run: { name, document: null, progress: null, worths: null, generation: 0 } });
	load();
}

function leave() {
	work.abort();
	events?.close();
	events = null;
	loading = again = seeking = false;
	worthsOf.clear();
}

// load requests the run's document. Calls during a request are merged into one further request.
export async function load() {
	if (loading) {
		again = true;
		return;
	}
	loading = true;
	const { signal } = work;
	const name = open;
	try {
		const document = await list(runPath(name), signal);
		change({ document, missing: false, error: '', reason: '' });
		if (!events) listen(name);
		if (document.kind === 'run' && document.player) await loadWorths(signal);
	} catch (error) {
		if (!signal.aborted) failed(error);
	}
	if (signal.aborted) return;
	loading = false;
	if (again) {
		again = false;
		load();
	}
}

// failed says why there is nothing to show. For a damaged run, the server sends the reason.
function failed(error) {
	if (error.status === undefined) throw error;
	if (error.status === 404 && !state.run.document) change({ missing: true });
	else change({ error: t(error.offline ? 'status.offline' : 'run.unreadable'), reason: error.offline ? '' : error.message });
}

// loadWorths requests the disc values of the chosen champion, once for each champion. While the choice moves, one
// request follows the other, so that the board shows some of the champions on the way.
async function loadWorths(signal) {
	if (seeking) return;
	seeking = true;
	try {
		for (let champion = chosen(state.run.document); champion && state.run.worths?.player !== champion.player; champion = chosen(state.run.document)) {
			const { player } = champion;
			if (!worthsOf.has(player)) worthsOf.set(player, await list(`worths?player=${encodeURIComponent(player)}`, signal));
			change({ worths: { ...worthsOf.get(player), player } });
		}
	} finally {
		if (!signal.aborted) seeking = false;
	}
}

// chosen is the champion whose disc values are shown: the one of a generation, or the newest.
export const chosen = (document) => document.champions.find((c) => c.generation === state.run.generation) ?? document.champions.at(-1);

// choose shows a champion, 0 for the newest, also after the next one.
export function choose(generation) {
	change({ generation });
	if (state.run.document.player) loadWorths(work.signal).catch((error) => { if (error.status !== undefined && error.name !== 'AbortError') failed(error); });
}

// listen subscribes to the run's events, one for each generation.
function listen(name) {
	events = new EventSource(`api/${runPath(name)}/events`);
	events.onerror = () => change({ error: t('status.offline'), reason: '' }); // the browser reconnects by itself
	events.onopen = () => { if (state.run.error) change({ error: '', reason: '' }); };
	events.addEventListener('progress', (event) => {
		const progress = JSON.parse(event.data);
		const { document } = state.run;
		change({ progress });
		if (progress.live !== document?.live || ['count', 'finished'].some((key) => progress.progress[key] !== document?.progress[key])) load();
	});
}

// startRun follows the route, and calls render where the run changes.
export function startRun(render) {
	$('#run-retry').addEventListener('click', load);
	$('#run-axis').addEventListener('change', (event) => update({ lab: { ...state.lab, axis: event.target.value } }));
	watch('route', follow);
	watch('run settings lab', () => { if (state.run && state.route.view === 'run') render(); });
}
