// Games from texts and files: what the server reads in them, and the list to choose from. The page loads this module
// when something is opened.
import { ask } from './api.js';
import { $, attribute, h } from './dom.js';
import { squares } from './geometry.js';
import { known, reworded, t } from './i18n.js';
import { analyse } from './judge.js';
import { keep } from './library.js';
import { begin } from './play.js';
import { gameOf, imported } from './saved.js';
import { state } from './store.js';

let says; // shows the result of a command

// startFiles sets the function that shows results, and returns the module's.
export function startFiles(say) {
	if (!says) $('#found-search').addEventListener('input', () => renderFound());
	says = say;
	return { read, readFiles };
}

// read opens the pasted text.
async function read() {
	const pasted = $('#paste').value.trim();
	list([]);
	if (!pasted) return says(t('share.nothing'), true);
	return recognise({ text: pasted }, (reason) => reason);
}

// readFiles opens the first file of games among those that were chosen or dropped.
async function readFiles(files) {
	list([]);
	const [file] = gameFiles(files);
	const failed = (reason) => t('file.failed', { name: file.name, reason });
	const { wrong, ...question } = await readable(file, files);
	if (wrong) return says(failed(wrong), true);
	return recognise(question, failed);
}

// WTHOR's files of names, of players and of tournaments, belong to the files of games that come with them.
const names = { players: /\.jou$/i, tournaments: /\.trn$/i };
function gameFiles(files) {
	const games = files.filter(({ name }) => !names.players.test(name) && !names.tournaments.test(name));
	return games.length ? games : files;
}

// readable reads a file and its names for a question to the server. The answer may be what is wrong with it.
async function readable(file, files) {
	const parts = { file };
	if (/\.wtb$/i.test(file.name)) for (const part of Object.keys(names)) parts[part] = files.find(({ name }) => names[part].test(name));
	if (Object.values(parts).reduce((sum, one) => sum + (one?.size ?? 0), 0) > longestFile) return { wrong: t('file.long', { n: longestFile >> 10 }) };
	try {
		for (const part of Object.keys(parts)) parts[part] = parts[part] && await base64(parts[part]);
		return parts.file ? parts : { wrong: t('file.empty') };
	} catch { // a folder, or a deleted or locked file
		return { wrong: t('file.unreadable') };
	}
}

// readAll asks for all games of a text or a file. One answer has a part of them.
async function readAll(question) {
	const all = await ask('read', question);
	for (let part = all.games; part.length && all.games.length < all.total; all.games.push(...part)) {
		({ games: part } = await ask('read', { ...question, from: all.games.length }));
	}
	return all;
}

// longestFile is the maximum size of a file with its names, in bytes: in base64 it fits into a request of 1 MiB.
const longestFile = 766 << 10;

const base64 = (file) => new Promise((resolve, reject) => {
	const reader = new FileReader();
	reader.onload = () => resolve(reader.result.replace(/^data:[^,]*,?/, ''));
	reader.onerror = reject;
	reader.readAsDataURL(file);
});

// recognise sends a text or file to the server. It opens a single game, or lists the games to choose
// from.
async function recognise(what, failed) {
	try {
		const { format, games, faults } = await readAll({ ...what, board: state.game?.board ?? '' });
		const name = t('share.recognised', { format: known(`format.${format}`, format), n: games.length });
		const said = [name, ...faults.map(reworded)].join(' ');
		if (games.length === 1) await open(games[0]);
		else list(games);
		says(said);
	} catch (error) {
		if (error.status === undefined) throw error;
		says(error.offline ? t('status.offline') : failed(error.message), true);
	}
}

let found = []; // the games to choose from
const step = 100; // of them are shown at a time

function list(games) {
	found = games.map((game) => ({ game, title: titleOf(game), words: titleOf(game).toLowerCase() }));
	$('#found-search').value = '';
	attribute($('#found-search'), 'hidden', games.length < 2 ? '' : null);
	renderFound();
}

// renderFound lists the games that have all words of the search, as far as they are shown.
function renderFound(most = step) {
	const words = $('#found-search').value.toLowerCase().split(/\s+/);
	const fits = found.filter((one) => words.every((word) => one.words.includes(word)));
	const row = (label, press, kind = '') => h('li', {}, h('button', { type: 'button', class: `plain ${kind}`, onclick: press }, label));
	const games = fits.map(({ game }) => game);
	$('#found').replaceChildren(...(found.length ? [row(t('share.keep', { n: games.length }), () => keepAll(games), 'keep')] : []),
		...fits.slice(0, most).map(({ game, title }) => row(title, () => open(game))),
		...(fits.length > most ? [row(t('share.more', { n: fits.length - most }), () => {
			renderFound(most + step);
			$(`#found li:nth-child(${most + 2}) button`).focus();
		})] : []));
}

const titleOf = ({ number, title, black, white, game }) => {
	const names = title || [black, white].filter(Boolean).join(' – ') || t('share.game');
	return `${number ? `${number}. ` : ''}${names} (${t('share.moves', { n: squares(game.moves).length })})`;
};

// open shows a game on the board, and analyses it. The user plays both sides. A game with moves is kept in
// My games.
async function open(read) {
	const [record] = imported([read]);
	if (record.moves) keep([record]).catch(() => {});
	await begin(gameOf(record));
	analyse();
	$('.score').scrollIntoView({ block: 'nearest' }); // on phones, the list is below the board
}

// keepAll adds all games that were read to My games.
async function keepAll(games) {
	try {
		const added = await keep(imported(games));
		says(t('games.imported', { n: added }));
	} catch (error) {
		says(t('games.failed', { reason: error.message }), true);
	}
}

// importGames adds all games of some files to My games.
export async function importGames(files, report) {
	let [read, added] = [0, 0];
	const faults = [];
	for (const file of gameFiles(files)) {
		try {
			const { wrong, ...question } = await readable(file, files);
			if (wrong) throw new Error(wrong);
			const answer = await readAll({ ...question, board: '' });
			const records = imported(answer.games);
			read += records.length;
			added += await keep(records);
			faults.push(...answer.faults.map(reworded));
		} catch (error) {
			faults.push(t('file.failed', { name: file.name, reason: error.offline ? t('status.offline') : error.message }));
		}
	}
	report([t('games.imported', { n: added }), read > added && t('games.known', { n: read - added }), ...faults].filter(Boolean).join(' '), faults.length > 0);
}
