// Who can be played, as choices.
import { list } from './api.js';
import { h } from './dom.js';
import { isLarge, standard } from './geometry.js';
import { known, t } from './i18n.js';
import { playerName, runPlayer } from './sentences.js';
import { state, update } from './store.js';

// loadRoster asks who can be played: at the start, and when runs may have bred new ones;
// and on which boards, once.
export async function loadRoster() {
	const [roster, large, boards] = await Promise.all([list('players'), list('players?board=10'), state.boards ?? list('boards')]);
	update({ roster, large, boards });
}

// boardOf is the only board that a player plays on, '' for any: champions of older
// generations, which are not listed, play where their run's newest does.
export const boardOf = (name) => (find(name) ?? find(name.replace(/\/\d+$/, '')))?.board ?? '';

// playsOn says whether a player of the roster plays on a board.
export function playsOn(entry, board) {
	if (isLarge(board)) return Boolean(state.large?.players.some((p) => p.name === entry.name));
	return !entry.board || entry.board === (board || standard);
}

// isOffered says whether there is a player of a name on a board, older champions of runs too.
export function isOffered(name, board) {
	const entry = find(name) ?? find(name.replace(/\/\d+$/, ''));
	return isLarge(board) ? playsOn({ name }, board) : Boolean(entry) && playsOn(entry, board);
}

// levelsOn are the levels of players on a board.
export const levelsOn = (board) => (isLarge(board) ? state.large : state.roster)?.levels ?? [];

// usualOn is who plays on a board against a user who has not chosen yet: the champion of the
// newest run there, else one at a beginner's level.
export function usualOn(board) {
	if (isLarge(board)) return { ...state.large?.usual };
	return { ...(state.roster?.newest[board || standard] ?? state.roster?.usual) };
}

// isUsualOn says whether a player is that one, at its level.
export function isUsualOn(board, player) {
	const usual = usualOn(board);
	return ['name', 'level', 'loss'].every((key) => (player?.[key] || 0) === (usual[key] || 0));
}

// shippedOn is the champion that ships with the program for a board, and where there is none the
// strongest that has not learnt tables of 8×8.
const shippedOn = (board) => state.roster?.players.find((p) => isShipped(p) && playsOn(p, board))?.name ?? 'evolved';

// isShipped says whether a player is one of those champions: champion, or champion-heart.
export const isShipped = (entry) => entry.kind === 'roster' && /^champion(-|$)/.test(entry.name);

// judges are those who have weights, and play on the game's board.
export const judges = (entry) => entry.weights && !isLarge(state.game?.board) && playsOn(entry, state.game?.board) && (!isShipped(entry) || entry.name === shippedOn(state.game?.board));

// judge is the judge that was chosen, else the champion that ships.
export function judge() {
	const entry = find(state.settings.judge);
	return entry && judges(entry) ? entry.name : shippedOn(state.game?.board);
}

export const find = (name) => state.roster?.players.find((p) => p.name === name);

// elo is a rating as it is written behind a name.
const elo = (entry) => (typeof entry.elo === 'number' ? `  ${entry.elo < 0 ? '−' : '+'}${Math.abs(Math.round(entry.elo))}` : '');

function label(entry) {
	const run = runPlayer(entry.name);
	if (!run) return playerName(entry) + elo(entry);
	return run.generation ? t('player.generation', { run: run.name, n: run.generation }) : t('player.newest', { run: run.name });
}

// groups sorts players: the champion that ships, those of runs and of files, then the others.
export function groups(players) {
	const champion = players.filter(isShipped);
	const runs = players.filter((p) => p.kind === 'run');
	const programs = players.filter((p) => p.kind === 'program');
	const others = players.filter((p) => p.kind === 'roster' && !isShipped(p)).sort((a, b) => (b.elo ?? -Infinity) - (a.elo ?? -Infinity));
	const given = players.filter((p) => p.kind === 'given');
	return [['group.champion', champion], ['group.runs', runs], ['group.given', given], ['group.others', others], ['group.programs', programs]]
		.filter(([, members]) => members.length);
}

// playerOptions are the choices of a <select>. A name that the server does not list is
// one of them nevertheless, so that a game can go on with it. Ratings are of games on 8×8.
export function playerOptions(selected, fits = () => true, rated = true) {
	const players = (state.roster?.players ?? []).filter(fits);
	const one = (p) => h('option', { value: p.name, selected: p.name === selected, title: known(`about.${p.name}`, p.about) }, label(rated ? p : { ...p, elo: null }));
	const all = groups(players).map(([key, members]) => h('optgroup', { label: t(key) }, members.map(one)));
	if (selected && !players.some((p) => p.name === selected)) all.push(one({ name: selected, about: '' }));
	return all;
}
