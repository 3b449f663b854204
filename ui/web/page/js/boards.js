// Boards: the list, their names and their pictures.
import { s } from './dom.js';
import { isLarge, shape, standard, start } from './geometry.js';
import { known, t } from './i18n.js';
import { state } from './store.js';

// boardKey is the name of a board in requests: the name that the server lists, else the squares of
// its start position.
export const boardKey = (board) => (state.boards?.some((one) => one.name === board.name && one.start === board.start) ? board.name : board.start.split(' ')[0]);

// drawn says whether the name of a board is its squares.
const drawn = (board) => /^[-XO#]{16,}$/.test(board);

// startOf is the start position of a board.
export function startOf(board) {
	if (drawn(board)) return board;
	const listed = state.boards?.find((one) => one.name === board);
	return (listed?.start ?? start).split(' ')[0];
}

// boardName is the name of a board on the page. A custom board has a name if it is known.
export function boardName(board, own = t('board.own')) {
	if (isLarge(board)) return `${board} × ${board}`;
	return drawn(board) ? own : known(`board.is.${board || standard}`, board);
}

// boardPicture draws a small picture of a board, without the squares of a large board, which would
// be too small to see.
export function boardPicture(position) {
	const board = position.split(' ')[0];
	const { columns, rows } = shape(board);
	const squares = [...board].flatMap((c, i) => {
		const [x, y] = [i % columns, Math.floor(i / columns)];
		if (c === '#' || (c === '-' && columns > 8)) return [];
		const square = s('rect', { class: 'tiny-square', x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92 });
		return c === '-' ? [square] : [square, s('circle', { class: `tiny-${c === 'X' ? 'black' : 'white'}`, cx: x + 0.5, cy: y + 0.5, r: 0.38 })];
	});
	const ground = columns > 8 ? [s('rect', { class: 'tiny-square', width: columns, height: rows })] : [];
	return s('svg', { class: 'tiny', viewBox: `0 0 ${columns} ${rows}`, 'aria-hidden': 'true' }, ground, squares);
}

// boardsOffered lists the boards for a new game: those of the server, and those of champions and of
// the present game.
export function boardsOffered() {
	const listed = state.boards ?? [];
	const others = [...(state.roster?.players ?? []).map((p) => p.board), state.game?.board ?? standard]
		.filter((key) => key && !listed.some((one) => one.name === key));
	return [...listed.map((one) => one.name), ...new Set(others)];
}
