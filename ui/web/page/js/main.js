// The entry point of the page.
import { forget, record, recorded, startAddress } from './address.js';
import { startArrow } from './arrow.js';
import { startBoard } from './board.js';
import { startChooser } from './chooser.js';
import { $, $$, attribute, text } from './dom.js';
import { startDrop } from './drop.js';
import { startEditor } from './editor.js';
import { isStatic } from './engine.js';
import { openExercise } from './exercises.js';
import { startExplain } from './explain.js';
import { startGames } from './games.js';
import { startGraph } from './graph.js';
import { standard } from './geometry.js';
import { t } from './i18n.js';
import { drawIcons } from './icons.js';
import { startJudge } from './judge.js';
import { startKeys } from './keys.js';
import { claim, startLibrary } from './library.js';
import { openLink } from './linked.js';
import { startMoves } from './moves.js';
import { startNewGame } from './newgame.js';
import { begin, kept, watchSpeed } from './play.js';
import { loadRoster, usualOn } from './roster.js';
import { review, startReview } from './review.js';
import { startReviewCard } from './reviewcard.js';
import { route } from './route.js';
import { settled } from './saved.js';
import { startSettings } from './settings.js';
import { startShare } from './share.js';
import { startStatus } from './status.js';
import { state, update, watch } from './store.js';
import { startSummary } from './summary.js';
import { startTabs } from './tabs.js';
import { startThought } from './thought.js';
import { startValues } from './values.js';
import { showLine } from './variations.js';

function renderRoute() {
	const { view, name } = state.route;
	for (const section of $$('[data-view]')) section.hidden = section.dataset.view !== view;
	for (const link of $$('nav a')) attribute(link, 'aria-current', link.dataset.for.split(' ').includes(view) ? 'page' : null);
	const title = { run: name, runs: t('nav.runs'), games: t('nav.games') }[view];
	document.title = title ? `${title} · evothello` : 'evothello';
}

// openRules shows how to play.
async function openRules() {
	$('#settings').close();
	const module = await import('./rules.js').catch(() => null);
	if (module) module.renderRules();
	else text($('#rules-body'), t('status.offline'));
	$('#rules').showModal();
}

let runsOpened = false;

// openRuns loads the views of runs once, when one is opened.
async function openRuns() {
	const { view } = state.route;
	if (!['runs', 'run'].includes(view) || runsOpened) return;
	runsOpened = true;
	const page = $(`[data-view=${view}]`);
	page.dataset.state = 'loading';
	const module = await import('./runviews.js').catch(() => null);
	if (module) {
		module.startRunViews();
		return;
	}
	runsOpened = false;
	page.dataset.state = 'failed';
	text($(`#${view}-error`), t('status.offline'));
	$(`#${view}-retry`).hidden = false;
}

// follow opens the view of the address, and its game or exercise: one of the history, or that of a link. The address
// without a game is that of the present game.
function follow() {
	forget();
	update({ route: route(location.hash) });
	const { view, query, exercise } = state.route;
	if (view !== 'game') return null;
	if (exercise !== undefined) return openExercise(exercise);
	if (recorded()) return restore(recorded());
	if (query !== undefined) return openLink(query);
	if (state.exercise) return last();
	if (state.game) record();
	return null;
}

// last shows the last game of this tab, else the user against the default opponent.
function last() {
	const before = kept();
	return before ? restore({ ...before, game: before }) : begin({ black: null, white: usualOn(standard) });
}

// restore shows a game of the history, as it was there.
async function restore({ game, ply, line, reviewing }) {
	const same = state.game?.id === game.id && state.game.moves.join() === game.moves.join();
	if (!same) await begin(game, ply, false);
	if (same && reviewing && state.analysis) review(ply);
	else if (same || line) await showLine(settled() ? line : null, ply);
}

// first opens the first game: that of the address, else the last one.
async function first() {
	const shown = follow();
	if (shown) await Promise.all([shown, loadRoster()]);
	else {
		await loadRoster();
		await last();
	}
	if (state.game) claim();
}

async function start() {
	drawIcons();
	$('nav [data-for~=runs]').hidden = isStatic;
	startSettings();
	for (const part of [startBoard, startStatus, startThought, startChooser, startMoves, startGraph, startValues, startJudge, startReview, startReviewCard, startSummary, startArrow, startExplain, startShare, startKeys, startDrop, startEditor, startNewGame, startTabs, startAddress, startLibrary, startGames, watchSpeed]) part();
	watch('route settings', renderRoute);
	watch('route', openRuns);
	for (const id of ['#runs-retry', '#run-retry']) $(id).addEventListener('click', openRuns);
	document.addEventListener('click', (event) => { if (event.target.closest('[data-open=rules]')) openRules(); });
	window.addEventListener('popstate', () => {
		for (const dialog of $$('dialog')) dialog.close(); // a dialog belongs to its view
		follow();
	});
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
