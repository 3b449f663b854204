// Squares and how a board lies on the screen. What a move does is the server's business.

// shape is how many columns and rows a board has: today they are always eight.
export function shape(board) {
	const columns = Math.round(Math.sqrt(board.length));
	return { columns, rows: columns };
}

export const file = (column) => String.fromCharCode(97 + column);
export const nameOf = (index, columns) => file(index % columns) + (Math.floor(index / columns) + 1);
export const indexOf = (square, columns) => square.charCodeAt(0) - 97 + (Number(square.slice(1)) - 1) * columns;

// squares splits a transcript.
export const squares = (moves) => moves.match(/[a-z]\d+/g) ?? [];

// turned lists the indices of a square board's squares as they lie on the screen, row by
// row, after so many quarter turns clockwise.
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

// labels are what stands beside rows and above columns of a board that is so turned.
export function labels({ columns, rows }, quarters) {
	const order = turned({ columns, rows }, quarters);
	const sideways = quarters % 2 === 1;
	const label = (index, asFile) => (asFile ? file(index % columns) : String(Math.floor(index / columns) + 1));
	return {
		columns: Array.from({ length: columns }, (_, c) => label(order[c], !sideways)),
		rows: Array.from({ length: rows }, (_, r) => label(order[r * columns], sideways)),
	};
}

// step is the index on the screen that a key leads to from another, or the same at an edge.
export function step(key, at, { columns, rows }) {
	const [row, column] = [Math.floor(at / columns), at % columns];
	switch (key) {
	case 'ArrowLeft': return column > 0 ? at - 1 : at;
	case 'ArrowRight': return column < columns - 1 ? at + 1 : at;
	case 'ArrowUp': return row > 0 ? at - columns : at;
	case 'ArrowDown': return row < rows - 1 ? at + columns : at;
	case 'Home': return row * columns;
	case 'End': return row * columns + columns - 1;
	case 'PageUp': return column;
	case 'PageDown': return (rows - 1) * columns + column;
	}
	return at;
}

// start is the board from which games usually start.
export const start = '---------------------------OX------XO---------------------------';
