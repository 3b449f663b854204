// Conversion between a game and the query of an address.
import { standard } from './geometry.js';

// A player is its name, its level or its time for a move such as 2s, and its handicap.
const encode = (player) => (player ? [player.name, player.seconds ? `${player.seconds}s` : player.level ?? '', player.handicap ?? ''].join(',').replace(/,+$/, '') : 'you');

function decode(words) {
	if (!words || words === 'you') return null;
	const [name, level, handicap] = words.split(',');
	if (!name) return null;
	const player = { name };
	if (Number(level) > 0) player.level = Number(level);
	if (/^[\d.]+s$/.test(level) && parseFloat(level) > 0) player.seconds = parseFloat(level);
	if (Number(handicap) > 0) player.handicap = Number(handicap);
	return player;
}

// toLink writes a game as the text after "#/game?".
export function toLink(game, ply) {
	const parts = new URLSearchParams();
	if (game.board && game.board !== standard) parts.set('board', game.board);
	if (game.start) parts.set('start', game.start);
	parts.set('moves', game.moves.join(''));
	if (ply !== game.moves.length) parts.set('ply', ply);
	parts.set('black', encode(game.black));
	parts.set('white', encode(game.white));
	return `#/game?${String(parts).replaceAll('%2C', ',')}`;
}

// fromLink reads that text. Missing parts have their defaults. The moves are an unchecked transcript,
// which the server checks. ply is undefined for the end of the game.
export function fromLink(query) {
	const parts = new URLSearchParams(query);
	const moves = parts.get('moves') ? [parts.get('moves')] : [];
	const ply = parts.has('ply') ? Math.max(Math.floor(Number(parts.get('ply'))) || 0, 0) : undefined;
	return {
		game: { board: parts.get('board') ?? '', start: parts.get('start') ?? '', moves, black: decode(parts.get('black')), white: decode(parts.get('white')) },
		ply,
	};
}
