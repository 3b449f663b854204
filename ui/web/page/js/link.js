// Conversion between a game and the query of an address.
import { squares, standard } from './geometry.js';

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

// A line is where it leaves the game, and its moves: 24.c3d2. Lines are divided by commas.
const lineText = ({ from, moves }) => `${from}.${moves.join('')}`;
const linesOf = (words) => words.split(',').flatMap((one) => {
	const [, from, moves] = /^(\d{1,3})\.((?:[a-z]\d+)+)$/.exec(one) ?? [];
	return moves ? [{ from: Number(from), moves: squares(moves) }] : [];
});

// toLink writes a game as the text after "#/game?". ply is the position on the page, of a line if there is one.
export function toLink(game, ply, line = null) {
	const parts = new URLSearchParams();
	if (game.board && game.board !== standard) parts.set('board', game.board);
	if (game.start) parts.set('start', game.start);
	parts.set('moves', game.moves.join(''));
	if (line || ply !== game.moves.length) parts.set('ply', ply);
	if (game.lines?.length) parts.set('lines', game.lines.map(lineText).join(','));
	if (line) parts.set('line', game.lines.indexOf(line) + 1);
	parts.set('black', encode(game.black));
	parts.set('white', encode(game.white));
	return `#/game?${String(parts).replaceAll('%2C', ',')}`;
}

// fromLink reads that text. Missing parts have their defaults. The moves are an unchecked transcript,
// which the server checks. ply is undefined for the end of the game.
export function fromLink(query) {
	const parts = new URLSearchParams(query);
	const moves = parts.get('moves') ? [parts.get('moves')] : [];
	const lines = linesOf(parts.get('lines') ?? '');
	const ply = parts.has('ply') ? Math.max(Math.floor(Number(parts.get('ply'))) || 0, 0) : undefined;
	return {
		game: { board: parts.get('board') ?? '', start: parts.get('start') ?? '', moves, black: decode(parts.get('black')), white: decode(parts.get('white')), lines },
		ply, line: lines[Number(parts.get('line')) - 1] ?? null,
	};
}
