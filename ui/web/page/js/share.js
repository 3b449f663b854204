// Export and import of games.
import { ask } from './api.js';
import { $, attribute, download, h, text } from './dom.js';
import { squares } from './geometry.js';
import { known, t } from './i18n.js';
import { analyse } from './judge.js';
import { keep } from './library.js';
import { toLink } from './link.js';
import { toPNG, toSVG } from './picture.js';
import { begin, position, wire } from './play.js';
import { gameOf, imported } from './saved.js';
import { nameOf } from './sentences.js';
import { state, watch } from './store.js';

// says shows the result of a command, in a line that is always visible.
const says = (sentence, failed = false) => {
	text($('#share-says'), sentence);
	attribute($('#share-says'), 'data-failed', failed ? 'true' : null);
	if (failed || $('#found li')) ($('#found li') ?? $('#share-says')).scrollIntoView({ block: 'nearest' });
};

async function copy(words, what) {
	if (!words) return says(t('share.none'), true);
	try {
		await navigator.clipboard.writeText(words);
		says(t('share.copied', { what: t(what) }));
	} catch { // pages from other machines have no clipboard: show the text instead
		$('#paste').value = words;
		$('#paste').select();
		says(t('share.copyYourself'));
	}
}

async function written() {
	return ask('write', { game: wire(state.game.moves.length), black: nameOf(state.game, 'black'), white: nameOf(state.game, 'white') });
}

const copies = {
	transcript: async () => copy((await written()).transcript, 'share.transcript'),
	ggf: async () => copy((await written()).ggf, 'share.ggf'),
	board: async () => copy((await ask('write', { game: wire(), black: '', white: '' })).board, 'share.board'),
	link: async () => copy(location.href.replace(/#.*/, '') + toLink(state.game, state.ply), 'share.link'),
	png: async () => download('othello.png', await toPNG(position())),
	svg: async () => download('othello.svg', new Blob([toSVG(position())], { type: 'image/svg+xml' })),
};

async function act(event) {
	const wish = event.target.closest('[data-copy]')?.dataset.copy;
	if (!wish || !state.game) return;
	try {
		await copies[wish]();
	} catch (error) {
		says(error.offline ? t('status.offline') : error.message, true);
	}
}

// read opens the pasted text.
async function read() {
	const pasted = $('#paste').value.trim();
	$('#found').replaceChildren();
	if (!pasted) return says(t('share.nothing'), true);
	return recognise({ text: pasted }, (reason) => reason);
}

// readFile opens a file that was chosen or dropped.
export async function readFile(file) {
	$('#found').replaceChildren();
	const failed = (reason) => t('file.failed', { name: file.name, reason });
	const { bytes, wrong } = await readable(file);
	if (wrong) return says(failed(wrong), true);
	return recognise({ file: bytes }, failed);
}

// readable reads a file for a question to the server: its bytes, or what is wrong with it.
export async function readable(file) {
	if (file.size > longestFile) return { wrong: t('file.long', { n: longestFile >> 10 }) };
	try {
		const bytes = await base64(file);
		return bytes ? { bytes } : { wrong: t('file.empty') };
	} catch { // a folder, or a deleted or locked file
		return { wrong: t('file.unreadable') };
	}
}

// longestFile is the maximum size of a file in bytes: in base64 it fits into a request of 1 MiB.
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
		const { format, games, faults } = await ask('read', { ...what, board: state.game?.board ?? '' });
		const name = t('share.recognised', { format: known(`format.${format}`, format), n: games.length });
		const said = [name, ...(faults ?? [])].join(' ');
		if (games.length === 1) await open(games[0]);
		else $('#found').replaceChildren(h('li', {}, h('button', { type: 'button', class: 'plain keep', onclick: () => keepAll(games) }, t('share.keep', { n: games.length }))), ...games.map((game) => h('li', {}, h('button', { type: 'button', class: 'plain', onclick: () => open(game) }, titleOf(game)))));
		says(said);
	} catch (error) {
		if (error.status === undefined) throw error;
		says(error.offline ? t('status.offline') : failed(error.message), true);
	}
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

export function startShare() {
	$('#share').addEventListener('click', act);
	$('#read').addEventListener('click', read);
	$('#paste').addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey) return;
		event.preventDefault();
		read();
	});
	$('#choose-file').addEventListener('click', () => $('#file').click());
	$('#file').addEventListener('change', ({ target }) => {
		if (target.files.length) readFile(target.files[0]);
		target.value = ''; // so that the same file can be chosen again: browsers only report changes
	});
	watch('game', () => says(''));
}

