// The list of players, as choices.
import { list } from './api.js';
import { h } from './dom.js';
import { isLarge, standard } from './geometry.js';
import { known, t } from './i18n.js';
import { playerName, runPlayer } from './sentences.js';
import { state, update } from './store.js';

// loadRoster requests the list of players: at the start, and when runs may have new champions. It
// requests the list of boards once.
export async function loadRoster() {
	const [roster, large, boards] = await Promise.all([list('players'), list('players?board=10'), state.boards ?? list('boards')]);
	update({ roster, large, boards });
}

// boardOf is the only board that a player plays on, or '' for any. Champions of older generations are
// not listed; they play on the board of their run's newest champion.
export const boardOf = (name) => (find(name) ?? rungOf(name) ?? find(name.replace(/\/\d+$/, '')))?.board ?? '';

// rungOf is the rung of the ladder with a player's name, or undefined.
export const rungOf = (name) => state.roster?.ladder.find((rung) => rung.name === name);

// playsOn says whether a listed player plays on a board.
export function playsOn(entry, board) {
	if (isLarge(board)) return Boolean(state.large?.players.some((p) => p.name === entry.name && (!p.board || p.board === board)));
	return !entry.board || entry.board === (board || standard);
}

// isOffered says whether a board has a player of a name. Older champions of runs count, too.
export function isOffered(name, board) {
	const entry = find(name) ?? rungOf(name) ?? find(name.replace(/\/\d+$/, ''));
	return isLarge(board) ? playsOn(entry ?? { name }, board) : Boolean(entry) && playsOn(entry, board);
}

// levelsOn lists the levels of players on a board.
export const levelsOn = (board) => (isLarge(board) ? state.large : state.roster)?.levels ?? [];

// usualOn is the default opponent on a board: the champion of the newest run there, else a player at
// a beginner's level.
export function usualOn(board) {
	return { ...(state.roster?.newest[board || standard] ?? (isLarge(board) ? state.large : state.roster)?.usual) };
}

// isUsualOn says whether a player is the default opponent, at its level.
export function isUsualOn(board, player) {
	const usual = usualOn(board);
	return ['name', 'level', 'handicap', 'seconds'].every((key) => (player?.[key] || 0) === (usual[key] || 0));
}

// shippedOn is the strongest shipped player of a board, else the strongest one
// without pattern tables, which exist for 8×8 only.
const shippedOn = (board) => state.roster?.players.find((p) => isShipped(p) && playsOn(p, board))?.name ?? 'evolved-cmaes';

// isShipped says whether a player is the strongest shipped one of a board, such as strongest or evolved-heart.
export const isShipped = (entry) => entry.kind === 'roster' && (entry.name === 'strongest' || (entry.board && entry.board !== standard));

// judges says whether a player has weights and plays on a board.
export const judges = (entry, board) => entry.weights && !isLarge(board) && playsOn(entry, board) && (!isShipped(entry) || entry.name === shippedOn(board));

// judge is the player whose weights value positions: the chosen one, else the strongest shipped one.
export function judge(board = state.game?.board) {
	const entry = find(state.settings.judge);
	return entry && judges(entry, board) ? entry.name : shippedOn(board);
}

// charactersOn lists the names of some players of a board that differ, the weakest first: its default opponent, those of
// the server's list, and its strongest.
export function charactersOn(board) {
	const names = state.roster?.characters ?? [];
	const usual = usualOn(board).name;
	const all = [...(names.includes(usual) ? [] : [usual]), ...names, ...(isLarge(board) || names.includes(shippedOn(board)) ? [] : [shippedOn(board)])];
	return all.filter((name) => find(name) && playsOn(find(name), board));
}

// eloAt is the measured strength of a player at a level, or null.
export function eloAt(entry, { level = 0, seconds = 0, handicap = 0 } = {}) {
	if (handicap || seconds) return null;
	return (entry.levels && level ? entry.elos?.[level - 1] : entry.elo) ?? null;
}

export const find = (name) => state.roster?.players.find((p) => p.name === name);

// elo formats a rating for display after a name.
const elo = (entry) => (typeof entry.elo === 'number' ? `  ${entry.elo < 0 ? '−' : '+'}${Math.abs(Math.round(entry.elo))}` : '');

function label(entry) {
	const run = runPlayer(entry.name);
	if (!run) return playerName(entry) + elo(entry);
	return run.generation ? t('player.generation', { run: run.name, n: run.generation }) : t('player.newest', { run: run.name });
}

// groups groups players: the strongest of each board, champions of runs, players from files, then the others.
export function groups(players) {
	const strongest = players.filter(isShipped);
	const runs = players.filter((p) => p.kind === 'run');
	const programs = players.filter((p) => p.kind === 'program');
	const others = players.filter((p) => p.kind === 'roster' && !isShipped(p)).sort((a, b) => (b.elo ?? -Infinity) - (a.elo ?? -Infinity));
	const given = players.filter((p) => p.kind === 'given');
	return [['group.strongest', strongest], ['group.runs', runs], ['group.given', given], ['group.others', others], ['group.programs', programs]]
		.filter(([, members]) => members.length);
}

// playerOptions lists the options of a <select>. It includes a current name that the server does not
// list, so that a game can continue with it. Ratings are from games on 8×8.
export function playerOptions(selected, fits = () => true, rated = true) {
	const players = (state.roster?.players ?? []).filter(fits);
	const one = (p) => h('option', { value: p.name, selected: p.name === selected, title: known(`about.${p.name}`, p.about) }, label(rated ? p : { ...p, elo: null }));
	const all = groups(players).map(([key, members]) => h('optgroup', { label: t(key) }, members.map(one)));
	if (selected && !players.some((p) => p.name === selected)) all.push(one({ name: selected, about: '' }));
	return all;
}
