// Pictures of the board: shapes as data, written as SVG or drawn on a canvas.
import { file, shape } from './geometry.js';

const square = 60, edge = 28;
const colours = { ground: '#f6f6f3', felt: '#4f9d78', line: '#2f6b4f', black: '#171b1a', white: '#f8f9f6', ink: '#5b6662', last: '#1d9a6c' };

// shapes lists the shapes of a picture, from back to front.
function shapes(position) {
	const { columns, rows } = shape(position.board);
	const [width, height] = [edge + columns * square + edge / 2, edge + rows * square + edge / 2];
	const all = [{ kind: 'rect', x: 0, y: 0, width, height, fill: colours.ground }];
	for (const [fill, room] of [[colours.line, -0.75], [colours.felt, 0.75]]) {
		[...position.board].forEach((c, i) => {
			const [x, y] = [edge + (i % columns) * square, edge + Math.floor(i / columns) * square];
			if (c !== '#') all.push({ kind: 'rect', x: x + room, y: y + room, width: square - 2 * room, height: square - 2 * room, fill });
		});
	}
	for (let i = 0; i < columns; i++) all.push({ kind: 'text', x: edge + (i + 0.5) * square, y: edge - 9, words: file(i) });
	for (let i = 0; i < rows; i++) all.push({ kind: 'text', x: edge / 2, y: edge + (i + 0.5) * square + 5, words: String(i + 1) });
	[...position.board].forEach((c, i) => {
		if (c === '-' || c === '#') return;
		const [x, y] = [edge + (i % columns + 0.5) * square, edge + (Math.floor(i / columns) + 0.5) * square];
		all.push({ kind: 'circle', x, y, r: square * 0.42, fill: c === 'X' ? colours.black : colours.white });
		if (position.last === file(i % columns) + (Math.floor(i / columns) + 1)) all.push({ kind: 'circle', x, y, r: 6, fill: colours.last });
	});
	return { width, height, all };
}

export function toSVG(position) {
	const { width, height, all } = shapes(position);
	const drawn = all.map((one) => {
		if (one.kind === 'rect') return `<rect x="${one.x}" y="${one.y}" width="${one.width}" height="${one.height}" fill="${one.fill}"/>`;
		if (one.kind === 'circle') return `<circle cx="${one.x}" cy="${one.y}" r="${one.r}" fill="${one.fill}"/>`;
		return `<text x="${one.x}" y="${one.y}" fill="${colours.ink}" font-family="sans-serif" font-size="15" text-anchor="middle">${one.words}</text>`;
	});
	return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${drawn.join('\n')}\n</svg>\n`;
}

// toPNG draws the picture at twice its size. It resolves to a blob.
export function toPNG(position) {
	const { width, height, all } = shapes(position);
	const canvas = Object.assign(document.createElement('canvas'), { width: 2 * width, height: 2 * height });
	const c = canvas.getContext('2d');
	c.scale(2, 2);
	c.textAlign = 'center';
	c.font = '15px sans-serif';
	for (const one of all) {
		c.fillStyle = one.fill ?? colours.ink;
		if (one.kind === 'rect') c.fillRect(one.x, one.y, one.width, one.height);
		if (one.kind === 'text') c.fillText(one.words, one.x, one.y);
		if (one.kind === 'circle') {
			c.beginPath();
			c.arc(one.x, one.y, one.r, 0, 2 * Math.PI);
			c.fill();
		}
	}
	return new Promise((resolve) => { canvas.toBlob(resolve, 'image/png'); });
}
