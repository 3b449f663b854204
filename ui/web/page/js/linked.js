// Opening the game of an address, and the messages about a broken address.
import { ask } from './api.js';
import { boardName } from './boards.js';
import { squares } from './geometry.js';
import { t } from './i18n.js';
import { fromLink } from './link.js';
import { begin, exhibit, wire } from './play.js';
import { boardOf, isOffered, levelsOn, loadRoster, usualOn } from './roster.js';
import { settled } from './saved.js';
import { playerName, runPlayer } from './sentences.js';
import { state, update } from './store.js';
import { showLine } from './variations.js';

// openLink begins the game of a link. For a broken link it shows the legal part, the mistake, and
// what the user can do.
export async function openLink(query) {
	const before = state.game;
	const { game, ply, line } = fromLink(query);
	try {
		await loadRoster();
		const { shown, part, wrong } = await legalPart(game);
		if (state.game !== before) return; // another game began meanwhile
		const [black, white] = [mend(game.black, shown.board), mend(game.white, shown.board)];
		const message = wrong ?? black.wrong ?? white.wrong;
		if (!message) {
			await begin({ ...game, origin: 'link' }, ply, false);
			if (line && settled()) await showLine(line, ply ?? Infinity);
			return;
		}
		exhibit({ ...part, black: game.black, white: game.white }, shown, {
			kind: 'link', message,
			part: part.moves.length ? { ...part, black: black.player, white: white.player } : null,
			players: { black: black.instead, white: white.instead },
		});
	} catch (error) {
		if (error.status === undefined) throw error;
		update({ trouble: { kind: error.offline ? 'offline' : 'error', message: error.message, retry: () => openLink(query) } });
	}
}

// legalPart requests the game, or else its legal part: {part, shown, wrong}.
async function legalPart(game) {
	const show = (part) => ask('game', { game: wire(part.moves.length, part) });
	try {
		const shown = await show(game);
		return { part: { ...game, moves: squares(shown.moves) }, shown };
	} catch (error) {
		if (error.status === undefined || error.offline) throw error;
		const part = error.legal === undefined ? { board: '', start: '', moves: [] } : { ...game, moves: squares(error.legal) };
		return { part, shown: await show(part), wrong: complaint(game, error) };
	}
}

const brief = (words) => (words.length > 20 ? `${words.slice(0, 20)}…` : words);

// complaint names the mistake in the moves, the board or the start of a link.
function complaint({ board, start, moves }, error) {
	if (error.legal !== undefined) {
		const [text, n] = [moves.join('').toLowerCase().replace(/\s/g, ''), squares(error.legal).length + 1];
		const move = text.startsWith(error.legal) ? /^([a-z]\d+|.{0,4})/.exec(text.slice(error.legal.length))[0] : '';
		return move ? t('link.move', { n, move }) : t('link.moves', { n });
	}
	const known = !board || /^[-XO#]{64}$/.test(board) || state.boards.some((one) => one.name.toLowerCase() === board.toLowerCase());
	if (!known) return t('link.board', { board: brief(board) });
	return start ? t('link.start') : t('link.other', { message: error.message });
}

// mend says what is wrong with a player of a link, which player replaces it if the game continues,
// and which player a new game offers instead.
function mend(player, board) {
	if (player && !isOffered(player.name, board)) {
		const home = boardOf(player.name);
		const name = brief(runPlayer(player.name) ? player.name : playerName(player));
		return { wrong: home ? t('link.elsewhere', { name, board: boardName(home) }) : t('link.player', { name }), player: null, instead: usualOn(board) };
	}
	if (player?.level && !levelsOn(board).some((one) => one.level === player.level)) {
		const without = { name: player.name };
		return { wrong: t('link.level', { name: player.name, n: player.level }), player: without, instead: without };
	}
	if (player?.seconds > state.roster.seconds) {
		const within = { ...player, seconds: state.roster.seconds };
		return { wrong: t('link.seconds', { name: player.name, n: state.roster.seconds }), player: within, instead: within };
	}
	return { player, instead: player };
}
