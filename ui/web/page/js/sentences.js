// The sentences of the page, made from data.
import { squaresOf } from './geometry.js';
import { known, signed, t } from './i18n.js';

export const other = (side) => (side === 'black' ? 'white' : 'black');
export const sideName = (side) => t(`side.${side}`);

// runPlayer names a player's run, and its generation if it is not the newest champion.
export function runPlayer(name) {
	const parts = /^runs\/([^/]+)(?:\/(\d+))?$/.exec(name);
	return parts && { name: parts[1], generation: parts[2] };
}

// playerName is the name of a player on the page: you, a translated name, or its own name.
export function playerName(player) {
	if (!player) return t('player.you');
	const run = runPlayer(player.name);
	const rung = /^ladder\/(\d+)$/.exec(player.name);
	if (rung) return t('player.rung', { n: rung[1] });
	if (run) return run.generation ? t('player.generation', { run: run.name, n: run.generation }) : run.name;
	return fileName(player.name);
}

// nameOf is the name of a side in a game: its player's, or the person's in a game that was imported.
export const nameOf = (game, side) => (game[side] ? playerName(game[side]) : game.names?.[side] || t('player.you'));

// fileName is the last part of the path in a name such as qnet:file=/tmp/qnet, else the name.
const fileName = (name) => /^(?:\w+:file=)?(?:[^:]*\/)?([^/:]+)$/.exec(name)?.[1] ?? name;

// playerAbout describes a listed player in one line.
export const playerAbout = (entry) => known(`about.${entry.name}`, entry.about);

export const scorerName = (scorer) => known(`scorer.${scorer}`, scorer);
// scorerAbout says what a scorer counts. Those that others have added come with a phrase of their own, about.
export const scorerAbout = (scorer, about) => known(`scorer.${scorer}.about`, about ?? '');

// openingName is the display name of an opening in the reversi library's book.
export const openingName = (opening) => known(`opening.${opening}`, opening);

// levelName names a player's level. strength adds the depth and the handicap.
export function levelName(player) {
	if (player?.level === 0) return t('level.usual');
	if (player?.seconds) return t('player.seconds', { n: player.seconds });
	return player?.level ? t('player.level', { n: player.level }) : '';
}

// Only players that search have depths: deep.
// A rung of the ladder has the depth of its run.
export function strength(player, levels, deep = true, rung = null) {
	const level = rung ?? (deep && levels.find((l) => l.level === player?.level));
	const parts = level ? [t(level.endgame ? 'player.depth' : 'player.plies', level)] : [];
	if (player?.handicap > 0) parts.push(t('player.handicap', { n: player.handicap }));
	return parts.map((part) => ` · ${part}`).join('');
}

// valueText is the text of a value on a square: discs, or a win or loss that the search found.
export function valueText(value) {
	if (value.won && !value.exact) return t(value.won > 0 ? 'value.won' : 'value.lost');
	return signed(value.discs, value.exact ? 0 : 1);
}

// squareName is the accessible name of a square's button.
export function squareName(cell) {
	const parts = [cell.square, cell.disc ? sideName(cell.disc) : t('square.empty')];
	if (cell.legal) parts.push(t('square.legal'));
	if (cell.last) parts.push(t('square.last'));
	if (cell.flipped) parts.push(t('square.flipped'));
	if (cell.value) parts.push(t('square.value', { value: valueText(cell.value) }));
	if (cell.best) parts.push(t('square.best'));
	if (cell.hint) parts.push(t('square.hint'));
	if (cell.ringed) parts.push(t('square.ringed'));
	if (cell.faded) parts.push(t('square.played', cell));
	if (cell.number) parts.push(t('square.number', { n: cell.number, side: sideName(cell.ghost) }));
	if (cell.heat?.label) parts.push(t('square.worth', { worth: cell.heat.label }));
	return parts.join(t('list.comma'));
}

// moveSentence describes a move: the side, the square, the flipped discs, and a pass after it.
export function moveSentence(side, after) {
	const said = [t('said.move', { side: sideName(side), square: after.last, n: after.flipped.length })];
	if (after.passed) said.push(t('said.pass', { side: sideName(other(after.side)) }));
	if (after.over) said.push(resultSentence(after));
	return said.join(' ');
}

// score is the score of a finished game. Empty squares count for the winner.
export function score(position) {
	const total = squaresOf(position.board);
	return { black: Math.floor((total + position.result) / 2), white: Math.floor((total - position.result) / 2) };
}

export function resultSentence(position) {
	if (position.result === 0) return t('said.draw', score(position));
	const winner = position.result > 0 ? 'black' : 'white';
	return t('said.won', { side: sideName(winner), n: Math.abs(position.result), ...score(position) });
}

// jumpSentence describes the position that the user jumped to.
export function jumpSentence(ply, position, mover) {
	if (ply === 0) return t('said.start');
	return t('said.at', { n: ply, side: sideName(mover), square: position.last });
}

// moverOf is the side that made the move before a position of a game.
export const moverOf = (positions, ply) => (ply > 0 ? positions[ply - 1].side : '');

// evaluationText describes a position's value for Black in words.
export function evaluationText(discs) {
	if (Math.abs(discs) < 0.05) return t('worth.even');
	return t('worth.side', { side: sideName(discs > 0 ? 'black' : 'white'), discs: Math.abs(discs).toFixed(1) });
}
