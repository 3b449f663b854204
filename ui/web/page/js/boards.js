// Boards: their names, their pictures, and which there are.
import { s } from './dom.js';
import { isLarge, shape, standard, start } from './geometry.js';
import { known, t } from './i18n.js';
import { state } from './store.js';

// boardKey is how the server knows a board that it has shown: by the name of one that it
// lists, else by how games start there.
export const boardKey = (board) => (state.boards?.some((one) => one.name === board.name && one.start === board.start) ? board.name : board.start.split(' ')[0]);

// drawn says whether a board is named by its squares.
const drawn = (board) => /^[-XO#]{16,}$/.test(board);

// startOf is the board with the discs of the start.
export function startOf(board) {
	if (drawn(board)) return board;
	const listed = state.boards?.find((one) => one.name === board);
	return (listed?.start ?? start).split(' ')[0];
}

// boardName is what people call a board; one of somebody's own has a name if that is known.
export function boardName(board, own = t('board.own')) {
	if (isLarge(board)) return `${board} × ${board}`;
	return drawn(board) ? own : known(`board.is.${board || standard}`, board);
}

// boardPicture draws a board, small. Of a large one the squares would be too small to see.
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

// boardsOffered are all that a game can be begun on: those of the server, and those that
// only some champions, or the game on the board, know.
export function boardsOffered() {
	const listed = state.boards ?? [];
	const others = [...(state.roster?.players ?? []).map((p) => p.board), state.game?.board ?? standard]
		.filter((key) => key && !listed.some((one) => one.name === key));
	return [...listed.map((one) => one.name), ...new Set(others)];
}
