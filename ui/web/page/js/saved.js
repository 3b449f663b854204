// Games as records of My games.
import { squares } from './geometry.js';
import { known, t } from './i18n.js';
import { keep, newId } from './library.js';
import { boardName } from './boards.js';
import { nameOf, openingName, score } from './sentences.js';
import { remember, remembered, state } from './store.js';

const closed = remembered('closed', true) ?? []; // the ids of the last games of this tab that were over

const day = (time) => new Date(time - new Date(time).getTimezoneOffset() * 60000).toISOString().slice(0, 10);

// recordOf makes the record of a game with its last position.
const recordOf = (game, end, more) => ({
	...game, moves: game.moves.join(''), squares: end.board, over: end.over || Boolean(game.forfeit), result: end.result, updated: Date.now(), ...more,
});

// save stores the present game if the user plays in it. A game that was only looked at is not stored.
export function save() {
	const { game, positions, opening } = state;
	if (positions.at(-1).over || game.forfeit) {
		closed.push(game.id);
		remember('closed', closed.slice(-100), true);
	}
	if (!game.moves.length || game.origin || (game.black && game.white)) return;
	keep([recordOf(game, positions.at(-1), { date: day(Date.now()), opening })]).catch(() => {}); // no storage: the address has the game
}

// settled says whether the game is over. From then on the user tries moves of both sides.
export const settled = () => Boolean(state.game?.forfeit || (state.aside ?? state).positions.at(-1)?.over);

// own is the game to go on in with a new move. A game that came by a link or from a file, or was over
// once, stays as it is: the move is played in a copy.
export function own(game) {
	const over = closed.includes(game.id) || settled();
	return game.origin || over ? { ...game, id: newId(), origin: '', names: undefined, forfeit: null } : game;
}

// hash makes an id of a text, so that a game that is imported twice is there once.
function hash(words) {
	let [a, b] = [0xdeadbeef, 0x41c6ce57];
	for (let i = 0; i < words.length; i++) {
		a = Math.imul(a ^ words.charCodeAt(i), 2654435761);
		b = Math.imul(b ^ words.charCodeAt(i), 1597334677);
	}
	return `import-${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`;
}

// imported makes the records of games that the server has read from a text or a file. They keep their
// order in the list.
export function imported(games) {
	const now = Date.now();
	return games.map((game, i) => ({ ...importedOne(game), updated: now - i }));
}

function importedOne({ black, white, date, game, end }) {
	const about = { board: game.board ?? '', start: game.start ?? '', moves: squares(game.moves), forfeit: null, black: null, white: null };
	const id = hash(JSON.stringify([about.board, about.start, game.moves, black, white, date]));
	const names = black || white ? { black, white } : undefined;
	return recordOf({ ...about, id, seed: 0, names, origin: 'import' }, end ?? { board: '', over: false, result: 0 }, { date, opening: '' });
}

// gameOf is the game of a record, as the page plays it.
export const gameOf = ({ id, board, start, moves, forfeit, seed, black, white, names, origin, lines }) => ({ id, board, start, moves: squares(moves), forfeit, seed, black, white, names, origin, lines: lines ?? [] });

// scoreOf is the score of a record that is over.
export const scoreOf = ({ squares: board, result }) => score({ board, result });

// resultOf says who won, from the user's side if the user played one side.
export function resultOf(record) {
	if (!record.over) return t('games.open');
	if (record.result === 0) return t('games.draw');
	const winner = record.result > 0 ? 'black' : 'white';
	if (Boolean(record.black) === Boolean(record.white)) return t(`games.${winner}`);
	return t(record[winner] ? 'games.lost' : 'games.won');
}

// matches says whether a record has all words of a search: names, the board, the opening, the date, the
// result, or the first moves.
export function matches(record, words) {
	const opening = record.opening ? openingName(record.opening) : '';
	const about = [nameOf(record, 'black'), nameOf(record, 'white'), boardName(record.board), known(`board.is.${record.board}`, ''), opening, record.date, resultOf(record)].join(' ').toLowerCase();
	return words.toLowerCase().split(/\s+/).every((word) => about.includes(word) || record.moves.startsWith(word));
}
