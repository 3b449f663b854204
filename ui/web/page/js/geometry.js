// The geometry of boards on the screen. The server knows the rules of the game.

// shape returns the columns and rows of a board, from its text.
export function shape(board) {
	const columns = Math.round(Math.sqrt(board.length));
	return { columns, rows: columns };
}

export const file = (column) => String.fromCharCode(97 + column);
export const nameOf = (index, columns) => file(index % columns) + (Math.floor(index / columns) + 1);
export const indexOf = (square, columns) => square.charCodeAt(0) - 97 + (Number(square.slice(1)) - 1) * columns;

// squares splits a transcript.
export const squares = (moves) => moves.match(/[a-z]\d+/g) ?? [];

// turned lists the indices of a square board's squares in screen order, row by row, after a number
// of clockwise quarter turns.
export function turned({ columns, rows }, quarters) {
	const all = [];
	for (let row = 0; row < rows; row++) {
		for (let column = 0; column < columns; column++) {
			let [r, c] = [row, column];
			for (let q = 0; q < quarters; q++) [r, c] = [columns - 1 - c, r];
			all.push(r * columns + c);
		}
	}
	return all;
}

// labels lists the labels of the rows and columns of a turned board.
export function labels({ columns, rows }, quarters) {
	const order = turned({ columns, rows }, quarters);
	const sideways = quarters % 2 === 1;
	const label = (index, asFile) => (asFile ? file(index % columns) : String(Math.floor(index / columns) + 1));
	return {
		columns: Array.from({ length: columns }, (_, c) => label(order[c], !sideways)),
		rows: Array.from({ length: rows }, (_, r) => label(order[r * columns], sideways)),
	};
}

// layout lays a turned board out on the screen, without outer rows and columns that are all holes: its
// columns and rows, the labels of both, and the indices of its squares in screen order.
export function layout(board, quarters) {
	const size = shape(board);
	const all = turned(size, quarters);
	const names = labels(size, quarters);
	const used = (at) => (i) => all.some((index, k) => at(k) === i && board[index] !== '#');
	const between = (count, at) => {
		const some = Array.from({ length: count }, (_, i) => i).filter(used(at));
		return some.length ? [some[0], some.at(-1) + 1] : [0, count];
	};
	const column = (k) => k % size.columns;
	const row = (k) => Math.floor(k / size.columns);
	const [left, right] = between(size.columns, column);
	const [top, bottom] = between(size.rows, row);
	return {
		columns: right - left, rows: bottom - top,
		names: { columns: names.columns.slice(left, right), rows: names.rows.slice(top, bottom) },
		order: all.filter((_, k) => column(k) >= left && column(k) < right && row(k) >= top && row(k) < bottom),
	};
}

const ways = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1], End: [0, 1], PageUp: [-1, 0], PageDown: [1, 0] };

// step returns the screen index that a key leads to, or the same index at an edge. Arrows skip
// holes. If only holes are ahead, they lead to the nearest square in that direction.
export function step(key, at, { columns, rows }, isSquare = () => true) {
	if (!ways[key]) return at;
	const [down, right] = ways[key];
	const place = (i) => [Math.floor(i / columns), i % columns];
	const [row, column] = place(at);
	const ahead = [];
	for (let [r, c] = [row + down, column + right]; r >= 0 && c >= 0 && r < rows && c < columns; r += down, c += right) {
		if (isSquare(r * columns + c)) ahead.push(r * columns + c);
	}
	if (!key.startsWith('Arrow')) return ahead.at(-1) ?? at;
	if (ahead.length) return ahead[0];
	const far = (i) => Math.abs(place(i)[0] - row) + Math.abs(place(i)[1] - column);
	return Array.from({ length: rows * columns }, (_, i) => i)
		.filter((i) => isSquare(i) && (place(i)[0] - row) * down + (place(i)[1] - column) * right > 0)
		.reduce((nearest, i) => (nearest === at || far(i) < far(nearest) ? i : nearest), at);
}

// standard is the name of the standard board, and start its start position.
export const standard = 'Square-8';
export const start = '---------------------------OX------XO---------------------------';

// isLarge says whether a board is larger than 8×8. The name of such a board is its size.
export const isLarge = (board) => /^\d+$/.test(board ?? '');

export const holesOf = (board) => board.replace(/[^#]/g, '-');
export const squaresOf = (board) => board.length - board.split('#').length + 1;
export const blanksOf = (board) => board.split('-').length - 1;
