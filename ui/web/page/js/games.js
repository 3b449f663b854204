// The view of My games: a list to search, to open, to export and to import.
import { ask } from './api.js';
import { boardPicture } from './boards.js';
import { $, attribute, download, h, text } from './dom.js';
import { language, t } from './i18n.js';
import { icon } from './icons.js';
import { keep, refresh, remove } from './library.js';
import { toLink } from './link.js';
import { begin, wire } from './play.js';
import { gameOf, matches, resultOf, scoreOf } from './saved.js';
import { nameOf, openingName } from './sentences.js';
import { state, update, watch } from './store.js';

const most = 200; // games on the page; a search finds the others

const says = (sentence, failed = false, undo = null) => {
	text($('#games-says span'), sentence);
	attribute($('#games-says'), 'data-failed', failed ? 'true' : null);
	attribute($('#games-undo'), 'hidden', undo ? null : '');
	$('#games-undo').onclick = undo;
};

const failed = (error) => says(error.offline ? t('status.offline') : error.message, true);

// found lists the games that the search shows.
const found = () => (state.library?.games ?? []).filter((one) => matches(one, $('#games-search').value.trim()));

const side = (record, one) => h('span', { class: 'game-side' }, h('span', { class: `stone ${one}` }), nameOf(record, one), record.over && h('b', {}, String(scoreOf(record)[one])));

function row(record) {
	const game = gameOf(record);
	const open = (event) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens the link elsewhere
		event.preventDefault();
		openSaved(record);
	};
	const about = [resultOf(record), t('share.moves', { n: game.moves.length }), record.opening && openingName(record.opening), record.date].filter(Boolean);
	return h('li', { class: 'game-row', data: { id: record.id } },
		record.squares ? boardPicture(record.squares) : h('span', { class: 'tiny' }),
		h('div', {}, h('a', { href: toLink(game, game.moves.length), onclick: open }, side(record, 'black'), side(record, 'white')),
			h('p', { class: 'facts' }, about.join(' · '))),
		removeButton(record));
}

function removeButton(record) {
	const label = t('games.remove.this', { black: nameOf(record, 'black'), white: nameOf(record, 'white'), date: record.date ?? '' });
	return h('button', { type: 'button', class: 'icon-button', onclick: () => drop(record), 'aria-label': label, title: label }, icon('remove'));
}

// openSaved opens a game of the list at a ply, else at its end, from where it can go on. Back leads to the list.
function openSaved(record, ply) {
	update({ route: { view: 'game' } });
	scrollTo(0, 0);
	return begin(gameOf(record), ply, true);
}

// drop removes a game. The page offers to put it back.
async function drop(record) {
	try {
		await remove(record.id);
		says(t('games.removed'), false, () => keep([record]).then(() => says(''), failed));
		$('#games-undo').focus();
	} catch (error) {
		failed(error);
	}
}

let shown = ''; // the data of the present list

function render() {
	const { library, route } = state;
	if (route.view !== 'games') return;
	text($('#games-digest'), t(route.digest ? 'nav.games' : 'digest.name'));
	const list = found();
	attribute($('#games-page'), 'data-state', !library ? 'loading' : library.games.length ? 'done' : 'empty');
	if (library?.error) says(t('games.failed', { reason: library.error }), true);
	const words = $('#games-search').value.trim();
	text($('#games-count'), words ? t('games.found', { n: list.length }) : t('games.count', { n: list.length }));
	const key = JSON.stringify([list.map(({ id, updated }) => [id, updated]), language()]);
	if (key === shown) return;
	shown = key;
	$('#games-list').replaceChildren(...list.slice(0, most).map(row));
	text($('#games-more'), list.length > most ? t('games.more', { n: list.length - most }) : '');
}

// exportGames saves the games that the search has found, as one file of GGF.
async function exportGames() {
	const list = found();
	const all = [];
	try {
		for (const record of list) {
			const game = gameOf(record);
			const { ggf } = await ask('write', { game: wire(game.moves.length, game), black: nameOf(record, 'black'), white: nameOf(record, 'white'), date: record.date ?? '' });
			if (ggf) all.push(ggf);
			if (all.length % 20 === 0) says(t('games.writing', { n: all.length, of: list.length }));
		}
	} catch (error) {
		failed(error);
		return;
	}
	if (all.length) download('othello.ggf', new Blob([all.join('\n'), '\n'], { type: 'text/plain' }));
	says(t('games.exported', { n: all.length }) + (all.length < list.length ? ` ${t('games.large')}` : ''));
}

// importGames adds all games of some files to the list.
export async function importGames(chosen) {
	const module = await import('./files.js').catch(() => null);
	if (module) module.importGames(chosen, says);
	else says(t('status.offline'), true);
}

let digest = null; // its module

// openDigest loads the digest once.
async function openDigest() {
	digest ??= import('./digest.js').then((module) => module.startDigest({ failed, found, openSaved, says }));
	try {
		await digest;
	} catch {
		digest = null;
		says(t('status.offline'), true);
	}
}

export function startGames() {
	$('#games-digest').addEventListener('click', () => { location.hash = state.route.digest ? '#/games' : '#/games/digest'; });
	$('#games-search').addEventListener('input', render);
	$('#games-export').addEventListener('click', () => exportGames());
	$('#games-import').addEventListener('click', () => $('#games-file').click());
	$('#games-file').addEventListener('change', ({ target }) => {
		importGames([...target.files]);
		target.value = '';
	});
	watch('route', () => {
		if (state.route.view !== 'games') return;
		says('');
		refresh();
		if (state.route.digest) openDigest();
	});
	watch('library settings route boards', render);
}
