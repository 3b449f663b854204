// Export and import of games.
import { ask } from './api.js';
import { $, attribute, download, text } from './dom.js';
import { t } from './i18n.js';
import { toLink } from './link.js';
import { toPNG, toSVG } from './picture.js';
import { position, wire, wireAll } from './play.js';
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
	return ask('write', { game: wireAll(), black: nameOf(state.game, 'black'), white: nameOf(state.game, 'white') });
}

const copies = {
	transcript: async () => copy((await written()).transcript, 'share.transcript'),
	ggf: async () => copy((await written()).ggf, 'share.ggf'),
	board: async () => copy((await ask('write', { game: wire(), black: '', white: '' })).board, 'share.board'),
	link: async () => copy(location.href.replace(/#.*/, '') + toLink(state.game, state.ply, state.line), 'share.link'),
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

// files opens texts and files, once its module is there.
async function files(open) {
	let module;
	try {
		module = await import('./files.js');
	} catch {
		return says(t('status.offline'), true);
	}
	return open(module.startFiles(says));
}

const read = () => files((module) => module.read());

// readFiles opens the first file of games among those that were chosen or dropped.
export const readFiles = (chosen) => files((module) => module.readFiles(chosen));

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
		if (target.files.length) readFiles([...target.files]);
		target.value = ''; // so that the same file can be chosen again: browsers only report changes
	});
	watch('game', () => says(''));
}
