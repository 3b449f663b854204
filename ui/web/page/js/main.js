// The entry point of the page.
import { startArrow } from './arrow.js';
import { startBoard } from './board.js';
import { $, $$, attribute } from './dom.js';
import { startDrop } from './drop.js';
import { startEditor } from './editor.js';
import { startExplain } from './explain.js';
import { startGraph } from './graph.js';
import { standard } from './geometry.js';
import { t } from './i18n.js';
import { drawIcons } from './icons.js';
import { startJudge } from './judge.js';
import { openLink } from './linked.js';
import { startMoves } from './moves.js';
import { startNewGame } from './newgame.js';
import { begin, kept, watchSpeed } from './play.js';
import { loadRoster, usualOn } from './roster.js';
import { startReview } from './review.js';
import { startReviewCard } from './reviewcard.js';
import { route } from './route.js';
import { startRun } from './run.js';
import { startRuns } from './runs.js';
import { startSettings } from './settings.js';
import { startShare } from './share.js';
import { startStatus } from './status.js';
import { state, update, watch } from './store.js';
import { startSummary } from './summary.js';
import { startTabs } from './tabs.js';
import { startValues } from './values.js';

function renderRoute() {
	const { view, name } = state.route;
	for (const section of $$('[data-view]')) section.hidden = section.dataset.view !== view;
	for (const link of $$('nav a')) attribute(link, 'aria-current', link.dataset.for.split(' ').includes(view) ? 'page' : null);
	document.title = view === 'run' ? `${name} · evothello` : view === 'runs' ? `${t('nav.runs')} · evothello` : 'evothello';
}

// follow opens the view of the address. It opens a shared game once; then the address is that of the
// game on the board.
function follow() {
	const to = route(location.hash);
	update({ route: to });
	if (to.view !== 'game' || to.query === undefined) return null;
	history.replaceState(null, '', '#/');
	return openLink(to.query);
}

// first opens the first game: the last one on the board, else the user against the default opponent.
async function first() {
	const linked = follow();
	if (linked) return linked;
	const before = kept();
	if (before) return Promise.all([begin(before, before.ply), loadRoster()]);
	await loadRoster();
	return begin({ black: null, white: usualOn(standard) });
}

async function start() {
	drawIcons();
	startSettings();
	for (const part of [startBoard, startStatus, startMoves, startGraph, startValues, startJudge, startReview, startReviewCard, startSummary, startArrow, startExplain, startShare, startDrop, startEditor, startNewGame, startTabs, startRuns, startRun, watchSpeed]) part();
	watch('route settings', renderRoute);
	window.addEventListener('hashchange', follow);
	window.addEventListener('popstate', () => { for (const dialog of $$('dialog')) dialog.close(); }); // a dialog belongs to its view
	for (const dialog of $$('dialog')) {
		dialog.addEventListener('click', (event) => { if (event.target === dialog || event.target.closest('.close')) dialog.close(); });
	}
	try {
		await first();
	} catch (error) {
		if (error.status === undefined) throw error;
		update({ trouble: { kind: error.offline ? 'offline' : 'error', message: error.message, retry: first } });
	}
	$('#app').dataset.ready = 'yes';
}

start();
