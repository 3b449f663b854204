// Taking a game elsewhere and bringing one here.
import { ask } from './api.js';
import { $, attribute, download, h, text } from './dom.js';
import { squares } from './geometry.js';
import { known, t } from './i18n.js';
import { toLink } from './link.js';
import { toPNG, toSVG } from './picture.js';
import { begin, position, wire } from './play.js';
import { state, watch } from './store.js';

// says shows what became of a wish, where there is always room for it.
const says = (sentence, failed = false) => {
	text($('#share-says'), sentence);
	attribute($('#share-says'), 'data-failed', failed ? 'true' : null);
};

async function copy(words, what) {
	if (!words) return says(t('share.none'), true);
	try {
		await navigator.clipboard.writeText(words);
		says(t('share.copied', { what: t(what) }));
	} catch { // no clipboard on pages that are not from this machine: show it instead
		$('#paste').value = words;
		$('#paste').select();
		says(t('share.copyYourself'));
	}
}

async function written() {
	const name = (player) => (player ? player.name : t('player.you'));
	return ask('write', { game: wire(state.game.moves.length), black: name(state.game.black), white: name(state.game.white) });
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

// read has the server recognise what was pasted, and opens it or offers what there is.
async function read() {
	const pasted = $('#paste').value.trim();
	$('#found').replaceChildren();
	if (!pasted) return says(t('share.nothing'), true);
	try {
		const { format, games, faults } = await ask('read', { text: pasted, board: state.game?.board ?? '' });
		const name = t('share.recognised', { format: known(`format.${format}`, format), n: games.length });
		says([name, ...(faults ?? [])].join(' '));
		if (games.length === 1) open(games[0]);
		else $('#found').replaceChildren(...games.map((game) => h('li', {}, h('button', { type: 'button', class: 'plain', onclick: () => open(game) }, titleOf(game)))));
	} catch (error) {
		says(error.offline ? t('status.offline') : error.message, true);
	}
}

const titleOf = ({ title, black, white, game }) => {
	const names = title || [black, white].filter(Boolean).join(' – ') || t('share.game');
	return `${names} (${t('share.moves', { n: squares(game.moves).length })})`;
};

// open puts a game on the board. It is yours to look at: both sides are played by you.
function open({ game }) {
	begin({ board: game.board ?? '', start: game.start ?? '', moves: squares(game.moves), black: null, white: null });
}

export function startShare() {
	$('#share').addEventListener('click', act);
	$('#read').addEventListener('click', read);
	$('#paste').addEventListener('keydown', (event) => {
		if (event.key !== 'Enter' || event.shiftKey) return;
		event.preventDefault();
		read();
	});
	watch('game', () => says(''));
}

