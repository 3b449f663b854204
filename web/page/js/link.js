// A game as part of an address, and back.
import { squares, standard } from './geometry.js';

const encode = (player) => (player ? [player.name, player.level ?? '', player.loss ?? ''].join(',').replace(/,+$/, '') : 'you');

function decode(words) {
	if (!words || words === 'you') return null;
	const [name, level, loss] = words.split(',');
	const player = { name };
	if (Number(level) > 0) player.level = Number(level);
	if (Number(loss) > 0) player.loss = Number(loss);
	return player;
}

// toLink writes a game as what follows "#/game?".
export function toLink(game, ply) {
	const parts = new URLSearchParams();
	if (game.board && game.board !== standard) parts.set('board', game.board);
	if (game.start) parts.set('start', game.start);
	parts.set('moves', game.moves.join(''));
	if (ply !== game.moves.length) parts.set('ply', ply);
	parts.set('black', encode(game.black));
	parts.set('white', encode(game.white));
	return `#/game?${parts}`;
}

// fromLink reads it: what is missing is as usual, and the server refuses nonsense.
export function fromLink(query) {
	const parts = new URLSearchParams(query);
	const moves = squares((parts.get('moves') ?? '').toLowerCase());
	const ply = parts.has('ply') ? Math.min(Math.max(Number(parts.get('ply')) || 0, 0), moves.length) : moves.length;
	return {
		game: { board: parts.get('board') ?? '', start: parts.get('start') ?? '', moves, black: decode(parts.get('black')), white: decode(parts.get('white')) },
		ply,
	};
}
