// The digest of My games: where and how a player loses discs, in the finished games that the search shows. The page
// loads this module when the digest is opened.
import { ask } from './api.js';
import { boardPicture } from './boards.js';
import { $, $$, attribute, h, option, text } from './dom.js';
import { isLarge, squares, standard } from './geometry.js';
import { language, t, whole } from './i18n.js';
import { analyse } from './judge.js';
import { run, tell } from './library.js';
import { toLink } from './link.js';
import { wire } from './play.js';
import { learners, review } from './review.js';
import { judge } from './roster.js';
import { gameOf } from './saved.js';
import { nameOf, openingName, playerName } from './sentences.js';
import { state, update, watch } from './store.js';
import { lossOf } from './summary.js';

let myGames; // functions of its view, see startDigest

const sides = ['black', 'white'];
const most = { mistakes: 10, openings: 8 }; // rows on the page
const plies = 4; // of an opening

let working = null; // ends the analysis that is going on
let chosen = ''; // the name of the chosen player
let present = {}; // what the analyses of each judge are made with today, '' until that is known

// personOf is the name of the person who played a side, or '' if a program did.
const personOf = (record, side) => (record[side] ? '' : nameOf(record, side));

const isFinished = (record) => record.over && record.moves && !isLarge(record.board);

// madeWith is what decides the analyses of a judge: its weights, its depth, and the empties that it plays exactly.
const madeWith = ({ hash, depth, endgame }) => [hash, depth, endgame].join();

// isAnalysed says whether a game is analysed by its judge of today. Without a server, the judge's name decides.
function isAnalysed({ board, digest }) {
	const by = judge(board);
	return digest?.by === by && digest.edition === edition && (!present[by] || present[by] === madeWith(digest));
}

// askPresent asks what the analyses of a judge are made with, if that is not known.
async function askPresent(by, record) {
	if (by in present) return;
	const asked = present;
	asked[by] = '';
	try {
		asked[by] = madeWith(await ask('analysis', { game: wire(0, gameOf(record)), player: { name: by } }));
		render();
	} catch { /* it stays unknown */ }
}

// persons lists the people who played in some games, those with the most games first.
export function persons(records) {
	const games = new Map();
	for (const record of records) for (const name of new Set(sides.map((side) => personOf(record, side)))) games.set(name, (games.get(name) ?? 0) + 1);
	games.delete('');
	return [...games.keys()].sort((a, b) => games.get(b) - games.get(a));
}

// who is the player of the digest: the chosen one, else the user, else the one with the most games.
function who(names) {
	return [chosen, t('player.you')].find((name) => names.includes(name)) ?? names[0];
}

// opening is the start of a game on the standard board, turned so that its first move is f5; else ''.
export function opening({ board, start, moves }) {
	if (start || (board && board !== standard)) return '';
	const first = squares(moves).slice(0, plies).map((move) => [move.charCodeAt(0) - 97, move[1] - 1]);
	const turns = [([c, r]) => [c, r], ([c, r]) => [r, c], ([c, r]) => [7 - c, 7 - r], ([c, r]) => [7 - r, 7 - c]];
	const turn = turns.find((way) => String(way(first[0])) === '5,4') ?? turns[0];
	return first.map(turn).map(([c, r]) => `${'abcdefgh'[c]}${r + 1}`).join(' ');
}

// edition numbers the kinds of reasons that a kept digest has.
const edition = 2;

// digestOf analyses a game, and compares the marked moves of people with the best ones. A mistake's kind is that of its first reason.
async function digestOf(record, signal) {
	const [game, by] = [gameOf(record), judge(record.board)];
	const about = (ply) => ({ game: wire(ply, game), player: { name: by } });
	const said = await ask('analysis', about(game.moves.length), signal);
	const mistakes = [];
	for (const [ply, { side: letter, move, mark, lost_discs, unit }] of said.game.moves.entries()) {
		const side = letter === 'X' ? 'black' : 'white';
		if (!mark || record[side]) continue;
		const compared = await ask('compare', { ...about(ply), move }, signal);
		mistakes.push({ ply, side, move, mark, lost_discs, unit, why: compared.reasons[0]?.kind ?? 'none', squares: compared.best.positions[0].board });
	}
	const named = record.opening || (await ask('game', { game: wire(game.moves.length, game) }, signal)).opening;
	const of = (side) => ({ accuracy: said.summary[side].accuracy, phases: said.summary[side].by_phase, lost: said.game.sums[side].all_discs_lost });
	return { by, edition, hash: said.hash, depth: said.depth, endgame: said.endgame, opening: named, black: of('black'), white: of('white'), mistakes };
}

let telling = 0; // the timer of a message to other tabs

// note keeps what was found in a game with it, if the game is still there. Many games may come in a row: the list
// is not read again, and other tabs hear of it once a second.
export async function note({ id }, digest) {
	await run('readwrite', (store) => {
		const request = store.get(id);
		request.onsuccess = ({ target }) => { if (target.result) store.put({ ...target.result, digest }); };
	});
	const games = state.library.games.map((one) => (one.id === id ? { ...one, digest } : one));
	update({ library: { ...state.library, games } });
	telling ||= setTimeout(() => {
		telling = 0;
		tell();
	}, 1000);
}

// analyseAll analyses games one after the other, until the user stops it. What is known of a game is kept with it.
async function analyseAll(records) {
	working = new AbortController();
	const { signal } = working;
	let fault = null;
	render();
	for (const [i, record] of records.entries()) {
		myGames.says(t('digest.at', { n: i + 1, of: records.length }));
		try {
			const digest = await digestOf(record, signal);
			present[digest.by] = madeWith(digest);
			await note(record, digest);
		} catch (error) {
			if (signal.aborted) break;
			fault = error;
			if (error.offline || error.status === undefined) break;
		}
	}
	if (working.signal === signal) working = null;
	if (fault) myGames.failed(fault);
	else myGames.says('');
	render();
}

// learn opens a game at a mistake, to find a better move.
async function learn(record, { ply, side }) {
	await myGames.openSaved(record, ply);
	if (state.game?.id !== record.id) return;
	if (!learners().includes(side)) update({ whose: side });
	await analyse();
	if (state.game.id === record.id && state.analysis?.moves?.[ply]?.mark) review(ply);
}

const total = (numbers) => numbers.reduce((sum, n) => sum + n, 0);
const mean = (numbers) => (numbers.length ? total(numbers) / numbers.length : null);
const tenths = (number) => (typeof number === 'number' ? number.toFixed(1) : number ?? '–');
const knownOf = (entries, key) => entries.map((one) => one[key]).filter((value) => value !== null);
const phaseOf = (entries, i) => mean(entries.map((one) => one.phases[i]));

// count is the number of games, and results are those won, drawn and lost.
const count = (entries) => new Set(entries.map((one) => one.id)).size;
const results = (entries) => [1, 0, -1].map((sign) => entries.filter((one) => one.result !== null && Math.sign(one.result) === sign).length).join('–');

const head = (...names) => h('thead', {}, h('tr', {}, names.map((name) => (name ? h('th', { scope: 'col' }, name) : h('td')))));
const row = (name, cells, kind = '') => h('tr', { class: kind }, h('th', { scope: 'row' }, name), cells.map((cell) => h('td', {}, cell)));
const card = (title, ...content) => h('section', { class: 'card' }, h('h2', {}, title), content);

// byColour lists all sides of a digest, those with Black, and those with White. colourHeads are their heads.
const byColour = (entries) => [entries, ...sides.map((side) => entries.filter((one) => one.side === side))];
const colourHeads = () => [t('digest.all'), ...sides.map((side) => [h('span', { class: `stone ${side}` }), t(`side.${side}`)])];

// overview is the table of results and losses.
function overview(entries) {
	const columns = byColour(entries);
	const line = (key, cell, kind) => row(t(key), columns.map(cell), kind);
	const percent = (value) => (value === null ? '–' : `${whole(value)} %`);
	const marked = (list, mark) => total(list.map((one) => one.mistakes.filter((m) => m.mark === mark).length));
	return card(t('runs.games'), h('table', { class: 'sums' },
		head('', ...colourHeads()),
		h('tbody', {},
			line('runs.games', count), line('digest.score', results),
			line('summary.accuracy', (list) => percent(mean(knownOf(list, 'accuracy'))), 'first'),
			line('digest.lost', (list) => tenths(mean(knownOf(list, 'lost')))),
			line('summary.marks', (list) => `${marked(list, '?')} · ${marked(list, '??')}`))));
}

// bars is a table with a bar for each row's first number.
function bars(heads, rows) {
	const longest = Math.max(...rows.map(([, number]) => number), 1);
	const bar = (number) => {
		const fill = h('i');
		fill.style.setProperty('--share', number / longest);
		return fill;
	};
	return h('table', { class: 'sums bars' }, head('', '', ...heads), h('tbody', {}, rows.map(([name, ...cells]) => row(name, [bar(cells[0]), ...cells.map(tenths)]))));
}

// where is the table of the discs lost in each third of a game.
const where = (entries) => card(t('digest.lost'), bars(colourHeads(),
	t('summary.phases').split(/ ?[·・] ?/).map((name, i) => [name, ...byColour(entries).map((list) => phaseOf(list, i))])));

// why sums the mistakes up by their kinds.
function why(mistakes) {
	const kinds = [...new Set(mistakes.map((m) => m.why))].map((kind) => {
		const those = mistakes.filter((m) => m.why === kind);
		return [t(`why.${kind}`), total(those.map((m) => m.lost_discs ?? 0)), String(those.length)];
	});
	return card(t('digest.why'), bars([t('summary.lost'), t('explain.count')], kinds.sort((a, b) => b[1] - a[1])));
}

function mistakeLink({ record, ...mistake }) {
	const { ply, move, mark, side, why: kind, squares: board } = mistake;
	const open = (event) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens the link elsewhere
		event.preventDefault();
		learn(record, mistake);
	};
	const about = [t(`why.${kind}`), sides.map((one) => nameOf(record, one)).join(' – '), record.date];
	return h('li', { class: 'game-row' }, boardPicture(board), h('div', {},
		h('a', { href: toLink(gameOf(record), ply), onclick: open }, h('span', { class: 'game-side' }, h('span', { class: `stone ${side}` }), `${ply + 1} ${move}`, h('b', { class: 'judged' }, mark), h('b', {}, lossOf(mistake)))),
		h('p', { class: 'facts' }, about.filter(Boolean).join(' · '))));
}

// worst lists the moves that lost most.
const worst = (mistakes) => card(t('summary.mistakes'), h('ul', {},
	[...mistakes].sort((a, b) => (b.lost_discs ?? 0) - (a.lost_discs ?? 0)).slice(0, most.mistakes).map(mistakeLink)));

// openings is the table of the starts that were played most.
function openings(entries) {
	const starts = Map.groupBy(entries.filter((one) => one.start), (one) => one.start);
	const name = (list) => (new Set(list.map((one) => one.opening)).size === 1 && list[0].opening ? h('small', {}, openingName(list[0].opening)) : '');
	const rows = [...starts].sort((a, b) => count(b[1]) - count(a[1])).slice(0, most.openings)
		.map(([start, list]) => row([start, name(list)], [count(list), results(list), tenths(phaseOf(list, 0))], 'start'));
	return rows.length ? card(t('digest.openings'), h('table', { class: 'sums' },
		head('', t('runs.games'), t('digest.score'), t('digest.early')), h('tbody', {}, rows))) : '';
}

// entriesOf lists the sides that a player had in analysed games. A game of a player on both sides has no result.
const entriesOf = (records, name) => records.filter(isAnalysed).flatMap((record) => {
	const { id, digest, result } = record;
	const played = sides.filter((side) => personOf(record, side) === name);
	return played.map((side) => ({
		...digest[side], id, side, start: opening(record), opening: digest.opening, result: played.length > 1 ? null : side === 'black' ? result : -result,
		mistakes: digest.mistakes.filter((m) => m.side === side).map((m) => ({ ...m, record })),
	}));
});

let shown = ''; // the data of the present digest

function render() {
	const { library, roster, route } = state;
	for (const part of $$('#games-count, #games-list, #games-more')) attribute(part, 'hidden', route.digest);
	attribute($('#digest'), 'hidden', !route.digest || !library?.games.length);
	if (!route.digest || !library || !roster) return;
	const finished = myGames.found().filter(isFinished);
	for (const record of finished) askPresent(judge(record.board), record);
	const names = persons(finished);
	const name = who(names);
	const games = finished.filter((record) => sides.some((side) => personOf(record, side) === name));
	const left = games.filter((record) => !isAnalysed(record));
	text($('#digest-says'), t('digest.of', { n: games.length - left.length, of: games.length }));
	text($('#digest-go'), working ? t('digest.stop') : t('digest.go', { n: left.length }));
	attribute($('#digest-go'), 'hidden', working || left.length ? null : '');
	$('#digest-go').onclick = () => (working ? working.abort() : analyseAll(left));
	text($('.field span', $('#digest')), t('new.player'));
	const select = $('#digest-who');
	if ([...select.options].map((one) => one.value).join('\n') !== names.join('\n')) select.replaceChildren(...names.map((one) => option(one, one)));
	select.value = name;
	const key = JSON.stringify([games.map((record) => [record.id, isAnalysed(record) && madeWith(record.digest)]), name, language()]);
	if (key === shown) return;
	shown = key;
	const entries = entriesOf(games, name);
	const mistakes = entries.flatMap((one) => one.mistakes);
	const focus = $('#digest-cards a:focus')?.href;
	$('#digest-cards').replaceChildren(...(entries.length ? [overview(entries), where(entries), mistakes.length && why(mistakes), openings(entries), mistakes.length && worst(mistakes)] : []).filter(Boolean));
	if (focus) $$('#digest-cards a').find((one) => one.href === focus)?.focus({ preventScroll: true });
	const about = games.filter(isAnalysed).map(({ digest }) => t('summary.about', { ...digest, name: playerName({ name: digest.by }) }));
	text($('#digest-about'), [...new Set(about)].join(' '));
}

// startDigest adds the digest to the view of My games, whose functions it uses.
export function startDigest(view) {
	myGames = view;
	const choose = ({ target }) => {
		chosen = target.value;
		render();
	};
	document.head.append(h('link', { rel: 'stylesheet', href: new URL('../css/digest.css', import.meta.url).href }));
	$('#games-page').append(h('div', { id: 'digest' },
		h('div', { class: 'digest-head' }, h('label', { class: 'field' }, h('span'), h('select', { id: 'digest-who', onchange: choose })), h('p', { id: 'digest-says' }), h('button', { type: 'button', class: 'main', id: 'digest-go' })),
		h('div', { id: 'digest-cards' }), h('p', { id: 'digest-about', class: 'quiet' })));
	$('#games-search').addEventListener('input', render);
	watch('route roster', () => {
		present = {}; // champions of runs change, and so do servers
		if (!state.route.digest) working?.abort();
	});
	watch('library route settings roster', render);
}
