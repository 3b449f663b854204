// The games of a tournament: those of two of its players, to be replayed on the board.
import { list } from './api.js';
import { boardKey } from './boards.js';
import { $, h, option, text } from './dom.js';
import { squares } from './geometry.js';
import { language, t, whole } from './i18n.js';
import { analyse } from './judge.js';
import { begin } from './play.js';
import { runPath } from './route.js';
import { score } from './sentences.js';

let document = null; // of the tournament
let shown = ''; // the tournament, its players and the language of the fields
let asked = ''; // the tournament, the two players, and how many games it had when their games were asked for

// renderCup offers the players of a tournament, the first two of the standings at first.
export function renderCup(next) {
	document = next;
	const { players } = document.tournament;
	const key = [document.name, language(), ...players].join('\n');
	if (key !== shown) {
		const before = shown.startsWith(`${document.name}\n`) ? chosen() : [];
		shown = key;
		for (const [i, id] of ['#cup-a', '#cup-b'].entries()) {
			const value = players.includes(before[i]) ? before[i] : players[i];
			$(id).replaceChildren(...players.map((name) => option(name, name, name === value)));
			$(id).onchange = load;
		}
		asked = '';
	}
	load();
}

const chosen = () => [$('#cup-a').value, $('#cup-b').value];

async function load() {
	const [a, b] = chosen();
	const key = [document.name, a, b, document.progress.count].join('\n');
	if (key === asked) return;
	asked = key;
	if (a === b) {
		show([], t('cup.same'));
		return;
	}
	const { name } = document;
	try {
		const { games, left_off: leftOff } = await list(`${runPath(name)}/games?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`);
		if (asked === key) show(games, leftOff ? t('cup.more', { n: whole(leftOff) }) : games.length ? '' : t('cup.none'));
	} catch (error) {
		if (error.status === undefined) throw error;
		if (asked !== key) return;
		asked = '';
		show([], error.offline ? t('status.offline') : error.message);
	}
}

// show lists games, each with its opening, its players and its result.
function show(games, says) {
	text($('#cup-says'), says);
	$('#cup-games').replaceChildren(...games.map((game) => {
		const { black, white } = score({ board: document.tournament.board.start.split(' ')[0], result: game.discs });
		return h('li', {}, h('button', { type: 'button', class: 'plain', onclick: () => replay(game) },
			h('span', { class: 'quiet' }, t('cup.opening', { n: game.opening })), ' ',
			h('span', { class: 'stone black' }), ` ${game.black} `, h('b', {}, `${black} – ${white}`), ` ${game.white} `, h('span', { class: 'stone white' })));
	}));
}

// replay shows a game on the board, before its first move, and analyses it.
async function replay({ black, white, moves }) {
	location.hash = '#/';
	scrollTo(0, 0);
	await begin({ board: boardKey(document.tournament.board), moves: squares(moves), names: { black, white }, origin: 'import' }, 0);
	analyse();
}
