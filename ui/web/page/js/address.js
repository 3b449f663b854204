// The game in the address of the page, and in the browser's history.
import { toLink } from './link.js';
import { isUsualOn } from './roster.js';
import { state } from './store.js';

const patience = 250; // milliseconds before looking at another position changes the address

let pending = null; // an entry that is not in the history yet
let timer = 0;

// entry is what the history keeps of the page: more than a link can say.
const entry = () => ({ game: state.game, ply: state.ply, line: state.line, reviewing: Boolean(state.review) });

// linkOf is the address of an entry. The game that a new visitor sees has a plain one until its first move.
function linkOf({ game, ply, line }) {
	const { black, white, moves, start } = game;
	const first = !moves.length && !start && !black && white && isUsualOn(game.board, white);
	return first ? '#/' : toLink(game, ply, line);
}

function write() {
	clearTimeout(timer);
	if (pending) history.replaceState(pending, '', linkOf(pending));
	pending = null;
}

// forget drops what is not in the history yet: the user has gone elsewhere.
export function forget() {
	clearTimeout(timer);
	pending = null;
}

// record brings the address up to date. What the user decides is a new entry, so that Back leads to the
// position before it; everything else changes the present one. soon lets further changes come first.
export function record({ push = false, soon = false } = {}) {
	if (state.route.view !== 'game' || !state.game || state.exercise || state.trouble?.kind === 'link') return;
	if (push) {
		write();
		history.pushState(entry(), '', linkOf(entry()));
		return;
	}
	clearTimeout(timer);
	pending = entry();
	if (soon) timer = setTimeout(write, patience);
	else write();
}

// recorded is the entry of the present address, or null.
export const recorded = () => (history.state?.game ? history.state : null);

export function startAddress() {
	window.addEventListener('pagehide', write);
}
